"""A month is proven and locked; then its source changes. What follows is shown first, and is the
same for every kind of source, at the terminal, over HTTP and in a browser."""

import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from app.texts.pages import SYNC_ROWS
from app.web.desk import Desk
from db.engine import make_engine
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


def in_a_browser(folder: Path, browser: Browser) -> None:
    engine = make_engine(str(folder / "tieout.db"))
    with opened(Desk(engine)) as address:
        page = browser.new_page()
        page.set_default_timeout(1000 * PATIENCE_S)
        page.goto(f"{address}/sources")
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
        page.close()
    engine.dispose()


WAYS = {"terminal": at_the_terminal, "http": over_http, "browser": in_a_browser}
#: The page is made of what the other two are given; so two kinds are enough there. CI tries one in
#: two: every kind once, by the two ways in turn.
TOLD_OF = [
    *(
        (kind, ("terminal", "http")[n])
        for at, kind in enumerate(KINDS)
        for n in (at % 2, 1 - at % 2)
    ),
    ("hledger", "browser"),
    ("ofx", "browser"),
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
