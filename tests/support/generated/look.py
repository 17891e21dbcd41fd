"""How one made-up bank prints, in which language, and a strategy for all of that."""

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from db.money import exponent_of
from fixtures.typefaces import CHINESE, HONG_KONG, JAPANESE, KOREAN, SANS, WIDE, Face

FACES = {"zh": CHINESE, "zh_Hant": HONG_KONG, "ja": JAPANESE, "ko": KOREAN}
#: No font of the project has their letters; their pages are made of words, not as PDF.
WITHOUT_FONT = frozenset({"ar", "bn", "fa", "fil", "he", "hi", "th", "ur"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """One language's wordings; where there are several, a bank uses one of them.

    ``figures`` are pairs of thousands and decimal mark (``_`` for none) or ``lakh``; ``currencies``
    an ISO code and the sign printed for it; ``dates`` CLDR patterns; ``suffixes`` the marks behind
    money out and money in. ``digits`` and ``calendars`` are empty for the usual; a page that is
    ``leftward`` is read from right to left.
    """

    code: str
    figures: tuple[str, ...]
    currencies: tuple[str, ...]
    dates: tuple[str, ...]
    date: tuple[str, ...]
    value_date: tuple[str, ...]
    description: tuple[str, ...]
    reference: tuple[str, ...]
    debit: tuple[str, ...]
    credit: tuple[str, ...]
    amount: tuple[str, ...]
    balance: tuple[str, ...]
    opening: tuple[str, ...]
    closing: tuple[str, ...]
    brought: tuple[str, ...]
    carried: tuple[str, ...]
    total_in: tuple[str, ...]
    total_out: tuple[str, ...]
    period: tuple[str, ...]
    title: tuple[str, ...]
    card_title: tuple[str, ...]
    nothing: str
    suffixes: tuple[str, str]
    payments: tuple[str, ...]
    purchases: tuple[str, ...]
    payees: tuple[str, ...]
    legal: tuple[str, ...]
    wide: bool = False
    leftward: bool = False
    digits: tuple[str, ...] = ("",)
    calendars: tuple[str, ...] = ("",)

    @property
    def face(self) -> Face:
        """A face that has all of the language's letters."""
        return FACES.get(self.code, WIDE if self.wide else SANS)

    @property
    def drawable(self) -> bool:
        """Whether its pages can be drawn as PDF."""
        return self.code not in WITHOUT_FONT


@cache
def languages() -> tuple[Language, ...]:
    """All languages of languages.toml."""
    tables = tomllib.loads(Path(__file__).with_name("languages.toml").read_text("utf-8"))
    return tuple(_language(code, table) for code, table in tables.items())


def _language(code: str, table: dict[str, list[str] | str | bool]) -> Language:
    fields = {
        key: tuple(value) if isinstance(value, list) else value for key, value in table.items()
    }
    return Language(code=code, **fields)  # type: ignore[arg-type]


class Amounts(StrEnum):
    """In which columns amounts stand, and how money out differs from money in."""

    OUT_IN = "a column for money out, then one for money in"
    IN_OUT = "a column for money in, then one for money out"
    ONE = "one column, money out marked as negative"
    CARD = "one column, charges plain, payments marked as negative"


class Negative(StrEnum):
    """How a negative figure is marked."""

    MINUS = "-1.00"
    TRAILING = "1.00-"
    PARENTHESES = "(1.00)"
    TYPOGRAPHIC = "−1.00"
    SUFFIX = "1.00 DR"


class Balances(StrEnum):
    """In which rows the running balance stands."""

    EACH_ROW = "each row"
    DAY_END = "the last row of each day"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Every choice of one bank's layout.

    ``wording`` picks among a language's wordings. ``day`` and ``full_day``, which has the year, are
    CLDR patterns. ``sign_on_figures`` is ``before``, ``behind`` or empty: where each figure carries
    the currency's sign. ``rows_bottom`` is where a page is full; that, ``left`` and ``size`` are in
    points. ``digits`` replace 0 to 9, and ``calendar`` counts the years, both empty for the usual.
    ``visual`` words have their letters in the order of the page where that is from right to left.
    ``bilingual`` headings are repeated in English, ``rows_broken`` may be cut by the page's
    end, ``kerned`` figures have a gap inside, and ``overprinted`` pages have small print over their
    last row.
    """

    language: Language
    wording: int
    figures: str
    currency: str
    sign: str
    exponent: int
    day: str
    full_day: str
    digits: str
    calendar: str
    visual: bool
    amounts: Amounts
    negative: Negative
    balances: Balances
    once_a_day: bool
    value_dates: bool
    references: bool
    newest_first: bool
    sections: bool
    figure_on_last_line: bool
    sign_on_figures: str
    plus_on_money_in: bool
    headings: bool
    headings_repeated: bool
    balance_rows: bool
    box: bool
    totals: bool
    counts: bool
    carried: bool
    period_printed: bool
    leaders: bool
    footer: bool
    watermark: bool
    edge_code: bool
    bilingual: bool
    rows_broken: bool
    kerned: bool
    overprinted: bool
    size: float
    left: float
    letter_paper: bool
    rows_bottom: float

    def word(self, choices: tuple[str, ...]) -> str:
        """The wording this bank uses."""
        return choices[self.wording % len(choices)]


SHORT_DAY = 10
"""A pattern no longer than this leaves room for a second date."""


@st.composite
def looks(draw: st.DrawFn, among: tuple[Language, ...] = ()) -> Look:
    """Any layout of any of these languages, or of all."""
    language = draw(st.sampled_from(among or languages()))
    amounts = draw(st.sampled_from(Amounts))
    currency, sign = draw(st.sampled_from(language.currencies)).split()
    day = draw(st.sampled_from(language.dates))
    balances = draw(_balances(amounts))
    newest_first = balances is not Balances.DAY_END and draw(_seldom())
    negative = draw(st.sampled_from(Negative))
    box = draw(st.booleans())
    carried = balances is not Balances.NONE and not newest_first and draw(st.booleans())
    with_year = "y" in day
    figures = draw(st.sampled_from(_figures(language, currency)))
    return Look(
        language=language,
        wording=draw(st.integers(0, 5)),
        figures=figures,
        currency=currency,
        sign=sign,
        exponent=0 if figures.endswith("_") else exponent_of(currency),
        day=day,
        full_day=draw(st.sampled_from(_full_days(language, day))),
        digits=draw(st.sampled_from(language.digits)),
        calendar=draw(st.sampled_from(language.calendars)),
        visual=language.leftward and draw(_seldom()),
        amounts=amounts,
        negative=negative,
        balances=balances,
        once_a_day=draw(st.booleans()) and amounts is not Amounts.CARD,
        value_dates=len(day) <= SHORT_DAY and draw(_seldom()),
        references=draw(_seldom()),
        newest_first=newest_first,
        sections=amounts is Amounts.CARD and draw(st.booleans()),
        figure_on_last_line=draw(_seldom()),
        sign_on_figures=draw(st.sampled_from(("", "", "before", "behind"))),
        plus_on_money_in=negative is Negative.MINUS and draw(st.booleans()),
        headings=draw(_mostly()),
        headings_repeated=draw(st.booleans()),
        balance_rows=not box or (amounts is not Amounts.CARD and draw(st.booleans())),
        box=box,
        totals=draw(st.booleans()),
        counts=draw(st.booleans()),
        carried=carried,
        period_printed=not with_year or draw(_mostly()),
        leaders=draw(_seldom()),
        footer=draw(st.booleans()),
        watermark=draw(_seldom()),
        edge_code=draw(_seldom()),
        bilingual=language.code != "en" and draw(_seldom()),
        rows_broken=not carried and draw(_seldom()),
        kerned=draw(_seldom()),
        overprinted=draw(_seldom()),
        size=draw(st.sampled_from((7.0, 8.0, 9.0))),
        left=draw(st.sampled_from((36.0, 42.0, 48.0))),
        letter_paper=draw(st.booleans()),
        rows_bottom=draw(st.sampled_from((300.0, 420.0, 560.0, 720.0))),
    )


def _seldom() -> st.SearchStrategy[bool]:
    return st.integers(0, 4).map(lambda roll: roll == 4)


def _mostly() -> st.SearchStrategy[bool]:
    return st.integers(0, 7).map(lambda roll: roll != 7)


def _balances(amounts: Amounts) -> st.SearchStrategy[Balances]:
    return st.just(Balances.NONE) if amounts is Amounts.CARD else st.sampled_from(Balances)


def _figures(language: Language, currency: str) -> list[str]:
    return [each for each in language.figures if each != "lakh" or currency == "INR"]


def _full_days(language: Language, day: str) -> list[str]:
    """Patterns with a year that one bank would use beside ``day``."""
    if "y" in day and "yy." not in day:
        return [day]
    month_first = day.startswith("MM/")
    years = [each for each in language.dates if "yyyy" in each]
    return [each for each in years if each.startswith("MM/") == month_first] or years
