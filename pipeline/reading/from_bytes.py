"""One document's bytes to its statements: pages and reading, both inside the sandbox."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import cache
from importlib import import_module
from typing import Final, NamedTuple

from pipeline.drafts import Line, ReadStatements, StatementDraft, adds_up, prove_draft
from pipeline.intake.file import Intake, take_in_bytes
from pipeline.intake.passwords import PasswordBook
from pipeline.pages.contents import (
    EmbeddedEntry,
    EmbeddedStatement,
    History,
    embedded_statements,
    history_of,
)
from pipeline.pages.errors import PasswordNeeded
from pipeline.pages.sandbox.fork import Sandbox, run_limited
from pipeline.pages.sandbox.limits import (
    DEFAULT_LIMITS,
    ReadingLimits,
    Watch,
    chosen_limits,
)
from pipeline.progress import Progress, Silent
from pipeline.proof import Document
from pipeline.words import DocumentPages, Page, Word


class ReadDocument(NamedTuple):
    """A document's pages, the statements that were read from them, and what the file says of its
    own history (None if nothing)."""

    pages: DocumentPages
    reading: ReadStatements
    history: History | None = None


Reader = Callable[[Intake, Progress], ReadDocument]
"""Reads the pages of a document and the statements on them. Raises leaves of ``TieoutError``."""


class DocumentReading(NamedTuple):
    """What reading one document gave; ``seconds`` is the wall time it took. ``history`` is what
    the file says of itself, None if nothing."""

    sha256: str
    pages: int
    encrypted: bool
    engine: str
    seconds: float
    reading: ReadStatements
    history: History | None


def read_bytes(data: bytes, passwords: Iterable[str] = (), alone: bool = False) -> DocumentReading:
    """Read one document without a ledger; ``alone`` if this process reads no other.

    Raises the IntakeErrors, PasswordNeeded, and whatever the sandbox or a reader says.
    """
    tried = tuple(passwords)
    intake = take_in_bytes(data, "-")
    (load_modules if alone else load_readers)()
    return read_intake(intake, lambda it, _: _in_sandbox(it.data, tried, DEFAULT_LIMITS))


def read_intake(intake: Intake, read: Reader, progress: Progress | None = None) -> DocumentReading:
    """Read one document that is taken in, without a ledger. Raises what ``read`` raises."""
    started = time.perf_counter()
    document = proven_here(read(intake, progress or Silent()))
    return DocumentReading(
        sha256=intake.sha256,
        pages=len(document.pages.pages),
        encrypted=document.pages.encrypted,
        engine=document.pages.engine,
        seconds=time.perf_counter() - started,
        reading=document.reading,
        history=document.history,
    )


@dataclass(frozen=True, slots=True)
class PageReader:
    """The reading stage of the pipeline; a locked document may ask a person for its password.

    One that asks no one can be handed to another process. ``for_model``: where the reader proves
    nothing, all figures are looked at, for a model may point at any. ``run`` is what `run_limited`
    does: each document is read in a child of its own.
    """

    passwords: PasswordBook
    limits: ReadingLimits = field(default_factory=chosen_limits)
    for_model: bool = False
    run: Callable[..., ReadDocument] = run_limited

    def within(self, sandbox: Sandbox) -> "PageReader":
        """The same, with one document after the other read in this sandbox's child."""
        return replace(self, run=sandbox.run)

    def __call__(self, intake: Intake, progress: Progress) -> ReadDocument:
        """A `Reader`."""
        progress.stage("pages")
        load_readers()
        try:
            return self._with(tuple(self.passwords), intake, progress)
        except PasswordNeeded:
            answer = self.passwords.ask_for(intake.name)
            if answer is None:
                raise
            return self._with((answer,), intake, progress)

    def _with(self, passwords: tuple[str, ...], intake: Intake, progress: Progress) -> ReadDocument:
        return _in_sandbox(
            intake.data,
            passwords,
            self.limits,
            progress.page,
            for_model=self.for_model,
            run=self.run,
        )


def _in_sandbox(
    data: bytes,
    passwords: Sequence[str],
    limits: ReadingLimits,
    watch: Watch | None = None,
    *,
    for_model: bool = False,
    run: Callable[..., ReadDocument] = run_limited,
) -> ReadDocument:
    """Read in a child, and once more with OCR in another if pages turn out to be pictures."""
    from pipeline.pages.open import pictures, without_ocr

    document = run(read_document, data, passwords, limits, for_model, limits=limits, watch=watch)
    scanned = pictures(document.pages)
    if not scanned:
        return document
    from pipeline.pages.ocr import is_installed, ocr_limits

    if not is_installed():
        return _with_pages(document.reading, without_ocr(document.pages), document.history)
    larger = ocr_limits(limits, scanned)
    return run_limited(read_scanned_document, data, passwords, limits, limits=larger, watch=watch)


def load_modules() -> None:
    """Load the modules that reading takes, before a fork: otherwise every child would load them."""
    for module in ("pages.open", "reading"):
        import_module(f"pipeline.{module}")


@cache
def load_readers() -> None:
    """The same, and what they make when it is first met, most patterns and tables: a small page is
    read. That costs more than it saves where one child alone is to come."""
    load_modules()
    sys.modules["pipeline.pages.seen.characters"].references()
    sys.modules["pipeline.reading"].read_statements(_small_statement())


_SMALL_STATEMENT: Final = """\
Bank statement of account 12345678, EUR, 28.02.2025
Date Description Amount Balance
01.02.2025 Opening 10.00
02.02.2025 Card 5.00- 5.00
03.02.2025 Salary 1,005.00 1,010.00
28.02.2025 Closing 1,010.00"""
_AMOUNTS: Final = ("Amount", "5.00-", "1,005.00")  # in a column of their own, before the balances


def _small_statement() -> DocumentPages:
    words: list[Word] = []
    rows: list[tuple[int, ...]] = []
    for line, row in enumerate(_SMALL_STATEMENT.splitlines()):
        texts = row.split()
        rows.append(tuple(range(len(words), len(words) + len(texts))))
        for place, text in enumerate(texts):
            left = 300 if text in _AMOUNTS else 400 if text is texts[-1] else 40 + 80 * place
            words.append(Word(text, left, 40 + 20 * line, left + 6 * len(text), 50 + 20 * line))
    page = Page(1, 595, 842, tuple(words), rows=tuple(rows))
    return DocumentPages((page,), "", encrypted=False)


def read_document(
    data: bytes, passwords: Sequence[str], limits: ReadingLimits, for_model: bool = False
) -> ReadDocument:
    """Pages and statements, in this process: the sandbox calls it in a child. What `PageReader`
    says of ``for_model``."""
    from pipeline.pages.open import read_pages_and_judge
    from pipeline.reading import read_statements
    from pipeline.reading.sections import all_figures, relied_on

    pages, judge = read_pages_and_judge(data, passwords, limits)
    with judge:
        reading = read_statements(pages)
        is_open = for_model and not (reading.statements and all(map(adds_up, reading.statements)))
        relied = all_figures(pages) if is_open else relied_on(reading.statements)
        judged = judge(pages, relied)
    return _with_history(reading, judged, data, passwords)


def read_scanned_document(
    data: bytes, passwords: Sequence[str], limits: ReadingLimits
) -> ReadDocument:
    """As `read_document`, with OCR for the pages that are pictures."""
    from pipeline.pages.open import read_scanned_pages
    from pipeline.reading import read_statements

    pages = read_scanned_pages(data, passwords, limits)
    return _with_history(read_statements(pages), pages, data, passwords)


def read_words(pages: DocumentPages) -> ReadDocument:
    """Pages whose words are at hand, read again without the document that they are of."""
    from pipeline.reading import read_statements

    return _with_pages(read_statements(pages), pages, None)


def _with_history(
    reading: ReadStatements, pages: DocumentPages, data: bytes, passwords: Sequence[str]
) -> ReadDocument:
    """The reading with what the file says of itself, and of its own statements within it."""
    history = history_of(data, passwords)
    embedded = embedded_statements(data, passwords) if history and history.embedded else ()
    if history and embedded:
        history = replace(history, compared=tuple({each.name for each in embedded}))
    told = tuple(compared(embedded, reading.statements))
    told_reading = replace(reading, warnings=(*reading.warnings, *told))
    return _with_pages(told_reading, pages, history)


def _with_pages(
    reading: ReadStatements, pages: DocumentPages, history: History | None
) -> ReadDocument:
    of_pages = (*pages.warnings, *(history.remarks() if history else ()))
    own = [warning for warning in reading.warnings if warning not in of_pages]
    whole = reading.pages or pages
    bare = tuple(replace(draft, proof=None) for draft in reading.statements)
    whole_reading = replace(reading, statements=bare, warnings=(*of_pages, *own), pages=None)
    return ReadDocument(whole, whole_reading, history)


def proven_here(document: ReadDocument) -> ReadDocument:
    """The document with each witness proven in this process: what a child says is no proof."""
    if all(draft.proof or not draft.witnesses for draft in document.reading.statements):
        return document
    pages = Document(document.pages.pages)
    statements = tuple(
        draft if draft.proof else prove_draft(draft, pages) for draft in document.reading.statements
    )
    return document._replace(reading=replace(document.reading, statements=statements))


_SHOWN = 3  # entries that are named


def compared(
    embedded: Sequence[EmbeddedStatement], drafts: Sequence[StatementDraft]
) -> Iterator[str]:
    """A sentence for each statement of the data: that the pages agree, or where they differ."""
    left = list(drafts)
    for statement in embedded:
        what = f"The file carries data of its own ({statement.name}), and"
        if not left:
            yield f"{what} nothing was read from the pages to hold it to."
            continue
        nearest = min(left, key=lambda draft: _apart(statement, draft))
        left.remove(nearest)
        said = "; ".join(_differences(statement, nearest))
        entries = "1 entry" if len(statement.entries) == 1 else f"{len(statement.entries)} entries"
        yield (
            f"{what} it differs from the pages: {said}."
            if said
            else (f"{what} its {entries} and balances are those of the pages.")
        )


def _apart(statement: EmbeddedStatement, draft: StatementDraft) -> int:
    entries, lines = _unpaired(statement, draft)
    return len(entries) + len(lines)


def _differences(statement: EmbeddedStatement, draft: StatementDraft) -> Iterator[str]:
    entries, lines = _unpaired(statement, draft)
    if entries:
        yield f"{len(entries)} only in the data ({_list([_told(each) for each in entries])})"
    if lines:
        yield f"{len(lines)} only on the pages ({_list([_read(each, draft) for each in lines])})"
    for name, said, found in (
        ("opening", statement.opening, draft.opening_balance),
        ("closing", statement.closing, draft.closing_balance),
    ):
        if said is not None and found is not None and said != _money(found, draft):
            yield f"the {name} balance is {said} in the data, {_money(found, draft)} on the pages"


def _unpaired(
    statement: EmbeddedStatement, draft: StatementDraft
) -> tuple[list[EmbeddedEntry], list[Line]]:
    """Entries of the data that no line is, and lines that no entry is: by amount and day."""
    by_amount: dict[Decimal, list[Line]] = {}
    for line in draft.lines:
        by_amount.setdefault(_money(line.amount, draft), []).append(line)
    alone = []
    for entry in statement.entries:
        lines = by_amount.get(entry.amount, [])
        same = next((line for line in lines if _same_day(entry.days, line)), None)
        if same is None:
            alone.append(entry)
        else:
            lines.remove(same)
    rest = [line for lines in by_amount.values() for line in lines]
    return alone, sorted(rest, key=lambda line: line.ordinal)


def _same_day(days: Sequence[date], line: Line) -> bool:
    return not days or line.date in days or line.value_date in days


def _money(minor: int, draft: StatementDraft) -> Decimal:
    return Decimal(minor).scaleb(-draft.exponent)


def _told(entry: EmbeddedEntry) -> str:
    return f"{entry.days[0] if entry.days else 'no day'} {entry.amount}"


def _read(line: Line, draft: StatementDraft) -> str:
    return f"{line.date or 'no day'} {_money(line.amount, draft)}"


def _list(told: Sequence[str]) -> str:
    return ", ".join(told[:_SHOWN]) + (" …" if len(told) > _SHOWN else "")
