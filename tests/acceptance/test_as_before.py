"""What was decided in one month is proposed in the next, taken by a yes alone, and forgotten."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from app.web.desk import Desk
from db.engine import make_engine
from tests.support.api import calling
from tests.support.pdfs import typed
from tests.support.process import tieout
from tests.support.visiting import opened
from tests.support.waiting import PATIENCE_S

JOURNAL = """\
option "operating_currency" "EUR"
2025-01-01 open Assets:Bank EUR
2025-01-01 open Equity:Opening
2025-01-01 open Expenses:Food
2025-01-01 open Income:Salary

2025-01-02 * "Opening"
  Assets:Bank  1000.00 EUR
  Equity:Opening

2025-01-05 * "Wren's Bakery"
  Assets:Bank  -3.50 EUR
  Expenses:Food

2025-01-12 * "Salary"
  Assets:Bank  2000.00 EUR
  Income:Salary

2025-01-20 * "Lemons"
  Assets:Bank  -12.80 EUR
  Expenses:Food
"""
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


def statement(month: str) -> bytes:
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
    (tmp_path / "main.beancount").write_text(JOURNAL)
    tieout("init", cwd=tmp_path)
    assert tieout("ledger", "connect", "books", "main.beancount", cwd=tmp_path).code == 0
    for month in MONTHS:
        (tmp_path / f"{month}.pdf").write_bytes(statement(month))
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


def at_the_terminal(folder: Path, _: Browser) -> None:
    shown = tieout("review", "2", cwd=folder).out
    assert shown.count("called before: Wren's Bakery") == 2
    assert shown.count("counter-account: Expenses:Food") == 2
    refused = tieout("accept", "2", "--as-before", "2", cwd=folder)
    assert "proposes a payee for change 2" in " ".join(refused.err.split())
    tieout("accept", "2", "--as-before", "1", cwd=folder)


def over_http(folder: Path, _: Browser) -> None:
    engine = make_engine(str(folder / "tieout.db"))
    with calling(Desk(engine)) as program:
        offer = program.get("/imports/2/offer").json()
        assert [each["payee"] for each in offer["changes"]] == [WREN["payee"], None, WREN["payee"]]
        wanted = {"seen": offer["seen"], "as_before": [1]}
        assert program.post("/imports/2/accept", json=wanted).status_code == 200
    engine.dispose()


def in_a_browser(folder: Path, browser: Browser) -> None:
    engine = make_engine(str(folder / "tieout.db"))
    with opened(Desk(engine)) as address:
        page = browser.new_page()
        page.set_default_timeout(1000 * PATIENCE_S)
        page.goto(f"{address}/imports/2")
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
        page.close()
    engine.dispose()


WAYS = {"terminal": at_the_terminal, "http": over_http, "browser": in_a_browser}


@pytest.mark.parametrize("way", WAYS)
def test_a_payee_is_called_as_before_by_a_yes_alone_and_that_yes_is_undone(
    february: Path, browser_itself: Browser, way: str
) -> None:
    nothing = dict.fromkeys(WREN)
    assert known(february) == [WREN, nothing, WREN]

    WAYS[way](february, browser_itself)

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
    engine = make_engine(str(february / "tieout.db"))
    with opened(Desk(engine)) as address:
        page = browser_itself.new_page()
        page.goto(f"{address}/sources")
        rows = page.get_by_role("row").filter(has=page.get_by_role("button", name="Forget"))
        expect(rows).to_contain_text(["payee Wren's Bakery", "counter-account Expenses:Food"])
        page.get_by_role("button", name="Forget: card wren ldn").click()
        expect(page.get_by_role("status")).to_have_text(
            "The rule is forgotten. Entries stayed as they are."
        )
        expect(rows).to_have_count(1)
        page.close()
    engine.dispose()
    assert known(february) == [dict.fromkeys(WREN)] * 3


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
