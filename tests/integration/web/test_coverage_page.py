"""The pages of coverage over real HTTP: the grid, one month, releasing a lock, discrepancies."""

import re
from datetime import date

import httpx2
import pytest
from sqlalchemy import Engine, delete, select

from app.access.rights import Right
from app.acts import accounts
from app.cli.screens.ledger import coverage_screen
from app.queries.coverage import all_months, last_year
from app.queries.history import listed, open_discrepancies
from app.web.desk import Desk
from app.web.pages import coverage
from db.accounts.facts import AccountEdit
from db.ledger.amending import snapshot
from db.ledger.locks import note
from db.models import Lock, Statement
from db.session import unit_of_work
from pipeline.review.deciding import accept
from tests.support.books import account, do_in, dump, in_review
from tests.support.ledgers import add
from tests.support.shown import asked_of
from tests.support.visiting import opened, visiting
from tests.support.waiting import PATIENCE_S

REASON = "the bank corrected it"


@pytest.fixture
def ledger(engine: Engine) -> Engine:
    """June of `Everyday` ties out and is locked; May has no statement."""
    in_review(engine)
    do_in(engine, accept, 1, "alex")
    return engine


def cells(page: httpx2.Response) -> dict[str, tuple[str, str | None]]:
    """What the grid says of each month of its first account, and where a click leads."""
    row = page.text.split("<tbody")[1].split("</tr>")[0]
    found = {}
    for cell in row.split("<td")[1:]:
        link = re.search(r'href="([^"]+)"', cell)
        (words,) = re.findall(r'class="unseen">([^<]+)<', cell)
        (month,) = re.findall(r'data-month="(\w+)"', cell)
        said = words.removeprefix(f"{words[:7]} ") if link else words
        found[month] = (said, link[1].replace("&amp;", "&") if link else None)
    return found


def test_every_month_says_in_words_how_it_stands_and_leads_on(visitor: httpx2.Client) -> None:
    months = cells(visitor.get("/coverage?year=2026"))
    assert len(months) == 12
    assert months["Apr"] == ("not expected", None)
    assert months["May"] == ("missing", "/upload?account=1&month=2026-05")
    assert months["Jun"] == ("covered, with a lock", "/coverage/1/2026-06")


def test_no_month_is_expected_after_an_account_was_closed(
    visitor: httpx2.Client, ledger: Engine
) -> None:
    accounts.edit(ledger, "1", AccountEdit(closed_on=date(2026, 7, 1)), dry_run=False)
    months = cells(visitor.get("/coverage?year=2026"))
    assert months["Jul"] == ("missing", "/upload?account=1&month=2026-07")
    assert months["Aug"] == ("not expected", None)
    assert 'href="/accounts/1/edit"' in visitor.get("/coverage/1/2026-07").text
    assert 'href="/accounts/1/edit"' not in visitor.get("/coverage/1/2026-08").text


def test_a_month_of_which_some_days_are_covered_is_told_from_one_without_any(
    visitor: httpx2.Client, ledger: Engine
) -> None:
    with unit_of_work(ledger) as session:
        statement = session.scalars(select(Statement)).one()
        statement.period_start = date(2026, 5, 20)
    page = visitor.get("/coverage?year=2026")
    said, address = cells(page)["May"]
    assert said.startswith("partly covered")
    assert address == "/coverage/1/2026-05"
    assert "2026-05-01..2026-05-19" in visitor.get(address).text
    may, _june = all_months(ledger, date(2026, 6, 30), date(2026, 5, 1))
    assert (may.state, str(may.lacking[0].last)) == ("partly_covered", "2026-05-19")
    (shown,) = coverage_screen([may])
    assert str(next(iter(shown.columns[2].cells))) == "partly covered, not 2026-05-01..2026-05-19"
    assert "◐" in page.text.split("<tbody")[1].split("</tr>")[0]


def test_a_month_that_differs_leads_to_its_statement(engine: Engine) -> None:
    in_review(engine)
    with visiting(Desk(engine)) as visitor:
        assert cells(visitor.get("/coverage?year=2026"))["Jun"] == ("differs", "/imports/1")


def test_a_month_after_today_is_expected_of_nobody(visitor: httpx2.Client) -> None:
    months = cells(visitor.get("/coverage?year=2990"))
    assert {words for words, _ in months.values()} == {"not expected"}


def test_the_grid_goes_on_with_the_next_accounts(engine: Engine) -> None:
    for number in range(42):
        account(engine, name=f"Account {number:02}", mask=f"{number:04}")
    with visiting(Desk(engine)) as visitor:
        first = visitor.get("/coverage?year=2026").text
        (onward,) = re.findall(r'rel="next" href="([^"]+)"', first)
        second = visitor.get(onward.replace("&amp;", "&")).text
        (back,) = re.findall(r'rel="prev" href="([^"]+)"', second)
        (year_before,) = re.findall(r'href="([^"]+)">‹ 2025', second)
        again = visitor.get(back.replace("&amp;", "&")).text
        earlier = visitor.get(year_before.replace("&amp;", "&")).text
    assert re.findall(r"Account \d\d", first)[-1] == "Account 39"
    assert re.findall(r"Account \d\d", second) == ["Account 40", "Account 41"]
    assert re.findall(r"Account \d\d", again) == re.findall(r"Account \d\d", first)
    assert re.findall(r"Account \d\d", earlier) == ["Account 40", "Account 41"]


def test_it_opens_on_the_last_year_that_has_a_statement(ledger: Engine) -> None:
    assert last_year(ledger, date(2031, 2, 1)) == 2026
    assert last_year(ledger, date(2020, 2, 1)) == 2020


def test_a_year_of_many_accounts_costs_few_queries(engine: Engine) -> None:
    for number in range(42):
        account(engine, name=f"Account {number:02}", mask=f"{number:04}")
    with visiting(Desk(engine)) as visitor, asked_of(engine) as asked:
        page = visitor.get("/coverage?year=2026")
    assert 0 < len(asked) <= 15
    assert len(page.content) < 200_000


def seen_of(page: str) -> dict[str, str]:
    """What goes back with the yes, of the lock that the page shows."""
    (seen,) = re.findall(r'name="seen" value="([0-9a-f]+)"', page)
    return {"seen": seen}


def test_a_lock_is_released_only_after_a_person_saw_what_it_means(
    visitor: httpx2.Client, ledger: Engine
) -> None:
    month = visitor.get("/coverage/1/2026-06").text
    assert 'action="/coverage/locks/1/unlock"' in month
    assert "june.pdf" in month
    before = dump(ledger)
    asked = visitor.post("/coverage/locks/1/unlock", data={"reason": REASON})
    assert "Unlock this period?" in asked.text
    assert REASON in asked.text
    assert dump(ledger) == before
    sure = {"reason": REASON, "sure": "yes"}
    other = visitor.post("/coverage/locks/1/unlock", data=sure | {"seen": "another"})
    assert (other.status_code, "lock_moved" in other.text) == (409, True)
    done = visitor.post("/coverage/locks/1/unlock", data=sure | seen_of(asked.text))
    assert done.headers["location"] == "/coverage/1/2026-06?said=unlocked"
    assert "The period is unlocked" in visitor.get(done.headers["location"]).text
    assert listed(ledger, None, released_too=False) == []
    assert REASON in visitor.get("/coverage/1").text


def test_a_lock_is_not_released_without_a_reason_or_twice(
    visitor: httpx2.Client, ledger: Engine
) -> None:
    assert visitor.post("/coverage/locks/1/unlock", data={"sure": "yes"}).status_code == 400
    assert len(listed(ledger, None, released_too=False)) == 1
    asked = visitor.post("/coverage/locks/1/unlock", data={"reason": REASON})
    sure = {"reason": REASON, "sure": "yes"} | seen_of(asked.text)
    visitor.post("/coverage/locks/1/unlock", data=sure)
    again = visitor.post("/coverage/locks/1/unlock", data=sure)
    assert "no_such_lock" in again.text


def test_what_a_lock_refused_is_listed_and_dismissed_for_a_reason(
    visitor: httpx2.Client, ledger: Engine
) -> None:
    with unit_of_work(ledger) as session:
        before = snapshot(session, 1)
        assert before is not None
        note(session, 1, 1, "sam", "csv", before, {**before, "description": "<b>Tea</b>"})
    assert "1 discrepancy in a locked period" in visitor.get("/coverage").text
    shown = visitor.get("/coverage/discrepancies").text
    assert "&lt;b&gt;Tea&lt;/b&gt;" in shown
    assert "by sam" in shown
    path = "/coverage/discrepancies/1/dismiss"
    assert visitor.post(path, data={"reason": " "}).status_code == 400
    done = visitor.post(path, data={"reason": REASON}, follow_redirects=True)
    assert "Dismissed" in done.text
    assert open_discrepancies(ledger) == []


def test_an_account_without_locks_says_so(visitor: httpx2.Client, ledger: Engine) -> None:
    number = add(ledger, "Savings")
    assert "No period of this account is locked" in visitor.get(f"/coverage/{number}").text
    assert visitor.get("/coverage/99").status_code == 404


@pytest.mark.parametrize("path", ["/", "/work", "/upload", "/history", "/imports/1"])
def test_who_may_only_look_is_offered_no_form_that_would_be_refused(
    ledger: Engine, path: str
) -> None:
    with opened(Desk(ledger), Right.LOOK) as address:
        page = httpx2.get(address + path, timeout=PATIENCE_S).text
    sent = set(re.findall(r'<form[^>]* method="post" action="([^"]*)"', page))
    assert sent == {"/sign-out", "/language"}
    assert not re.search(r'href="/(upload|accept-all|history/\d+/undo)', page)
    assert 'id="drop"' not in page


def test_a_gap_is_filled_with_its_account_chosen(visitor: httpx2.Client) -> None:
    page = visitor.get("/upload?account=1&month=2026-07").text
    assert re.search(r'<option value="1" selected>', page)
    assert "selected" not in visitor.get("/upload").text.split('id="priority"')[0]


def test_who_may_only_look_is_offered_nothing_to_decide(ledger: Engine) -> None:
    for right, offered in ((Right.LOOK, False), (Right.DECIDE, True)):
        with opened(Desk(ledger), right) as address:
            month = httpx2.get(f"{address}/coverage/1/2026-06", timeout=PATIENCE_S).text
            one = httpx2.get(f"{address}/accounts/1", timeout=PATIENCE_S).text
            refused = httpx2.get(f"{address}/accounts/1/edit", timeout=PATIENCE_S).status_code
        assert ("/unlock" in month, "/accounts/1/edit" in one) == (offered, offered)
        assert (refused == 200) == offered


@pytest.mark.parametrize("month", ["0001-01", "9999-12"])
def test_the_first_and_the_last_month_of_all_are_not_there(
    visitor: httpx2.Client, month: str
) -> None:
    assert visitor.get(f"/coverage/1/{month}").status_code == 404
    assert visitor.get(f"/statements?q={month}").status_code == 200


def test_locks_come_a_page_at_a_time_the_newest_first(
    visitor: httpx2.Client, ledger: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coverage, "_LOCKS", 2)
    with unit_of_work(ledger) as session:
        session.execute(delete(Lock))
        for month in range(1, 6):
            period = {"period_start": date(2020, month, 1), "period_end": date(2020, month, 28)}
            session.add(Lock(account_id=1, **period))
    address, found = "/coverage/1", []
    while address:
        page = visitor.get(address).text
        found += re.findall(r'href="/coverage/1/(\d{4}-\d\d)"', page)
        following = re.search(r'rel="next" href="([^"]+)"', page)
        address = following[1] if following else ""
    assert found == ["2020-05", "2020-04", "2020-03", "2020-02", "2020-01"]
