"""Both passes over one statement, and the kernel's verdict beside what explains the rest."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from db.ledger.views import Entry
from db.words import Verdict
from pipeline.drafts import Line, Period, ShownHypothesis, StatementDraft, shown_hypotheses
from pipeline.matching.assign import Doubt
from pipeline.matching.certain import Link, certain
from pipeline.matching.shapes import (
    AccountSide,
    ByHand,
    Difference,
    DifferenceKind,
    Matching,
    MatchSettings,
    difference,
)
from pipeline.matching.suggest import Leftovers, suggestions
from pipeline.proof import (
    Agreement,
    Check,
    CheckState,
    Hypothesis,
    LedgerSide,
    PageProof,
    Pairing,
)

DEFAULTS = MatchSettings()


def match(
    lines: Sequence[Line],
    entries: Iterable[Entry],
    period: Period,
    settings: MatchSettings = DEFAULTS,
) -> Matching:
    """Pair ``lines`` with ``entries`` of one account and explain every one left over.

    ``entries`` should reach ``settings.margin_days`` beyond the period on both sides and leave out
    those that another statement claims. Only an entry dated inside ``period`` can be missing in
    the statement; one outside belongs to a neighbour's.
    """
    facts = sorted(entries, key=lambda entry: (entry.booked_on, entry.id))
    links, doubts = certain(lines, facts, settings)
    return explained(lines, facts, links, doubts, period, settings)


def explained(
    lines: Sequence[Line],
    entries: Iterable[Entry],
    links: Sequence[Link],
    doubts: Sequence[Doubt],
    period: Period,
    settings: MatchSettings = DEFAULTS,
    by_hand: Sequence[ByHand] = (),
) -> Matching:
    """The same, given which rows are pairs, which a person made, and which are in doubt."""
    facts = sorted(entries, key=lambda entry: (entry.booked_on, entry.id))
    paired = {link.line.ordinal for link in links}.union(
        *(doubt.lines for doubt in doubts), *(group.lines for group in by_hand)
    )
    used = {link.entry.id for link in links}.union(
        *(doubt.entries for doubt in doubts), *(group.entries for group in by_hand)
    )
    left = Leftovers(
        lines=[line for line in lines if line.ordinal not in paired],
        entries=[entry for entry in facts if entry.id not in used],
        links=links,
        period=period,
    )
    # As the statement tells them; what only the ledger has comes last, by date.
    differences = [*_ambiguous(doubts, lines, facts), *suggestions(left, settings)]
    last = max((ordinal for d in differences for ordinal in d.lines), default=0) + 1
    return Matching(
        pairs=tuple(link.pair() for link in sorted(links, key=lambda link: link.line.ordinal)),
        differences=tuple(
            sorted(
                differences,
                key=lambda d: (min(d.lines, default=last), str(d.date), min(d.entries, default=0)),
            )
        ),
        by_hand=tuple(by_hand),
    )


def _ambiguous(
    doubts: Sequence[Doubt], lines: Sequence[Line], entries: Sequence[Entry]
) -> list[Difference]:
    line_of = {line.ordinal: line for line in lines}
    entry_of = {entry.id: entry for entry in entries}
    return [
        difference(
            DifferenceKind.AMBIGUOUS,
            doubt.reason,
            [line_of[ordinal] for ordinal in doubt.lines],
            [entry_of[number] for number in doubt.entries],
        )
        for doubt in doubts
    ]


@dataclass(frozen=True, slots=True)
class Findings:
    """What the kernel finds: its proof of the page, and the agreement with an account where one
    is known. ``differences`` is what matching thinks of the rows left over; it decides nothing."""

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
        """Whether the page's obligations passed, one balance taken from the ledger if need be."""
        return self.page is not None and self.page.holds

    def state(self, name: str) -> CheckState:
        """What the named check found; unavailable if it was not made."""
        found = (check.state for check in self.checks if check.name == name)
        return next(found, CheckState.UNAVAILABLE)


def findings_of(
    draft: StatementDraft,
    side: AccountSide | None,
    matching: Matching | None,
    settings: MatchSettings | None = None,
    rivals: int = 0,
) -> Findings:
    """Have the kernel hold the draft's page to the account, as matching pairs its lines.

    ``side`` and ``matching`` are None while no account is known. ``rivals`` counts other witnesses
    of the page that are as good and have other lines.
    """
    if draft.proof is None or side is None or matching is None:
        return Findings(draft.proof, None, matching.differences if matching else ())
    window = (settings or MatchSettings()).window
    # The pairs as the kernel takes them: lines by their place on the page.
    at = {line.ordinal: place for place, line in enumerate(draft.lines)}
    groups: list[tuple[tuple[int, ...], tuple[int, ...], str]] = [
        ((at[pair.line],), (pair.entry,), "") for pair in matching.pairs
    ]
    groups += [
        (tuple(at[line] for line in each.lines), each.entries, each.by) for each in matching.by_hand
    ]
    pairing = Pairing(tuple(sorted(groups)), window)
    agreement = agreement_of(draft.proof, side.ledger, pairing, rivals)
    return Findings(draft.proof, agreement, matching.differences)


@lru_cache(maxsize=16)
def agreement_of(page: PageProof, side: LedgerSide, pairing: Pairing, rivals: int = 0) -> Agreement:
    """What the kernel finds of a page beside an account. It is asked while the account is looked
    for and once more when the statement is recorded, mostly with the same."""
    return Agreement(page, side, pairing, rivals)


def period_of(draft: StatementDraft) -> Period | None:
    """The days that the statement covers, if they are known."""
    if draft.period_start is None or draft.period_end is None:
        return None
    return Period(draft.period_start, draft.period_end)
