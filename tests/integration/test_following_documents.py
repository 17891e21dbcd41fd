"""Two real files: the second goes on from the first, and each covers the days of its own rows."""

from datetime import date

import pytest
from sqlalchemy import Engine, select

from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewAccount, NewEntry
from db.models import Import, Statement
from db.session import read_only, unit_of_work
from db.words import AccountKind
from jobs.imports.inline import import_all
from jobs.options import DocumentSource, ImportOptions
from tests.support.living import untrue
from tests.support.pdfs import typed

PAGE = """
    Northgate Bank
    Account number 12345678
    {}

    Date         Description           Money out   Money in    Balance
    Opening balance                                           {}
    03/{month}/2025   Acme Ltd                          2,000.00   {}
    17/{month}/2025   J Smith                  950.00               {}
    Closing balance                                           {}
"""
FEBRUARY = typed(
    PAGE.format(
        "Statement period 1 February 2025 to 28 February 2025",
        *("  100.00", "2,100.00", "1,150.00", "1,150.00"),
        month="02",
    )
)
MARCH = typed(
    PAGE.format(
        "Statement date 31 March 2025",
        *("1,150.00", "3,150.00", "2,200.00", "2,200.00"),
        month="03",
    )
)


@pytest.mark.parametrize("names", [("2.pdf", "3.pdf"), ("3.pdf", "2.pdf")])
def test_it_is_matched_whichever_came_first(engine: Engine, names: tuple[str, str]) -> None:
    rows = [
        (month, day, amount) for month in (2, 3) for day, amount in ((3, 200_000), (17, -95_000))
    ]
    entries = [NewEntry(date(2025, month, day), amount, "Pay") for month, day, amount in rows]
    new = NewAccount("Everyday", AccountKind.CHECKING, "GBP", "Northgate Bank", "5678", 10_000)
    with unit_of_work(engine) as session:
        add_transactions(session, add_account(session, new), entries)
    files = {"2.pdf": FEBRUARY, "3.pdf": MARCH}
    read = [DocumentSource(name, data=files[name]) for name in names]
    assert len(list(import_all(engine, read, ImportOptions()))) == 2
    with read_only(engine) as session:
        found = session.execute(
            select(Import.status, Statement.period_start, Statement.period_end)
            .join(Statement, Statement.import_id == Import.id)
            .order_by(Import.source_name)
        )
        assert [tuple(row) for row in found] == [
            ("matched", date(2025, 2, 1), date(2025, 2, 28)),
            ("matched", date(2025, 3, 3), date(2025, 3, 17)),
        ]
    assert untrue(engine) is None
