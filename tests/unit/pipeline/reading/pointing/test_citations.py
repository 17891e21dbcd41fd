"""A fact that a model cites has to stand on its line, and is shown only while nothing proves it."""

from dataclasses import replace

import pytest

from pipeline.claims import FactName
from pipeline.drafts import StatementDraft, adds_up
from pipeline.reading.lexing.lexed import LexedPages
from pipeline.reading.pointing.numbered import citations, filled, value_of
from pipeline.reading.pointing.offering import without_rows
from pipeline.reading.pointing.places import CopiedFact
from pipeline.words import DocumentPages
from tests.support.typewritten import document, only, read

PAGE = """
Northgate Bank                 Girocard 55 66 7788
Seen from 01.06.2026 as far as 30.06.2026, in EUR
You began with    -1,200.50    and ended with   20.00 DR
For the month of June 2026
Amateur Installment
"""


def pages() -> LexedPages:
    return LexedPages(document(PAGE).pages)


def unread() -> StatementDraft:
    bare = without_rows(pages())
    return replace(bare, institution=None, account_mask=None, currency=None, period_start=None)


@pytest.mark.parametrize(
    ("name", "line", "text", "value"),
    [
        (FactName.OPENING_BALANCE, 3, "-1,200.50", "-1200.50"),
        (FactName.CLOSING_BALANCE, 3, "20.00 DR", "-20.00"),
        (FactName.PERIOD_START, 2, "01.06.2026", "2026-06-01"),
        (FactName.PERIOD_START, 4, "June 2026", "2026-06-01"),
        (FactName.PERIOD_END, 4, "June 2026", "2026-06-30"),
        (FactName.CURRENCY, 2, "EUR", "EUR"),
        (FactName.ACCOUNT_NUMBER, 1, "55 66 7788", "7788"),
        (FactName.INSTITUTION, 1, "Northgate Bank", "Northgate Bank"),
        (FactName.KIND, 1, "Girocard", "Girocard"),
        (FactName.ACCOUNT_NUMBER, 1, "…88", "7788"),
        (FactName.INSTITUTION, 1, "NORTHGATE\u202e--bank", "Northgate Bank"),
        (FactName.OPENING_BALANCE, 3, "1,300.50", None),
        (FactName.OPENING_BALANCE, 2, "-1,200.50", None),
        (FactName.PERIOD_START, 2, "02.06.2026", None),
        (FactName.CURRENCY, 2, "USD", None),
        (FactName.CURRENCY, 1, "Bank", None),
        (FactName.ACCOUNT_NUMBER, 1, "99 88 7766", None),
        (FactName.INSTITUTION, 1, "Other Bank", None),
        (FactName.INSTITUTION, 1, "gate Bank", None),
        (FactName.INSTITUTION, 1, "Ⓜⓐⓣⓒⓗⓔⓓ ✓", None),
        (FactName.INSTITUTION, 1, "." * 100_000 + "Northgate Bank", None),
        (FactName.CURRENCY, 2, "SEE", None),
        (FactName.CURRENCY, 5, "EUR", None),
        (FactName.CURRENCY, 5, "ALL", None),
        (FactName.ACCOUNT_NUMBER, 2, "6202", None),
        (FactName.PERIOD_START, 2, "1.06.2026", None),
        (FactName.PERIOD_START, 2, "01.06.20", None),
        (FactName.INSTITUTION, 77, "Northgate Bank", None),
        (FactName.INSTITUTION, 0, "Northgate Bank", None),
    ],
)
def test_a_fact_is_what_stands_on_its_line(
    name: FactName, line: int, text: str, value: str | None
) -> None:
    assert value_of(CopiedFact(name, line, text), unread(), pages()) == value


def test_an_unproven_statement_takes_what_is_cited_where_it_says_nothing() -> None:
    facts = [
        CopiedFact(FactName.INSTITUTION, 1, "Northgate Bank"),
        CopiedFact(FactName.PERIOD_START, 2, "01.06.2026"),
    ]
    cited = citations(unread(), facts, pages())
    assert [(each.name, each.value, each.page) for each in cited] == [
        (FactName.PERIOD_START, "2026-06-01", 1),
        (FactName.INSTITUTION, "Northgate Bank", 1),
    ]
    done = filled(unread(), cited)
    assert (done.institution, str(done.period_start)) == ("Northgate Bank", "2026-06-01")
    kept = filled(replace(unread(), institution="Southgate"), cited)
    assert kept.institution == "Southgate"


PROVEN = """
Northgate Bank      Current account      Account number 44001234
Statement period 01/06/2026 to 30/06/2026      Currency EUR
Date         Description       Money out   Money in     Balance
             Opening balance                            1,000.00
03/06/2026   Coffee                 3.50                  996.50
             Closing balance                              996.50
"""


def test_what_is_proven_is_never_cited() -> None:
    draft = only(read(PROVEN))
    assert adds_up(draft)
    lexed = LexedPages(document(PROVEN).pages)
    facts = [
        CopiedFact(FactName.OPENING_BALANCE, 4, "1,000.00"),
        CopiedFact(FactName.PERIOD_END, 2, "30/06/2026"),
        CopiedFact(FactName.CURRENCY, 2, "EUR"),
        CopiedFact(FactName.ACCOUNT_NUMBER, 1, "44001234"),
        CopiedFact(FactName.KIND, 1, "Current account"),
    ]
    assert citations(draft, facts, lexed) == ()
    assert filled(draft, ()) is draft


def test_of_several_closing_balances_the_last_counts_and_of_openings_the_first() -> None:
    facts = [
        CopiedFact(name, 3, text)
        for name in (FactName.OPENING_BALANCE, FactName.CLOSING_BALANCE)
        for text in ("-1,200.50", "20.00")
    ]
    cited = citations(unread(), facts, pages())
    assert [each.value for each in cited] == ["-1200.50", "-20.00"]


def test_a_page_without_a_row_has_no_facts() -> None:
    none = DocumentPages((), engine="pdfium", encrypted=False)
    assert citations(unread(), [], LexedPages(none.pages)) == ()
