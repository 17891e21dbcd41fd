"""The first months of an account: one question, then nobody is needed; an advert is excused once, a
misprinted balance corrected. At the terminal, over HTTP and in a browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

import httpx2
import pytest
from playwright.sync_api import Browser

from tests.acceptance.test_web import serving
from tests.support.pdfs import typed
from tests.support.process import tieout
from tests.support.waiting import PATIENCE_S

NAME = "ELBTAL BANK: Current account"
#: Day, words and amount in minor units of each line, by the month.
MONTHS = {
    1: ((5, "COFFEE HOUSE", -350), (12, "SALARY", 200_000), (20, "RENT", -80_000),
        (28, "GAS", -4_520)),
    2: ((3, "CINEMA", -1_250), (12, "SALARY", 200_000), (19, "RENT", -80_000),
        (27, "BAKERY", -815)),
    3: ((4, "BOOKS", -2_399), (12, "SALARY", 200_000), (20, "RENT", -80_000),
        (26, "GARAGE", -30_000)),
    4: ((2, "FLOWERS", -1_999), (11, "SALARY", 200_000), (20, "RENT", -80_000),
        (25, "DENTIST", -9_100)),
    5: ((1, "SHOES", -8_950), (12, "SALARY", 200_000), (20, "RENT", -80_000),
        (29, "TRAIN", -4_410)),
}  # fmt: skip
#: A day and an amount that is a line's: only a person can say that it is none.
ADVERTS = {
    3: "Since 01.01.2025 Plus members save 300.00 a year",
    4: "Since 01.02.2025 Plus members save 91.00 a year",
}
MISPRINTED = (5, 2)
"""The month and the line, from 0, beside which the bank printed a wrong balance."""


def statements(folder: Path) -> None:
    """A page a month; the ledger knows the months from the second on."""
    at, entries = 100_000, ["account,date,amount,description"]
    for month, lines in MONTHS.items():
        rows = [
            "ELBTAL BANK", "", "Current account 3044719", "",
            f"{'Date':<13}{'Text':<26}{'Amount':>12}{'Balance':>14}",
            f"{'':<13}{'Brought forward':<38}{at / 100:>14,.2f}",
        ]  # fmt: skip
        for number, (day, text, amount) in enumerate(lines):
            at += amount
            printed = 123_456 if (month, number) == MISPRINTED else at
            figures = f"{amount / 100:>12,.2f}{printed / 100:>14,.2f}"
            rows.append(f"{day:02}.{month:02}.2025   {text:<26}{figures}")
            if month > 1:
                entries.append(f"{NAME},2025-{month:02}-{day:02},{amount / 100:.2f},{text}")
        rows += ["", ADVERTS.get(month, "")]
        (folder / f"{month}.pdf").write_bytes(typed("\n".join(rows)))
    (folder / "books").mkdir()
    (folder / "books" / "transactions.csv").write_text("\n".join(entries), encoding="utf-8")


class Way(Protocol):
    """How a person tells tieout something of an import."""

    def open_account(self, of: int) -> None:
        """Whose it is, whose money the balance is, which currency; and accept its lines."""

    def is_no_line(self, of: int, figure: str) -> None:
        """A figure on the page is none of the statement."""

    def is_misprinted(self, of: int, line: int) -> None:
        """The balance beside a line, counted from 1, is not to be gone by."""

    def have(self, of: int) -> None:
        """The closing balance is the person's money."""


class Terminal:
    """A `Way`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def open_account(self, of: int) -> None:
        words = ("--account", "new", "--balance", "have", "--currency", "EUR")
        self._say("state", str(of), *words)
        self._say("accept", str(of))

    def is_no_line(self, of: int, figure: str) -> None:
        self._say("correct", str(of), "--no-figure", figure)

    def is_misprinted(self, of: int, line: int) -> None:
        self._say("correct", str(of), "--line", str(line), "--balance", "")

    def have(self, of: int) -> None:
        self._say("state", str(of), "--balance", "have")

    def _say(self, *words: str) -> None:
        ran = tieout(*words, cwd=self._folder)
        assert ran.code in (0, 3), ran.err + ran.out


class Http:
    """A `Way`."""

    def __init__(self, client: httpx2.Client) -> None:
        self._client = client

    def open_account(self, of: int) -> None:
        self._post(of, "facts", {"account": "new", "balance": "have", "currency": "EUR"})
        offer = self._client.get(f"imports/{of}/offer").raise_for_status().json()
        self._client.post(f"imports/{of}/accept", json={"seen": offer["seen"]}).raise_for_status()

    def is_no_line(self, of: int, figure: str) -> None:
        self._post(of, "corrections", {"corrections": [{"what": "no_figure", "text": figure}]})

    def is_misprinted(self, of: int, line: int) -> None:
        self._post(of, "corrections", {"corrections": [{"what": "balance", "line": line}]})

    def have(self, of: int) -> None:
        self._post(of, "facts", {"balance": "have"})

    def _post(self, of: int, what: str, said: dict[str, Any]) -> None:
        listed = self._client.get("statements", params={"import_id": of}).raise_for_status()
        (statement,) = listed.json()["items"]
        body = {**said, "seen": statement["seen"]}
        self._client.post(f"imports/{of}/{what}", json=body).raise_for_status()


class Window:
    """A `Way`."""

    def __init__(self, page: Any, home: str) -> None:
        self._page, self._home = page, home

    def open_account(self, of: int) -> None:
        form = self._form(of, "#state")
        form.get_by_label("I have it").check()
        form.get_by_label("New here: open it").check()
        form.get_by_label("Currency").fill("EUR")
        form.get_by_role("button", name="State this").click()
        self._answered()
        self._page.get_by_role("button", name="Accept").first.click()
        self._page.get_by_role("dialog").get_by_role("button", name="Accept").click()
        self._answered()

    def is_no_line(self, of: int, figure: str) -> None:
        form = self._form(of, "#correct").filter(has=self._page.locator("[value=no_figure]"))
        form.get_by_label("the figure").fill(figure)
        form.get_by_role("button", name="Leave it out").click()
        self._answered()

    def is_misprinted(self, of: int, line: int) -> None:
        form = self._form(of, "#correct").first
        form.get_by_label("Line").fill(str(line))
        form.locator("select").select_option("balance")
        form.get_by_role("button", name="Correct").click()
        self._answered()

    def have(self, of: int) -> None:
        form = self._form(of, "#state")
        form.get_by_label("I have it").check()
        form.get_by_role("button", name="State this").click()
        self._answered()

    def _answered(self) -> None:
        """The next page is there, with its scripts."""
        self._page.locator(".said").first.wait_for()
        self._page.wait_for_load_state()

    def _form(self, of: int, part: str) -> Any:
        self._page.goto(f"{self._home}/imports/{of}")
        fold = self._page.locator(part)
        fold.evaluate("each => { each.open = true; }")
        return fold.locator("form")


@contextmanager
def way(name: str, folder: Path, browser: Browser) -> Iterator[Way]:
    """One of the three ways to this folder's ledger."""
    if name == "terminal":
        yield Terminal(folder)
        return
    with serving(folder / "tieout.db") as link:
        home = "{0.scheme}://{0.netloc}".format(urlsplit(link))
        if name == "http":
            token = tieout("token", "add", "shop", "--role", "decide", cwd=folder).out.strip()
            bearer = {"Authorization": f"Bearer {token}"}
            with httpx2.Client(base_url=f"{home}/api/v1/", headers=bearer) as client:
                yield Http(client)
            return
        context = browser.new_context(viewport={"width": 1400, "height": 900})
        context.set_default_timeout(1000 * PATIENCE_S)
        page = context.new_page()
        page.goto(link)
        yield Window(page, home)
        context.close()


def brought_in(folder: Path, month: int) -> str:
    """How the month's statement ends as it is brought in."""
    (record,) = tieout("import", f"{month}.pdf", "--json", cwd=folder).json
    (statement,) = record["statements"]
    verdict: str = statement["verdict"]
    return verdict


def verdict_now(folder: Path, import_id: int) -> str:
    said = tieout("review", str(import_id), "--json", cwd=folder).json
    verdict: str = said["statements"][0]["verdict"]
    return verdict


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", ["terminal", "http", "browser"])
def test_after_one_question_an_account_needs_nobody_but_for_what_is_new(
    tmp_path: Path, browser_itself: Browser, name: str
) -> None:
    statements(tmp_path)
    tieout("init", cwd=tmp_path)
    with way(name, tmp_path, browser_itself) as person:
        assert brought_in(tmp_path, 1) == "unproven"
        person.open_account(1)
        assert verdict_now(tmp_path, 1) == "matched"
        tieout("ledger", "import-csv", "books", cwd=tmp_path)

        # The second month looks the same, and needs nobody.
        assert brought_in(tmp_path, 2) == "matched"

        # An advert could be a line; excused once, it is known by its words, not by its figures.
        assert brought_in(tmp_path, 3) == "unproven"
        person.is_no_line(3, "300.00")
        assert verdict_now(tmp_path, 3) == "matched"
        assert brought_in(tmp_path, 4) == "matched"

        # A misprinted balance is set aside; then only the last one says what is there.
        assert brought_in(tmp_path, 5) == "unproven"
        person.is_misprinted(5, MISPRINTED[1] + 1)
        assert verdict_now(tmp_path, 5) == "unproven"
        person.have(5)
        assert verdict_now(tmp_path, 5) == "matched"

    layouts = tieout("account", "layouts", NAME, "--json", cwd=tmp_path).json["layouts"]
    assert ["since # plus members save # a year"] in [each["excused"] for each in layouts]
