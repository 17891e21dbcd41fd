"""What lies before a model that is asked about one statement: facts, rows, pages, comparisons."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from db.locks import PeriodLocked, refuse_locked
from db.words import ReadingStatus
from pipeline.account.by_rows import entries_alike
from pipeline.account.comparison import Comparison, ScopedLedger
from pipeline.account.draft_patch import Mending
from pipeline.account.facts import compare_result, facts_of
from pipeline.account.pages_shown import line_views, page_texts
from pipeline.claims import Citation
from pipeline.drafts import StatementDraft
from pipeline.proof import CheckState
from pipeline.reading.lexing.lexed import LexedPages
from pipeline.words import DocumentPages
from tools.ledger.changes import DraftPatch, LockedError, Patched
from tools.ledger.workspace import CompareResult, LineView, PageText, StatementFacts, Workspace

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
    _mending: Mending = field(init=False)
    _facts: dict[str, StatementFacts] = field(init=False)

    def __post_init__(self) -> None:
        lexed = LexedPages(self.pages.pages) if self.pages and self._doubtful else None
        self._mending = Mending(self.draft, lexed, self._refuse_locked)
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
            lines=self._lines if self._doubtful else None,
            pages=self._page_texts if self._unsettled and self.pages is not None else None,
            patch=self._patch if self._doubtful else None,
            whole_numbers=self.whole_numbers,
        )

    def settled(self) -> StatementDraft:
        """The draft as it is to be taken from here, after the run."""
        settled = self._mending.settled
        if settled is not self._mending.draft:
            # Compared with a mend that did not hold.
            self.comparison.clear()
        return settled

    @property
    def cited(self) -> tuple[Citation, ...]:
        """The facts that the run cited and the kernel did not find."""
        return self._mending.cited

    @property
    def _doubtful(self) -> bool:
        return self.draft.status is not ReadingStatus.PROVEN

    @property
    def _unsettled(self) -> bool:
        return self._doubtful or self.draft.account_mask is None

    def _present_facts(self) -> StatementFacts:
        facts = facts_of(self.name, self._mending.draft)
        return facts.model_copy(update={"etag": self._mending.etag}) if self._doubtful else facts

    def _lines(self, _name: str) -> Sequence[LineView]:
        """The rows, and which of them the last comparison found an entry for."""
        return line_views(
            self._mending.draft,
            next(reversed(self.comparison.values()), None),
            whole_numbers=self.whole_numbers,
        )

    def _page_texts(self, _name: str) -> Sequence[PageText]:
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
            return entries_alike(session, self._mending.draft, account_ids, self.scoped.settings)

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
