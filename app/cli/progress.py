"""Shows on stderr how far a batch is: a bar on a terminal, a line per document elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from app.cli.output import console, note
from app.texts import terminal as texts
from db.text import one_line
from jobs.options import DocumentSource
from pipeline.progress import Progress, Silent

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID


class Show(Protocol):
    """Shows the beginning and the end of each document."""

    def start(self, source: DocumentSource) -> Progress: ...

    def done(self, name: str, status: str, seconds: float) -> None: ...


@contextmanager
def progress(documents: int) -> Iterator[Show]:
    """What suits this stderr, for so many documents."""
    if not sys.stderr.isatty():
        yield Lines()
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Bar(*columns, console=console(stderr=True), transient=True) as bar:
        yield OnTerminal(bar, bar.add_task("", total=documents))


class Lines:
    """One plain line for each document, when it is done."""

    def start(self, source: DocumentSource) -> Progress:  # noqa: ARG002 - a line is written only at the end
        return Silent()

    def done(self, name: str, status: str, seconds: float) -> None:
        word = texts.VERDICTS.get(status, status)
        note(texts.PROGRESS_LINE.format(file=one_line(name), status=word, seconds=seconds))


class OnTerminal:
    """One bar over all documents, with the name and the stage of the one at work."""

    def __init__(self, bar: Bar, task: TaskID) -> None:
        self._bar = bar
        self._task = task

    def start(self, source: DocumentSource) -> Progress:
        return Stages(self._bar, self._task, one_line(source.name))

    def done(self, name: str, status: str, seconds: float) -> None:  # noqa: ARG002 - shown elsewhere
        self._bar.advance(self._task)


class Stages:
    """The stage of one document, beside the bar."""

    def __init__(self, bar: Bar, task: TaskID, name: str) -> None:
        self._bar = bar
        self._task = task
        self._name = name

    def stage(self, name: str) -> None:
        self._say(texts.STAGES.get(name, name))

    def page(self, number: int, of: int) -> None:
        self._say(texts.PROGRESS_PAGE.format(number=number, of=of))

    def _say(self, doing: str) -> None:
        self._bar.update(self._task, description=f"{self._name}: {doing}")
