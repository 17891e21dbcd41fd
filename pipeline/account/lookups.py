"""What a model that is asked for a statement's account can look up: facts, rows, pages, entries."""

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from itertools import groupby, pairwise

from db.ledger.locks import PeriodLocked, refuse_locked
from db.money import to_decimal
from db.words import ReadingStatus
from pipeline.account.comparison import Comparison, ScopedLedger
from pipeline.account.ledger_query import entries_alike
from pipeline.claims import Citation
from pipeline.drafts import StatementDraft
from pipeline.matching.shapes import Difference, Reason
from pipeline.proof import CheckState, printed_numbers
from pipeline.reading.lexing.lexed import LexedPages
from pipeline.words import DocumentPages
from tools.ledger.workspace import (
    CompareResult,
    DraftPatch,
    LineView,
    LockedError,
    NotOnPageError,
    Patched,
    ShownPage,
    StaleError,
    StatementFacts,
    Workspace,
    without_numbers,
)
from tools.ledger.workspace import ShownDifference as ToolDifference

_MASK_DIGITS = 4
_MOST_TEXT = 60


def facts_of(name: str, draft: StatementDraft) -> StatementFacts:
    """The draft in short, under the name by which tools are asked for it."""
    amounts = [line.amount for line in draft.lines]
    return StatementFacts(
        statement=name,
        institution=draft.institution,
        account_name=draft.account_name and without_numbers(draft.account_name),
        mask=draft.account_mask[-_MASK_DIGITS:] if draft.account_mask else None,
        kind=draft.kind.value,
        currency=draft.printed_currency,
        period_start=draft.period_start,
        period_end=draft.period_end,
        opening=_decimal(draft.opening_balance, draft.exponent),
        closing=_decimal(draft.closing_balance, draft.exponent),
        lines=len(draft.lines),
        sum_in=to_decimal(sum(a for a in amounts if a > 0), draft.exponent),
        sum_out=to_decimal(sum(a for a in amounts if a < 0), draft.exponent),
        status=draft.status.value,
        failed_checks=tuple(c.name for c in draft.checks if c.state is CheckState.FAILED),
    )


def printed_number(draft: StatementDraft) -> str | None:
    """The digits of the account's number, as far as the page shows more than its end: the fewest
    that the kernel takes for it; None where two numbers end alike."""
    proof, end = draft.proof, draft.account_mask
    numbers = {n for n in printed_numbers(proof) if n.endswith(end)} if proof and end else set()
    found = sorted(numbers, key=len)
    agree = all(two.endswith(one) for one, two in pairwise(found))
    return next((n for n in found if len(n) > _MASK_DIGITS), None) if agree else None


def compare_result(comparison: Comparison) -> CompareResult:
    """What matching found, as the `compare` tool gives it."""
    draft = comparison.draft
    return CompareResult(
        account_id=comparison.side.account_id,
        lines=len(draft.lines),
        entries=len(comparison.side.entries),
        matched=len(comparison.matching.pairs),
        ledger_opening=_decimal(comparison.side.opening, draft.exponent),
        ledger_closing=_decimal(comparison.side.closing, draft.exponent),
        differences=tuple(
            _tool_difference(draft, each) for each in comparison.matching.differences
        ),
    )


def _tool_difference(draft: StatementDraft, difference: Difference) -> ToolDifference:
    places = {line.ordinal: place for place, line in enumerate(draft.lines, start=1)}
    amount = difference.expected if difference.expected is not None else difference.found
    in_ledger = difference.found if difference.lines else None
    return ToolDifference(
        kind=difference.kind.value,
        line=places[difference.lines[0]] if difference.lines else None,
        entry=difference.entries[0] if difference.entries else None,
        date=difference.date,
        amount=to_decimal(amount or 0, draft.exponent),
        ledger_amount=_decimal(in_ledger, draft.exponent),
        description=difference.description[:_MOST_TEXT],
        reason=_reason(difference),
    )


def _reason(difference: Difference) -> str:
    """A transfer's other half may lie in an account that the model is not to know of."""
    if difference.reason is Reason.TRANSFER:
        return Reason.NO_CANDIDATE.value
    return difference.reason.value


def _decimal(minor: int | None, exponent: int) -> Decimal | None:
    return None if minor is None else to_decimal(minor, exponent)


def page_texts(
    name: str, draft: StatementDraft, pages: DocumentPages | None, *, whole_numbers: bool = False
) -> list[ShownPage]:
    """The text a person can see on the pages that the statement's rows are on, each line with
    its number in the document, by which a model may point at it."""
    if pages is None:
        return []
    # Text is put together from words only for a model that asks for it.
    from pipeline.reading.pointing.numbered import as_text, numbered, text_lines

    rows = numbered(draft, LexedPages(pages.pages)).rows
    wanted: Collection[int] = draft.pages_of(len(pages.pages))
    shown = (index for index, row in enumerate(rows) if row.page in wanted)
    lines = text_lines(rows, shown, whole_numbers=whole_numbers)
    by_page = groupby(lines, key=lambda line: line.page)
    return [
        ShownPage(doc=name, page=page, lines=tuple(as_text([line]) for line in found))
        for page, found in by_page
    ]


class DraftPatches:
    """The draft of one run. ``refuse_locked`` is called with the days of the lines that would
    change, and raises LockedError if one of them must not."""

    def __init__(
        self,
        draft: StatementDraft,
        pages: LexedPages | None,
        refuse_locked: Callable[[Sequence[date]], None],
    ) -> None:
        self._read = draft
        self._pages = pages
        self._refuse_locked = refuse_locked
        self.draft = draft
        self.cited: tuple[Citation, ...] = ()

    @property
    def etag(self) -> str:
        """Which rows and ends the draft has now."""
        lines = [(li.page, li.date, li.amount, li.balance) for li in self.draft.lines]
        figures = (lines, self.draft.opening_balance, self.draft.closing_balance)
        return "d:" + hashlib.sha256(repr(figures).encode()).hexdigest()[:12]

    @property
    def best(self) -> StatementDraft:
        """The mended draft if the page proves it, else the one that was read."""
        return self.draft if self.draft.status is ReadingStatus.PROVEN else self._read

    def patch(self, asked: DraftPatch) -> dict[int, str]:
        """Make all of the changes or none; says what is still open, by line of the page.

        Raises StaleError, NotOnPageError and LockedError.
        """
        # Loaded only where something is open.
        from pipeline.reading.pointing.offering import NotThere, patched

        if asked.etag != self.etag:
            raise StaleError
        if self._pages is None:
            raise NotOnPageError(line=0, why="the pages are not at hand")
        try:
            done = patched(self.draft, self._pages, asked.rows, asked.drop, asked.facts)
        except NotThere as error:
            raise NotOnPageError(line=error.line, why=error.why) from None
        self._refuse_locked([day for day in (*_days(self.draft), *_days(done.draft)) if day])
        self.draft = done.draft
        self.cited = done.cited or self.cited
        return done.open


def _days(draft: StatementDraft) -> list[date | None]:
    return [line.date for line in draft.lines]


#: Of the lines that are open, those shown to a model at once.
_MOST_OPEN = 20


@dataclass(slots=True)
class Lookups:
    """One statement under the ``name`` by which tools are asked for it, for one run of one model.

    Every comparison that the run makes is kept in ``comparison``, by account; a mend clears it.
    ``told`` are the accounts that it was shown. ``whole_numbers``: account numbers may go out as
    they are.
    """

    name: str
    draft: StatementDraft
    scoped: ScopedLedger
    pages: DocumentPages | None = None
    comparison: dict[int, Comparison] = field(default_factory=dict)
    told: set[int] = field(default_factory=set)
    whole_numbers: bool = False
    _mending: DraftPatches = field(init=False)
    _facts: dict[str, StatementFacts] = field(init=False)

    def __post_init__(self) -> None:
        lexed = LexedPages(self.pages.pages) if self.pages and self._doubtful else None
        self._mending = DraftPatches(self.draft, lexed, self._refuse_locked)
        self._facts = {self.name: self._present_facts()}

    def workspace(self) -> Workspace:
        """The statement as tools see it: every tool is paid for on every turn, so only those that
        can add something. A reading that the page proves has no row that `compare` would not
        list, and cannot be mended; its text is of use only where it names no account."""
        return Workspace(
            scope=self.scoped.scope,
            statements=self._facts,
            compare=self._compare,
            alike=self._alike,
            told=self.told,
            numbers={self.name: printed_number(self._mending.draft)},
            lines=self._lines if self._doubtful else None,
            pages=self._page_texts if self._incomplete and self.pages is not None else None,
            patch=self._patch if self._doubtful else None,
            whole_numbers=self.whole_numbers,
        )

    def best_draft(self) -> StatementDraft:
        """The draft as it is to be taken from here, after the run."""
        best = self._mending.best
        if best is not self._mending.draft:
            # Compared with a mend that did not hold.
            self.comparison.clear()
        return best

    @property
    def cited(self) -> tuple[Citation, ...]:
        """The facts that the run cited and the kernel did not find."""
        return self._mending.cited

    @property
    def _doubtful(self) -> bool:
        return self.draft.status is not ReadingStatus.PROVEN

    @property
    def _incomplete(self) -> bool:
        return self._doubtful or self.draft.account_mask is None

    def _present_facts(self) -> StatementFacts:
        facts = facts_of(self.name, self._mending.draft)
        return facts.model_copy(update={"etag": self._mending.etag}) if self._doubtful else facts

    def _lines(self, _name: str) -> Sequence[LineView]:
        """The rows, and which of them the last comparison found an entry for."""
        # The rows, numbered from 1; ``matched`` as far as ``comparison`` has compared them.
        draft = self._mending.draft
        comparison = next(reversed(self.comparison.values()), None)
        paired = {pair.line for pair in comparison.matching.pairs} if comparison else set()
        return [
            LineView(
                line=place,
                page=line.page,
                date=line.date,
                amount=to_decimal(line.amount, draft.exponent),
                balance=None if line.balance is None else to_decimal(line.balance, draft.exponent),
                description=(
                    line.description if self.whole_numbers else without_numbers(line.description)
                ),
                matched=line.ordinal in paired if comparison else None,
            )
            for place, line in enumerate(draft.lines, start=1)
        ]

    def _page_texts(self, _name: str) -> Sequence[ShownPage]:
        return page_texts(self.name, self.draft, self.pages, whole_numbers=self.whole_numbers)

    def _compare(self, _name: str, account_id: int) -> CompareResult:
        draft = self._mending.draft
        against = self.scoped.compare(draft, account_id)
        if against is None:
            return CompareResult(
                account_id=account_id, lines=len(draft.lines), entries=0, matched=0
            )
        self.comparison[account_id] = against
        return compare_result(against)

    def _alike(self, _name: str, account_ids: Collection[int]) -> Mapping[int, int]:
        with self.scoped.sessions() as session:
            return entries_alike(session, self._mending.draft, self.scoped.settings, account_ids)

    def _patch(self, asked: DraftPatch) -> Patched:
        still = self._mending.patch(asked)
        self.comparison.clear()
        self._facts[self.name] = self._present_facts()
        checks = self._mending.draft.checks
        failed = tuple(c.name for c in checks if c.state is CheckState.FAILED)
        return Patched(
            etag=self._mending.etag, failed_checks=failed, open=tuple(still.items())[:_MOST_OPEN]
        )

    def _refuse_locked(self, days: Sequence[date]) -> None:
        """Refuse days of a locked period of an account that the statement was compared with."""
        with self.scoped.sessions() as session:
            for account_id in self.comparison:
                try:
                    refuse_locked(session, account_id, days)
                except PeriodLocked as lock:
                    period = f"{lock.facts['start']} to {lock.facts['end']}"
                    raise LockedError(period=period, account_id=account_id) from None
