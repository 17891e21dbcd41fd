"""A draft while a model may mend misread lines of it: each value must stand on the line's text.

A mend proves nothing: its words are offered to the kernel, and only if that proves them is the
mended draft taken for the reading. Otherwise the reader's own stays.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from db.errors import TieoutError
from db.money import to_minor
from db.words import ReadingStatus
from pipeline.drafts import Line, StatementDraft
from pipeline.proof.lexed import LexedPages
from tools.ledger.changes import DraftPatch, LineChange, LineField, NotOnPageError, StaleError


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

    @property
    def etag(self) -> str:
        """Which lines the draft has now."""
        figures = [(li.date, li.amount, li.balance, li.description) for li in self.draft.lines]
        return "d:" + hashlib.sha256(repr(figures).encode()).hexdigest()[:12]

    @property
    def settled(self) -> StatementDraft:
        """The mended draft if the page proves it, else the one that was read."""
        return self.draft if self.draft.status is ReadingStatus.PROVEN else self._read

    def patch(self, asked: DraftPatch) -> StatementDraft:
        """Make all of the changes or none. Raises StaleError, NotOnPageError and LockedError."""
        if asked.etag != self.etag:
            raise StaleError
        lines = list(self.draft.lines)
        for change in asked.changes:
            if change.line > len(lines):
                raise NotOnPageError(line=change.line)
            lines[change.line - 1] = _changed(lines[change.line - 1], change, self.draft.exponent)
        _refuse_ungrounded(lines, self.draft, asked.changes)
        touched = {change.line - 1 for change in asked.changes}
        before = [self.draft.lines[place].date for place in touched]
        after = [lines[place].date for place in touched]
        self._refuse_locked([day for day in (*before, *after) if day is not None])
        self.draft = self._offered(tuple(lines))
        return self.draft

    def _offered(self, lines: tuple[Line, ...]) -> StatementDraft:
        """The draft with these lines, as far as the kernel proves them of the pages."""
        from pipeline.reading.lines_offered import offered_again  # not where all is matched

        if self._pages is None:
            return replace(self.draft, lines=lines, proof=None)
        return offered_again(replace(self._read, lines=lines), lines, self._pages)


def _changed(line: Line, change: LineChange, exponent: int) -> Line:
    """The line with the value, which must stand in its own text (a date: see grounding)."""
    from pipeline.reading.grounding import stands_in

    value: object = change.value
    try:
        if change.field is LineField.DATE:
            value = date.fromisoformat(change.value)
        elif change.field is not LineField.DESCRIPTION:
            value = to_minor(change.value, exponent)
    except (ValueError, TieoutError):
        raise NotOnPageError(line=change.line) from None
    if isinstance(value, int) and not stands_in(value, exponent, line.raw):
        raise NotOnPageError(line=change.line)
    if isinstance(value, str) and not _words(value) <= _words(line.raw):
        raise NotOnPageError(line=change.line)
    return replace(line, **{change.field.value: value}, method="model")  # type: ignore[arg-type]


def _words(text: str) -> set[str]:
    return set(text.casefold().split())


def _refuse_ungrounded(
    lines: Sequence[Line], draft: StatementDraft, changes: Sequence[LineChange]
) -> None:
    """A date may stand on an earlier row, so the lines are looked at together."""
    from pipeline.reading.grounding import ungrounded

    lost = set(ungrounded(lines, draft.exponent)) - set(ungrounded(draft.lines, draft.exponent))
    for change in changes:
        if lines[change.line - 1].ordinal in lost:
            raise NotOnPageError(line=change.line)
