"""What the kernel found of one statement, beside the explanations of what it leaves open."""

from __future__ import annotations

from dataclasses import dataclass

from db.words import Verdict
from pipeline.drafts import StatementDraft
from pipeline.matching.shapes import Difference, Matching, MatchSettings
from pipeline.proof.checks import Check, CheckState
from pipeline.proof.ledger import LedgerProof, prove_ledger
from pipeline.proof.ledger_side import LedgerSide, Pairing
from pipeline.proof.page import PageProof
from pipeline.proof.period import Period


@dataclass(frozen=True, slots=True)
class Proof:
    """The kernel's proof, and ``differences``: what matching thinks of the rows left over, which
    decides nothing. ``doubts`` are the reader's, where it offered nothing for proof."""

    of_ledger: LedgerProof
    differences: tuple[Difference, ...] = ()
    doubts: tuple[Check, ...] = ()

    @property
    def checks(self) -> tuple[Check, ...]:
        """Everything that was checked, and what the reader doubted."""
        return (*self.of_ledger.checks, *self.doubts)

    @property
    def verdict(self) -> Verdict:
        """What follows from the checks."""
        return self.of_ledger.verdict

    @property
    def reading_holds(self) -> bool:
        """Whether the page proves its own rows, and its period."""
        return self.of_ledger.reading_holds

    def state(self, name: str) -> CheckState:
        """What the named check found; unavailable if it was not made."""
        return self.of_ledger.state(name)


def prove(
    draft: StatementDraft,
    side: LedgerSide | None,
    matching: Matching | None,
    settings: MatchSettings | None = None,
) -> Proof:
    """Have the kernel hold the draft's proof to the account, as matching pairs its rows.

    ``side`` and ``matching`` are None while no account is known.
    """
    page = _page_of(draft)
    doubts = draft.doubts if page is None else ()
    if matching is None:
        return Proof(prove_ledger(page, side, None), doubts=doubts)
    days = (settings or MatchSettings()).window
    pairing = Pairing(matching.pairs, days, len(matching.differences), matching.by_hand)
    return Proof(prove_ledger(page, side, pairing), matching.differences, doubts)


def _page_of(draft: StatementDraft) -> PageProof | None:
    """The draft's proof, as long as the draft still says what that proved."""
    proof = draft.proof
    if proof is not None and proof.proven and not draft.is_as_proven:
        return None
    return proof


def period_of(draft: StatementDraft) -> Period | None:
    """The statement's period, if the page says both ends of it."""
    if draft.period_start is None or draft.period_end is None:
        return None
    return Period(draft.period_start, draft.period_end)
