"""A ledger of one month with three slips in it, kept as a journal or a table, and its statement."""

from decimal import Decimal
from pathlib import Path

from fixtures.catalogue import catalogue
from fixtures.truth import TrueRow

(MARCH,) = [each for each in catalogue() if each.name == "uk_current"]
(TRUTH,) = MARCH.statements
HEADS = {
    "main.beancount": """\
2025-01-01 open Assets:Current
  account-number: "4471"
2025-01-01 open Expenses:Food
2025-01-01 open Income:Pay
2025-01-01 open Equity:Opening
""",
    "main.journal": "; The year\naccount assets:current  ; type: A, number: 4471\n",
    "main.ledger": "; The year\naccount assets:current\n    ; number: 4471\n\nbucket assets:cash\n",
    "transactions.csv": "account,date,amount,description,origin\n",
}


def with_slips(folder: Path, name: str) -> Path:
    """A ledger of March that lacks a row, has another wrong by ten pounds and one too many."""
    rows = list(TRUTH.rows)
    del rows[5]
    for at, amount in ((9, rows[9].amount - 10), (20, Decimal("-12.34"))):
        changed = TrueRow(rows[at].date, ("Extra",) if at == 20 else rows[at].lines, amount)
        rows[at : at + (at == 9)] = [changed]
    first = TrueRow(TRUTH.start, ("Opening",), TRUTH.opening)
    entry = {".beancount": beancount, ".csv": table}.get(Path(name).suffix, journal)
    given = rows if name.endswith(".csv") else [first, *rows]
    (folder / name).write_text(HEADS[name] + "".join(map(entry, given)), newline="")
    if name.endswith(".csv"):
        head = "name,kind,currency,mask,opening_balance,opened_on\n"
        row = f"Current,checking,GBP,4471,{TRUTH.opening},{TRUTH.start}\n"
        (folder / "accounts.csv").write_text(head + row)
        return folder
    return folder / name


def other(row: TrueRow) -> str:
    if row.lines == ("Opening",):
        return "Equity:Opening"
    return "Expenses:Food" if row.amount < 0 else "Income:Pay"


def beancount(row: TrueRow) -> str:
    head = f'\n{row.date} * "{row.description}" ; seen\n'
    return f"{head}  Assets:Current   {row.amount:,} GBP ; kept\n  {other(row)}\n"


def journal(row: TrueRow) -> str:
    sign, amount = "-" if row.amount < 0 else "", abs(row.amount)
    head = f"\n{row.date:%Y/%m/%d} * {row.description}\n"
    return f"{head}    assets:current   {sign}£{amount:,}  ; kept\n    {other(row).lower()}\n"


def table(row: TrueRow) -> str:
    return f'Current,{row.date},{row.amount},"{row.description}",source\n'
