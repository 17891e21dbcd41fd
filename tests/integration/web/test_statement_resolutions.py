"""Everything that a person can do about one difference, by the forms of its page."""

import re
from collections.abc import Callable, Iterator

import httpx2
import pytest
from sqlalchemy import Engine, select

from app.acts.imports import resolve
from app.web.desk import Desk
from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.models import Import, Lock, Resolution, Transaction
from db.session import read_only
from db.words import ImportStatus
from pipeline.drafts import Line
from pipeline.review.resolving import Wish
from tests.support.books import LINES, account, all_of, do_in, dump, imported, unchanged
from tests.support.shown import seen_on, sent_by
from tests.support.statements import day, draft, line
from tests.support.visiting import visiting
from tests.support.waiting import until

COFFEE, SALARY, RENT = LINES
_DONE = (ImportStatus.DONE, ImportStatus.MATCHED)
Opened = Callable[..., httpx2.Client]


@pytest.fixture
def opened(engine: Engine) -> Iterator[Opened]:
    """Brings June in against a ledger with these entries, and looks at it."""
    with visiting(Desk(engine)) as client:

        def open_(
            *entries: NewEntry, lines: tuple[Line, ...] = LINES, paired: tuple[Line, ...] = ()
        ) -> httpx2.Client:
            account(engine, paired)
            do_in(engine, add_transactions, 1, entries)
            imported(engine, draft(lines))
            return client

        yield open_


def settle(client: httpx2.Client, act: str, number: int = 1, **said: object) -> httpx2.Response:
    """Fill in the form of the act beside this difference, and send it."""
    page = client.get(f"/imports/1?difference={number}")
    form = sent_by(page, "/imports/1/resolve", act)
    return client.post("/imports/1/resolve", data={**form, **said}, follow_redirects=True)


def ledger(engine: Engine) -> list[tuple[str, int]]:
    with read_only(engine) as session:
        rows = session.scalars(select(Transaction).order_by(Transaction.booked_on, Transaction.id))
        return [(row.booked_on.isoformat(), row.amount_minor) for row in rows]


def is_done(engine: Engine) -> bool:
    """Whether every line is settled and the period is locked."""
    with read_only(engine) as session:
        locks = session.scalars(select(Lock).where(Lock.released_at.is_(None))).all()
        return session.get_one(Import, 1).status in _DONE and len(locks) == 1


def test_an_entry_is_moved_to_another_day(opened: Opened, engine: Engine) -> None:
    lunch = NewEntry(day(12), -900, "Lunch")
    settle(opened(lunch, paired=LINES), "move", to_day="2026-07-12")
    assert ledger(engine)[-1] == ("2026-07-12", -900)
    assert is_done(engine)


def test_an_entry_is_expected_on_the_next_statement(opened: Opened, engine: Engine) -> None:
    client = opened(NewEntry(day(29), -900, "Cheque"), paired=LINES)
    done = settle(client, "outstanding", reason="not cashed yet")
    assert "not cashed yet" in done.text
    assert is_done(engine)


def test_a_line_is_paired_with_two_entries(opened: Opened, engine: Engine) -> None:
    parts = NewEntry(day(5), -50_000, "Landlord"), NewEntry(day(6), -30_000, "Parking")
    client = opened(*parts, paired=LINES[:2])
    page = client.get("/imports/1?kind=missing_in_ledger")
    number = page.text.split('data-number="')[1].split('"')[0]
    settle(client, "pair", int(number), other_entry="3 4", reason="one payment")
    assert is_done(engine)


def test_what_was_chosen_stays_while_more_is_looked_for(opened: Opened, engine: Engine) -> None:
    parts = NewEntry(day(5, 5), -50_000, "Landlord"), NewEntry(day(6, 5), -30_000, "Parking")
    client = opened(*parts, paired=LINES[:2])
    asked = "/imports/1?difference=1&act=pair&find=1&line=3&near=92&payee="
    first = client.get(asked + "landlord").text
    assert ("Landlord" in first, "Parking" in first) == (True, False)
    again = client.get(asked + "park&entry=3")
    form = sent_by(again, "/imports/1/resolve", "pair")
    assert (form["line"], form["entry"], form["payee"]) == (["3"], ["3"], ["park"])
    assert "Nothing unpaired was found" in client.get(asked + "nobody").text
    assert client.get(asked + "&size=much").status_code == 409
    both = {**form, "entry": ["3", "4"]}
    client.post("/imports/1/resolve", data=both)
    assert is_done(engine)


def test_an_entry_is_split_into_what_the_bank_says(opened: Opened, engine: Engine) -> None:
    lines = (COFFEE, SALARY, line(3, 28, -50_000, "Rent"), line(4, 28, -30_000, "Parking"))
    client = opened(NewEntry(day(28), -80_000, "Rent"), lines=lines, paired=LINES[:2])
    page = client.get("/imports/1")
    number = page.text.split('class="row difference"')[1].split('data-number="')[1].split('"')[0]
    settle(client, "split", int(number), amount="-500.00 -300.00")
    assert [amount for _, amount in ledger(engine)[-2:]] == [-50_000, -30_000]
    assert is_done(engine)


def test_a_difference_is_left_with_a_reason(opened: Opened, engine: Engine) -> None:
    done = settle(opened(paired=LINES[:2]), "leave", reason="the <bank> is wrong")
    assert "the &lt;bank&gt; is wrong" in done.text
    with read_only(engine) as session:
        assert session.scalars(select(Resolution.reason)).all() == ["the <bank> is wrong"]
        assert session.get_one(Import, 1).status is ImportStatus.LEFT


def test_what_follows_is_looked_at_before_it_is_done(opened: Opened, engine: Engine) -> None:
    client = opened(paired=LINES[:2])
    with unchanged(engine):
        first = settle(client, "add", first="1")
        assert "0.00 · 2026-06 will be locked" in first.text
    client.post("/imports/1/resolve", data=sent_by(first, "/imports/1/resolve"))
    assert is_done(engine)


def test_the_second_of_two_tabs_is_told_that_the_first_decided(
    opened: Opened, engine: Engine
) -> None:
    client = opened()
    form = sent_by(client.get("/imports/1?difference=1"), "/imports/1/resolve", "add")
    resolve(engine, 1, 1, Wish("add"), dry_run=False)
    with unchanged(engine):
        refused = client.post("/imports/1/resolve", data=form)
        assert refused.status_code == 409
        assert "Somebody has just decided on that statement" in refused.text
        assert "2 differences" in refused.text


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"act": "pair", "other_entry": "1"}, "do not come to the same amount"),
        ({"act": "pair", "other_entry": "99"}, "The ledger has no entry 99"),
        ({"act": "split"}, "it needs exactly one entry"),
        ({"act": "dance"}, "this is not one of the possible acts"),
    ],
)
def test_what_cannot_be_done_is_refused_on_the_page(
    opened: Opened, engine: Engine, said: dict[str, str], why: str
) -> None:
    client = opened(paired=LINES[:2])
    form = sent_by(client.get("/imports/1"), "/imports/1/resolve", "add")
    with unchanged(engine):
        refused = client.post("/imports/1/resolve", data={**form, **said})
        assert (refused.status_code, why in refused.text) == (409, True)
        assert "Rent" in refused.text


@pytest.mark.parametrize(
    "said",
    [
        {"to_day": "tomorrow"},
        {"other_entry": "one"},
        {"difference": "x"},
        {"difference": ["1", "2"]},
        {"seen": ""},
    ],
)
def test_a_form_that_no_page_of_ours_sent_settles_nothing(
    opened: Opened, engine: Engine, said: dict[str, str | list[str]]
) -> None:
    client = opened(paired=LINES[:2])
    form = sent_by(client.get("/imports/1"), "/imports/1/resolve", "add")
    with unchanged(engine):
        assert client.post("/imports/1/resolve", data={**form, **said}).status_code == 400


def test_what_would_follow_from_the_ticks_is_asked_of_the_code_that_decides(
    opened: Opened, engine: Engine
) -> None:
    client = opened(paired=LINES[:1])
    before = dump(engine)
    asked = {"seen": seen_on(client.get("/imports/1")), "statement": "1"}

    def after(*only: int) -> object:
        query = {**asked, "only": [str(each) for each in only]}
        said = client.get("/imports/1/after", params=query, headers={"Accept": "application/json"})
        return said.json()["left"], said.json()["locks"], said.json()["text"]

    assert after(1, 2) == ("0.00", True, "0.00 · 2026-06 will be locked")
    assert after(2) == ("2500.00", False, "2,500.00 · 1 stays open")
    assert after() == ("1700.00", False, "1,700.00 · 2 stay open")
    assert dump(engine) == before


def test_an_old_page_is_told_so_before_anything_is_asked(opened: Opened, engine: Engine) -> None:
    client = opened(paired=LINES[:1])
    query = {**sent_by(client.get("/imports/1"), "/imports/1/after"), "only": "1"}
    resolve(engine, 1, 1, Wish("add"), dry_run=False)
    old = client.get("/imports/1/after", params=query)
    assert (old.status_code, "page_outdated" in old.text) == (409, True)
    assert "1 difference" in old.text
    told = client.get("/imports/1/after", params=query, headers={"Accept": "application/json"})
    assert (told.status_code, told.json()["code"]) == (409, "page_outdated")


def test_what_is_ticked_is_recalculated_without_script(opened: Opened) -> None:
    client = opened(paired=LINES[:1])
    page = client.get("/imports/1?ticked=1&only=2").text
    assert "after these 1: 2,500.00 · 1 stays open" in page
    assert page.count('class="tick"') == 2
    ticks = [tick for tick in page.split("<input")[1:] if 'class="tick"' in tick]
    assert [" checked" in tick.split(">")[0] for tick in ticks] == [False, True]


def test_changes_that_are_not_shown_are_accepted_all_at_once(
    opened: Opened, engine: Engine
) -> None:
    lines = tuple(line(n, 1 + n // 10, -(100 + n), f"Shop {n}") for n in range(1, 251))
    client = opened(lines=lines, paired=lines[:3])
    page = client.get("/imports/1")
    assert "and 147 changes that are not shown here" in page.text
    form = {"seen": seen_on(page), "only": [str(n) for n in range(1, 101)], "beyond": "101-247"}
    assert client.post("/imports/1/accept", data=form, follow_redirects=True).status_code == 200
    # So many go on in the background, if they take their time.
    until(lambda: len(ledger(engine)) == 250)
    until(lambda: is_done(engine))


def test_what_the_page_does_not_say_is_stated_on_it(engine: Engine) -> None:
    account(engine, LINES[:2])
    imported(engine, draft(LINES, start=None, end=None, mask=None))
    with visiting(Desk(engine)) as client:
        page = client.get("/imports/1")
        assert "it covers 2026-06-03 to 2026-06-28, the days of its lines" in page.text
        form = sent_by(page, "/imports/1/state")
        nothing = client.post("/imports/1/state", data=form)
        assert (nothing.status_code, "No answer was given" in nothing.text) == (409, True)
        days = {"first": "2026-06-01", "last": "2026-06-30", "account": "1"}
        assert client.post("/imports/1/state", data={**days, "statement": "1"}).status_code == 400
        said = client.post("/imports/1/state", data={**form, **days}, follow_redirects=True)
        assert "Your answer is saved" in said.text
        again = client.post("/imports/1/state", data={**form, **days, "first": "2026-05-01"})
        assert (again.status_code, "statement_moved" in again.text) == (409, True)
        assert "2026-06-01 – 2026-06-30" in client.get("/imports/1").text


def test_a_document_that_is_gone_cannot_be_read_again_and_the_page_says_so(
    opened: Opened,
) -> None:
    client = opened(paired=LINES[:2])
    refused = client.post("/imports/1/reprocess")
    assert (refused.status_code, "Upload it again" in refused.text) == (409, True)


def test_of_several_that_fit_equally_well_none_is_chosen_for_a_person(
    opened: Opened, engine: Engine
) -> None:
    kiosks = [NewEntry(day(n), -350, f"Kiosk {n}") for n in (2, 4)]
    client = opened(*kiosks, paired=LINES[1:])
    page = client.get("/imports/1?difference=1")
    form = sent_by(page, "/imports/1/resolve", "pair")
    assert "several fit" in page.text
    assert "entry" not in form
    choices = re.findall(r'<label class="pick"><input type="radio"[^>]*>.*?</label>', page.text)
    assert [kiosk for kiosk in ("Kiosk 2", "Kiosk 4") if any(kiosk in each for each in choices)]
    entry = re.search(r'type="radio" name="entry" value="(\d+)"', page.text)
    assert entry
    client.post("/imports/1/resolve", data={**form, "entry": entry[1]})
    assert pairs_by_hand(engine) == 1


def pairs_by_hand(engine: Engine) -> int:
    return len(all_of(engine, select(Resolution)))


def test_what_is_refused_keeps_what_was_typed_and_names_no_option(opened: Opened) -> None:
    client = opened(NewEntry(day(20), -777, "Odd"), paired=LINES)
    refused = settle(client, "move", reason="it is of May")
    assert refused.status_code == 409
    assert "say to which day or to which account" in refused.text
    assert "--to-day" not in refused.text
    assert 'name="reason" value="it is of May"' in refused.text
    (way,) = re.findall(r"<details class=\"way[^>]*open>.*?</summary>", refused.text, re.DOTALL)
    assert "Move" in way


def test_an_entry_that_makes_up_the_rest_of_a_line_is_offered_beside_it(
    opened: Opened, engine: Engine
) -> None:
    parts = [NewEntry(day(28), amount, "Rent, in parts") for amount in (-60_000, -20_000)]
    client = opened(*parts, paired=LINES[:2])
    page = client.get("/imports/1?difference=1")
    assert "makes up what is left of it" in page.text
    form = sent_by(page, "/imports/1/resolve", "pair")
    rest = re.search(r'name="entry" value="(\d+)"(?! checked)[^>]*>', page.text)
    assert rest
    both = {**form, "entry": [*form["entry"], rest[1]]}
    client.post("/imports/1/resolve", data=both)
    assert is_done(engine)
