"""Shows what an account's statements look like, and what rests on it."""

from __future__ import annotations

from collections.abc import Iterator

from app.shapes.layouts import ForgottenLayoutShape, LayoutsShape
from app.texts import correcting as texts


def layouts_screen(found: LayoutsShape) -> Iterator[str]:
    """Each layout with who confirmed it, or what taught it, and what it settles."""
    if not found.layouts:
        yield texts.NO_LAYOUTS
    for each in found.layouts:
        if each.columns:
            yield texts.LAYOUT.format(
                id=each.id,
                columns=", ".join(each.columns),
                side=each.side,
                order=each.order,
                currency=f", {each.currency}" if each.currency else "",
            )
        else:
            yield texts.EXCUSED.format(id=each.id, words="; ".join(each.excused))
        told = texts.LAYOUT_BY if each.by else texts.LAYOUT_TAUGHT
        yield told.format(by=each.by, import_id=each.import_id or "?")
        if each.resting:
            yield texts.RESTING.format(imports=_numbers(each.resting))


def forgotten_screen(done: ForgottenLayoutShape) -> Iterator[str]:
    """What was proven again."""
    rest = texts.RESTED.format(imports=_numbers(done.resting)) if done.resting else ""
    yield texts.FORGOTTEN.format(rest=rest or texts.NONE_RESTED)


def _numbers(found: tuple[int, ...]) -> str:
    return ", ".join(map(str, found))
