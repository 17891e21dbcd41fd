"""How a verb ends: its exit code, JSON or tables on stdout, everything else on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from functools import cache, cached_property
from typing import IO, TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, TypeVar

import click

from app.texts import terminal as texts
from db.errors import TieoutError
from db.text import visible

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment
    from rich.table import Table
    from rich.text import Text
    from sqlalchemy import Engine

    from app.environment.settings import Settings

Found = TypeVar("Found")


class ExitCode(IntEnum):
    """What a script may rely on. Documented in docs/exit-codes.md; never renumbered."""

    #: All was done, and everything tied out, or a person has said that it stays as it is.
    DONE = 0
    #: A bug in tieout; please report it.
    BUG = 1
    #: The command was called wrongly.
    USAGE = 2
    #: All was read, but a person has to look at something.
    NEEDS_REVIEW = 3
    #: Some documents failed; the others were brought in, or exported.
    SOME_FAILED = 4
    #: Every document was known already; nothing changed.
    NOTHING_NEW = 5
    #: The input could not be read.
    UNREADABLE = 6
    #: A setting is wrong, or a service such as the database or the model is missing.
    CONFIGURATION = 7
    #: Interrupted; run the same command again to go on.
    INTERRUPTED = 130


#: Errors about what was handed in, by where they are defined. All others are about settings and
#: services.
ABOUT_INPUT = (
    "app.errors.CertificateUnreadable",
    "app.errors.NoDocuments",
    "pipeline.intake.file.",
    "pipeline.pages.",
    "pipeline.reading.",
    "pipeline.errors.NoStatement",
    "pipeline.verify.document.CertificateRefused",
    "db.formats.",
    "db.money.",
)


#: Errors that are an answer: all was read, and it is not what somebody said.
ANSWERS = ("app.errors.NothingProven", "pipeline.verify.document.CertificateDiffers")


def exit_code(kind: type[TieoutError]) -> ExitCode:
    """How a command ends that met this error."""
    name = f"{kind.__module__}.{kind.__name__}"
    if name in ANSWERS:
        return ExitCode.NEEDS_REVIEW
    about_input = name.startswith(ABOUT_INPUT)
    return ExitCode.UNREADABLE if about_input else ExitCode.CONFIGURATION


def code_of(error_code: str | None) -> ExitCode:
    """The same for an error that only its stable code is left of, in an import's record."""
    kinds = (kind for kind in TieoutError.kinds() if kind.code == error_code)
    return exit_code(next(kinds, TieoutError))


#: Plain text is never read as markup: see `console`.
Cell: TypeAlias = "str | Text"


class TableColumn(NamedTuple):
    """A column's heading, and the side its figures keep to. A ``whole`` column is never narrowed;
    the others give way when the terminal is narrow. ``cell`` makes a row's cell of what the row is
    about; without it, rows are cells already."""

    heading: str
    side: Literal["left", "right"] = "left"
    whole: bool = True
    cell: Callable[[Any], Cell] | None = None


def emit_json(value: object, indent: int | None = 2) -> None:
    """One JSON document on stdout, readable by people too."""
    from app.shapes.writing import json_text

    click.echo(json_text(value, indent))


def say(text: str, *, end: str = "\n") -> None:
    click.echo(visible(text) + end, nl=False)


def note(text: str) -> None:
    """A sentence beside the result, on stderr, so that a pipe never carries it."""
    click.echo(visible(text), err=True)


def show(screen: Callable[[int], Iterable[RenderableType]]) -> None:
    """What a screen gives for this terminal's width, on stdout."""
    terminal = console()
    for part in screen(terminal.width):
        terminal.print(part)


def console(*, stderr: bool = False, file: IO[str] | None = None, width: int = 0) -> Console:
    """A terminal that respects NO_COLOR, that reads neither brackets nor colons as markup, and that
    obeys nothing that a text says to it."""

    return console_class()(
        stderr=stderr, file=file, width=width or None, markup=False, highlight=False, emoji=False
    )


def table(columns: Sequence[TableColumn], rows: Iterable[Any]) -> Table:
    """A table without ruling, so that it can be copied, narrow enough for 80 columns."""
    from rich import box
    from rich.table import Table

    drawn = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    for heading, side, whole, _ in columns:
        drawn.add_column(heading, justify=side, vertical="bottom", no_wrap=whole, overflow="fold")
    for each in rows:
        row = [column.cell(each) if column.cell else each[at] for at, column in enumerate(columns)]
        # Before the widths are reckoned with: what is written out takes more room.
        drawn.add_row(*(visible(cell) if isinstance(cell, str) else cell for cell in row))
    return drawn


class Run:
    """One run of a verb: the ledger that it is about, and how what it found is shown."""

    def __init__(self, database_url: str | None, json_output: bool, dry_run: bool = False) -> None:
        self.database_url = database_url
        self.json_output = json_output
        self.dry_run = dry_run

    @cached_property
    def settings(self) -> Settings:
        """The environment's, with the ledger that an option names."""
        from app.environment.settings import from_environment

        return from_environment().over(database_url=self.database_url)

    @cached_property
    def ledger(self) -> Engine:
        """Raises what `open_ledger` raises."""
        from app.environment.opening import open_ledger

        return open_ledger(self.database_url)

    def show(self, found: Found, screen: Callable[[Found], Iterable[RenderableType]]) -> ExitCode:
        """As JSON, or as the screen that is made of it; and that it is only a dry run."""
        emit_json(found) if self.json_output else show(lambda _width: screen(found))
        return self._done()

    def say(self, found: DataclassInstance, text: str) -> ExitCode:
        """As JSON, or as a sentence with its fields; and that it is only a dry run."""
        from app.shapes.writing import by_name

        emit_json(found) if self.json_output else say(text.format(**by_name(found)))
        return self._done()

    def not_done(self, shown: object, why: str) -> ExitCode:
        """What would be done, and ``why`` nothing was unless it is a dry run."""
        if self.json_output:
            emit_json(shown)
        note(texts.DRY_RUN if self.dry_run else why)
        return ExitCode.DONE if self.dry_run else ExitCode.NEEDS_REVIEW

    def _done(self) -> ExitCode:
        if self.dry_run:
            note(texts.DRY_RUN)
        return ExitCode.DONE


@contextmanager
def loading(name: str, total: int) -> Iterator[Callable[[int], None]]:
    """What hears how many of the bytes are there."""
    if not sys.stderr.isatty():
        yield lambda _arrived: None
        return
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console(stderr=True)) as bar:
        task = bar.add_task(name, total=total)
        yield lambda arrived: bar.update(task, completed=arrived)


@cache
def console_class() -> type[Console]:
    """Rich takes a while to load, and most that is printed is plain or JSON."""
    from rich.console import Console

    class SafeConsole(Console):
        """Rich's console, which alone may move the cursor and set colours: texts cannot."""

        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterable[Segment]:
            """Every piece that is printed, made visible; control pieces are Rich's own."""
            for piece in super().render(renderable, options):
                yield piece if piece.control else piece._replace(text=visible(piece.text))

    return SafeConsole
