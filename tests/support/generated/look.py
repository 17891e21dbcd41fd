"""How one made-up bank prints: every choice of layout, as plain values."""

from dataclasses import dataclass
from enum import StrEnum

from tests.support.generated.languages import Language


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
