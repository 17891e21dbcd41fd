"""Figures whose decimals can be read in two ways."""

from dataclasses import replace
from datetime import date

from tests.strangers.figures import Figures
from tests.strangers.houses_list import wallet
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.ordinary import ordinary
from tests.strangers.places import variant
from tests.strangers.sketch import Entry, money, page

_FIGURES = "figures in two ways"


def figure_pages() -> list[StrangerPage]:
    """Pages whose decimals must be guessed."""
    return [*_decimals()]


def _decimals() -> list[StrangerPage]:
    whole = (
        ("1.250", "Deposit"),
        ("-0.400", "Withdrawal"),
        ("2.315", "Deposit"),
        ("-1.090", "Withdrawal"),
    )
    dinar_rows = tuple(
        Entry(date(2025, 3, 4 + 6 * at), money(value), (text,))
        for at, (value, text) in enumerate(whole)
    )
    large = tuple(replace(entry, amount=entry.amount * 1000) for entry in dinar_rows)
    kuwait = variant("en-ZA", country="KW", currency="KWD", figures=Figures(",", ".", 3))
    anywhere = variant("en-ZA", country="XX", currency="XXX", figures=Figures(".", ",", 0))
    mixed = ordinary(
        "en-GB", "f5", signed=True, count=8, figures=Figures("", "."), opening="12840.20"
    )
    mixed = replace(mixed, notes=(f"Your closing balance is £{mixed.closing:,.2f}.",))
    return [
        page(
            "figures_three_decimals_kuwait",
            _FIGURES,
            ordinary(
                "en-ZA",
                "f1",
                place=kuwait,
                entries=dinar_rows,
                opening="8.500",
                bank="Gulf Corniche Bank",
                holder=("MR F AL SABAH", "KUWAIT CITY"),
                currency="KWD",
                title="Account in Kuwaiti dinar (KWD)",
            ),
            table_page,
            tempts="Read 1.250 as one thousand two hundred and fifty.",
        ),
        page(
            "figures_three_digits_behind_a_point",
            _FIGURES,
            ordinary(
                "en-ZA",
                "f2",
                place=anywhere,
                entries=large,
                opening="8500",
                bank="International Deposit Bank",
                holder=("MR F STONE",),
                title="Deposit account",
            ),
            table_page,
            undecidable=("amounts", "currency"),
            tempts="Read 1.250 as one and a quarter, or as a thousand: nothing decides.",
        ),
        page(
            "figures_comma_three_digits",
            _FIGURES,
            ordinary(
                "en-ZA",
                "f3",
                place=replace(anywhere, figures=Figures(",", ".", 0)),
                entries=large,
                opening="8500",
                bank="Banco Internacional",
                holder=("F STONE",),
                title="Account",
            ),
            printout,
            reel=Reel(widths=(11, 30, 12, 12, 12)),
            undecidable=("amounts", "currency"),
            tempts="Read 1,250 as one and a quarter, or as a thousand: nothing decides.",
        ),
        page(
            "figures_dinar_tunisia",
            _FIGURES,
            ordinary(
                "fr-FR",
                "f4",
                currency="TND",
                entries=dinar_rows,
                opening="8.500",
                place=variant("fr-FR", country="TN", currency="TND", figures=Figures(" ", ",", 3)),
                bank="Banque de Carthage",
                holder=("M. SLIM GHARBI", "LA MARSA, TUNIS"),
                figures=Figures(" ", ",", 3),
                title="Relevé de compte en dinars tunisiens (TND)",
            ),
            table_page,
            look=Look(header="shade"),
            tempts="Read 1,250 dinars as one thousand two hundred and fifty.",
        ),
        page(
            "figures_without_grouping",
            _FIGURES,
            mixed,
            table_page,
            tempts="Take 1234.56 beside 12,345.67 for different scales.",
        ),
        page(
            "figures_superscript_cents",
            _FIGURES,
            ordinary("en-US", "f6", signed=True, count=7, figures=Figures(",", "")),
            wallet,
            tempts="Cents are set without a point, so 12345 is 123.45.",
            undecidable=("amounts",),
        ),
        page(
            "figures_spaces_in_both_places",
            _FIGURES,
            ordinary("fr-FR", "f7", signed=True, count=7, figures=Figures(" ", " ")),
            table_page,
            look=Look(number_width=88),
            tempts="Read 1 234 56 as a whole number of francs or euros.",
        ),
        page(
            "figures_apostrophe_and_comma",
            _FIGURES,
            ordinary(
                "it-IT",
                "f8",
                currency="CHF",
                count=7,
                figures=Figures("'", ","),
                place=variant("it-IT", country="CH", currency="CHF"),
                bank="Banca del Ceresio",
                holder=("SIG.RA N. BERNASCONI", "LUGANO"),
                title="Estratto conto in CHF",
                opening="4188.20",
            ),
            table_page,
            tempts="Refuse or misread 4'188,20, and take an Italian page for euros.",
        ),
    ]
