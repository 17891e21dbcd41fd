"""A fact that a model cites has to stand on its line, and is shown only while nothing proves it."""

import json
from dataclasses import replace

import pytest

from pipeline.account.lookups import page_texts
from pipeline.claims import FactName
from pipeline.drafts import StatementDraft, adds_up
from pipeline.extraction.extract import extract, read_whole
from pipeline.reading import read_statements
from pipeline.reading.lexing.lexed import LexedPages
from pipeline.reading.pointing.numbered import citations, filled, value_of
from pipeline.reading.pointing.offering import without_rows
from pipeline.reading.pointing.places import CopiedFact
from pipeline.words import DocumentPages
from tests.support.typewritten import document, only, printed, read
from tools.loop.loop import ToolLoop
from tools.loop.messages import Role
from tools.providers.replay import ScriptedProvider, says

PRINTED = printed("pointing_citations")

PAGE = PRINTED["page"]


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


PROVEN = PRINTED["proven"]


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


#: Two dates with a figure each, as two entries side by side have.
NUMBERED = PRINTED["numbered"]


def test_what_is_cited_below_two_entries_side_by_side_is_its_own_line() -> None:
    pages = LexedPages(document(NUMBERED).pages)
    fact = CopiedFact(FactName.CLOSING_BALANCE, 5, "970.00")
    (cited,) = citations(without_rows(pages), [fact], pages)
    assert (cited.value, cited.text) == ("970.00", "Seen again at the end 970.00")


def test_a_model_is_given_the_numbers_by_which_it_is_understood() -> None:
    pages = document(NUMBERED)
    provider = ScriptedProvider([says(json.dumps({"rows": [], "facts": []}))] * 2)
    read_whole(pages, ToolLoop(provider))
    asked = next(m.content for m in provider.requests[0].messages if m.role is Role.USER)
    assert "5: Seen again at the end 970.00" in asked
    (shown,) = page_texts("1", without_rows(LexedPages(pages.pages)), pages)
    assert shown.lines[4] == "5: Seen again at the end 970.00"


def test_rows_of_several_entries_each_are_asked_about() -> None:
    pages = document("05/03/2026 City gym 5.00 06/03/2026 Rent 10.00 07/03/2026 Bar 2.00")
    (draft,) = read_statements(pages).statements
    provider = ScriptedProvider([says(json.dumps({"rows": [], "facts": []}))] * 2)
    extract(draft, pages, ToolLoop(provider))
    asked = next(m.content for m in provider.requests[0].messages if m.role is Role.USER)
    assert "2: 06/03/2026 Rent 10.00" in asked
