"""Amounts that are not money, or not in the unit that they seem to be in; parts of a list."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from tests.strangers.extras import words
from tests.strangers.houses_list import day_list, wallet
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.ordinary import WORDINGS, ordinary
from tests.strangers.sketch import Entry, ledger_of, money, page

_UNIT = "A11 not money"
_SCALE = "A11 another scale"
_SHARE = "A11 a part of the list"


@dataclass(frozen=True)
class Unit:
    """What is counted, and how the page calls it."""

    name: str
    code: str
    bank: str
    title: str
    head: str
    rows: tuple[str, ...]
    currency: str = "XXX"
    places: int = 2
    facts: tuple[tuple[str, str], ...] = ()


_UNITS = (
    Unit(
        "points_column",
        "en-GB",
        "Skyways Rewards",
        "Points statement",
        "Points",
        ("Flight LHR-MAD", "Hotel night spent", "Shopping partner", "Car hire", "Bonus"),
        places=0,
    ),
    Unit(
        "miles_de",
        "de-DE",
        "Meilen & Mehr",
        "Meilenkonto Auszug",
        "Meilen",
        ("Flug FRA-JFK", "Prämienflug", "Hotel", "Mietwagen", "Willkommensbonus"),
        places=0,
    ),
    Unit(
        "bitcoin",
        "en-US",
        "Chainpurse",
        "Wallet statement",
        "BTC",
        ("Received from bc1q..8f2", "Sent to bc1q..77a", "Received", "Network fee", "Received"),
        places=2,
        facts=(("Unit", "BTC"),),
    ),
    Unit(
        "stablecoin_looks_like_dollars",
        "en-US",
        "Chainpurse",
        "USDC wallet",
        "Amount (USDC)",
        ("Received", "Sent 0x44..18", "Received", "Gas", "Received"),
    ),
    Unit(
        "kwh_account",
        "de-DE",
        "Stromspeicher Cloud",
        "Kontoauszug Energiekonto",
        "kWh",
        ("Einspeisung Woche 9", "Entnahme", "Einspeisung Woche 11", "Entnahme", "Gutschrift"),
    ),
    Unit(
        "hours_time_account",
        "fr-FR",
        "Banque du temps de Lyon",
        "Relevé de compte temps",
        "Heures",
        ("Jardinage reçu", "Cours donné", "Bricolage", "Garde", "Don"),
    ),
    Unit(
        "grams_of_gold",
        "tr-TR",
        "Ege Ticaret Bankası A.Ş.",
        "Altın hesabı ekstresi",
        "Gram (XAU)",
        ("Altın alış", "Altın satış", "Altın alış", "Komisyon", "Altın alış"),
        currency="XAU",
    ),
    Unit(
        "fund_units",
        "es-ES",
        "Gestora Arlanzón",
        "Extracto de participaciones",
        "Participaciones",
        ("Suscripción", "Reembolso", "Suscripción", "Traspaso", "Suscripción"),
    ),
    Unit(
        "phone_minutes",
        "en-ZA",
        "TalkMore",
        "Airtime account",
        "Minutes",
        ("Recharge", "Usage week 10", "Bonus minutes", "Usage week 12", "Recharge"),
        places=0,
    ),
    Unit(
        "meal_tokens",
        "it-IT",
        "Mensa Facile",
        "Estratto conto buoni",
        "Buoni",
        ("Carico mensile", "Pranzo", "Carico", "Pranzo", "Rettifica"),
        places=0,
    ),
    Unit(
        "carbon_credits",
        "nl-NL",
        "GroenPunt",
        "Rekeningoverzicht CO2",
        "kg CO2",
        ("Treinreis", "Vlucht", "Fiets", "Auto", "Compensatie"),
    ),
    Unit(
        "stars_app",
        "en-AU",
        "BeanHouse",
        "Stars statement",
        "Stars",
        ("Flat white", "Free drink", "Lunch", "Free drink", "Double star day"),
        places=0,
    ),
)


def unit_pages() -> list[StrangerPage]:
    """Points, coins, kilowatt-hours, thousands, and lists that are cut short."""
    return [*(_unit(one, at) for at, one in enumerate(_UNITS)), *_scales(), *_shares()]


def _unit(one: Unit, at: int) -> StrangerPage:
    said = WORDINGS[one.code]
    values = ("1250.00", "-400.00", "315.00", "-90.00", "500.00")
    if one.places:
        values = ("12.50", "-4.25", "3.15", "-0.90", "5.40")
    entries = tuple(
        Entry(date(2025, 3, 3 + 6 * nth), money(value), (text,))
        for nth, (value, text) in enumerate(zip(values, one.rows, strict=True))
    )
    figures = replace(ordinary(one.code, "x").figures, places=one.places)
    drawn = ordinary(
        one.code,
        one.name,
        signed=True,
        entries=entries,
        opening="840.00" if not one.places else "31.75",
        bank=one.bank,
        title=one.title,
        figures=figures,
        currency=one.currency,
        heads=(said.date, said.text, one.head, said.balance),
        kind="other",
        facts=(*one.facts, (said.number_label, said.number), (said.period_label, said.period)),
    )
    houses = (
        (table_page, {"look": Look(header="shade")}),
        (side_bar, {"fill": "#f2f0e6"}),
        (table_page, {"look": Look(grid=True)}),
    )
    house, options = houses[at % 3]
    return page(
        f"unit_{one.name}",
        _UNIT,
        drawn,
        house,
        undecidable=("currency",),
        tempts=f"Prove {one.head} as money in the country's currency.",
        **options,
    )


def _scales() -> list[StrangerPage]:
    def thousands(name: str, code: str, says: str, where: str, **more: Any) -> StrangerPage:
        true = ordinary(
            code,
            name,
            count=6,
            entries=_round_entries(code, name),
            signed=True,
            opening="120000.00",
            **more,
        )
        shown = replace(
            true,
            opening=true.opening / 1000,
            entries=tuple(replace(entry, amount=entry.amount / 1000) for entry in true.entries),
            figures=replace(true.figures, places=1),
        )
        if where == "title":
            shown = replace(shown, title=f"{shown.title} {says}")
        elif where == "heads":
            shown = replace(
                shown, heads=(*shown.heads[:2], f"{shown.heads[2]} {says}", shown.heads[3])
            )
        elif where == "above":
            shown = replace(shown, above=words(says, size=7))
        else:
            shown = replace(shown, notes=(says,))
        account = replace(true.account(), wrong_ledger=ledger_of(shown.entries))
        unseen = {
            account.opening,
            account.closing,
            *(row.amount for row in account.rows),
            *(row.balance for row in account.rows if row.balance),
        }
        return page(
            f"scale_{name}",
            _SCALE,
            shown,
            table_page,
            look=Look(number_width=96),
            accounts=(account,),
            not_in_text=tuple(sorted(unseen)),
            tempts=f"Prove thousands as units although the page says “{says}”.",
        )

    return [
        thousands("in_thousands_gb", "en-GB", "(£000)", "heads"),
        thousands("tsd_eur_de", "de-DE", "in TEUR", "title"),
        thousands("rounded_to_thousands", "en-US", "Amounts in thousands of dollars", "above"),
        thousands("milliers_fr", "fr-FR", "Montants en milliers d'euros", "below"),
        thousands("miles_de_pesos", "es-MX", "Cifras en miles de pesos", "above"),
        thousands("x1000_eur_nl", "nl-NL", "x 1.000", "heads"),
        thousands("tys_zl_pl", "pl-PL", "kwoty w tys. zł", "below"),
        thousands("tkr_se", "sv-SE", "(tkr)", "title"),
    ]


def _round_entries(code: str, seed: str) -> tuple[Entry, ...]:
    values = ("42500.00", "-18300.00", "-7200.00", "65100.00", "-33900.00", "-1400.00")
    drawn = ordinary(code, seed, count=6)
    return tuple(
        replace(entry, amount=money(value), text=(f"Clearing 118-{at:02}",))
        for at, (entry, value) in enumerate(zip(drawn.entries, values, strict=True))
    )


def _shares() -> list[StrangerPage]:
    def share(
        name: str,
        code: str,
        says: str,
        where: str,
        house: Callable[..., bytes] = table_page,
        cut: int = 7,
        total: int = 12,
        **options: Any,
    ) -> StrangerPage:
        listed = house in (wallet, day_list)
        whole = ordinary(code, name, count=total, signed=listed)
        shown = replace(
            whole,
            entries=whole.entries[:cut],
            closing_label=None if listed else whole.closing_label,
        )
        says = says.format(cut=cut, total=total)
        if where == "above":
            shown = replace(shown, above=words(says, size=8, x=40))
        else:
            shown = replace(shown, notes=(says,))
        account = replace(
            shown.account(),
            closing=whole.account().closing,
            closing_printed=False,
            ledger=ledger_of(whole.entries),
            wrong_ledger=ledger_of(shown.entries),
        )
        return page(
            f"share_{name}",
            _SHARE,
            shown,
            house,
            accounts=(account,),
            undecidable=("rows", "closing"),
            tempts=f"Take the {cut} rows for all though the page says “{says}”.",
            **options,
        )

    return [
        share("showing_7_of_12", "en-GB", "Showing {cut} of {total} transactions", "above"),
        share("transactions_12", "en-US", "Transactions: {total}", "above"),
        share(
            "filter_applied",
            "en-AU",
            "Filter applied: amounts over $20. {total} items in the period.",
            "below",
            look=Look(header="line"),
        ),
        share(
            "umsaetze_7_von_12",
            "de-DE",
            "{cut} von {total} Umsätzen",
            "below",
            printout,
            reel=Reel(widths=(11, 32, 12, 12, 13)),
        ),
        share("operations_12_au_total", "fr-FR", "Nombre d'opérations : {total}", "below"),
        share("ultimos_movimientos", "es-ES", "Últimos {cut} movimientos", "above", wallet),
        share("load_more", "en-IE", "Load more", "below", day_list),
        share("wyniki_1_7_z_12", "pl-PL", "Wyniki 1-{cut} z {total}", "above"),
        share("primi_7", "it-IT", "Visualizzati i primi {cut} movimenti", "below"),
    ]
