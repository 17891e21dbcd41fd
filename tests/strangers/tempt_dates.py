"""Dates that can be read in two ways, and years that are not printed."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from tests.strangers.extras import words
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.ordinary import WORDINGS, ordinary
from tests.strangers.places import variant
from tests.strangers.sketch import Entry, Sketch, money, page

_DAYS = "dates in two ways"
_YEARS = "year not printed"


def date_pages() -> list[StrangerPage]:
    """Pages whose days or years must be guessed."""
    return [*_day_or_month(), *_years()]


def _early_days(seed: str) -> tuple[Entry, ...]:
    """Entries of one month on days that are months as well."""
    texts = ("Transfer 118", "Card 4471", "Transfer 120", "Standing order", "Card 4471 b", "Fee")
    sums = ("410.00", "-32.50", "95.20", "-180.00", "-12.75", "-3.00")
    turn = len(seed) % 3
    return tuple(
        Entry(date(2025, 4, day), money(value), (text,))
        for day, value, text in zip(
            (2, 3, 5, 8, 10, 12), sums[turn:] + sums[:turn], texts, strict=True
        )
    )


def _without_period(code: str, seed: str, **more: Any) -> Sketch:
    said = WORDINGS[code]
    plain: dict[str, Any] = {
        "facts": ((said.number_label, said.number),),
        "period_printed": False,
    }
    return ordinary(code, seed, **(plain | more))


def _day_or_month() -> list[StrangerPage]:
    month = {"first": date(2025, 4, 1), "last": date(2025, 4, 30)}
    both = "Read 03/04 as one of two days although nothing on the page decides."
    return [
        page(
            "days_slashes_no_country",
            _DAYS,
            _without_period(
                "en-SG",
                "d1",
                entries=_early_days("d1"),
                days="DD/MM/YYYY",
                closing_label="Closing",
                opening_label="Opening",
                bank="Unity Bank",
                holder=("K. MORRIS",),
                **month,
            ),
            table_page,
            tempts=both,
            undecidable=("dates", "period"),
        ),
        page(
            "days_month_first_in_toronto",
            _DAYS,
            _without_period("en-CA", "d2x", entries=_early_days("d2x"), days="MM/DD/YY", **month),
            table_page,
            tempts="Read Canadian dates day first, or month first: both are usual.",
            undecidable=("dates", "period"),
        ),
        page(
            "days_month_first_in_manila",
            _DAYS,
            _without_period(
                "en-SG",
                "d3xx",
                entries=_early_days("d3xx"),
                days="MM/DD/YYYY",
                place=variant("en-SG", country="PH", currency="PHP"),
                bank="Banco Central Visayas",
                holder=("C. REYES", "MAKATI CITY"),
                **month,
            ),
            table_page,
            look=Look(grid=True),
            undecidable=("dates", "period"),
            tempts="Read 04/03/2025 day first, as elsewhere in Asia.",
        ),
        page(
            "days_two_digit_year_first",
            _DAYS,
            _without_period("sv-SE", "d4", entries=_early_days("d4"), days="YY/MM/DD", **month),
            table_page,
            tempts="Read 25/04/03 as the 25th of April 2003.",
            undecidable=("dates", "period"),
        ),
        page(
            "days_dots_and_short_year",
            _DAYS,
            _without_period("en-ZA", "d5x", entries=_early_days("d5x"), days="MM.DD.YY", **month),
            table_page,
            look=Look(header="line"),
            tempts=both,
            undecidable=("dates", "period"),
        ),
        page(
            "days_printed_twice_differently",
            _DAYS,
            _without_period(
                "en-GB",
                "d6",
                entries=_both_ways(),
                days="DD/MM/YYYY",
                closing_label="Closing balance",
                **month,
            ),
            table_page,
            undecidable=("dates", "period"),
            tempts="Call the dates proven although rows and descriptions write the same day "
            "both ways round.",
        ),
        page(
            "days_statement_date_decides",
            _DAYS,
            _without_period(
                "en-IE",
                "d7",
                entries=_early_days("d7"),
                days="DD/MM/YY",
                closing_label="Closing balance",
                facts=(("Statement date", "30/04/25"),),
                number=None,
                **month,
            ),
            table_page,
            undecidable=("period", "number", "account"),
            tempts="Read month first although the statement date, 30/04/25, decides.",
        ),
    ]


def _both_ways() -> tuple[Entry, ...]:
    return tuple(
        replace(entry, text=(f"{entry.text[0]} on {entry.day:%m/%d}",))
        for entry in _early_days("d6")
    )


def _years() -> list[StrangerPage]:
    def yearless(name: str, code: str, pattern: str, **more: Any) -> StrangerPage:
        drawn = _without_period(code, name, days=pattern, count=8, **more)
        if "{" in (drawn.closing_label or ""):
            drawn = replace(drawn, closing_label="Closing balance")
        return page(
            f"years_{name}",
            _YEARS,
            drawn,
            table_page,
            undecidable=("dates", "period"),
            tempts="Name a year although none is printed on the page.",
        )

    december = tuple(
        Entry(date(2024, 12, 20) + timedelta(days=4 * at), money(value), (text,))
        for at, (value, text) in enumerate(
            (
                ("-40.00", "Cash"),
                ("-18.20", "Bakery"),
                ("900.00", "Wages"),
                ("-61.00", "Electricity"),
                ("-9.99", "Music"),
            )
        )
    )
    turn = _without_period(
        "en-GB",
        "y6",
        entries=december,
        days="DD MMM",
        first=date(2024, 12, 20),
        last=date(2025, 1, 10),
        closing_label="Balance at 10 January 2025",
    )
    leap = tuple(
        Entry(date(2024, 2, day), money(value), (text,))
        for day, value, text in (
            (5, "-40.00", "Cash"),
            (12, "610.00", "Wages"),
            (29, "-12.00", "Fee"),
        )
    )
    copyright_year = _without_period(
        "en-AU",
        "y8",
        days="DD MMM",
        count=7,
        footer=("© 2019 Murray River Mutual. Terms updated 1 July 2023. Card valid thru 08/27.",),
    )
    return [
        yearless("days_only_gb", "en-GB", "DD MMM"),
        yearless("days_only_de", "de-DE", "DD.MM."),
        yearless("days_only_fr", "fr-FR", "DD/MM"),
        yearless("days_only_br", "pt-BR", "DD/MM"),
        yearless("days_only_fi", "fi-FI", "D.M."),
        page(
            "years_across_new_year",
            _YEARS,
            turn,
            table_page,
            tempts="Put December into 2025, the only year on the page.",
        ),
        page(
            "years_february_29",
            _YEARS,
            _without_period(
                "en-US",
                "y7",
                entries=leap,
                days="MMM D",
                first=date(2024, 2, 1),
                last=date(2024, 2, 29),
            ),
            table_page,
            undecidable=("dates", "period"),
            tempts="Take this year although it has no 29th of February.",
        ),
        page(
            "years_from_a_copyright_line",
            _YEARS,
            copyright_year,
            table_page,
            undecidable=("dates", "period"),
            tempts="Take the year of a copyright, of terms or of a card for the rows' year.",
        ),
        page(
            "years_printed_on_another_day",
            _YEARS,
            replace(
                _without_period("it-IT", "y9", days="DD/MM", count=7, month=(2023, 3)),
                below=words("Documento prodotto il 14/11/2025 su richiesta", size=7),
            ),
            table_page,
            undecidable=("dates", "period"),
            tempts="Take the year in which a copy was printed for the year of its rows.",
        ),
        page(
            "years_financial_year",
            _YEARS,
            _without_period(
                "en-IN",
                "y10",
                days="DD-MMM",
                count=7,
                month=(2025, 2),
                title="Statement of account F.Y. 2024-25",
            ),
            table_page,
            tempts="Put February into 2024: the financial year runs to March 2025.",
            undecidable=("period",),
        ),
    ]
