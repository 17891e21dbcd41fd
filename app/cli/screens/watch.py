"""Shows what lands in a watched folder: one line a file."""

from __future__ import annotations

from dataclasses import dataclass

from app.cli.output import emit_json, note, say
from app.shapes.imports import import_shape
from app.texts import jobs as texts_jobs
from app.texts import terminal as texts
from db.words import ImportStatus
from jobs.options import ImportOutcome


@dataclass(slots=True)
class WatchLines:
    """A line for each file; those that were known at the start are only counted."""

    as_json: bool
    known: int = 0
    starting: bool = True

    def show(self, outcome: ImportOutcome) -> None:
        """One line, at once, for whoever reads along."""
        if self.starting and outcome.status is ImportStatus.DUPLICATE:
            self.known += 1
            return
        if self.as_json:
            emit_json(import_shape(outcome), indent=None)
        else:
            say(_line(outcome))

    def looked(self) -> None:
        """All that was there at the start has been shown."""
        self.starting = False
        if self.known:
            note(texts_jobs.WATCH_KNOWN.format(count=self.known))


def _line(outcome: ImportOutcome) -> str:
    status = texts.VERDICTS.get(outcome.status.value, outcome.status.value)
    if outcome.error_code is None:
        return texts_jobs.WATCH_LINE.format(file=outcome.name, status=status)
    return texts_jobs.WATCH_FAILED.format(
        file=outcome.name, status=status, message=outcome.message, code=outcome.error_code
    )
