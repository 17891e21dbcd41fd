"""What the kernel found of one statement, beside the explanations of what it leaves open."""

from __future__ import annotations

from dataclasses import dataclass

from db.words import Verdict
from pipeline.drafts import ShownHypothesis, StatementDraft, shown_hypotheses
from pipeline.matching.shapes import AccountSide, Difference, Matching, MatchSettings
from pipeline.proof import (
    Agreement,
    Check,
    CheckState,
    Hypothesis,
    PageProof,
    Pairing,
)
from pipeline.reading.facts.period import Period


@dataclass(frozen=True, slots=True)
class Proof:
    """The kernel's proof of the page, and its agreement with an account where one is known.
    ``differences`` is what matching thinks of the rows left over, which decides nothing."""

    page: PageProof | None
    agreement: Agreement | None = None
    differences: tuple[Difference, ...] = ()

    @property
    def checks(self) -> tuple[Check, ...]:
        """Every obligation, of the page and of the ledger."""
        page = self.page.obligations if self.page else ()
        return (*page, *(self.agreement.obligations if self.agreement else ()))

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """What arithmetic cannot see, with what settles each."""
        if self.agreement is not None:
            return self.agreement.hypotheses
        return self.page.hypotheses if self.page else ()

    @property
    def shown(self) -> tuple[ShownHypothesis, ...]:
        """The same as people see them."""
        return shown_hypotheses(self.hypotheses, self.page.document) if self.page else ()

    @property
    def verdict(self) -> Verdict:
        """What follows from the checks; nothing, where no account is known."""
        return Verdict(self.agreement.verdict) if self.agreement else Verdict.UNPROVEN

    @property
    def ties_out(self) -> bool:
        """Whether page and ledger agree, whatever other statements say."""
        return self.agreement is not None and self.agreement.ties_out

    @property
    def reading_holds(self) -> bool:
        """Whether the page's obligations passed, with the ledger's balance for one that it does not
        print."""
        return self.page is not None and self.page.holds

    def state(self, name: str) -> CheckState:
        """What the named check found; unavailable if it was not made."""
        found = (check.state for check in self.checks if check.name == name)
        return next(found, CheckState.UNAVAILABLE)


def prove(
    draft: StatementDraft,
    side: AccountSide | None,
    matching: Matching | None,
    settings: MatchSettings | None = None,
    rivals: int = 0,
) -> Proof:
    """Have the kernel hold the draft's page to the account, as matching pairs its lines.

    ``side`` and ``matching`` are None while no account is known. ``rivals`` counts other witnesses
    of the page that are as good and have other lines.
    """
    if draft.proof is None or side is None or matching is None:
        return Proof(draft.proof, None, matching.differences if matching else ())
    window = (settings or MatchSettings()).window
    pairing = _pairing(draft, matching, window)
    agreement = Agreement(draft.proof, side.ledger, pairing, rivals)
    return Proof(draft.proof, agreement, matching.differences)


def _pairing(draft: StatementDraft, matching: Matching, window: int) -> Pairing:
    """The pairs as the kernel takes them: lines by their place on the page."""
    at = {line.ordinal: place for place, line in enumerate(draft.lines)}
    groups: list[tuple[tuple[int, ...], tuple[int, ...], str]] = [
        ((at[pair.line],), (pair.entry,), "") for pair in matching.pairs
    ]
    groups += [
        (tuple(at[line] for line in each.lines), each.entries, each.by) for each in matching.by_hand
    ]
    return Pairing(tuple(sorted(groups)), window)


def period_of(draft: StatementDraft) -> Period | None:
    """The days that the statement covers, if they are known."""
    if draft.period_start is None or draft.period_end is None:
        return None
    return Period(draft.period_start, draft.period_end)
