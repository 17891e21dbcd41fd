"""What a witness may say of its signs, where the figures' own and the headings' agree."""

from __future__ import annotations

from pipeline.proof.parse.figures import Figure
from pipeline.proof.witness import Signs
from pipeline.reading.steps import Scale, Step, printed_amount
from pipeline.reading.ties import Tie


def signs_of(tie: Tie, scale: Scale) -> tuple[Signs, int]:
    """Where the signs come from, and that of a plain amount.

    Under headings a kernel takes a minus for the other way round. A bank that prints one before
    all that a heading brings in needs no heading: the printed signs alone say the same.
    """
    convention = tie.convention
    if convention.signs is Signs.SECTION:
        bases = [base for base in (1, -1) if _is_printed(tie, base, scale)]
        if bases:
            return Signs.PRINTED, bases[0]
    return convention.signs, convention.base


def _is_printed(tie: Tie, base: int, scale: Scale) -> bool:
    """Whether some amounts have a minus, and signs alone say of each what it is read as."""
    signed = [pair for step in tie.steps if (pair := _signed(step, tie)) is not None]
    return any(figure.sign < 0 for figure, _ in signed) and all(
        printed_amount(figure, base, scale) == amount for figure, amount in signed
    )


def _signed(step: Step, tie: Tie) -> tuple[Figure, int] | None:
    """An entry's figure, and the signed amount that it is read as."""
    column = tie.convention.roles.amount
    figure = step.item.cells.get(column) if column is not None else None
    return None if figure is None or step.amount is None else (figure, step.amount)
