"""What goes back to a source that is no journal: a file to import, or the folder's own rows."""

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any, Final

from db.formats.csv_table import harmless
from db.formats.ledger_csv import TRANSACTIONS_FILE
from db.formats.snapshot import MARK, RowSaid, Snapshot, SourceCorrection
from db.formats.writers.camt import camt053
from db.formats.writers.journal_lines import JournalLines
from db.formats.writers.journal_patch import Left, PatchedJournal
from db.formats.writers.mt940 import mt940
from db.formats.writers.ofx import ofx, qbo, qif
from db.formats.writers.statement import WrittenRow, WrittenStatement, plain, reference_of
from db.money import exponent_of, to_decimal_string
from db.text import data_beside
from db.words import AccountKind, Origin

_DATEV: Final = "DATEV"
_BANKS: Final = {"gnucash": ofx, "ofx": ofx, "qif": qif, "camt": camt053, "mt940": mt940}
#: The products that take a bank's file rather than a table, in which a day has one meaning.
_PRODUCTS: Final = {"Xero": ofx, "Odoo": ofx, "QuickBooks": qbo}
#: The tables that others import: each column with what is in it.
_TABLES: Final[dict[str, dict[str, str]]] = data_beside(__file__, "tables.json")
_SHORT: Final = 60  # letters of a text of DATEV
_YEAR_AT, _FROM_AT, _TO_AT = 12, 14, 15  # in the first row of DATEV
#: What of a table names the account on the other side.
_LEG: Final = {"{leg}", "{other}"}
_OF_DATEV: Final = re.compile(r"[0-9]{1,9}")
#: Actual keeps every amount with two decimals.
_DECIMALS: Final = 2


@dataclass(frozen=True, slots=True)
class Additions:
    """Entries of one account, oldest first, each with the account on its other side where one was
    named; ``balance_minor`` is what it then holds, ``id`` what names it at the source, ``number``
    and ``name`` what a person knows it by."""

    id: str
    name: str
    number: str | None
    kind: AccountKind
    currency: str
    balance_minor: int
    rows: tuple[RowSaid, ...]
    legs: tuple[str, ...]


def importable(snapshot: Snapshot, accounts: Sequence[Additions]) -> str:
    """The file that what holds this snapshot imports. Raises ``AmountTooLong``."""
    form = snapshot.format
    write = _BANKS.get(form) or _PRODUCTS.get(snapshot.product)
    if write is not None:
        return write([_statement(each) for each in accounts])
    if form == "actual":
        found = [{"account": each.id, "transactions": _of_actual(each)} for each in accounts]
        rows: Any = found[0]["transactions"] if len(found) == 1 else found
        return json.dumps(rows, ensure_ascii=False, indent=2) + "\n"
    datev = snapshot.product == _DATEV
    columns = _TABLES.get(snapshot.product, _TABLES[""])
    if len(accounts) > 1 and "{id}" not in columns.values():
        columns = {"Account": "{id}", **columns}
    out = StringIO()
    ends = {"delimiter": ";", "lineterminator": "\r\n"} if datev else {"lineterminator": "\n"}
    writer = csv.writer(out, **ends)  # type: ignore[arg-type]
    if datev:
        writer.writerow(_of_these_days(snapshot.preamble, accounts))
    writer.writerow(columns)
    for each in accounts:
        for cells in _cells(each):
            writer.writerow([text.format_map(cells) for text in columns.values()])
    return out.getvalue()


def has_room_for_leg(snapshot: Snapshot) -> bool:
    """Whether a row of that file can name the account on its other side."""
    columns = _TABLES.get(snapshot.product, {})
    return snapshot.format == "qif" or not _LEG.isdisjoint(columns.values())


def is_leg(snapshot: Snapshot, name: str) -> bool:
    """Whether an account may be named so there."""
    if snapshot.product == _DATEV:
        return _OF_DATEV.fullmatch(name) is not None
    return bool(name) and plain(name) == name


def encoding_of(snapshot: Snapshot) -> str:
    """The encoding in which that file is expected."""
    return "cp1252" if snapshot.product == _DATEV else "utf-8"


def _cells(each: Additions) -> Iterator[dict[str, str]]:
    """What a row may say, by the names that the tables have for it."""
    statement = _statement(each)
    for row in statement.rows:
        out = row.amount_minor < 0
        size = statement.decimal(abs(row.amount_minor))
        name, text = harmless(each.id), harmless(plain(row.description))
        leg = harmless(row.leg)
        other = leg or text
        yield {
            "id": name,
            "day": row.booked_on.isoformat(),
            "ddmm": f"{row.booked_on:%d%m}",
            "amount": statement.decimal(row.amount_minor),
            "size": size.replace(".", ","),
            "out": size if out else "",
            "in": "" if out else size,
            "side": "H" if out else "S",
            "kind": "Withdrawal" if out else "Deposit",
            "source": name if out else other,
            "target": other if out else name,
            "other": other,
            "leg": leg,
            "currency": each.currency,
            "text": text,
            "short": harmless(plain(row.description, _SHORT)),
            "reference": row.reference,
            "mark": MARK,
        }


def _of_these_days(preamble: Sequence[str], accounts: Sequence[Additions]) -> list[str]:
    """The first row of DATEV, which names whose books they are and of which days."""
    days = [row.booked_on for each in accounts for row in each.rows]
    cells = list(preamble) + [""] * (_TO_AT + 1 - len(preamble))
    cells[_FROM_AT], cells[_TO_AT] = f"{min(days):%Y%m%d}", f"{max(days):%Y%m%d}"
    if cells[_YEAR_AT][:4] != f"{min(days):%Y}" and cells[_YEAR_AT].endswith("0101"):
        cells[_YEAR_AT] = f"{min(days):%Y}0101"
    return cells


def _statement(each: Additions) -> WrittenStatement:
    return WrittenStatement(
        bank=None,
        account=each.name,
        digits=each.number,
        kind=each.kind,
        currency=each.currency,
        first=each.rows[0].booked_on,
        last=each.rows[-1].booked_on,
        opening_minor=each.balance_minor - sum(row.amount_minor for row in each.rows),
        closing_minor=each.balance_minor,
        rows=tuple(
            WrittenRow(
                row.booked_on, row.value_on, row.amount_minor, row.description, _name(each, at), leg
            )
            for at, (row, leg) in enumerate(zip(each.rows, each.legs, strict=True))
        ),
        reference=reference_of(each.id, len(each.rows)),
    )


def _name(each: Additions, at: int) -> str:
    """What names the entry whenever it is written; equal ones count up."""
    row = each.rows[at]
    place = row.booked_on.toordinal(), row.amount_minor, each.rows[:at].count(row)
    return reference_of(f"{each.id}\x1f{row.description}", *place)


def _of_actual(each: Additions) -> list[dict[str, Any]]:
    """What `importTransactions` of Actual takes: an amount is in hundredths."""
    factor = 10 ** (_DECIMALS - min(_DECIMALS, exponent_of(each.currency)))
    return [
        {
            "account": each.id,
            "date": row.booked_on.isoformat(),
            "amount": row.amount_minor * factor,
            "payee_name": plain(row.description),
            "imported_id": _name(each, at),
            "cleared": True,
        }
        for at, row in enumerate(each.rows)
    ]


def patched_folder(
    files: Mapping[Path, bytes], corrections: Sequence[SourceCorrection]
) -> PatchedJournal:
    file = next((each for each in files if each.name == TRANSACTIONS_FILE), None)
    if file is None:
        reason = f"there is no {TRANSACTIONS_FILE}"
        return PatchedJournal({}, (), tuple(Left(each, reason) for each in corrections))
    lines = JournalLines(files[file])
    header = [each.strip().lower() for each in next(csv.reader(lines.was[:1]))]
    done, left, added = [], [], []
    for each in corrections:
        if each.was is not None and each.place is None:
            left.append(Left(each, "it is not found in the files"))
            continue
        done.append(each)
        if each.place is None:
            added.append(_row(header, {"origin": Origin.READING.value}, each))
            continue
        first = each.place.first - 1
        reader = csv.reader(f"{line}\n" for line in lines.was[first:])
        cells = dict(zip(header, next(reader), strict=True))
        lines.gone.update(range(first, first + reader.line_num))
        if each.now is not None:
            lines.new[first].append([_row(header, cells, each)])
    at = len(lines.was) - 1 if not lines.was[-1] else len(lines.was)
    lines.new[at] += [[row] for row in added]
    changed = lines.changed()
    return PatchedJournal(
        {file: changed} if changed != files[file] else {}, tuple(done), tuple(left)
    )


def _row(header: Sequence[str], cells: Mapping[str, str], each: SourceCorrection) -> str:
    """The row as a line; what did not change is as it was."""
    assert each.now is not None
    now, new = each.now, dict(cells)
    if each.was is None:
        new |= {"account": harmless(each.key), "description": harmless(now.description)}
    if each.was is None or now.booked_on != each.was.booked_on:
        new["date"] = now.booked_on.isoformat()
    if each.was is None or now.amount_minor != each.was.amount_minor:
        new["amount"] = to_decimal_string(now.amount_minor, exponent_of(each.currency))
    line = StringIO()
    csv.writer(line, lineterminator="").writerow([new.get(name, "") for name in header])
    return line.getvalue()
