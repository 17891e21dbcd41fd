"""To do over real HTTP: what waits by what it needs, with its sums, and all at once accepted."""

import re

from httpx2 import Client
from sqlalchemy import Engine, event

from app.acts.correcting import StatedByPerson, state_facts
from app.queries.todo import FEW, MANY, WantedToDo, how_many_wait, to_do
from app.shapes.lists import WaitingGroup
from app.web.desk import Desk
from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.models import Import
from db.session import unit_of_work
from db.words import ImportStatus
from pipeline.record.settling import settle
from tests.support.books import JUNE, LINES, account, do_in, imported, unchanged
from tests.support.shown import first_seen_on
from tests.support.statements import day, draft, line
from tests.support.visiting import visiting


def with_failed(engine: Engine, number: int) -> None:
    """So many imports that failed, one with a locked document."""
    with unit_of_work(engine) as session:
        for n in range(number):
            code = "password_needed" if n == 0 else "no_statement"
            session.add(
                Import(
                    source_name=f"letter-{n:03}.pdf",
                    status=ImportStatus.FAILED,
                    error_code=code,
                    error_message="It could not be brought in.",
                )
            )


def test_differences_stand_with_what_the_ledger_would_move_by(visitor: Client) -> None:
    page = visitor.get("/?need=differences").text
    for text in (
        "Everyday *1234",
        "2026-06",
        "june.pdf",
        "1 difference",
        "800.00 EUR",
        "2026-06-28 -800.00 Rent: not in the ledger",
    ):
        assert text in page
    assert 'href="/imports/1"' in page


def test_three_differences_are_told_and_the_others_counted(visitor: Client, ledger: Engine) -> None:
    with unit_of_work(ledger) as session:
        lunches = [NewEntry(day(number), -900, f"Lunch {number}") for number in (11, 12, 13)]
        add_transactions(session, 1, lunches)
        settle(session)
    page = visitor.get("/?need=differences").text
    assert "4 differences" in page
    assert [number for number in (11, 12, 13) if f"Lunch {number}: only" in page] == [11, 12]
    assert "and 1 more" in page


def test_what_failed_and_what_needs_a_password_are_groups_of_their_own(
    visitor: Client, ledger: Engine
) -> None:
    with_failed(ledger, 3)
    shape = to_do(ledger, WantedToDo())
    counts = {each.group: each.count for each in shape.groups}
    assert counts[WaitingGroup.PASSWORD] == 1
    assert counts[WaitingGroup.FAILED] == 2
    page = visitor.get("/").text
    assert page.index("Differences") < page.index("Password needed") < page.index("letter-001")


def test_what_failed_is_retried_from_its_row_where_workers_would_take_it(ledger: Engine) -> None:
    with_failed(ledger, 2)
    for queue in (True, False):
        with visiting(Desk(ledger, queue=queue)) as visitor:
            assert ("/work/3/retry" in visitor.get("/").text) == queue


def test_a_proven_page_of_no_known_account_asks_whose_it_is_and_accuses_nothing(
    engine: Engine,
) -> None:
    imported(engine)
    with visiting(Desk(engine)) as visitor:
        assert "The page is proven. Say whose account it is." in visitor.get("/").text
        for page in ("/imports/1", "/statements"):
            assert ">whose account?<" in visitor.get(page).text


def test_the_rail_says_how_many_wait(visitor: Client, ledger: Engine) -> None:
    with_failed(ledger, 2)
    assert how_many_wait(ledger) == 3
    assert re.search(r'To do\s*<span class="count">3<', visitor.get("/keys").text)


def test_the_next_one_to_review_is_the_one_below_it_in_to_do(
    visitor: Client, ledger: Engine
) -> None:
    with_failed(ledger, 2)
    listed = re.findall(r'class="file"><a href="/imports/(\d+)"', visitor.get("/").text)
    walked, page = ["1"], visitor.get("/imports/1").text
    assert ">1 of 3<" in page
    while following := re.search(r'rel="next" href="/imports/(\d+)"', page):
        walked.append(following[1])
        page = visitor.get(f"/imports/{following[1]}").text
    assert walked == listed


def test_a_month_without_a_statement_is_missing_until_one_covers_it(ledger: Engine) -> None:
    wanted = WantedToDo(group=WaitingGroup.MISSING)
    missing = to_do(ledger, wanted, today=day(9, 9)).groups[0]
    # The account is open since May, June is there, and September is not over.
    assert [(each.first, each.last) for each in missing.months] == [
        ("2026-05", "2026-05"),
        ("2026-07", "2026-08"),
    ]
    assert missing.count == 3
    assert missing.months[0].account == "Everyday *1234"


def test_a_statement_that_does_not_add_up_is_unproven_and_says_why(engine: Engine) -> None:
    account(engine, LINES)
    imported(engine, draft(LINES, closing=1))
    with visiting(Desk(engine)) as visitor:
        page = visitor.get("/?need=unproven").text
    assert "opening balance and lines make" in page
    assert "moved by these statements" in page


def test_a_long_group_is_shown_in_part_and_then_page_by_page(
    visitor: Client, ledger: Engine
) -> None:
    with_failed(ledger, MANY + 5)
    assert visitor.get("/").text.count("letter-") < 4 * FEW
    seen: list[str] = []
    path = "/?need=failed"
    for _ in range(2):
        page = visitor.get(path).text
        seen += re.findall(r"<bdi>(letter-\d+)", page)
        after = re.search(r'rel="next" href="([^"]+)"', page)
        path = after[1].replace("&amp;", "&") if after else ""
    assert seen == [f"letter-{n:03}" for n in range(1, MANY + 5)]
    assert path == ""


def test_what_is_looked_for_is_found_by_file_and_by_account(
    visitor: Client, ledger: Engine
) -> None:
    with_failed(ledger, 2)
    by_file = visitor.get("/?q=LETTER-001").text
    assert ("letter-001.pdf" in by_file, "june.pdf" in by_file) == (True, False)
    by_account = visitor.get("/?q=everyday").text
    assert ("letter-001.pdf" in by_account, "june.pdf" in by_account) == (False, True)
    assert "Nothing that waits matches the filter." in visitor.get("/?q=100%25").text


def test_a_list_that_moved_on_is_a_conflict_and_an_account_without_work_an_empty_list(
    visitor: Client,
) -> None:
    assert visitor.get("/?need=failed&after=x").status_code == 409
    assert visitor.get("/?account=99").status_code == 200


def test_the_number_of_queries_does_not_grow_with_what_waits(
    visitor: Client, ledger: Engine
) -> None:
    few = queries_of(visitor, ledger)
    with_failed(ledger, 40)
    assert queries_of(visitor, ledger) == few <= 15


def queries_of(visitor: Client, engine: Engine) -> int:
    counted: list[str] = []

    def count(_c: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "WITH")):
            counted.append(statement)

    event.listen(engine, "before_cursor_execute", count)
    assert visitor.get("/").status_code == 200
    event.remove(engine, "before_cursor_execute", count)
    return len(counted)


def test_all_that_restores_both_balances_is_shown_before_it_is_done(
    visitor: Client, ledger: Engine
) -> None:
    with unchanged(ledger):
        page = visitor.get("/accept-all").text
        assert "2026-06-28 -800.00 EUR Rent" in page
        assert "In the ledger would move:" in page
    done = visitor.post("/accept-all", data={"seen": first_seen_on(page), "account": ""})
    assert done.headers["location"].startswith("/?said=accepted&act=")
    assert how_many_wait(ledger) == 0


def test_of_two_statements_of_one_document_each_shows_its_account_and_its_own_sum(
    engine: Engine,
) -> None:
    account(engine, LINES[:2])
    account(engine, LINES[:1], name="Savings", mask="5678")
    both = [JUNE, draft(LINES, mask="5678")]
    imported(engine, *both)
    # Two numbers on one document settle neither account by themselves.
    state_facts(engine, 1, StatedByPerson(account="1"), number=1, dry_run=False)
    state_facts(engine, 1, StatedByPerson(account="2"), number=2, dry_run=False)
    with visiting(Desk(engine)) as visitor:
        page = visitor.get("/accept-all").text
    rows = {name: page.split(name)[1].split("</tr>")[0] for name in ("Everyday", "Savings")}
    assert "800.00 EUR" in rows["Everyday"].split("At stake")[1]
    assert "3300.00 EUR" in rows["Savings"].split("At stake")[1].replace(",", "")
    assert "4100.00 EUR" in page.split("</b>")[0].replace(",", "")


def test_every_group_has_one_main_action(visitor: Client, ledger: Engine) -> None:
    with_failed(ledger, 1)
    assert "Unlock the oldest" in visitor.get("/").text


def test_the_number_in_the_rail_and_the_causes_are_told_apart(
    visitor: Client, ledger: Engine
) -> None:
    assert "follows from another" not in visitor.get("/").text
    lines = (line(1, 2, -100, month=7),)
    do_in(ledger, add_transactions, 1, [NewEntry(day(2, 7), -100, "Coffee")])
    july = draft(lines, opening=JUNE.closing_balance, start=day(1, 7), end=day(31, 7))
    imported(ledger, july, name="july.pdf")
    page = visitor.get("/").text
    assert re.search(r'To do\s*<span class="count">1<', page)
    assert "2 imports wait; 1 of them follows from another and needs no decision" in page
    assert "follows from another" not in visitor.get("/?q=june").text


def test_a_list_that_is_another_by_now_is_not_accepted(visitor: Client, ledger: Engine) -> None:
    seen = first_seen_on(visitor.get("/accept-all").text)
    lines = (line(1, 2, -100, month=7),)
    july = draft(lines, opening=JUNE.closing_balance, start=day(1, 7), end=day(31, 7))
    imported(ledger, july, name="july.pdf")
    with unchanged(ledger):
        refused = visitor.post("/accept-all", data={"seen": seen, "account": ""})
        assert (refused.status_code, "list_outdated" in refused.text) == (409, True)
