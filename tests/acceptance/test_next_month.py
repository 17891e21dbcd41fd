"""A month is proven and locked; then its source changes. What follows is shown first, and is the
same for every kind of source, at the terminal, over HTTP and in a browser."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import event

from app.queries.sources import rules
from app.texts.pages import SYNC_ROWS
from app.web.desk import Desk
from db.engine import make_engine
from db.ledger.bookkeeping import add_account
from db.ledger.views import NewAccount
from db.session import unit_of_work
from db.words import AccountKind
from tests.support.api import calling
from tests.support.kept import KINDS, OPENING, KeptRow
from tests.support.pdfs import typed
from tests.support.process import tieout
from tests.support.visiting import opened
from tests.support.waiting import PATIENCE_S


def row(name: str, month: int, day: int, minor: int, text: str) -> KeptRow:
    return KeptRow(name, date(2025, month, day), minor, text)


FEE = row("r9", 1, 17, -450, "FEE JANUARY")
JANUARY = (
    row("r1", 1, 5, -350, "COFFEE HOUSE"),
    row("r2", 1, 12, 200_000, "SALARY"),
    row("r3", 1, 20, -80_000, "RENT"),
    row("r0", 1, 28, -4_520, "GAS"),
)
FEBRUARY = (
    row("r4", 2, 3, -1_520, "CINEMA"),
    row("r5", 2, 12, 200_000, "SALARY"),
    row("r7", 2, 25, -4_410, "RAIL TICKETS"),
)
#: What the source holds at first, and a month later.
BEFORE = (
    *JANUARY,
    FEBRUARY[0]._replace(minor=-1_250),
    FEBRUARY[1],
    row("r6", 2, 19, -815, "BAKERY"),
    FEBRUARY[2]._replace(text="TRAIN"),
)
LATER = (
    *JANUARY[:2],
    JANUARY[2]._replace(day=date(2025, 1, 21)),
    JANUARY[3],
    FEE._replace(day=date(2025, 1, 19), text="Account charges"),
    *FEBRUARY,
)
#: What becomes of each row that changed, by what it says now or said last.
TOLD = {
    "CINEMA": "changed",
    "RAIL TICKETS": "changed",
    "BAKERY": "gone",
    "RENT": "changed, but january.pdf",
    "Account charges": "recognised",
}
PROVEN = sorted((*JANUARY, FEE), key=lambda each: each.day)
LEDGER = [(each.day.isoformat(), each.amount, each.text) for each in (*PROVEN, *FEBRUARY)]
COUNTS = {"added": 0, "changed": 2, "gone": 1, "recognised": 1, "refused": 1, "same": 4}


def statement(rows: Sequence[KeptRow], at: int) -> bytes:
    lines = [
        "ELBTAL BANK", "", "Current account 3044719", "",
        f"{'Date':<13}{'Text':<26}{'Amount':>12}{'Balance':>14}",
        f"{'':<13}{'Brought forward':<38}{at / 100:>14,.2f}",
    ]  # fmt: skip
    for each in rows:
        at += each.minor
        lines.append(
            f"{each.day:%d.%m.%Y}   {each.text:<26}{each.minor / 100:>12,.2f}{at / 100:>14,.2f}"
        )
    return typed("\n".join(lines))


def verdicts(folder: Path, *words: str) -> list[str]:
    said = tieout(*words, "--json", cwd=folder).json
    (record,) = said if isinstance(said, list) else [said]
    return [each["verdict"] for each in record["statements"]]


def january_is_closed(folder: Path, account: str) -> None:
    """The statement has a fee that the source lacks; it is accepted, and January is locked."""
    (folder / "january.pdf").write_bytes(statement(PROVEN, OPENING))
    assert verdicts(folder, "import", "january.pdf") != ["matched"]
    tieout("state", "1", "--account", account, "--balance", "have", cwd=folder)
    tieout("accept", "1", cwd=folder)
    if verdicts(folder, "review", "1") == ["differences"]:  # the source does not know its opening
        tieout("account", "edit", account, "--opening-balance", "1000.00", cwd=folder)
    assert verdicts(folder, "review", "1") == ["matched"]


def still_to_correct(folder: Path) -> int:
    said = tieout("ledger", "patch", "books", "--json", cwd=folder).json
    count: int = said["corrections"] + len(said["left"])
    return count


def told(rows: Sequence[dict[str, Any]]) -> dict[str, str]:
    return {
        each["description"] or each["was_description"]: each["what"]
        + (f", but {each['locked_by']}" if each["locked_by"] else "")
        for each in rows
    }


def at_the_terminal(folder: Path, _: Browser) -> None:
    shown = tieout("ledger", "sync", "--dry-run", "--json", cwd=folder).json
    assert (told(shown["rows"]), shown["applied"]) == (TOLD, False)
    done = tieout("ledger", "sync", "--json", cwd=folder).json
    assert (told(done["rows"]), {each: done[each] for each in COUNTS}) == (TOLD, COUNTS)


def over_http(folder: Path, _: Browser) -> None:
    engine = make_engine(str(folder / "tieout.db"))
    with calling(Desk(engine)) as program:
        shown = program.post("/sources/1/sync", json={"dry_run": True}).json()
        assert (told(shown["rows"]), shown["applied"]) == (TOLD, False)
        done = program.post("/sources/1/sync", json={"seen": shown["seen"]}).json()
        assert (told(done["rows"]), {each: done[each] for each in COUNTS}) == (TOLD, COUNTS)
    engine.dispose()


@contextmanager
def looking_at(path: str, folder: Path, browser: Browser, scripts: bool = True) -> Iterator[Page]:
    """A page of the ledger in a folder, in a browser."""
    engine = make_engine(str(folder / "tieout.db"))
    with opened(Desk(engine)) as address:
        page = browser.new_page(java_script_enabled=scripts)
        page.set_default_timeout(1000 * PATIENCE_S)
        page.goto(f"{address}{path}")
        yield page
        page.close()
    engine.dispose()


def in_a_browser(folder: Path, browser: Browser) -> None:
    with looking_at("/sources", folder, browser) as page:
        page.get_by_role("link", name="See what changed").click()
        found = page.locator("tbody tr")
        found.first.wait_for()
        assert len(found.all()) == len(TOLD)
        for text, what in TOLD.items():
            word, _, lock = what.partition(", but ")
            (line,) = found.filter(has_text=re.compile(f"· {text}")).all_inner_texts()
            assert (line.startswith(SYNC_ROWS[word]), lock in line) == (True, True)
            assert ("locked, stays as it is" in line) == bool(lock)
        page.get_by_role("button", name="Apply exactly this").click()
        page.get_by_text("The ledger has what the source has.").wait_for()


WAYS = {"terminal": at_the_terminal, "http": over_http, "browser": in_a_browser}
#: CI tries one in two: every kind once, at the terminal and over HTTP in turn. The browser's page
#: is made of what these are given; most kinds are tried there at night.
TOLD_OF = [
    *(
        (kind, ("terminal", "http")[n])
        for at, kind in enumerate(KINDS)
        for n in (at % 2, 1 - at % 2)
    ),
    ("hledger", "browser"),
    ("ofx", "browser"),
    *(
        pytest.param(kind, "browser", marks=pytest.mark.slow)
        for kind in KINDS
        if kind not in ("hledger", "ofx")
    ),
]


@pytest.mark.parametrize(("kind", "way"), TOLD_OF)
def test_what_changes_at_the_source_is_shown_and_then_so_here(
    tmp_path: Path, browser_itself: Browser, kind: str, way: str
) -> None:
    source = KINDS[kind]
    source.keep(tmp_path, BEFORE)
    tieout("init", cwd=tmp_path)
    connected = tieout("ledger", "connect", "books", source.name, *source.more, cwd=tmp_path)
    assert connected.code == 0, connected.err
    (account,) = tieout("ledger", "accounts", "--json", cwd=tmp_path).json
    january_is_closed(tmp_path, account["name"])
    assert still_to_correct(tmp_path) == 1

    source.keep(tmp_path, LATER)
    WAYS[way](tmp_path, browser_itself)

    assert still_to_correct(tmp_path) == 1  # what a lock refused is to be put back at the source
    follows(tmp_path, account["name"])


def follows(folder: Path, account: str) -> None:
    """January is as it was, and February ties out by itself."""
    assert verdicts(folder, "review", "1") == ["matched"]
    found = tieout("ledger", "entries", account, "--json", cwd=folder).json
    assert [(each["date"], each["amount"], each["description"]) for each in found] == LEDGER
    held = OPENING + sum(each.minor for each in PROVEN)
    (folder / "february.pdf").write_bytes(statement(FEBRUARY, held))
    assert verdicts(folder, "import", "february.pdf") == ["matched"]


JOURNAL = Path(__file__).parents[1] / "data/next_month.beancount"
HEAD = f"{'Date':<13}{'Text':<26}{'Amount':>12}{'Balance':>14}"
MONTHS = {
    "01": ("1,000.00", [
        ("05", "CARD 4471 WREN LDN", "-3.50", "996.50"),
        ("12", "SALARY", "2,000.00", "2,996.50"),
        ("20", "LEMONS 20/01", "-12.80", "2,983.70"),
    ]),
    "02": ("2,983.70", [
        ("03", "CARD 8120 WREN LDN", "-4.10", "2,979.60"),
        ("09", "CINEMA", "-15.20", "2,964.40"),
        ("21", "CARD 8120 WREN LDN", "-5.30", "2,959.10"),
    ]),
}  # fmt: skip
WREN = {"payee": "Wren's Bakery", "counter_account": "Expenses:Food"}


def page_of(month: str) -> bytes:
    opening, rows = MONTHS[month]
    lines = ["ELBTAL BANK", "", "Current account 3044719", "Amounts in EUR", "", HEAD]
    lines += [f"{'':<13}{'Brought forward':<38}{opening:>14}"]
    for day, text, amount, balance in rows:
        lines.append(f"{day}.{month}.2025   {text:<26}{amount:>12}{balance:>14}")
    return typed("\n".join(lines))


@pytest.fixture
def february(tmp_path: Path) -> Path:
    """January matched what the journal calls otherwise than the bank; of February it has nothing,
    and where the bakery goes was said once."""
    (tmp_path / "main.beancount").write_text(JOURNAL.read_text())
    tieout("init", cwd=tmp_path)
    assert tieout("ledger", "connect", "books", "main.beancount", cwd=tmp_path).code == 0
    for month in MONTHS:
        (tmp_path / f"{month}.pdf").write_bytes(page_of(month))
    tieout("import", "01.pdf", cwd=tmp_path)
    tieout("state", "1", "--account", "Assets:Bank", "--balance", "have", cwd=tmp_path)
    (first,) = tieout("review", "1", "--json", cwd=tmp_path).json["statements"]
    assert first["verdict"] == "matched", tieout("review", "1", cwd=tmp_path).out
    leg = ("--leg", "wren's bakery", "Expenses:Food")
    tieout("ledger", "patch", *leg, cwd=tmp_path)
    tieout("import", "02.pdf", cwd=tmp_path)
    tieout("state", "2", "--account", "Assets:Bank", "--balance", "have", cwd=tmp_path)
    return tmp_path


def known(folder: Path) -> list[dict[str, Any]]:
    (found,) = tieout("review", "2", "--json", cwd=folder).json["statements"]
    return [{name: each[name] for name in WREN} for each in found["differences"]]


def called_at_the_terminal(folder: Path, _: Browser) -> None:
    shown = tieout("review", "2", cwd=folder).out
    assert shown.count("called before: Wren's Bakery") == 2
    assert shown.count("counter-account: Expenses:Food") == 2
    refused = tieout("accept", "2", "--as-before", "2", cwd=folder)
    assert "proposes a payee for change 2" in " ".join(refused.err.split())
    tieout("accept", "2", "--as-before", "1", cwd=folder)


def called_over_http(folder: Path, _: Browser) -> None:
    engine = make_engine(str(folder / "tieout.db"))
    with calling(Desk(engine)) as program:
        offer = program.get("/imports/2/offer").json()
        assert [each["payee"] for each in offer["changes"]] == [WREN["payee"], None, WREN["payee"]]
        wanted = {"seen": offer["seen"], "as_before": [1]}
        assert program.post("/imports/2/accept", json=wanted).status_code == 200
    engine.dispose()


def called_in_a_browser(folder: Path, browser: Browser) -> None:
    with looking_at("/imports/2", folder, browser) as page:
        boxes = page.get_by_role("checkbox", name="called before: Wren's Bakery")
        expect(boxes).to_have_count(2)
        assert not any(each.is_checked() for each in boxes.all())
        boxes.first.check()
        page.get_by_role("button", name="Accept").first.click()
        sure = page.get_by_role("dialog")
        expect(sure.get_by_role("listitem")).to_have_text(
            [
                "add: CARD 8120 WREN LDN → Wren's Bakery",
                "add: CINEMA",
                "add: CARD 8120 WREN LDN",
            ]
        )
        sure.get_by_role("button", name="Accept").click()
        page.get_by_text("Done: the changes are in the ledger.").wait_for()


CALLED = {
    "terminal": called_at_the_terminal,
    "http": called_over_http,
    "browser": called_in_a_browser,
}


@pytest.mark.parametrize("way", CALLED)
def test_a_payee_is_called_as_before_by_a_yes_alone_and_that_yes_is_undone(
    february: Path, browser_itself: Browser, way: str
) -> None:
    nothing = dict.fromkeys(WREN)
    assert known(february) == [WREN, nothing, WREN]

    CALLED[way](february, browser_itself)

    found = tieout("ledger", "entries", "Assets:Bank", "--json", cwd=february).json
    names = [each["description"] for each in found if each["date"] > "2025-02"]
    assert names == ["Wren's Bakery", "CINEMA", "CARD 8120 WREN LDN"]
    (act, *_) = tieout("log", "--action", "accept", "--json", cwd=february).json["acts"]
    assert tieout("undo", "decision", str(act["id"]), cwd=february).code == 0
    assert known(february) == [WREN, nothing, WREN]


def test_rules_are_listed_and_forgotten_and_no_entry_changes(february: Path) -> None:
    rules = tieout("ledger", "rules", "--json", cwd=february).json
    assert {(each["words"], each["payee"] or each["counter_account"]) for each in rules} == {
        ("card wren ldn", "Wren's Bakery"),
        ("wren's bakery", "Expenses:Food"),
    }
    before = tieout("ledger", "entries", "Assets:Bank", "--json", cwd=february).json

    assert tieout("ledger", "rules", "--forget", "card wren ldn", cwd=february).code == 0

    assert known(february) == [dict.fromkeys(WREN)] * 3
    assert tieout("ledger", "rules", "--forget", "Wren's bakery", cwd=february).code == 0
    assert tieout("ledger", "rules", "--json", cwd=february).json == []
    assert tieout("ledger", "entries", "Assets:Bank", "--json", cwd=february).json == before
    assert "Nothing was decided" in tieout("ledger", "rules", cwd=february).out
    assert "No rule has" in tieout("ledger", "rules", "--forget", "cinema", cwd=february).err


def test_rules_are_shown_beside_the_sources_and_forgotten_there(
    february: Path, browser_itself: Browser
) -> None:
    with looking_at("/sources?from=2", february, browser_itself) as page:
        rows = page.get_by_role("row").filter(has=page.get_by_role("button", name="Forget"))
        expect(rows).to_contain_text(["counter-account Expenses:Food"])
        page.get_by_role("navigation", name="Rules").get_by_role("link", name="before").click()
        expect(rows).to_contain_text(["payee Wren's Bakery", "counter-account Expenses:Food"])
        page.get_by_role("button", name="Forget: card wren ldn").click()
        expect(page.get_by_role("status")).to_have_text(
            "The rule is forgotten. Entries stayed as they are."
        )
        expect(rows).to_have_count(1)
    assert known(february) == [dict.fromkeys(WREN)] * 3


def test_the_rules_of_more_accounts_take_no_more_queries(february: Path) -> None:
    engine = make_engine(str(february / "tieout.db"))
    asked: list[object] = []
    event.listen(engine, "before_cursor_execute", lambda *said: asked.append(said))
    found = rules(engine)
    before = len(asked)
    with unit_of_work(engine) as session:
        for number in range(20):
            add_account(session, NewAccount(f"Savings {number}", AccountKind.SAVINGS, "EUR"))
    asked.clear()
    assert rules(engine) == found
    assert len(asked) == before
    engine.dispose()


def test_rules_are_forgotten_over_http(february: Path) -> None:
    engine = make_engine(str(february / "tieout.db"))
    with calling(Desk(engine)) as program:
        assert len(program.get("/rules").json()) == 2
        wanted = {"words": "card wren ldn", "dry_run": True}
        assert program.post("/rules/forget", json=wanted).json()[0]["payee"] == "Wren's Bakery"
        assert len(program.get("/rules").json()) == 2
        program.post("/rules/forget", json={"words": "card wren ldn"})
        assert len(program.get("/rules").json()) == 1
    engine.dispose()


CINEMA = "Expenses:Fun"


def named_at_the_terminal(folder: Path, _: Browser) -> None:
    for refused, why in (
        (("2", "Expenses:Pictures"), "is no other account of books"),
        (("2", "no name; at all"), "such as Equity:Opening"),
        (("2", "Assets:Bank"), "is no other account of books"),
        (("9", CINEMA), "has no change 9"),
    ):
        said = tieout("accept", "2", "--leg", *refused, cwd=folder)
        assert said.code == 7
        assert why in " ".join(said.err.split())
    tieout("accept", "2", "--leg", "2", CINEMA, cwd=folder)


def named_over_http(folder: Path, _: Browser) -> None:
    engine = make_engine(str(folder / "tieout.db"))
    with calling(Desk(engine)) as program:
        seen = program.get("/imports/2/offer").json()["seen"]
        wrong = {"seen": seen, "legs": {"2": "Expenses:Pictures"}}
        refused = program.post("/imports/2/accept", json=wrong)
        assert refused.json()["code"] == "leg_unknown", refused.text
        right = {"seen": seen, "legs": {"2": CINEMA}}
        (done,) = program.post("/imports/2/accept", json=right).json()
        accounts = [each["counter_account"] for each in done["changes"]]
        assert accounts == ["Expenses:Food", CINEMA, "Expenses:Food"]
    engine.dispose()


def named_in_a_browser(folder: Path, browser: Browser) -> None:
    with looking_at("/imports/2", folder, browser) as page:
        expect(page.locator("#legs-known option")).to_have_count(4)
        fields = page.get_by_label("counter-account", exact=True)
        expect(fields).to_have_count(3)
        for leg in ("Expenses:Pictures", CINEMA):
            fields.nth(1).fill(leg)
            page.get_by_role("button", name="Accept").first.click()
            sure = page.get_by_role("dialog")
            expect(sure.get_by_role("listitem").nth(1)).to_have_text(f"add: CINEMA → {leg}")
            sure.get_by_role("button", name="Accept").click()
            if leg != CINEMA:
                page.get_by_text("is no other account of books").wait_for()
                page.wait_for_load_state()
                expect(fields.nth(1)).to_have_value(leg)
        page.get_by_text("Done: the changes are in the ledger.").wait_for()


def named_without_scripts(folder: Path, browser: Browser) -> None:
    with looking_at("/imports/2", folder, browser, scripts=False) as page:
        page.get_by_label("counter-account", exact=True).nth(1).fill(CINEMA)
        page.get_by_role("button", name="Accept").click()
        expect(page.locator(".made li").nth(1)).to_contain_text(f"CINEMA → {CINEMA}")
        page.get_by_role("button", name="Accept").click()
        page.get_by_text("Done: the changes are in the ledger.").wait_for()


NAMED = {
    "terminal": named_at_the_terminal,
    "http": named_over_http,
    "browser": named_in_a_browser,
    "without scripts": named_without_scripts,
}


@pytest.mark.parametrize("way", NAMED)
def test_a_counter_account_that_is_named_with_the_yes_is_in_the_patch(
    february: Path, browser_itself: Browser, way: str
) -> None:
    journal = february / "main.beancount"
    journal.write_text(f"2025-01-01 open {CINEMA}\n{journal.read_text()}")
    assert tieout("ledger", "sync", "books", cwd=february).code in (0, 5)

    NAMED[way](february, browser_itself)

    (act, *_) = tieout("log", "--action", "accept", "--json", cwd=february).json["acts"]
    assert [each["counter_account"] for each in act["changes"]][1] == CINEMA
    tieout("reprocess", "2", cwd=february)
    patch = tieout("ledger", "patch", "--json", cwd=february).json
    assert '"CINEMA"' in patch["patch"]
    assert "CINEMA" not in [each["description"] for each in patch["left"]]
    assert patch["patch"].count(CINEMA) == 1
    tieout("undo", "decision", str(act["id"]), cwd=february)
    tieout("accept", "2", cwd=february)
    left = tieout("ledger", "patch", "--json", cwd=february).json["left"]
    assert "CINEMA" in [each["description"] for each in left]


def test_no_counter_account_is_named_where_no_journal_is_kept(february: Path) -> None:
    assert tieout("ledger", "disconnect", "books", cwd=february).code == 0
    refused = tieout("accept", "2", "--leg", "2", CINEMA, cwd=february)
    assert "adds no row to a journal" in " ".join(refused.err.split())
