"""What goes back to a source that is no journal: a file to import, or the folder's own rows."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any, Final

from db.formats.csv_table import harmless
from db.formats.ledger_csv import TRANSACTIONS_FILE
from db.formats.snapshot import RowSaid, SourceCorrection
from db.formats.writers.camt import camt053
from db.formats.writers.journal_lines import JournalLines
from db.formats.writers.journal_patch import Left, PatchedJournal
from db.formats.writers.mt940 import mt940
from db.formats.writers.ofx import ofx, qif
from db.formats.writers.statement import WrittenRow, WrittenStatement, plain, reference_of
from db.money import exponent_of, to_decimal_string
from db.words import AccountKind, Origin

_BANKS: Final = {"gnucash": ofx, "ofx": ofx, "qif": qif, "camt": camt053, "mt940": mt940}
#: Actual keeps every amount with two decimals.
_DECIMALS: Final = 2


@dataclass(frozen=True, slots=True)
class Additions:
    """Entries of one account, oldest first; ``balance_minor`` is what it then holds, ``id`` what
    names it at the source, ``number`` and ``name`` what a person knows it by."""

    id: str
    name: str
    number: str | None
    kind: AccountKind
    currency: str
    balance_minor: int
    rows: tuple[RowSaid, ...]


def importable(form: str, accounts: Sequence[Additions]) -> str:
    """The file that a source of this form imports. Raises ``AmountTooLong``."""
    if form in _BANKS:
        return _BANKS[form]([_statement(each) for each in accounts])
    if form == "actual":
        found = [{"account": each.id, "transactions": _of_actual(each)} for each in accounts]
        rows: Any = found[0]["transactions"] if len(found) == 1 else found
        return json.dumps(rows, ensure_ascii=False, indent=2) + "\n"
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("account", "date", "amount", "description"))
    for each in accounts:
        statement = _statement(each)
        for row in statement.rows:
            amount = statement.decimal(row.amount_minor)
            writer.writerow((each.id, row.booked_on, amount, plain(row.description)))
    return out.getvalue()


def _statement(each: Additions) -> WrittenStatement:
    """The entries as a statement of their own."""
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
                row.booked_on, row.value_on, row.amount_minor, row.description, _name(each, at)
            )
            for at, row in enumerate(each.rows)
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
    """The folder's files with the corrections in them."""
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
