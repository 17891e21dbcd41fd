"""History over real HTTP: the log in plain words, and undo from a row after a look at it."""

import re
from datetime import date
from threading import Thread

import pytest
from httpx2 import Client, Response
from sqlalchemy import Engine, select, update

from app.acts import accounts
from app.acts.imports import accept, undo, unlock
from app.errors import NotTheLastChange
from app.web.desk import Desk
from db.accounts.facts import AccountEdit
from db.errors import TieoutError
from db.models import Account, AuditLog, Import, Lock, Transaction
from db.session import read_only, unit_of_work
from db.words import AccountKind, ImportStatus
from pipeline.review.undoing import undo as undo_import
from tests.support.books import account, dump, imported, in_review, one_of, unchanged
from tests.support.shown import first_seen_on
from tests.support.visiting import visiting


@pytest.fixture
def ledger(engine: Engine) -> Engine:
    """Anna has accepted the rent of import 1, and Ben has renamed the account."""
    in_review(engine)
    accept(engine, 1, (), dry_run=False, actor="Anna")
    accounts.edit(engine, "1", AccountEdit(name="Giro"), dry_run=False, actor="Ben")
    return engine


def act_of(engine: Engine, action: str) -> int:
    return one_of(engine, select(AuditLog.id).where(AuditLog.action == action))


def rows(page: Response) -> list[str]:
    return re.findall(r"<tr data-row.*?</tr>", page.text, re.DOTALL)


def test_every_act_says_who_did_what_to_what(visitor: Client) -> None:
    edited, accepted, locked = rows(visitor.get("/history"))
    for text in ("Ben", "corrected an account", "Everyday", "Giro *1234"):
        assert text in edited
    for text in ("Anna", "accepted a proposal", "2026-06-28 -800.00 EUR Rent", "june.pdf"):
        assert text in accepted
    assert "locked a period" in locked


def test_a_closing_says_on_which_day_and_is_undone(visitor: Client, ledger: Engine) -> None:
    accounts.edit(ledger, "1", AccountEdit(closed_on=date(2026, 6, 30)), dry_run=False, actor="Ben")
    closing = visitor.get("/history")
    assert re.search(r"closed on: <bdi[^>]*>–</bdi> <bdi>2026-06-30", rows(closing)[0])
    (number,) = re.findall(r'id="act-(\d+)"', rows(closing)[0])
    asked = visitor.get(f"/history/{number}/undo").text
    assert re.search(r"closed on</td><td><bdi>2026-06-30</bdi></td><td><b><bdi>–", asked)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("person=Anna", 2),
        ("kind=edit", 1),
        ("account=1", 3),
        ("account=99", 0),
        ("until=2000-01-01", 0),
        ("since=2000-01-01", 3),
        ("person=Anna&kind=edit", 0),
    ],
)
def test_the_log_is_narrowed_by_what_a_person_asks(visitor: Client, query: str, found: int) -> None:
    assert len(rows(visitor.get(f"/history?{query}"))) == found


def test_a_long_log_goes_on_with_the_older_acts(visitor: Client, ledger: Engine) -> None:
    with unit_of_work(ledger) as session:
        session.add_all(AuditLog(actor="x", action="retry", subject="imports:9") for _ in range(50))
    first = visitor.get("/history?kind=")
    older = re.search(r'rel="next" href="([^"]+)"', first.text)
    assert older
    assert (len(rows(first)), len(rows(visitor.get(older[1].replace("&amp;", "&"))))) == (50, 3)


def test_undoing_a_decision_is_shown_before_it_is_done_and_leaves_the_document(
    visitor: Client, ledger: Engine
) -> None:
    number, before = act_of(ledger, "accept"), dump(ledger)
    page = visitor.get(f"/history/{number}/undo").text
    assert "1 change is undone" in page
    assert "2026-06-28 -800.00 EUR Rent" in page
    assert dump(ledger) == before
    done = visitor.post(f"/history/{number}/undo", data={"seen": first_seen_on(page)})
    assert (done.status_code, done.headers["location"]) == (303, "/history?said=undone")
    with read_only(ledger) as session:
        assert session.scalars(select(Import.status)).all() == [ImportStatus.NEEDS_REVIEW]
        assert len(session.scalars(select(Transaction)).all()) == 2
    after = rows(visitor.get("/history"))
    assert re.search("undid.*-800.00 EUR Rent.*june.pdf", after[0], re.DOTALL)
    assert all("/undo" not in row for row in after if "june.pdf" in row)


def test_what_was_accepted_is_said_with_its_undo_beside_it(engine: Engine) -> None:
    in_review(engine)
    with visiting(Desk(engine)) as visitor:
        seen = first_seen_on(visitor.get("/imports/1").text.split('id="changes"')[1])
        done = visitor.post("/imports/1/accept", data={"proposal": "1", "seen": seen})
        page = visitor.get(done.headers["location"]).text
        assert "2026-06-28 -800.00 EUR Rent" in page
        link = re.search(r'href="(/history/\d+/undo\?back=1)">Undo this decision…', page)
        assert link
        asked = visitor.get(link[1]).text
        sent = {"seen": first_seen_on(asked), "back": "1"}
        undone = visitor.post(link[1].split("?")[0], data=sent)
        assert undone.headers["location"] == "/imports/1?said=undone"


def test_an_accept_beside_an_undo_comes_after_it_and_is_refused_in_our_words(
    engine: Engine,
) -> None:
    in_review(engine)
    refused: list[str] = []

    def accept_it() -> None:
        try:
            accept(engine, 1, (), dry_run=False, actor="Ben")
        except TieoutError as error:
            refused.append(error.code)

    beside = Thread(target=accept_it)
    with unit_of_work(engine) as session:
        undo_import(session, 1, "Anna")
        beside.start()
        beside.join(0.3)  # it has looked by now, and waits for the import that Anna holds
        assert not refused
    beside.join()
    assert refused in (["no_such_import"], ["nothing_waits"])


def test_an_act_on_an_import_that_is_gone_is_not_one_on_the_next_of_its_number(
    ledger: Engine,
) -> None:
    old = act_of(ledger, "accept")
    undo(ledger, 1, dry_run=False)
    imported(ledger)
    with visiting(Desk(ledger)) as visitor:
        assert f"/history/{old}/undo" not in visitor.get("/history").text


def test_what_could_not_be_put_back_is_said_before_and_after(
    visitor: Client, ledger: Engine
) -> None:
    with unit_of_work(ledger) as session:
        session.execute(update(Lock).values(released_at=Lock.created_at))
        rent = Transaction.amount_minor == -80_000
        session.execute(update(Transaction).where(rent).values(description="Flat"))
    number = act_of(ledger, "accept")
    page = visitor.get(f"/history/{number}/undo").text
    assert "1 entry cannot be put back" in page
    assert "it was changed since" in page
    visitor.post(f"/history/{number}/undo", data={"seen": first_seen_on(page)})
    assert "1 entry could not be put back:" in rows(visitor.get("/history"))[0]


def test_an_account_gets_its_name_back(visitor: Client, ledger: Engine) -> None:
    number = act_of(ledger, "edit")
    page = visitor.get(f"/history/{number}/undo").text
    assert "Everyday" in page
    visitor.post(f"/history/{number}/undo", data={"seen": str(number)})
    assert one_of(ledger, select(Account.name)) == "Everyday"
    assert f"/history/{number}/undo" not in visitor.get("/history").text


def test_only_the_last_change_of_an_account_is_offered_to_be_undone(
    visitor: Client, ledger: Engine
) -> None:
    first = act_of(ledger, "edit")
    accounts.edit(ledger, "1", AccountEdit(name="Main"), dry_run=False, actor="Ben")
    page = visitor.get("/history").text
    assert page.count("/undo") == 2  # of the newer change, and of the import
    refused = visitor.post(f"/history/{first}/undo", data={"seen": str(first)})
    assert (refused.status_code, "not_undoable" in refused.text) == (409, True)


def test_a_change_that_is_not_the_last_any_more_is_not_taken_for_the_one_that_was_seen(
    ledger: Engine,
) -> None:
    seen = act_of(ledger, "edit")
    accounts.edit(ledger, "1", AccountEdit(name="Main"), dry_run=False, actor="Ben")
    with unchanged(ledger), pytest.raises(NotTheLastChange):
        accounts.undo(ledger, "1", act=seen, dry_run=False)


def test_what_was_decided_since_it_was_shown_is_not_undone_unseen(
    visitor: Client, ledger: Engine
) -> None:
    number = act_of(ledger, "accept")
    unlock(ledger, 1, "the bank was late", dry_run=False, actor="Ben")
    page = visitor.get(f"/history/{number}/undo").text
    with unit_of_work(ledger) as session:
        rent = session.scalars(select(Transaction).where(Transaction.amount_minor == -80_000)).one()
        rent.description = "Rent of June"
    with unchanged(ledger):
        refused = visitor.post(f"/history/{number}/undo", data={"seen": first_seen_on(page)})
        assert (refused.status_code, "page_outdated" in refused.text) == (409, True)
    again = visitor.get(f"/history/{number}/undo").text
    done = visitor.post(f"/history/{number}/undo", data={"seen": first_seen_on(again)})
    assert done.status_code == 303


@pytest.mark.parametrize("number", ["lock", "99"])
def test_what_has_nothing_to_take_back_says_so(
    visitor: Client, ledger: Engine, number: str
) -> None:
    act = act_of(ledger, "lock") if number == "lock" else number
    assert visitor.get(f"/history/{act}/undo").status_code == 409


def test_every_act_on_an_account_stays_in_the_history_after_it_is_undone(
    visitor: Client, ledger: Engine
) -> None:
    unlock(ledger, 1, "it is a card's", dry_run=False, actor="Ben")
    kind = AccountEdit(kind=AccountKind.CARD)
    accounts.edit(ledger, "1", kind, dry_run=False, actor="Ben")
    shown = visitor.get("/history", headers={"Accept-Language": "de"})
    assert "Girokonto" in rows(shown)[0]
    assert "Karte" in rows(shown)[0]
    number = max(int(each) for each in re.findall(r"/history/(\d+)/undo", shown.text))
    page = visitor.get(f"/history/{number}/undo").text
    assert "current account" in page
    assert "Giro *1234" not in page.split("<tbody>")[1].split("</tbody>")[0]
    visitor.post(f"/history/{number}/undo", data={"seen": first_seen_on(page)})
    after = visitor.get("/history")
    assert after.status_code == 200
    assert "undid an import or a change" in rows(after)[0]


def test_an_act_says_which_period_it_locked_and_which_account_was_merged(
    visitor: Client, ledger: Engine
) -> None:
    unlock(ledger, 1, "the bank was late", dry_run=False, actor="Ben")
    account(ledger, [], name="Savings", mask="9876", opening=0)
    accounts.merge(ledger, "Savings", "Giro", "1000.00", dry_run=False, actor="Ben")
    merged, unlocked, *_, locked = rows(visitor.get("/history"))
    assert "Savings</bdi> → <bdi>Giro" in merged
    for row in (unlocked, locked):
        assert "2026-06-03" in row
    accounts.undo(ledger, "Giro", dry_run=False, actor="Ben")
    assert "This account is there again: <bdi>Savings" in rows(visitor.get("/history"))[0]
