"""Proves a statement against the ledger: the only code that can say `matched`.

A verdict follows from named checks and from nothing else. No model's answer, tool, option or
stored value reaches this module except as a witness or a figure that is checked.
"""

from __future__ import annotations

from typing import Final, NoReturn

from db.words import Verdict
from pipeline.proof.against_ledger import Values, ledger_checks
from pipeline.proof.checks import Check, CheckState, holds
from pipeline.proof.ledger_side import LedgerSide, Pairing
from pipeline.proof.page import MANDATORY as OF_THE_PAGE
from pipeline.proof.page import MUST_NOT_FAIL as OPTIONAL_OF_THE_PAGE
from pipeline.proof.page import PageProof

#: `matched` needs each of these passed, and the page proven. Unavailable is not passed.
MANDATORY: Final = (
    *OF_THE_PAGE,
    "period",
    "account_known",
    "opening_balance_in_ledger",
    "closing_balance_in_ledger",
    "every_line_in_ledger",
    "every_entry_on_statement",
    "pairs_are_exact",
    "pairs_are_near",
    "sum_of_lines_in_ledger",
    "nothing_left_open",
)

#: These may be unavailable, for a page need not print a currency nor have a predecessor, and
#: nothing need be outstanding; but none may fail.
MUST_NOT_FAIL: Final = (
    *(name for name in OPTIONAL_OF_THE_PAGE if name != "period"),
    "same_currency",
    "same_account_number",
    "follows_previous_statement",
    "outstanding_items",
)


class LedgerProof:
    """The checks of one statement against one account, and the verdict that follows.

    It cannot be altered, nor handed on pickled: whoever wants a verdict elsewhere proves it there.
    """

    __slots__ = ("checks", "page")

    checks: tuple[Check, ...]
    page: PageProof | None

    def __init__(
        self, page: PageProof | None, ledger: LedgerSide | None, pairing: Pairing | None
    ) -> None:
        object.__setattr__(self, "page", page)
        object.__setattr__(self, "checks", tuple(_checks(page, ledger, pairing)))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise TypeError("a proof cannot be altered; prove it again")

    def __delattr__(self, name: str) -> NoReturn:
        raise TypeError("a proof cannot be altered; prove it again")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LedgerProof) and self.checks == other.checks

    def __hash__(self) -> int:
        return hash(self.checks)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a proof cannot be pickled; prove it where it is wanted")

    def state(self, name: str) -> CheckState:
        """What the named check found; unavailable if it was not made."""
        return next((c.state for c in self.checks if c.name == name), CheckState.UNAVAILABLE)

    @property
    def reading_holds(self) -> bool:
        """Whether the page proves its own rows, and its period."""
        proven = self.page is not None and self.page.proven
        return proven and self.state("period") is CheckState.PASSED

    @property
    def verdict(self) -> Verdict:
        """`matched` if everything mandatory passed; `differences` if a proven page and the ledger
        disagree; else `unproven`."""
        if not self.reading_holds:
            return Verdict.UNPROVEN
        states = {check.name: check.state for check in self.checks}
        if all(states.get(name) is CheckState.PASSED for name in MANDATORY) and all(
            states.get(name) is not CheckState.FAILED for name in MUST_NOT_FAIL
        ):
            return Verdict.MATCHED
        failed = any(check.state is CheckState.FAILED for check in self.checks)
        return Verdict.DIFFERENCES if failed else Verdict.UNPROVEN


def prove_ledger(
    page: PageProof | None, ledger: LedgerSide | None, pairing: Pairing | None
) -> LedgerProof:
    """Hold a proven page against the account that it is said to be of.

    ``ledger`` and ``pairing`` are None while no account is known; then nothing can be matched.
    """
    return LedgerProof(page, ledger, pairing)


def _checks(
    page: PageProof | None, ledger: LedgerSide | None, pairing: Pairing | None
) -> list[Check]:
    checks = [holds("account_known", True if ledger else None), *(page.checks if page else ())]
    if page is None or page.facts is None or page.facts.period is None:
        return checks
    if ledger is not None and pairing is not None:
        values = Values(dict(enumerate(page.rows, start=1)), page.facts)
        checks += ledger_checks(values, page.facts.period, ledger, pairing)
    return checks
