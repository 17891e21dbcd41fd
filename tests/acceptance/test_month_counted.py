"""A bookkeeper's month, from three new PDFs to everything matched: with the mouse, with keys alone,
on a phone and in French. What it takes is in docs/how-to/close-a-month.md."""

import io
import json
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, Final

import pikepdf
import pytest
from playwright.sync_api import Browser, Error, Locator

from app.texts.language import catalogue
from benchmarks.months_end import Person, at_desk
from tests.acceptance.test_month_in_browser import (
    PHONE,
    WIDE,
    Hand,
    Keys,
    Touch,
    read,
    until,
    window,
)
from tests.acceptance.test_web import serving
from tests.support.how_to import household_ledger
from tests.support.process import tieout
from tests.support.two_years import HOLDINGS, MONTHS, Row, TwoYears, page_of, printed, two_years

#: CI tries one in three: the keyboard, and a phone in another language.
WAYS: Final[dict[str, tuple[type[Hand], dict[str, Any]]]] = {
    "keyboard": (Keys, WIDE),
    "mouse": (Hand, WIDE),
    "phone": (Touch, PHONE),
    "French phone": (Touch, {**PHONE, "locale": "fr-FR"}),
    "Spanish": (Hand, {**WIDE, "locale": "es-ES"}),
}
#: What may be pressed, and what filled in or chosen.
MOST_PRESSED, MOST_WRITTEN, MOST_CLICKS = 24, 4, 20
_ENGLISH: Final = re.compile(r"\b(the|does|has|is)\b.*")
#: The words of a page that are no person's and no bank's, each with the size of its letters.
_WORDS = """() => {
  const found = [];
  const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = all.nextNode(); node; node = all.nextNode()) {
    const of = node.parentElement, text = node.textContent.trim();
    if (text && of.checkVisibility() && !of.closest("bdi, svg, script, style, .unseen, option"))
      found.push([text, parseFloat(getComputedStyle(of).fontSize)]);
  }
  return found;
}"""


@pytest.mark.timeout(300)
@pytest.mark.parametrize("way", WAYS)
def test_three_new_statements_are_brought_to_matched(
    browser_itself: Browser, tmp_path: Path, way: str
) -> None:
    three_months(tmp_path)
    kind, how = WAYS[way]
    with window(browser_itself, **how) as page, serving(tmp_path / "tieout.db") as link:
        page.goto(link)
        person = Bookkeeper(kind(page), tmp_path, how.get("locale", "en")[:2])
        begun = time.monotonic()
        person.hands_in()
        person.accepts_what_is_safe()
        person.corrects_a_cell()
        person.decides_wrongly_and_undoes_that()
        person.finds_a_row()
        person.sees_that_nothing_is_left()
        hand = person.hand
        print(f"{way}: {hand.pressed} pressed, {hand.written} written", end=", ")  # noqa: T201
        print(f"{time.monotonic() - begun:.0f} s, {tmp_path}")  # noqa: T201
    assert hand.pressed <= MOST_PRESSED
    assert hand.written <= MOST_WRITTEN
    locks = tieout("locks", "--json", cwd=tmp_path).json
    assert [each["verdict"] for each in locks] == ["matched"] * 3


class Bookkeeper:
    """Closes the three months, and looks at each page that comes."""

    def __init__(self, hand: Hand, folder: Path, language: str) -> None:
        self.hand, self.page, self._folder = hand, hand.page, folder
        self._texts = catalogue(language)

    def hands_in(self) -> None:
        self.hand.press(self.page.locator(".top a[href='/upload']"))
        files = [self._folder / f"{name}.pdf" for name in ("january", "february", "march")]
        self.page.locator("#documents").set_input_files(files)
        self.hand.button(self._said("Hand in"))
        until(self.hand, lambda: read(self.page) == len(files))
        self._looks("handed-in")

    def accepts_what_is_safe(self) -> None:
        """From the list of what is to do: January lacks an entry."""
        self._goes_to_do()
        self._looks("to-do")
        self.hand.link(self._said("Accept all that restore both balances"))
        self._looks("accept-all")
        self.hand.press(self.page.locator("form[action='/accept-all'] button.main"))
        self._answered()

    def settles(self, file: str, act: str, which: str = "") -> None:
        """The one difference of a statement, from the list of what is to do."""
        self._goes_to_do()
        self._opens(file)
        self._resolves(act, which=which)

    def corrects_a_cell(self) -> None:
        """February's file calls a seven a one; the page shows it as it is."""
        self._opens("february.pdf")
        self._looks("february")
        fold = self.page.locator("#correct")
        self.hand.press(fold.locator("summary"))
        form = fold.locator("form").first
        assert form.locator("[name=line]").input_value() == "4"
        self.hand.write(form.get_by_label(self._said("reads, on the page")), "74.52")
        self._looks("correct")
        self.hand.press(form.get_by_role("button"))
        self._answered()
        self._looks("corrected")

    def decides_wrongly_and_undoes_that(self) -> None:
        """The cheque is not the bank's mistake nor a slip: it was not cashed yet."""
        self._goes_to_do()
        self._opens("march.pdf")
        self._chooses("Cheque to Dora")
        self._resolves("remove")
        self._looks("wrong")
        self.hand.press(self.page.locator(".said a[href*='/undo']").first)
        self._looks("undo")
        self.hand.press(self.page.locator("main form button.main, main form button").last)
        self._answered()
        self._chooses("Cheque to Dora")
        self._resolves("outstanding", "not cashed yet")

    def finds_a_row(self) -> None:
        """The groceries were noted in two parts, later and as somebody else's."""
        self._chooses("Greengate Grocers")
        way = self._way("pair")
        self.hand.press(way.locator("summary"))
        self.hand.write(way.locator("[name=payee]"), "shop")
        self.hand.choose(way.locator("[name=near]"), 4)
        self.hand.press(way.locator("button.find"))
        way.get_by_label("Corner shop, first").wait_for()
        self._looks("found")
        self.hand.tick(way.get_by_label("Corner shop, first"))
        self.hand.tick(way.get_by_label("Corner shop, second"))
        self._looks("ticked")
        self.hand.press(way.locator("button.main"))
        self._answered()
        self._looks("matched")

    def sees_that_nothing_is_left(self) -> None:
        self._goes_to_do()
        (gap,) = self.page.locator("section.card").all()
        assert gap.get_attribute("aria-labelledby") == "group-missing"
        self._looks("done")

    def _goes_to_do(self) -> None:
        there = self.page.locator(".rooms a[href='/'][aria-current]")
        if there.count() == 0:
            self.hand.press(self.page.locator(".rooms a[href='/']"))
            there.wait_for()

    def _opens(self, file: str) -> None:
        self.hand.press(self.page.locator("a[href*='/imports/']").filter(has_text=file).first)
        self.page.locator("#differences").wait_for(state="attached")
        self.page.wait_for_load_state()

    def _chooses(self, words: str) -> None:
        """The difference of these words, if it is not the chosen one."""
        row = self.page.locator("#differences .row", has_text=words)
        if row.get_attribute("aria-current") is None:
            self.hand.press(row.locator("a.what"))

    def _way(self, act: str) -> Locator:
        return self.page.locator("details.way").filter(has=self.page.locator(f"[value={act}]"))

    def _resolves(self, act: str, reason: str = "", which: str = "") -> None:
        way = self._way(act)
        self.hand.press(way.locator("summary"))
        if which:
            self.hand.press(way.locator(which))
        if reason:
            self.hand.write(way.locator("[name=reason]"), reason)
        self.hand.press(way.locator("button.main"))
        self._answered()

    def _answered(self) -> None:
        """The next page is there, with its scripts."""
        self.page.locator(".said").first.wait_for()
        self.page.wait_for_load_state()

    def _said(self, text: str) -> str:
        return self._texts.gettext(text)

    def _looks(self, name: str) -> None:
        """Nothing is cut off, too small to be read, or in another language."""
        self.page.wait_for_load_state()
        with suppress(Error):  # while it draws; the picture is for a person alone
            self.page.screenshot(path=self._folder / f"{name}.png")
        wide = "document.documentElement.scrollWidth - innerWidth"
        assert self._answer_to(wide) <= 0, name
        words = self._answer_to(_WORDS)
        assert [text for text, size in words if size < 11] == [], name
        english = [text for text, _size in words if self._said(text) != text]
        assert english == [], name
        if self._said("To do") != "To do":
            assert not _ENGLISH.search(self.page.locator("body").inner_text()), name

    def _answer_to(self, script: str) -> Any:
        """What the page says to a script, asked again if it went on to the next one meanwhile."""
        try:
            return self.page.evaluate(script)
        except Error:
            self.page.wait_for_load_state()
            return self.page.evaluate(script)


def three_months(folder: Path) -> None:
    """A ledger of January to March with its slips, and the three statements."""
    household, january = HOLDINGS[0], 12
    months = [printed(household, january + n) for n in range(3)]
    bakery, groceries = months[0][2], months[2][1]
    opening = household.opening
    for n, name in enumerate(("january", "february", "march")):
        page = page_of(household, january + n, months[n], opening)
        page = page if name != "february" else misread(page, b"74.52")
        (folder / f"{name}.pdf").write_bytes(page)
        opening += sum(row.amount for row in months[n])
    noted = [row for rows in months for row in rows if row not in (bakery, groceries)]
    noted += [
        Row(date(2025, 3, 20), "Cheque to Dora", -4_000),
        Row(date(2025, 4, 13), "Corner shop, first", -5_000),
        Row(date(2025, 4, 14), "Corner shop, second", groceries.amount + 5_000),
    ]
    household_ledger(folder, noted)


def misread(data: bytes, figure: bytes) -> bytes:
    """The same page, whose file takes the sevens of this figure for ones."""
    cmap = (
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap "
        b"1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <37> <0031> endbfchar "
        b"2 beginbfrange <2E> <36> <002E> <38> <39> <0038> endbfrange endcmap end end"
    )
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(data)) as document:
        page = document.pages[0]
        fonts = page.Resources.Font
        odd = pikepdf.Dictionary(dict(fonts["/F2"].as_dict().items()))
        odd.ToUnicode = document.make_stream(cmap)
        fonts["/Odd"] = document.make_indirect(odd)
        shown, odd_shown = b"(%s) Tj" % figure, b"/Odd 7 Tf (%s) Tj /F2 7 Tf" % figure
        page.Contents = document.make_stream(page.Contents.read_bytes().replace(shown, odd_shown))
        document.save(out)
    return out.getvalue()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> TwoYears:
    return two_years(tmp_path_factory.mktemp("two-years"))


@pytest.fixture(scope="module")
def person(made: TwoYears) -> Iterator[Person]:
    """Whoever has closed the books, and is still at the desk."""
    with at_desk(made.books.parent) as person:
        person.closes_the_books(made)
        yield person


def asked(*words: str) -> Any:
    return json.loads(Person().types(*words, "--json"))


@pytest.mark.slow
@pytest.mark.timeout(1_800)
def test_two_years_with_twenty_two_slips_are_closed_by_few_clicks(
    browser_itself: Browser, tmp_path: Path
) -> None:
    made = two_years(tmp_path)
    with at_desk(tmp_path) as typist:
        typist.types("init", "--ledger", str(made.books))
        typist.types("import", str(made.statements))
    with window(browser_itself, **WIDE) as page, serving(tmp_path / "tieout.db") as link:
        page.goto(link)
        person = Bookkeeper(Hand(page), tmp_path, "en")
        person.accepts_what_is_safe()
        person.settles("9015-2025-01.pdf", "pair", "[name=line][value='5']")  # several fit
        person.settles("9015-2025-06.pdf", "remove")  # paid in cash, as is the next
        person.settles("4471-2025-07.pdf", "remove")
        person.accepts_what_is_safe()
        print(f"{person.hand.pressed} pressed, {person.hand.written} written")  # noqa: T201
    assert person.hand.pressed <= MOST_CLICKS
    assert tieout("review", "--json", cwd=tmp_path).json == []


@pytest.mark.slow
@pytest.mark.timeout(1_800)  # whoever comes first waits for two years of books
@pytest.mark.usefixtures("person")
def test_every_month_is_covered_and_locked() -> None:
    months = asked("coverage", "--until", "2025-12-31")
    assert len(months) == MONTHS * len(HOLDINGS)
    assert {each["state"] for each in months} == {"covered"}
    locks = asked("locks")
    assert {(each["account_id"], each["period_end"][:7]) for each in locks} == {
        (each["account_id"], each["month"]) for each in months
    }


@pytest.mark.slow
@pytest.mark.timeout(1_800)  # whoever comes first waits for two years of books
@pytest.mark.usefixtures("person")
def test_the_ledger_ends_where_the_bank_does(made: TwoYears) -> None:
    accounts = asked("ledger", "accounts")
    ended = {each["mask"]: int(each["balance"].replace(".", "")) for each in accounts}
    assert ended == made.closing


@pytest.mark.slow
@pytest.mark.timeout(1_800)  # whoever comes first waits for two years of books
@pytest.mark.usefixtures("person")
def test_bringing_the_same_in_again_changes_nothing(made: TwoYears) -> None:
    entries = [asked("ledger", "entries", each.digits) for each in HOLDINGS]
    Person().types("import", str(made.statements))
    assert [asked("ledger", "entries", each.digits) for each in HOLDINGS] == entries
    assert asked("review") == []
