"""The answer of the checker: the state of each check, and what is proven (sections 1 and 9)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from tests.second_checker import format as form
from tests.second_checker.balance_checks import balances, lines_or_none_said, scale, sums
from tests.second_checker.blind_signs import signs
from tests.second_checker.complete import complete
from tests.second_checker.contradictions import no_contradiction
from tests.second_checker.dates_check import dates
from tests.second_checker.day_order import day_order
from tests.second_checker.ends import closing, opening
from tests.second_checker.layout import Layout
from tests.second_checker.model import Refused, Witness
from tests.second_checker.passed_over import nothing_passed_over
from tests.second_checker.results import facts_of, rows_of
from tests.second_checker.section import section
from tests.second_checker.seen import seen
from tests.second_checker.sheet import Document
from tests.second_checker.statement import statement_of
from tests.second_checker.tables import constant
from tests.second_checker.view import View

CHECKS: Final[dict[str, Callable[[View], str]]] = {
    "seen": seen,
    "grounded": lambda _view: "passed",
    "complete": complete,
    "opening": opening,
    "closing": closing,
    "sums": sums,
    "balances": balances,
    "no_contradiction": no_contradiction,
    "nothing_passed_over": nothing_passed_over,
    "signs": signs,
    "scale": scale,
    "day_order": day_order,
    "dates": dates,
    "lines_or_none_said": lines_or_none_said,
    "section": section,
    "period": lambda view: view.period.state,
    "currency": lambda view: view.currency.state,
}


@dataclass(frozen=True)
class Answer:
    """What the checker says of a certificate; ``refused`` says why its witness is malformed."""

    refused: str | None = None
    checks: dict[str, str] = field(default_factory=dict)
    proven: bool = False
    rows: tuple[dict[str, Any], ...] = ()
    facts: dict[str, Any] | None = None


class Checker:
    """Answers for all witnesses of one document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._layouts: dict[str, Layout] = {}

    def _layout(self, style: str) -> Layout:
        if style not in self._layouts:
            self._layouts[style] = Layout(self._document.rows(style))
        return self._layouts[style]

    def answer(self, witness: Witness) -> Answer:
        """What is found of one statement."""
        try:
            statement = statement_of(self._document, witness)
        except Refused as why:
            return Answer(refused=str(why))
        view = View(statement, self._layout(witness.convention.style))
        checks = {name: check(view) for name, check in CHECKS.items()}
        if not _proven(checks):
            return Answer(checks=checks)
        return Answer(None, checks, True, tuple(rows_of(view)), facts_of(view))


def _proven(checks: dict[str, str]) -> bool:
    mandatory = all(checks[name] == "passed" for name in constant("page", "MANDATORY"))
    return mandatory and all(checks[name] != "failed" for name in constant("page", "MUST_NOT_FAIL"))


def check(text: str) -> Answer:
    """What is found of a certificate, given as JSON text."""
    try:
        values = form.parsed(text)
    except Refused as why:
        return Answer(refused=str(why))
    checker = Checker(Document(form.pages_of(values)))
    return checker.answer(form.witness_of(values["witness"]))
