"""Shows what of a certificate was checked again, and what was not."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from app.cli.screens.checks import open_checks
from app.shapes.verifying import VerifiedShape
from app.texts import certificates as said
from app.texts import terminal as texts
from app.wording.sentences import account_text, money_text, period_text


def verifying_screen(shape: VerifiedShape) -> Iterator[RenderableType]:
    """The statement, then what holds, what was checked and what was not."""
    period = period_text(shape.period_start, shape.period_end)
    yield Text(" | ".join((account_text(shape), shape.currency or texts.UNKNOWN, period)), "bold")
    if shape.proven:
        yield texts.READ_BALANCES.format(
            opening=money_text(shape.opening_balance),
            closing=money_text(shape.closing_balance),
            lines=shape.line_count,
        )
    verdict = said.PROVEN if shape.proven else said.UNPROVEN
    yield Text(said.HOLDS.format(verdict=verdict), "green" if shape.proven else "yellow")
    for heading, items in (
        (said.CHECKED, shape.checked),
        (said.NOT_CHECKED, shape.not_checked),
    ):
        if items:
            yield heading
        for text in items:
            yield Text(said.ITEM.format(text=text))
    yield from _checks(shape)


def _checks(shape: VerifiedShape) -> Iterator[Text]:
    """Every check that did not pass, of the ledger where it was asked."""
    ledger = shape.ledger
    yield from open_checks(ledger.checks if ledger else shape.checks)
