"""Says which differences a person settled, and with which commands the others are settled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from app.shapes.imports import DifferenceShape
from app.shapes.resolved import ReviewedDifferenceShape
from app.shapes.writing import by_name
from app.texts import deciding as texts_deciding
from app.texts import resolving as texts_resolving
from app.wording.language import _, marked
from app.wording.sentences import settled_text
from db.visible import one_line

_SETTLED: Final = marked(texts_resolving.SETTLED)
_BECAUSE: Final = marked(texts_resolving.BECAUSE)

if TYPE_CHECKING:
    from app.shapes.decisions import ChangeShape
    from app.shapes.review import ReviewedShape, ReviewShape


def number_text(difference: DifferenceShape) -> str:
    """The number of a difference in its import as `2. `; nothing before it was recorded."""
    if not isinstance(difference, ReviewedDifferenceShape):
        return ""
    return texts_resolving.NUMBERED.format(number=difference.number)


def left_text(difference: DifferenceShape) -> str:
    """Who left the difference as it is, and why; nothing if nobody did."""
    if not isinstance(difference, ReviewedDifferenceShape) or difference.left is None:
        return ""
    # A reason with line ends in it could pass for another difference.
    return one_line(texts_resolving.LEFT.format(**by_name(difference.left)))


def settled_texts(statement: ReviewedShape) -> list[str]:
    """Pairs by hand, what is outstanding and a statement that was left, with who said so."""
    said = []
    for each in statement.resolutions:
        because = _(_BECAUSE).format(reason=each.reason) if each.reason else ""
        rows = settled_text(each.lines, each.entries)
        text = _(_SETTLED[each.op])
        said.append(one_line(text.format(rows=rows, actor=each.actor, reason=because)))
    return said


def model_proposal_texts(statement: ReviewedShape, import_id: int) -> list[str]:
    """What models proposed about the statement when asked, which model, and how to decide."""
    said = []
    for each in statement.model_proposals:
        said.append(texts_deciding.BY_MODEL.format(**by_name(each)))
        said += [
            texts_deciding.BY_MODEL_CHANGE.format(op=change.op, said=_change_text(change))
            for change in each.changes
        ]
    ways = [texts_deciding.BY_MODEL_NEXT.format(import_id=import_id)] if said else []
    return [one_line(each) for each in [*said, *ways]]


def _change_text(change: ChangeShape) -> str:
    if change.lines or change.entries:
        return settled_text(change.lines, change.entries)
    return " -> ".join(filter(None, (change.was, change.now)))


def ways_to_settle(review: ReviewShape) -> list[str]:
    """One line for each kind of difference that is still open, by the first one of its kind."""
    first: dict[str | None, int] = {}
    for kind, number in _open(review):
        first.setdefault(kind, number)
    return [
        texts_resolving.WAY.format(
            kind=texts_resolving.KINDS[kind] if kind else texts_resolving.WHOLE_STATEMENT,
            import_id=review.import_id,
            number=number,
            acts=" | ".join(texts_resolving.WAYS[kind]),
        )
        for kind, number in first.items()
    ]


def _open(review: ReviewShape) -> Iterator[tuple[str | None, int]]:
    """What nobody left, by kind and number; None is a statement without any difference to name."""
    for statement in review.statements:
        if statement.account_id is None or statement.verdict == "matched":
            continue
        yield from ((_kind(d), d.number) for d in statement.differences if d.left is None)
        if not statement.differences and not any(r.op == "leave" for r in statement.resolutions):
            yield None, 0


def _kind(difference: DifferenceShape) -> str:
    is_sum = difference.expected is not None and difference.expected == difference.found
    return "sum" if difference.kind == "amount_differs" and is_sum else difference.kind
