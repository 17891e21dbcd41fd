"""A draft while a model may mend it: any part of its witness, by words that stand on the page.

A mend proves nothing: its words are offered to the kernel, and only if that proves them is the
mended draft taken for the reading. Otherwise the reader's own stays.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import date

from db.words import ReadingStatus
from pipeline.claims import Citation
from pipeline.drafts import StatementDraft
from pipeline.reading.lexing.lexed import LexedPages
from tools.ledger.changes import DraftPatch, NotOnPageError, StaleError


class Mending:
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
    def settled(self) -> StatementDraft:
        """The mended draft if the page proves it, else the one that was read."""
        return self.draft if self.draft.status is ReadingStatus.PROVEN else self._read

    def patch(self, asked: DraftPatch) -> dict[int, str]:
        """Make all of the changes or none; says what is still open, by line of the page.

        Raises StaleError, NotOnPageError and LockedError.
        """
        # Loaded only where something is open.
        from pipeline.reading.pointing.patched import NotThere, patched

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
