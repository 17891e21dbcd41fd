"""What the page of a statement shows, over real HTTP, and within which limits."""

import re
from collections.abc import Iterator
from html import unescape

import httpx2
import pytest
from sqlalchemy import Engine, event, update

from app.access.rights import Right
from app.samples import KEPT
from app.web.desk import Desk
from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.models import Reconciliation, Statement
from db.session import unit_of_work
from db.words import ReadingStatus
from pipeline.drafts import Line
from pipeline.record.settling import settle
from tests.support.books import JUNE, LINES, account, dump, files_imported, imported, in_review
from tests.support.statements import day, draft, many
from tests.support.visiting import opened, visiting
from tests.support.waiting import PATIENCE_S

_COMMAND = re.compile(r"tieout (accept|account|reject|reprocess|resolve|review|state|undo|unlock)")


def brought_in(engine: Engine, lines: tuple[Line, ...], booked: int) -> None:
    """A statement with these lines, of which the ledger has only so many."""
    account(engine, lines[:booked])
    imported(engine, draft(lines))


def test_a_difference_stands_beside_its_entry_and_every_way_to_settle_it(
    visitor: httpx2.Client,
) -> None:
    page = visitor.get("/imports/1").text
    for text in ("not in the ledger 1", "1 difference", "Rent", "-800.00", "06-28"):
        assert text in page
    acts = re.findall(r'name="act" value="(\w+)"', page)
    assert [act for act in acts if act != "correct"] == ["add", "pair", "amend", "move", "leave"]
    assert _COMMAND.search(page) is None


def test_what_the_page_adds_up_to_stands_at_its_foot(visitor: httpx2.Client) -> None:
    bar = visitor.get("/imports/1").text.split('class="bar"')[1]
    words = re.sub(r"<[^>]+>|\s+", " ", bar)
    for text in ("1,000.00", "1,696.50", "2,696.50", "3,496.50", "-800.00", "after these 1: 0.00"):
        assert text in words


def test_a_chip_lists_one_kind_alone(visitor: httpx2.Client, engine: Engine) -> None:
    with unit_of_work(engine) as session:
        add_transactions(session, 1, [NewEntry(day(12), -900, "Lunch")])
        settle(session)
    assert "Lunch" in visitor.get("/imports/1").text
    only = visitor.get("/imports/1?kind=missing_in_ledger").text.split('class="rows"')[1]
    assert "Rent" in only
    assert "Lunch" not in only.split("</ol>")[0]


def test_an_entry_that_only_the_ledger_has_offers_what_can_be_done_about_it(
    visitor: httpx2.Client, engine: Engine
) -> None:
    with unit_of_work(engine) as session:
        add_transactions(session, 1, [NewEntry(day(12), -900, "Lunch")])
        settle(session)
    page = visitor.get("/imports/1/panes?difference=2").text
    assert "ledger entry 3" in page
    acts = re.findall(r'name="act" value="(\w+)"', page)
    assert acts == ["outstanding", "move", "remove", "pair", "split", "leave"]


def test_why_it_is_proven_is_said_with_figures_in_plain_words(visitor: httpx2.Client) -> None:
    page = visitor.get("/imports/1").text
    assert "opening 1,000.00 + 3 lines = closing 2,696.50; every figure seen" in page
    assert "line 3 has no entry" in page
    assert "opening balance and lines make the closing balance" in page
    assert "every_line_in_ledger" not in page


def test_lines_come_a_hundred_at_a_time(engine: Engine) -> None:
    brought_in(engine, many(230), 230)
    with visiting(Desk(engine)) as client:
        page = client.get("/imports/1")
        assert "Shop 7" not in page.text.split('id="paper"')[0]
        part = client.get("/imports/1/lines?part=1&from=101").text
        assert part.count("<tr class") == 100
        assert "101 to 200 of 230" in part
        assert "<html" not in part
        assert "<html" in client.get("/imports/1/lines").text


def test_a_paired_line_leads_to_its_entry(visitor: httpx2.Client) -> None:
    page = visitor.get("/imports/1/panes?line=2").text
    assert "ledger entry 2" in page
    assert 'name="act"' not in page


@pytest.fixture
def printed(engine: Engine) -> Iterator[httpx2.Client]:
    """Somebody who looks at a document that is there, of an account that is not in the ledger."""
    file = KEPT / "statements" / "harrow-vale-current-account-2025-03.pdf"
    files_imported(engine, file)
    with visiting(Desk(engine)) as client:
        yield client


def test_the_whole_row_is_boxed_and_its_words_can_be_selected(printed: httpx2.Client) -> None:
    page = printed.get("/imports/1/panes?line=30").text
    found = re.findall(r'class="(looked-at|open)" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', page)
    # Line 30 prints its day and its balance, others neither: their boxes are as wide.
    assert len({(x, width) for _, x, width in found}) == 1
    assert float(found[0][2]) > 500
    assert [kind for kind, _, _ in found].count("looked-at") == 1
    assert re.search(r"<text [^>]+>GREENGATE</text>", page)
    assert "14 Mar 25 VIS GREENGATE GROCERS LEEDS 54.30 262.40" in page


def test_the_page_is_larger_without_script_too(printed: httpx2.Client) -> None:
    zoomed = printed.get("/imports/1?page=2&zoom=200").text
    assert 'class="sheet zoom-200"' in zoomed
    assert "/imports/1/pages/2.png" in zoomed
    assert "zoom=300" in zoomed
    as_it_is = printed.get("/imports/1?zoom=9&from=x&kind=none").text
    assert 'class="sheet zoom-100"' in as_it_is


def test_the_row_of_a_line_is_cut_out_of_its_page(printed: httpx2.Client) -> None:
    strip = printed.get("/imports/1/lines/1/30.png")
    whole = printed.get("/imports/1/pages/2.png")
    assert size_of(strip) < size_of(whole)
    assert size_of(strip)[0] > 8 * size_of(strip)[1]


def size_of(picture: httpx2.Response) -> tuple[int, int]:
    """Width and height of a PNG."""
    assert picture.content[:4] == b"\x89PNG"
    return int.from_bytes(picture.content[16:20]), int.from_bytes(picture.content[20:24])


def test_whoever_may_only_look_is_shown_no_button(engine: Engine) -> None:
    with opened(Desk(in_review(engine)), Right.LOOK) as address:
        page = httpx2.get(f"{address}/imports/1", timeout=PATIENCE_S).text
    page = page.split("<main")[1].split("</main>")[0]
    assert "Rent" in page
    assert "<button" not in page
    assert 'type="checkbox"' not in page


def test_several_statements_of_a_document_are_chosen_from(engine: Engine) -> None:
    account(engine, LINES[:2])
    other = draft(LINES[:1], mask="7777")
    imported(engine, JUNE, other)
    with visiting(Desk(engine)) as client:
        first, second = client.get("/imports/1?statement=1"), client.get("/imports/1?statement=2")
    assert "Rent" in first.text.split('class="rows"')[1].split("</ol>")[0]
    assert "new account" in second.text
    assert "Rent" not in second.text.split('class="rows"')[1].split("</ol>")[0]


def test_the_verdict_of_an_earlier_version_is_called_that(
    visitor: httpx2.Client, engine: Engine
) -> None:
    with unit_of_work(engine) as session:
        session.execute(update(Statement).values(kernel_version=None))
    assert "An earlier version of tieout gave this verdict" in visitor.get("/imports/1").text


def test_a_model_that_was_asked_is_named_with_its_cost_and_what_it_did(
    visitor: httpx2.Client, engine: Engine
) -> None:
    assert "A model was asked" not in visitor.get("/imports/1").text
    with unit_of_work(engine) as session:
        steps = [{"kind": "request"}, {"kind": "tool", "tool": "get_lines"}]
        asked = {"model": "qwen3", "turns": 2, "cost_usd": "0.0004", "trace": steps}
        session.execute(update(Reconciliation).values(asked))
    page = visitor.get("/imports/1").text
    for text in ("A model was asked", "$0.0004", "an opinion, no proof", "tool get_lines"):
        assert text in page


def test_a_thousand_differences_open_in_few_questions_and_few_bytes(engine: Engine) -> None:
    brought_in(engine, many(1100), 100)
    asked: list[str] = []
    event.listen(engine, "before_cursor_execute", lambda *said: asked.append(said[2]))
    with visiting(Desk(engine)) as client:
        asked.clear()  # to sign in asks, too
        page = client.get("/imports/1")
    assert len(page.content) <= 200_000
    assert sum(each != "BEGIN" and "PRAGMA" not in each for each in asked) <= 26
    assert "and 900 changes that are not shown here" in page.text
    assert "1 to 100 of 1000" in page.text


def test_looking_changes_nothing(visitor: httpx2.Client, engine: Engine) -> None:
    before = dump(engine)
    for path in ("", "/panes?difference=1", "/lines", "?ticked=1&only=1"):
        assert visitor.get(f"/imports/1{path}").status_code == 200
    assert dump(engine) == before


def test_what_was_not_ticked_stays_so_on_another_page_of_differences(engine: Engine) -> None:
    brought_in(engine, many(150), 0)
    with visiting(Desk(engine)) as visitor:
        first = visitor.get("/imports/1?ticked=1&beyond=2-120").text
        assert "Accept 119" in first
        (next_,) = re.findall(r'href="(/imports/1\?from=101[^"]*)"', first)
        second = visitor.get(unescape(next_)).text
        assert "Accept 119" in second
        assert [n for n in (101, 120, 121, 150) if is_ticked(second, n)] == [101, 120]
        rest = re.search(r'name="beyond" id="beyond" value="([^"]*)"[^>]* checked', second)
        assert rest
        assert rest[1] == "2-100"
        none = visitor.get("/imports/1?ticked=1&beyond=").text
        assert "Accept 0" in none
        assert " checked" not in none.split('class="rows"')[1].split("</ol>")[0]


def is_ticked(page: str, number: int) -> bool:
    found = re.search(rf'name="only" value="{number}"[^>]*>', page)
    return found is not None and " checked" in found[0]


def test_without_script_too_a_difference_that_would_be_left_is_no_good_news(
    visitor: httpx2.Client, engine: Engine
) -> None:
    assert 'class="badge after" id="after"' in visitor.get("/imports/1").text
    with unit_of_work(engine) as session:
        add_transactions(session, 1, [NewEntry(day(12), -900, "Lunch")])
        settle(session)
    assert 'class="badge after doubt" id="after"' in visitor.get("/imports/1").text


def changed(engine: Engine, **facts: object) -> None:
    with unit_of_work(engine) as session:
        session.execute(update(Statement).values(**facts))


def test_of_a_page_that_is_not_certain_nothing_is_ticked(
    visitor: httpx2.Client, engine: Engine
) -> None:
    assert "Accept 1" in visitor.get("/imports/1").text
    changed(engine, status=ReadingStatus.UNPROVEN)
    page = visitor.get("/imports/1").text
    assert "nothing is ticked" in page
    assert "Accept 0" in page
    assert 'name="only" value="1"' in page
    assert " checked>" not in page.split('class="rows"')[1].split("</ol>")[0]


def test_a_page_that_does_not_add_up_is_never_written_as_an_equation(
    visitor: httpx2.Client, engine: Engine
) -> None:
    assert "it adds up" in visitor.get("/imports/1").text
    changed(engine, closing_minor=1)
    page = visitor.get("/imports/1").text
    assert "it does not add up" in page
    assert "≠" in page
    assert "it adds up" not in page


def test_the_currency_stands_beside_the_figures(visitor: httpx2.Client) -> None:
    assert "2026-06</bdi> · EUR · 3 lines" in visitor.get("/imports/1").text


def test_why_it_is_not_proven_stands_above_the_list_and_not_under_it(engine: Engine) -> None:
    imported(engine)
    with visiting(Desk(engine)) as visitor:
        page = visitor.get("/imports/1").text
        why = page.index("The account is not known")
        assert why < page.index('class="rows"')
        assert "Why the page was read with certainty" in page
        assert "could not be read for certain" not in visitor.get("/").text
