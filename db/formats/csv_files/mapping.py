"""Reads a CSV file of any dialect, by a mapping that proven statements settle."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Final

from db.formats.csv_files.candidates import (
    account_columns,
    balance_runs,
    by_columns,
    by_dialect,
    running,
)
from db.formats.csv_files.reading import CsvTable, Line, Mapping, lines_of
from db.formats.csv_files.source import head_is_table, sheets_of
from db.formats.snapshot import (
    OptionUnfit,
    Remark,
    Snapshot,
    SourceAccount,
    SourceEntry,
    SourceError,
    SourceMalformed,
    SourceNeedsCurrency,
    is_ours,
)
from db.money import exponent_of, to_decimal_string

FORMAT: Final = "csv"
_NUMBER: Final = 8  # digits of what can only be the bank's number of an account
_PROVEN: Final = "a proven statement"
_CLEARLY: Final = 2  # lines by which the best mapping must at least be ahead
_TO_TELL_ACCOUNTS: Final = 6  # lines without which a column may name accounts by chance
_ORDER_NAMES: Final = {"dmy": "day-first", "mdy": "month-first", "ymd": "year-first"}
_MARK_NAMES: Final = {".": "point", ",": "comma"}


@dataclass(frozen=True, slots=True)
class ProvenRows:
    """A proven statement: its first and last day, and the day and amount of each of its rows.
    ``account`` is the key of its account in the file, where that is known."""

    first: date
    last: date
    rows: tuple[tuple[date, int], ...]
    account: str | None = None


@dataclass(frozen=True, slots=True)
class SettledMapping:
    """The mapping that the statements settle, each one's account in the file, and how many rows
    of theirs and of the file agree with none of the other."""

    mapping: Mapping
    accounts: tuple[str, ...]
    differing: int


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Mappings that remain, best first, and the question that would settle them."""

    mappings: tuple[Mapping, ...]
    question: "CsvMappingAmbiguous | None" = None


@dataclass(frozen=True, slots=True)
class Choices:
    """What a person says of a file: each answers one question of `CsvMappingAmbiguous`.

    ``dates`` is day-first, month-first or year-first, ``decimal`` point or comma, and ``signs``
    in or out: which way the first amount of the file went. ``date`` and ``amount`` name columns.
    """

    dates: str | None = None
    decimal: str | None = None
    signs: str | None = None
    date: str | None = None
    amount: str | None = None

    def given(self) -> Iterator[tuple[str, str]]:
        said = ((each.name, getattr(self, each.name)) for each in fields(self))
        return ((name, value) for name, value in said if value is not None)


@dataclass(frozen=True, slots=True)
class _Candidate:
    table: CsvTable
    mapping: Mapping


@dataclass(frozen=True, slots=True)
class _Scored:
    cost: int
    rank: int
    accounts: tuple[str, ...]
    candidate: _Candidate


def identify(path: Path, head: bytes) -> bool:  # noqa: ARG001 - the signature of all formats
    """Whether the file, of which ``head`` is the beginning, is a table with days and amounts."""
    return head_is_table(head)


def settle(
    path: Path, proven: Sequence[ProvenRows], currency: str | None = None
) -> SettledMapping | Ambiguous:
    """Find the mapping under which the file agrees with the statements in all but a few rows.
    Raises ``SourceError``."""
    tables = _tables(path, currency)
    known = [_Candidate(t, mapping) for t in tables for mapping in by_dialect(t)]
    answer = _best(known, proven)
    if not isinstance(answer, SettledMapping) and not answer.mappings:
        every = [_Candidate(t, mapping) for t in tables for mapping in by_columns(t)]
        answer = _best(every, proven, zeros=True)
        if (
            not isinstance(answer, SettledMapping)
            and not answer.mappings
            and _tells_accounts(proven)
        ):
            apart = [
                _Candidate(each.table, mapping)
                for each in every
                for mapping in account_columns(each.table, each.mapping)
            ]
            answer = _best([*every, *apart], proven, zeros=True)
    return answer


def read(
    path: Path,
    mapping: Mapping | dict[str, object] | None = None,
    currency: str | None = None,
    choices: Choices | None = None,
    **said: str,
) -> Snapshot:
    """All that the file holds, by a saved mapping if its header is the same, else by the only
    mapping there is. ``said`` are `Choices` by their names.

    Raises ``SourceError`` and ``UnknownCurrency``.
    """
    choices = Choices(**said) if said else choices
    mapping = Mapping.from_json(mapping) if isinstance(mapping, dict) else mapping
    for sheet in sheets_of(path) if mapping is not None else ():
        table = CsvTable(sheet, currency)
        if mapping and sheet.digest == mapping.header and (lines := lines_of(table, mapping)):
            return _snapshot(table, mapping, lines)
    found = _candidates(path, currency)
    if not found:
        raise _malformed(path)
    for option, value in choices.given() if choices else ():
        found = [each for each in found if _chosen(each, Choices(**{option: value}))]
        if not found:
            raise OptionUnfit(file=path.name, option=option, value=value)
    question = _question(found)
    if question is not None:
        raise question
    best = found[0]
    snapshot = _snapshot(best.table, best.mapping, lines_of(best.table, best.mapping))
    if mapping is None:
        return snapshot
    reason = "The columns are not those of the saved mapping, which was not used."
    return replace(snapshot, remarks=(Remark(path.name, None, reason), *snapshot.remarks))


def _tables(path: Path, currency: str | None) -> list[CsvTable]:
    tables = [CsvTable(sheet, currency) for sheet in sheets_of(path) if sheet.fault is None]
    if not tables:
        raise _malformed(path)
    return tables


def _candidates(path: Path, currency: str | None) -> list[_Candidate]:
    """The mappings that stay open where no statement is at hand: what the header or a running
    balance leaves of them."""
    for table in _tables(path, currency):
        found = by_dialect(table) or by_columns(table, wide=False)
        runs = [each for each in found if running(table, each) is not None]
        if runs:
            found = [replace(each, balance=running(table, each)) for each in runs]
        if found:
            return [_Candidate(table, mapping) for mapping in found]
    return []


def _best(
    candidates: Sequence[_Candidate], proven: Sequence[ProvenRows], zeros: bool = False
) -> SettledMapping | Ambiguous:
    """The candidate that agrees best, if those that read the file otherwise are clearly behind.
    With ``zeros``, a row of nothing counts as a row: it shows that the column is the wrong one."""
    within: dict[tuple[int, int, str], list[int]] = {}
    scored: list[_Scored] = []
    for rank, each in enumerate(candidates):
        days = each.table.days(each.mapping.date, each.mapping.dates) or []
        place = (id(each.table), each.mapping.date, each.mapping.dates)
        if place not in within:
            within[place] = [
                row
                for row, day in enumerate(days)
                if any(one.first <= day <= one.last for one in proven)
                and row not in each.table.pending
            ]
        lines = lines_of(each.table, each.mapping, within[place])
        costs = [_cost(lines, one, zeros) for one in proven]
        accounts = tuple(account for _, account in costs)
        scored.append(_Scored(sum(cost for cost, _ in costs), rank, accounts, each))
    total = sum(len(one.rows) for one in proven)
    scored.sort(key=lambda each: (each.cost, each.rank))
    if not scored or 2 * scored[0].cost > total or not total:
        return Ambiguous(())
    best = scored[0]
    ahead = max(_CLEARLY, best.cost + 1)
    rivals = [each.candidate for each in scored if each.cost < best.cost + ahead]
    question = _question(rivals)
    if question is not None and _runs(best.candidate):
        rivals = [each for each in rivals if _runs(each)]
        question = _question(rivals)
    if question is not None:
        return Ambiguous(tuple(each.mapping for each in rivals), question)
    mapping = replace(best.candidate.mapping, evidence=_PROVEN)
    return SettledMapping(mapping, best.accounts, best.cost)


def _tells_accounts(proven: Sequence[ProvenRows]) -> bool:
    """Whether the rows are enough, and go both ways, so that no other column fits by chance."""
    amounts = [minor for one in proven for _, minor in one.rows]
    return len(amounts) >= _TO_TELL_ACCOUNTS and min(amounts) < 0 < max(amounts)


def _runs(candidate: _Candidate) -> bool:
    return running(candidate.table, candidate.mapping) is not None


def _cost(lines: Sequence[Line], proven: ProvenRows, zeros: bool) -> tuple[int, str]:
    """How many rows of the statement or of the account that fits best agree with no other."""
    wanted = Counter(proven.rows)
    of: dict[str, Counter[tuple[date, int]]] = defaultdict(Counter)
    for _, key, day, minor in lines:
        if proven.first <= day <= proven.last and (minor or zeros):
            of[key][day, minor] += 1
    costs = [
        ((wanted - found).total() + (found - wanted).total(), key)
        for key, found in of.items()
        if proven.account in (None, key)
    ]
    return min(costs, default=(wanted.total(), proven.account or ""))


def _question(found: Sequence[_Candidate]) -> "CsvMappingAmbiguous | None":
    """The first row that two of the mappings read differently; None where all read the same."""
    if len(found) < 2:
        return None
    first = found[0]
    lines = _plain(first)
    for other in found[1:]:
        others = _plain(other)
        if others != lines:
            pairs = ((a, b) for a, b in zip(lines, others, strict=False) if a != b)
            a, b = next(pairs, (lines[0], others[0]))
            return CsvMappingAmbiguous(
                file=first.table.sheet.path.name,
                line=a[0],
                one=_shown(first, a),
                other=_shown(other, b),
                choice=" ".join(_options(first, other)),
            )
    return None


def _plain(candidate: _Candidate) -> list[tuple[int, int, date, int]]:
    """The lines with the file's line and accounts by number, so that two sheets compare."""
    accounts: dict[str, int] = {}
    at = candidate.table.sheet.lines
    return [
        (at[row], accounts.setdefault(key, len(accounts)), day, minor)
        for row, key, day, minor in lines_of(candidate.table, candidate.mapping)
    ]


def _shown(candidate: _Candidate, line: tuple[int, int, date, int]) -> str:
    code = candidate.table.codes[0]
    exponent = exponent_of(code) if code else 2
    return f"{line[2].isoformat()} {to_decimal_string(line[3], exponent)}"


def _options(one: _Candidate, other: _Candidate) -> Iterator[str]:
    a, b = one.mapping, other.mapping
    names = one.table.sheet.header
    if a.date != b.date:
        yield f"--date {_column(names, a.date)!r} or {_column(names, b.date)!r}"
    if a.dates != b.dates:
        yield f"--dates {_ORDER_NAMES.get(a.dates)} or {_ORDER_NAMES.get(b.dates)}"
    if a.decimal != b.decimal:
        yield f"--decimal {_MARK_NAMES[a.decimal]} or {_MARK_NAMES[b.decimal]}"
    own = [[at for at in x.amount if at not in y.amount] for x, y in ((a, b), (b, a))]
    if any(own) and (all(own) or _way(one) == _way(other)):
        yield f"--amount {' or '.join(repr(_column(names, each[0])) for each in own if each)}"
    elif _way(one) != _way(other):
        yield f"--signs {_way(one)} or {_way(other)}"


def _column(names: tuple[str, ...], at: int) -> str:
    """Its name, or its number where it has none of its own."""
    plain = [name.strip() for name in names]
    return plain[at] if at < len(plain) and plain.count(plain[at]) == 1 else str(at + 1)


def _way(candidate: _Candidate) -> str:
    """Which way the first amount of the file went, under the mapping."""
    table, mapping = candidate.table, candidate.mapping
    lines = (line for row in range(table.count) for line in lines_of(table, mapping, [row]))
    first = next((minor for *_, minor in lines if minor), 0)
    return "in" if first > 0 else "out"


def _chosen(candidate: _Candidate, choices: Choices) -> bool:
    mapping, names = candidate.mapping, candidate.table.sheet.header
    said = (
        (choices.dates, _ORDER_NAMES.get(mapping.dates, choices.dates)),
        (choices.decimal, _MARK_NAMES[mapping.decimal]),
        (choices.date, _column(names, mapping.date)),
    )
    if any(choice not in (None, is_) for choice, is_ in said):
        return False
    called = {_column(names, at) for at in mapping.amount}
    called |= {names[at].strip() for at in mapping.amount if at < len(names)}
    if choices.amount and choices.amount not in called:
        return False
    return choices.signs is None or choices.signs == _way(candidate)


def _malformed(path: Path) -> SourceMalformed:
    sheets = sheets_of(path)
    fault = next((each.fault for each in sheets if each.fault), None)
    if fault:
        line, reason = fault[0], "the row has more cells than the header names"
    elif sheets:
        line, reason = sheets[0].lines[0], "no columns were found that hold a day and an amount"
        table = CsvTable(sheets[0])
        for column in sheets[0].days_in:
            bad = [row for row, cell in enumerate(table.sheet.columns[column]) if not cell]
            if bad:
                line, reason = sheets[0].lines[bad[0]], "the row has no day"
    else:
        line, reason = 1, "no row has a day in a cell of its own"
    return SourceMalformed(file=path.name, line=line, reason=reason)


def _snapshot(table: CsvTable, mapping: Mapping, lines: Sequence[Line]) -> Snapshot:
    sheet = table.sheet
    remarks = list(sheet.remarks)
    if mapping.evidence != _PROVEN:
        order = _ORDER_NAMES.get(mapping.dates, "as written")
        amount = _column(sheet.header, mapping.amount[0])
        known = sheet.dialect.name if sheet.dialect else "no product that tieout knows"
        reason = f"assumed: {known}; dates {order}; amounts in column {amount!r}."
        remarks.append(Remark(sheet.path.name, None, reason))
    codes = dict(zip(table.keys(mapping.account), table.codes, strict=True))
    accounts: dict[str, str] = {}
    for row, key, _, _ in lines:
        code = table.codes[row] or codes.get(key)
        if code is None:
            raise SourceNeedsCurrency(file=sheet.path.name)
        accounts.setdefault(key, code)
    entries = tuple(_entries(table, mapping, lines))
    ends = _ends(table, mapping)
    return Snapshot(
        FORMAT,
        tuple(
            SourceAccount(
                key=key,
                name=key or sheet.path.stem,
                currency=code,
                number=key if sum(map(str.isdecimal, key)) >= _NUMBER else None,
                opening_minor=ends[key][0] if key in ends else 0,
                balance=ends[key][1] if key in ends else None,
            )
            for key, code in accounts.items()
        ),
        entries,
        tuple(remarks),
        {str(sheet.path): sheet.file_digest},
        product=sheet.dialect.name if sheet.dialect else "",
        preamble=tuple(next(iter(sheet.preamble), ())),
        mapping=mapping.as_json(),
    )


def _entries(table: CsvTable, mapping: Mapping, lines: Iterable[Line]) -> Iterator[SourceEntry]:
    """The entries of the lines that move anything. What is the same for all is looked up once:
    there may be a million."""
    columns, pending = table.sheet.columns, table.pending
    texts = [columns[at] for at in mapping.text]
    marked = [columns[at] for at in table.marked]
    values = table.days(mapping.value_on, mapping.dates) if mapping.value_on is not None else None
    ids = columns[mapping.source_id] if mapping.source_id is not None else None
    for row, key, day, minor in lines:
        if not minor:
            continue
        if len(texts) == 1:
            text = texts[0][row]
        else:
            text = " · ".join(dict.fromkeys(filter(None, (cells[row] for cells in texts))))
        source_id = ids[row] if ids else ""
        yield SourceEntry(
            key,
            day,
            minor,
            " ".join(text.split()),
            values[row] if values else None,
            source_id or None,
            bool(source_id),
            row in pending,
            bool(marked) and is_ours(*(cells[row] for cells in marked)),
        )


def _ends(table: CsvTable, mapping: Mapping) -> dict[str, tuple[int, tuple[date, int]]]:
    """What each account held before its first entry and after its last, where balances run."""
    column = mapping.balance
    way = balance_runs(table, mapping, column) if column is not None else 0
    balances = table.amounts(column, mapping.decimal) if column is not None and way else None
    if not balances:
        return {}
    of: dict[str, list[tuple[date, int, int]]] = defaultdict(list)
    for row, key, day, minor in lines_of(table, mapping):
        if row not in table.pending:
            of[key].append((day, minor, balances[row] or 0))
    ends = {}
    for key, rows in of.items():
        first, last = (rows[0], rows[-1])[::way]
        if all(a[0] <= b[0] for a, b in pairwise(rows[::way])):
            ends[key] = (first[2] - first[1], (last[0], last[2]))
    return ends


class CsvMappingAmbiguous(SourceError):
    """{file}, line {line}, may say {one} or {other}, and no proven statement settles which. Name
    it: {choice}."""
