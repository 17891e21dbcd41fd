"""The pages of accounts over real HTTP: the list, one account, corrections, files of entries."""

import csv
import json
import re
import socket
from collections.abc import Generator
from datetime import date, timedelta
from html import unescape
from io import BytesIO, StringIO

import pytest
from httpx2 import Client, Response
from openpyxl import load_workbook
from sqlalchemy import Engine

from app.acts import accounts
from app.exports.entries import MadeFile
from app.queries import account_pages
from app.web.desk import Desk
from app.web.pages import accounts as exports
from db.accounts.facts import AccountEdit, facts_of
from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.session import unit_of_work
from pipeline.review.deciding import accept
from tests.support.books import LINES, account, do_in, in_review, look_in, unchanged
from tests.support.shown import asked_of, rows
from tests.support.statements import day
from tests.support.visiting import visiting
from tests.support.waiting import until


@pytest.fixture
def ledger(engine: Engine) -> Engine:
    """Import 1 added the rent, and alex accepted it; `Savings` is in the same currency."""
    in_review(engine)
    account(engine, [], name="Savings", mask="9876", opening=0)
    do_in(engine, accept, 1, "alex")
    return engine


def name_of(ledger: Engine, number: int) -> str:
    return look_in(ledger, facts_of, number).name


def form_on(page: Response) -> dict[str, str]:
    """What the last form of the page sends, hidden fields and others."""
    form = page.text.rsplit('<form class="sure" method="post">', 1)[1].split("</form>")[0]
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))


def many(ledger: Engine, count: int) -> list[NewEntry]:
    """So many entries of one cent, two a day."""
    entries = [NewEntry(date(2026, 7, 1) + timedelta(n // 2), 1, f"No {n}") for n in range(count)]
    do_in(ledger, add_transactions, 2, entries)
    return entries


def test_the_list_tells_of_each_account_what_tells_it_apart(visitor: Client) -> None:
    everyday, savings = rows(visitor.get("/accounts"))
    for text in ("Everyday *1234", "Northgate Bank", "EUR", "3", "2026-06-30"):
        assert text in everyday
    assert "none" in savings


class InAutumn(date):
    """The strip is of twelve months: June is among them today, whenever that is."""

    @classmethod
    def today(cls) -> "InAutumn":
        return cls(2026, 10, 31)


def test_the_strip_of_months_is_said_in_words_too(
    visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.pages.accounts.date", InAutumn)
    page = visitor.get("/accounts").text
    assert re.search(r'aria-label="[\d-]+ – [\d-]+: [^"]*covered, with a lock 1"', page)


def test_the_list_is_narrowed_by_a_name_or_digits(visitor: Client) -> None:
    for text in ("savi", "9876"):
        (only,) = rows(visitor.get("/accounts", params={"q": text}))
        assert "Savings" in only
    assert "No account is found" in visitor.get("/accounts?q=nobody").text


def test_an_account_tells_what_the_bank_said_last_and_how_far_the_ledger_is_from_it(
    engine: Engine,
) -> None:
    in_review(engine)
    with visiting(Desk(engine)) as client:
        before = client.get("/accounts/1").text
        do_in(engine, accept, 1, "alex")
        after = client.get("/accounts/1").text
        account(engine, [], name="Savings", mask="9876", opening=0)
        assert "Last statement" not in client.get("/accounts/2").text
    differs = "On that day the ledger has 3,496.50, a difference of -800.00."
    assert f"Last statement, to 2026-06-30: 2,696.50. {differs}" in before
    assert "Last statement, to 2026-06-30: 2,696.50, as in the ledger." in after


def test_an_entry_tells_its_balance_its_line_and_who_accepted_it(visitor: Client) -> None:
    rent, salary, coffee = rows(visitor.get("/accounts/1"))
    assert "-800.00 2,696.50" in rent
    for text in ("june.pdf , line 3", "added from that line", "accepted by alex", "reconciled"):
        assert text in rent
    assert "2,500.00 3,496.50" in salary
    assert "accepted by" not in coffee
    address = "/imports/1?statement=1&amp;line=3#entry"
    assert f'href="{address}"' in visitor.get("/accounts/1").text
    assert "Rent" in visitor.get(address.replace("&amp;", "&")).text


def test_balances_go_on_from_page_to_page_and_back(visitor: Client, ledger: Engine) -> None:
    many(ledger, 250)
    seen = []
    address: str | None = "/accounts/2"
    while address:
        page = visitor.get(address)
        seen += rows(page)
        older = re.search(r'href="([^"]+)#entries">Older', page.text)
        address = older[1].replace("&amp;", "&") if older else None
    assert len(seen) == 250
    for number, row in enumerate(seen):
        assert f"No {249 - number} 0.01 {(250 - number) / 100:.2f} " in row
    newer = re.search(r'href="([^"]+)#entries">‹ Newer', page.text)
    assert newer
    back = rows(visitor.get(newer[1]))
    assert back == seen[100:200]


def test_entries_are_shown_up_to_a_day(visitor: Client) -> None:
    shown = rows(visitor.get("/accounts/1?until=2026-06-10"))
    assert [row[:10] for row in shown] == ["2026-06-10", "2026-06-03"]


def test_entries_that_hold_a_text_keep_their_own_balances(visitor: Client, ledger: Engine) -> None:
    many(ledger, 250)
    found = rows(visitor.get("/accounts/2", params={"q": "no 24"}))
    assert len(found) == 11
    assert "No 249 0.01 2.50" in found[0]
    assert "No 24 0.01 0.25" in found[-1]
    assert "No entry is found" in visitor.get("/accounts/2?q=nothing").text


def test_a_page_of_a_long_account_costs_few_queries(visitor: Client, ledger: Engine) -> None:
    many(ledger, 250)
    for path in ("/accounts", "/accounts/1", "/accounts/2", "/accounts/2?q=no"):
        with asked_of(ledger) as asked:
            assert len(visitor.get(path).content) < 200_000
        assert 0 < len(asked) <= 20


def test_the_chart_has_the_same_as_a_table(visitor: Client, ledger: Engine) -> None:
    do_in(ledger, add_transactions, 1, [NewEntry(day(1, 8), -10_000, "Shoes")])
    page = visitor.get("/accounts/1").text
    assert "<polyline points=" in page
    assert page.count("<circle") == 2  # June, and the one that says what a disc means
    table = page.split("The same as a table")[1]
    assert re.search(
        r"2026-06-30</td><td class=\"number\">2,696.50</td><td class=\"number\">2,696.50</td>"
        r"<td class=\"number\">0.00</td>",
        table,
    )
    assert re.search(r"2026-08-01</td><td class=\"number\">2,596.50", table)


def test_a_statement_that_says_otherwise_has_another_mark(engine: Engine) -> None:
    in_review(engine)
    with visiting(Desk(engine)) as visitor:
        page = visitor.get("/accounts/1").text
    assert "1 statement differs from the ledger." in page
    assert page.count("<polygon") == 2


def test_files_that_nobody_takes_up_hold_few_connections_and_give_them_back(
    visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    over: list[int] = []

    def endless(_engine: Engine, account_id: int, _kind: object) -> MadeFile:
        def parts() -> Generator[bytes, None, None]:
            try:
                while True:
                    yield b"a" * 65_536
            finally:
                over.append(account_id)

        return MadeFile("a.csv", "text/csv", parts())

    monkeypatch.setattr(exports, "entry_file", endless)
    port = visitor.base_url.port or 0
    cookie = f"tieout-{port}={visitor.cookies[f'tieout-{port}']}"
    asked = f"GET /accounts/1/entries.csv HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n"
    readers = [socket.create_connection(("127.0.0.1", port)) for _ in range(exports.AT_ONCE)]
    for each in readers:
        each.sendall(asked.encode())
        assert each.recv(12) == b"HTTP/1.1 200"
    refused = visitor.get("/accounts/1/entries.csv")
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "2")
    for each in readers:
        each.close()
    until(lambda: over == [1] * exports.AT_ONCE)
    monkeypatch.undo()
    until(lambda: visitor.get("/accounts/1/entries.csv").status_code == 200)


def test_a_correction_is_shown_before_it_is_made(visitor: Client, ledger: Engine) -> None:
    form = {"name": "Giro", "institution": "Northgate Bank", "digits": "1234", "kind": "checking",
            "currency": "EUR", "opening_balance": "1000.00", "opened_on": "2026-05-01"}  # fmt: skip
    with unchanged(ledger):
        asked = visitor.post("/accounts/1/edit", data=form)
        assert "Correct this account?" in asked.text
        assert rows(asked) == ["Name Everyday Giro"]
        assert "No statement&#39;s verdict changes" in asked.text
    done = visitor.post("/accounts/1/edit", data=form_on(asked))
    assert (done.status_code, done.headers["location"]) == (303, "/accounts/1?said=edit")
    assert name_of(ledger, 1) == "Giro"


def test_an_account_is_closed_and_opened_again(visitor: Client) -> None:
    form = {"name": "Everyday", "closed_on": "2026-06-30"}
    asked = visitor.post("/accounts/1/edit", data=form)
    assert rows(asked) == ["Closed on - 2026-06-30"]
    visitor.post("/accounts/1/edit", data=form_on(asked))
    for path in ("/accounts/1", "/accounts"):
        assert "closed on 2026-06-30" in visitor.get(path).text
    assert 'name="closed_on" value="2026-06-30"' in visitor.get("/accounts/1/edit").text
    # A form without the field, such as one that was open before an upgrade, leaves it.
    assert "has these values already" in visitor.post("/accounts/1/edit", data={}).text
    asked = visitor.post("/accounts/1/edit", data={**form, "closed_on": ""})
    assert rows(asked) == ["Closed on 2026-06-30 -"]
    visitor.post("/accounts/1/edit", data=form_on(asked))
    assert "closed on" not in visitor.get("/accounts/1").text


def test_what_follows_for_statements_is_shown(engine: Engine) -> None:
    in_review(engine)
    account(engine, [LINES[2]], name="Second", mask=None, opening=0)
    with visiting(Desk(engine)) as visitor:
        asked = visitor.post("/accounts/2/merge", data={"into": "1", "opening_balance": "1000"})
        assert "The verdict on 1 statement changes:" in asked.text
        assert re.search(r"june.pdf.*differences.*matched", asked.text)
        assert "1 entry moves or changes its sign." in asked.text
        done = visitor.post("/accounts/2/merge", data=form_on(asked))
        assert done.headers["location"] == "/accounts/1?said=merge"
        assert visitor.get("/accounts/2").status_code == 404


def test_what_was_shown_is_not_done_to_an_account_that_is_another_now(
    visitor: Client, ledger: Engine
) -> None:
    asked = visitor.post("/accounts/2/flip-signs")
    many(ledger, 2)
    with unchanged(ledger):
        refused = visitor.post("/accounts/2/flip-signs", data=form_on(asked))
        assert (refused.status_code, "account_moved" in refused.text) == (409, True)
        assert visitor.post("/accounts/2/flip-signs", data={"sure": "yes"}).status_code == 400


def test_an_account_is_added_and_the_undo_of_that_removes_it(visitor: Client) -> None:
    card = {"name": "Blue <card>", "currency": "GBP", "kind": "card", "opening_balance": "-120.00"}
    asked = visitor.post("/accounts/new", data=card)
    assert "Add this account?" in asked.text
    sure = {**form_on(asked), **card}
    address = visitor.post("/accounts/new", data=sure).headers["location"].split("?")[0]
    added = visitor.get(address).text
    assert "-120.00 GBP" in added
    assert "Blue &lt;card&gt;" in added
    undo = f"{address}/undo"
    undone = visitor.post(undo, data=form_on(visitor.post(undo)))
    assert undone.headers["location"] == "/accounts?said=gone"
    assert visitor.get(address).status_code == 404


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"name": "Savings"}, "account_exists"),
        ({"name": " "}, "name_blank"),
        ({"name": "x" * 201}, "name_too_long"),
        ({"opening_balance": "1,00.00"}, "not_an_amount"),
        ({"opening_balance": "1.005"}, "too_many_decimals"),
        ({"opening_balance": "9" * 15}, "amount_out_of_range"),
        ({"opening_balance": "5.00"}, "account_locked"),
        ({"currency": "EUX"}, "unknown_currency"),
        ({"closed_on": "2026-06-29"}, "closed_too_early"),
        ({"closed_on": "2026-04-30"}, "closed_before_opened"),
    ],
)
def test_what_cannot_be_is_refused_beside_what_was_typed(
    visitor: Client, ledger: Engine, change: dict[str, str], code: str
) -> None:
    form = {"name": "Everyday", "currency": "EUR", "opening_balance": "1000.00", **change}
    with unchanged(ledger):
        refused = visitor.post("/accounts/1/edit", data=form)
        assert (refused.status_code, f"<code>{code}</code>" in refused.text) == (409, True)
        for value in change.values():
            assert f'value="{value.strip()}"' in refused.text
        assert ('href="/coverage/1"' in refused.text) == (code == "account_locked")


def test_entries_come_as_a_file_that_no_spreadsheet_takes_for_formulas(
    visitor: Client, ledger: Engine
) -> None:
    do_in(ledger, add_transactions, 1, [NewEntry(day(1, 8), -10_000, "=1+1")])
    file = visitor.get("/accounts/1/entries.csv")
    assert file.headers["content-disposition"] == 'attachment; filename="account-1-entries.csv"'
    found = list(csv.DictReader(StringIO(file.content.decode("utf-8-sig"))))
    assert [row["balance"] for row in found] == ["996.50", "3496.50", "2696.50", "2596.50"]
    assert found[2]["statement_file"] == "june.pdf"
    assert found[2]["accepted_by"] == "alex"
    assert found[3]["description"] == "'=1+1"


def test_entries_come_as_json_and_as_a_workbook(visitor: Client) -> None:
    told = json.loads(visitor.get("/accounts/1/entries.json").content)
    assert told["account"]["name"] == "Everyday"
    assert [each["amount"] for each in told["entries"]] == ["-3.50", "2500.00", "-800.00"]
    sheet = load_workbook(BytesIO(visitor.get("/accounts/1/entries.xlsx").content)).active
    assert sheet is not None
    assert [row[3] for row in sheet.values][1:] == [-3.5, 2500, -800]


def test_a_file_of_many_entries_holds_every_one(visitor: Client, ledger: Engine) -> None:
    many(ledger, 2500)
    told = json.loads(visitor.get("/accounts/2/entries.json").content)
    assert [each["description"] for each in told["entries"]] == [f"No {n}" for n in range(2500)]
    assert told["entries"][-1]["balance"] == "25.00"


def test_an_account_can_be_known_by_nothing_but_its_name(visitor: Client, ledger: Engine) -> None:
    from app.acts.accounts import edit

    bare = AccountEdit(digits="", institution="")
    edit(ledger, "Savings", bare, dry_run=False)
    assert "Savings" in visitor.get("/accounts/2").text


def test_the_list_goes_on_from_page_to_page_and_back(
    visitor: Client, ledger: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account_pages, "ACCOUNTS_A_PAGE", 2)
    for name in ("Petty & cash", "Rent", "Travel"):
        account(ledger, [], name=name, mask=None)
    first = visitor.get("/accounts?q=a")
    assert names(first) == ["Everyday", "Petty & cash"]
    assert 'rel="prev"' not in first.text
    second = visitor.get(led(first, "next"))
    assert names(second) == ["Rent", "Savings"]
    assert names(visitor.get(led(second, "prev"))) == ["Everyday", "Petty & cash"]
    assert names(visitor.get(led(visitor.get(led(second, "next")), "prev"))) == ["Rent", "Savings"]


def test_the_next_page_is_found_though_an_account_was_renamed_meanwhile(
    visitor: Client, ledger: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account_pages, "ACCOUNTS_A_PAGE", 1)
    first = visitor.get("/accounts")
    accounts.edit(ledger, "1", AccountEdit(name="Zebra"), dry_run=False)
    assert names(visitor.get(led(first, "next"))) == ["Savings"]


def names(page: Response) -> list[str]:
    """Of the accounts that are listed."""
    found = re.findall(r'class="head"><a[^>]*><bdi>([^<]*)', page.text)
    return [unescape(each) for each in found]


def led(page: Response, way: str) -> str:
    """Where the page leads to."""
    found = re.search(rf'rel="{way}" href="([^"]+)"', page.text)
    assert found
    return unescape(found[1])


def test_an_entry_tells_whether_it_was_kept_before_any_statement(
    visitor: Client, ledger: Engine
) -> None:
    do_in(ledger, add_transactions, 1, [NewEntry(day(1, 8), -10_000, "Shoes")])
    shoes, rent, salary, _ = rows(visitor.get("/accounts/1"))
    assert shoes.endswith("from your ledger · on no statement")
    assert "from your ledger" not in rent
    assert "from your ledger · june.pdf" in salary


@pytest.mark.parametrize("text", ["Bäckerei", "bäckerei", "BÄCKEREI", "Straße 1"])
def test_an_entry_is_found_whatever_is_printed_in_capitals(
    visitor: Client, ledger: Engine, text: str
) -> None:
    with unit_of_work(ledger) as session:
        entry = NewEntry(day(1, 8), -350, "KARTE BÄCKEREI MÜLLER STRASSE 1")
        add_transactions(session, 2, [entry])
    assert len(rows(visitor.get("/accounts/2", params={"q": text}))) == 1


@pytest.mark.parametrize(
    ("path", "form", "code"),
    [
        ("/accounts/1/flip-signs", {}, "account_locked"),
        ("/accounts/1/merge", {"into": "1"}, "same_account"),
        ("/accounts/2/undo", {}, "no_change_to_undo"),
        ("/accounts/99/edit", {"name": "Petty cash"}, "unknown_account"),
        ("/coverage/locks/99/unlock", {"reason": "late"}, "no_such_lock"),
        ("/coverage/discrepancies/99/dismiss", {"reason": "late"}, "no_such_discrepancy"),
    ],
)
def test_a_page_names_a_remedy_that_it_has_and_no_command(
    visitor: Client, path: str, form: dict[str, str], code: str
) -> None:
    refused = visitor.post(path, data=form)
    (said,) = re.findall(r'role="alert">(.*?)</p>', refused.text, re.DOTALL)
    assert f"<code>{code}</code>" in said
    assert "tieout " not in said
    assert "--" not in said


def test_the_form_offers_a_balance_as_it_takes_it_and_takes_one_that_a_page_shows(
    visitor: Client, ledger: Engine
) -> None:
    account(ledger, [], name="Reserve", mask=None, opening=123_456_789)
    page = visitor.get("/accounts/3/edit")
    assert 'name="opening_balance" inputmode="decimal" value="1,234,567.89"' in page.text
    asked = visitor.post("/accounts/3/edit", data={"opening_balance": "2,234,567.89"})
    assert (asked.status_code, "2,234,567.89" in asked.text) == (200, True)
