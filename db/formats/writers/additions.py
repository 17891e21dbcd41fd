"""Writes entries to be added where a book is kept that is never written: a file to import there."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any, Final

from db.formats.writers.camt import camt053
from db.formats.writers.mt940 import mt940
from db.formats.writers.ofx import ofx
from db.formats.writers.qif import qif
from db.formats.writers.statement import WrittenRow, WrittenStatement, plain, reference_of
from db.money import exponent_of
from db.sources.pairing import Said
from db.words import AccountKind

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
    rows: tuple[Said, ...]


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
