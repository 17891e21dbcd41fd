"""Says in a line what a model holds of a difference, as its word and no more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.shapes.resolved import ReviewedDifferenceShape
from app.shapes.writing import by_name
from app.texts import opinions as texts_opinions
from app.wording.language import _
from app.wording.sentences import quoted_text, settled_text
from db.visible import one_line

if TYPE_CHECKING:
    from app.shapes.imports import DifferenceShape
    from app.shapes.opinions import OpinionShape
    from app.shapes.review import ReviewedShape, ReviewShape


def opinion_texts(difference: DifferenceShape) -> Iterator[str]:
    """What was said of it, and what is suggested; nothing where no model said anything."""
    if not isinstance(difference, ReviewedDifferenceShape) or difference.opinion is None:
        return
    opinion = difference.opinion
    said = " ".join(_parts(opinion))
    # A sentence with line ends in it could pass for another difference.
    yield one_line(_(texts_opinions.SAYS).format(model=opinion.model, said=said))
    if opinion.suggests is not None:
        yield _(texts_opinions.SUGGESTS).format(act=_(texts_opinions.ACTS[opinion.suggests]))


def _parts(opinion: OpinionShape) -> Iterator[str]:
    words = [_(texts_opinions.SAME).format(**by_name(each)) for each in opinion.pairs]
    if opinion.what is not None:
        words.append(_(texts_opinions.WHAT[opinion.what]))
    if words or not opinion.why:
        yield "; ".join(words) or _(texts_opinions.NOTHING_SAID)
    if opinion.why:
        yield _(texts_opinions.QUOTED).format(why=quoted_text(opinion.why))
    yield _(texts_opinions.RESTS).format(rows=settled_text(opinion.lines, opinion.entries))


def asked_in_vain(statement: ReviewedShape, import_id: int) -> Iterator[str]:
    """That a model was asked about the differences, and nothing came of it."""
    asked = statement.asked
    if asked is not None and not asked.said and statement.verdict != "matched":
        yield one_line(_(texts_opinions.NO_OPINION).format(**by_name(asked), import_id=import_id))


def way_to_take(review: ReviewShape) -> Iterator[str]:
    """With which command a person does what is suggested, if anything is."""
    differences = (each for statement in review.statements for each in statement.differences)
    if any(each.opinion and each.opinion.suggests for each in differences):
        yield texts_opinions.WAY.format(import_id=review.import_id)
