"""Finds the table in a CSV file of any dialect: delimiter, header, rows, and what is no row."""

import csv
import hashlib
from array import array
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from io import StringIO
from itertools import chain, islice
from pathlib import Path
from typing import Final

from db.formats.csv_files.cells import (
    SECTION,
    CsvDialect,
    column_of,
    dialect_of,
    like_a_day,
    minor_of,
)
from db.formats.detect import bytes_of
from db.formats.snapshot import Remark

DELIMITERS: Final = (",", ";", "\t", "|")
_SAMPLE: Final = 400  # rows that tell which columns hold days
_BEGINNING: Final = 2**16  # characters
_AT_ONCE: Final = 10_000  # rows
_DEEPEST_HEADER: Final = 60
_MOSTLY: Final = 0.6

Record = tuple[int, list[str]]


@dataclass(frozen=True)
class CsvSheet:
    """The table of a file under one delimiter: the rows that name a day, column by column.

    Each row has the heading above it as one cell more, and its line in ``lines``. ``digest`` names
    the header for good. ``fault`` is the first row that does not fit the header, with its line.
    """

    path: Path
    delimiter: str
    quoted: bool
    names: tuple[str, ...]
    header: tuple[str, ...]
    preamble: tuple[list[str], ...]
    dialect: CsvDialect | None
    lines: "array[int]"
    columns: tuple[list[str], ...]
    days_in: tuple[int, ...]
    file_digest: str
    remarks: tuple[Remark, ...] = ()
    fault: Record | None = None

    @cached_property
    def digest(self) -> str:
        """What a saved mapping is kept by: another header has another one."""
        said = "\x1f".join((self.delimiter, str(len(self.names)), *self.names))
        return hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()


@dataclass(slots=True)
class _Body:
    lines: "array[int]" = field(default_factory=lambda: array("Q"))
    columns: tuple[list[str], ...] = ()
    rows: list[list[str]] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    fault: Record | None = None

    def turn(self) -> None:
        """Put the cells of the rows into their columns. Equal ones that are near each other become
        one: where there are a million rows, most days and many texts are a neighbour's."""
        self.columns = self.columns or tuple([] for _ in self.rows[0])
        met: dict[str, str] = {}
        for column, cells in zip(self.columns, zip(*self.rows, strict=True), strict=True):
            bare = [cell.strip() for cell in cells]
            column.extend(map(met.setdefault, bare, bare))
        self.rows.clear()


def sheets_of(path: Path) -> list[CsvSheet]:
    """The file as a table, under each delimiter that makes it one. Raises ``SourceError``."""
    text, digest = _text_of(path)
    found = (_sheet(path, text, delimiter, digest) for delimiter in _delimiters(text))
    sheets = [each for each in found if each is not None]
    known = [each for each in sheets if each.dialect is not None]
    return known or sorted(sheets, key=lambda each: -len(each.names))


def _text_of(path: Path) -> tuple[str, str]:
    """Its text and the SHA-256 of its bytes, which are not kept beside it."""
    data, digest = bytes_of(path)
    return decoded(data), digest


def decoded(data: bytes) -> str:
    """The text: UTF-16 or UTF-8 where it can be, else what Windows writes in the West."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def head_is_table(head: bytes) -> bool:
    """Whether the beginning of a file has a row with a day and an amount as whole cells."""
    if b"\0" in head and head[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        return False
    whole = head[: head.rfind(b"\n")] if head.count(b"\n") > 1 else head
    lines = decoded(whole).splitlines()
    for delimiter in DELIMITERS:
        for row in csv.reader(lines, delimiter=delimiter):
            cells = [cell.strip() for cell in row]
            if dialect_of(_names(row)) is not None:
                return True
            days = [at for at, cell in enumerate(cells) if like_a_day(cell)]
            if days and any(
                minor_of(cell, mark, 4) is not None
                for at, cell in enumerate(cells)
                if at not in days
                for mark in (".", ",")
            ):
                return True
    return False


def _delimiters(text: str) -> tuple[str, ...]:
    """Those that make a table of the beginning of the text, or all if none does."""
    start = text[: text.find("\n", _BEGINNING) + 1] or text
    likely: list[str] = []
    for delimiter in DELIMITERS:
        records: list[Record] = []
        try:
            for record in _parsed(start, delimiter, csv.QUOTE_MINIMAL):
                records.append(record)  # what comes before a fault counts
        except csv.Error:
            records = records or list(_parsed(start, delimiter, csv.QUOTE_NONE))
        if _known_header(records)[2] is not None:
            return (delimiter,)
        if _columns_with_days(records):
            likely.append(delimiter)
    return tuple(likely) or DELIMITERS


def _sheet(path: Path, text: str, delimiter: str, digest: str) -> CsvSheet | None:
    """The table, if it is one; quotes mean nothing where they do not pair."""
    try:
        return _sheet_as(path, text, delimiter, digest, quoted=True)
    except csv.Error:
        return _sheet_as(path, text, delimiter, digest, quoted=False)


def _sheet_as(
    path: Path, text: str, delimiter: str, digest: str, *, quoted: bool
) -> CsvSheet | None:
    """The same where quotes pair, or mean nothing. Raises ``csv.Error`` where they do not pair."""
    records = _parsed(text, delimiter, csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE)
    head = list(islice(records, _SAMPLE))
    at, names, dialect = _known_header(head)
    if dialect is None:
        days_in = _columns_with_days(head)
        if not days_in:
            deque(records, 0)  # quotes may fail to pair further down
            return None
        at, names = _header_above(head, days_in)
    else:
        column = column_of(names, dialect.date)
        assert column is not None, "a dialect is recognised by its columns"
        days_in = (column,)
    short = dialect is not None and dialect.dates == "dm"
    body = _body(path.name, chain(head[at:], records), names, days_in, short)
    if not body.columns:
        return None
    names = names or ("",) * (len(body.columns) - 1)
    return CsvSheet(
        path=path,
        delimiter=delimiter,
        quoted=quoted,
        names=(*names, SECTION),
        header=tuple(head[at - 1][1]) if at else (),
        preamble=tuple(cells for _, cells in head[: max(at - 1, 0)]),
        dialect=dialect,
        lines=body.lines,
        columns=body.columns,
        days_in=days_in,
        file_digest=digest,
        remarks=tuple(body.remarks),
        fault=body.fault,
    )


def _parsed(text: str, delimiter: str, quoting: int) -> Iterator[Record]:
    """The rows with the line on which each begins. Raises ``csv.Error``."""
    reader = csv.reader(_lines(text), delimiter=delimiter, strict=True, quoting=quoting)  # type: ignore[arg-type]
    line = 1
    for cells in reader:
        yield line, cells
        line = reader.line_num + 1


def _lines(text: str) -> Iterator[str]:
    """The lines of the text, of a part at a time: a file in memory takes four bytes a letter."""
    at = 0
    while at < len(text):
        end = text.find("\n", at + _BEGINNING) + 1 or len(text)
        yield from StringIO(text[at:end].replace("\0", ""), newline="")
        at = end


def _names(cells: list[str]) -> tuple[str, ...]:
    names = [" ".join(cell.split()).casefold() for cell in cells]
    while names and not names[-1]:
        names.pop()
    return tuple(names)


def _known_header(records: list[Record]) -> tuple[int, tuple[str, ...], CsvDialect | None]:
    for at, (_, cells) in enumerate(records[:_DEEPEST_HEADER], start=1):
        names = _names(cells)
        if dialect := dialect_of(names):
            return at, names, dialect
    return 0, (), None


def _columns_with_days(records: list[Record]) -> tuple[int, ...]:
    """The columns in which most rows that name a day name it."""
    counts: Counter[int] = Counter()
    rows = 0
    for _, cells in records[:_SAMPLE]:
        days = [at for at, cell in enumerate(cells) if like_a_day(cell.strip())]
        if days and len(cells) > 1:
            rows += 1
            counts.update(days)
    return tuple(sorted(at for at, count in counts.items() if count >= _MOSTLY * rows))


def _header_above(records: list[Record], days_in: tuple[int, ...]) -> tuple[int, tuple[str, ...]]:
    """How many rows lie above the first with a day and its header, and the header's names."""
    header: tuple[int, tuple[str, ...]] = (0, ())
    for at, (_, cells) in enumerate(records, start=1):
        if any(_has_day(cells, column) for column in days_in):
            break
        names = _names(cells)
        worded = [name for name in names if name]
        if len(worded) > 1 and not any(like_a_day(name) or _figure(name) for name in worded):
            header = (at, names)
    return header


def _has_day(cells: list[str], column: int, short: bool = False) -> bool:
    if column >= len(cells):
        return False
    cell = cells[column].strip()
    return cell.isdigit() and len(cell) in (3, 4) if short else like_a_day(cell)


def _figure(text: str) -> bool:
    return any(minor_of(text, mark, 4) is not None for mark in (".", ","))


def _body(
    file: str,
    records: Iterable[Record],
    names: tuple[str, ...],
    days_in: tuple[int, ...],
    short: bool,
) -> _Body:
    body = _Body()
    section = ""
    width = len(names)
    for line, cells in records:
        if _has_day(cells, days_in[0], short) or any(
            _has_day(cells, column, short) for column in days_in[1:]
        ):
            width = width or len(cells)
            if len(cells) != width:
                if any(cell.strip() for cell in cells[width:]):
                    body.fault = body.fault or (line, [*cells])
                cells[width:] = [""] * (width - len(cells))
            cells.append(section)
            body.lines.append(line)
            body.rows.append(cells)
            if len(body.rows) == _AT_ONCE:
                body.turn()
            continue
        filled = [cell.strip() for cell in cells if cell.strip()]
        if len(filled) == 1 and cells[0].strip():
            section = filled[0]
        elif filled:
            said = " ".join(filled)[:80]
            body.remarks.append(Remark(file, line, f"The row is left out: no day ({said})."))
    if body.rows:
        body.turn()
    return body
