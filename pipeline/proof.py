"""The only code that can say `matched`: exact arithmetic over the page and the ledger.

A verdict follows from named checks and from nothing else. No model's answer, tool, option or
stored value reaches this module except as a figure that is checked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from db.words import Verdict
from pipeline.checks.against_ledger import ledger_checks
from pipeline.checks.figures import holds
from pipeline.checks.of_the_page import page_checks
from pipeline.drafts import Check, CheckState, StatementDraft
from pipeline.ledger_side import LedgerSide
from pipeline.matching.shapes import Difference, Matching, Period

#: `matched` needs each of these passed. Unavailable is not passed.
MANDATORY: Final = (
    "account_known",
    "reading_proven",
    "opening_plus_lines_is_closing",
    "period_known",
    "figures_stand_on_the_page",
    "hidden_text",
    "lines_or_none_said",
    "opening_balance_in_ledger",
    "closing_balance_in_ledger",
    "every_line_in_ledger",
    "every_entry_on_statement",
    "pairs_are_exact",
    "sum_of_lines_in_ledger",
    "nothing_left_open",
)

#: These may be unavailable, for a page need not print a currency nor have a predecessor; but
#: none may fail.
MUST_NOT_FAIL: Final = ("same_currency", "same_account_number", "follows_previous_statement")

#: Failing one of these says that the page was misread, not that the ledger is wrong.
OF_THE_PAGE: Final = (
    "reading_proven",
    "opening_plus_lines_is_closing",
    "period_known",
    "figures_stand_on_the_page",
    "hidden_text",
    "lines_or_none_said",
)

_SEAL: Final = object()


@dataclass(frozen=True, slots=True)
class Proof:
    """The checks that were made, what they left open, and the verdict that follows.

    Made by `prove` alone: constructing one elsewhere raises ``TypeError``.
    """

    checks: tuple[Check, ...]
    differences: tuple[Difference, ...]
    seal: object = field(repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.seal is not _SEAL:
            raise TypeError("only pipeline.proof.prove() makes a proof")

    def state(self, name: str) -> CheckState:
        """What the named check found; unavailable if it was not made."""
        return next((c.state for c in self.checks if c.name == name), CheckState.UNAVAILABLE)

    @property
    def reading_holds(self) -> bool:
        """Whether the page proves its own reading."""
        return all(self.state(name) is CheckState.PASSED for name in OF_THE_PAGE)

    @property
    def verdict(self) -> Verdict:
        """`matched` if everything mandatory passed; `differences` if a proven page and the ledger
        disagree; else `unproven`."""
        if self._all_passed():
            return Verdict.MATCHED
        if self.reading_holds and self._disagrees():
            return Verdict.DIFFERENCES
        return Verdict.UNPROVEN

    def _all_passed(self) -> bool:
        return (
            not self.differences
            and all(self.state(name) is CheckState.PASSED for name in MANDATORY)
            and all(self.state(name) is not CheckState.FAILED for name in MUST_NOT_FAIL)
        )

    def _disagrees(self) -> bool:
        failed = any(check.state is CheckState.FAILED for check in self.checks)
        return bool(self.differences) or failed


def prove(draft: StatementDraft, ledger: LedgerSide | None, matching: Matching | None) -> Proof:
    """Check ``draft`` against itself and against the account that it is said to be of.

    ``ledger`` and ``matching`` are None while no account is known; then nothing can be matched.
    """
    checks = [holds("account_known", True if ledger else None), *page_checks(draft)]
    period = period_of(draft)
    differences: tuple[Difference, ...] = ()
    if ledger and matching and period:
        differences = matching.differences
        checks += ledger_checks(draft, period, ledger, matching)
        checks.append(holds("nothing_left_open", not differences))
    return Proof(tuple(checks), differences, _SEAL)


def period_of(draft: StatementDraft) -> Period | None:
    """The statement's period, if the page says both ends of it."""
    if draft.period_start is None or draft.period_end is None:
        return None
    return Period(draft.period_start, draft.period_end)
