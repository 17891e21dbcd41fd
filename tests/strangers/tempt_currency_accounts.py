"""Accounts in another currency than that of the bank's country."""

from reportlab.lib.pagesizes import LETTER

from tests.strangers.extras import words
from tests.strangers.figures import Figures
from tests.strangers.houses_list import Section, day_list, section_pages, wallet
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.ordinary import ordinary
from tests.strangers.places import variant
from tests.strangers.sketch import page

_TOPIC = "A6 the wrong currency"
_DOLLAR = Figures(before="$")


def currency_account_pages() -> list[StrangerPage]:
    """Foreign-currency accounts, purses and apps."""
    return [*_special()]


def _special() -> list[StrangerPage]:
    us_account = ordinary(
        "en-CA",
        "cs1",
        currency="USD",
        kind="savings",
        title="U.S. Dollar Daily Interest",
        heads=("Date", "Description", "Withdrawals", "Deposits", "Balance"),
        notes=(
            "Cartier Royal Bank is a member of the Canada Deposit Insurance Corporation. "
            "Deposits in Canadian dollars and in other currencies are insured.",
        ),
        bank="Cartier Royal",
    )
    rate = words(
        "Today's rate: 1 EUR = 4.3120 PLN. Convert now in the app!", fill="#e8f5e9", width=360
    )
    euro_in_poland = ordinary(
        "pl-PL",
        "cs2",
        currency="EUR",
        place=variant("pl-PL", scale=1),
        above=rate,
        title="Konto walutowe EUR",
        count=7,
    )
    equivalents = ordinary(
        "en-SG",
        "cs3",
        signed=True,
        currency="AUD",
        title="Foreign currency account: Australian dollar",
        count=6,
        notes=("Total in SGD equivalent at 0.8741: see page 2.",),
    )
    app = ordinary(
        "en-US",
        "cs4",
        signed=True,
        currency="CAD",
        figures=_DOLLAR,
        days="MMMM D",
        count=7,
        sign="lead_both",
        balances="none",
        bank="maplepay",
        title="March activity",
        holder=("JOCELYN P.",),
        facts=(("Account", "···· 8826"), ("Province", "BC")),
        number="7710448826",
        period_printed=False,
    )
    purse = ordinary(
        "en-GB",
        "cs5",
        signed=True,
        currency="CHF",
        title="Purse CHF",
        count=6,
        bank="TapPurse",
        heads=("Date", "Details", "Amount", "Balance"),
        facts=(("Purse:", "CHF"),),
        number=None,
        period_printed=False,
        notes=("TapPurse Ltd, London. Amounts in £ elsewhere in the app are estimates.",),
    )
    return [
        page(
            "currency_us_dollars_at_a_canadian_bank",
            _TOPIC,
            us_account,
            table_page,
            look=Look(paper=LETTER, bottom=700),
            tempts="Take a US-dollar account of a Canadian bank for Canadian dollars.",
        ),
        page(
            "currency_euro_account_in_poland",
            _TOPIC,
            euro_in_poland,
            table_page,
            tempts="Take a Polish page's account for zloty; an advert prints a rate.",
        ),
        page(
            "currency_foreign_currency_account_sg",
            _TOPIC,
            equivalents,
            table_page,
            look=Look(header="line"),
            tempts="Take the Australian-dollar account for Singapore dollars.",
        ),
        page(
            "currency_dollar_app_with_a_province",
            _TOPIC,
            app,
            day_list,
            tempts="Take $ for US dollars although the holder lives in BC.",
            undecidable=("currency",),
        ),
        page(
            "currency_franc_purse_of_a_london_app",
            _TOPIC,
            purse,
            wallet,
            tempts="Take a purse in Swiss francs for pounds.",
        ),
        page(
            "currency_sections_in_dollars_of_belize",
            _TOPIC,
            ordinary(
                "en-US",
                "cs6",
                currency="BZD",
                bank="Belize River Bank",
                place=variant("en-US", country="BZ", currency="BZD"),
                holder=("MR E CASTILLO", "ALBERT STREET", "BELIZE CITY"),
                balances="none",
                heads=("Date", "Description", "Amount"),
                count=8,
                figures=_DOLLAR,
                summary=(
                    ("Beginning balance", "{opening}"),
                    ("Deposits", "{in}"),
                    ("Withdrawals", "-{out}"),
                    ("Ending balance", "{closing}"),
                ),
            ),
            section_pages,
            sections=(
                Section("Deposits", "Total deposits", "in"),
                Section("Withdrawals", "Total withdrawals", "out"),
            ),
            tempts="Take $ for US dollars in Belize City.",
            undecidable=("currency",),
        ),
        page(
            "currency_guilder_sidebar",
            _TOPIC,
            ordinary(
                "nl-NL",
                "cs7",
                signed=True,
                currency="ANG",
                bank="Punda Bank",
                place=variant("nl-NL", country="CW", currency="ANG"),
                count=7,
                holder=("Mevr. R. Martina", "Willemstad, Curaçao"),
            ),
            side_bar,
            fill="#fff3cd",
            tempts="Take a Dutch page from Curaçao for euros.",
            undecidable=("currency",),
        ),
    ]
