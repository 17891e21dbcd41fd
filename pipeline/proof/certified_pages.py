"""A document's pages as a certificate carries them: all that the kernel takes from a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from pipeline.words import Box, Page, Seen, Word

#: Further from a page's corner than this nothing is printed.
_FARTHEST: Final = 1e6

Points = Annotated[float, Field(ge=-_FARTHEST, le=_FARTHEST)]
#: Left, top, right and bottom.
Edges = tuple[Points, Points, Points, Points]
_Text = Annotated[str, StringConstraints(min_length=1, max_length=10_000)]
#: A word's text, its four edges, and what was found when somebody looked at it (null: nobody did).
CertifiedWord = tuple[_Text, Points, Points, Points, Points, Seen | None]

#: How everything of a certificate is read: no other types, no other names, no infinities.
STRICT: Final = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


class CertifiedPage(BaseModel):
    """One page: its size in points, its words in their order, and ink that no word stands on.

    Points are from the top-left corner of the page as displayed, and exact: no digit is cut.
    """

    model_config = STRICT

    number: Annotated[int, Field(ge=1, le=1_000_000)]
    width: Points
    height: Points
    words: tuple[CertifiedWord, ...]
    ink: tuple[Edges, ...] = ()


def certified_page(page: Page) -> CertifiedPage:
    """The page as a certificate carries it."""
    seen: Sequence[Seen | None] = page.seen or (None,) * len(page.words)
    return CertifiedPage(
        number=page.number,
        width=float(page.width),
        height=float(page.height),
        words=tuple(
            (w.text, float(w.x0), float(w.top), float(w.x1), float(w.bottom), found)
            for w, found in zip(page.words, seen, strict=True)
        ),
        ink=tuple((float(b.x0), float(b.top), float(b.x1), float(b.bottom)) for b in page.ink),
    )


def page_of(page: CertifiedPage) -> Page:
    """The page as the kernel takes it. A page of which one word was not looked at has none seen."""
    found = [word[5] for word in page.words]
    seen = tuple(each for each in found if each is not None)
    return Page(
        number=page.number,
        width=page.width,
        height=page.height,
        words=tuple(Word(*word[:5]) for word in page.words),
        seen=seen if len(seen) == len(found) else (),
        ink=tuple(Box(*box) for box in page.ink),
    )
