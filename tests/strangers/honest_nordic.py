"""Ordinary statements of Sweden, Denmark and Norway."""

from dataclasses import replace

from tests.strangers.extras import up_the_margin, words
from tests.strangers.figures import Figures
from tests.strangers.houses_list import day_list
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.sketch import page, sketch

_NO = "1207 44 18773"


def nordic_pages() -> list[StrangerPage]:
    """Pages from Umeå to Bergen."""
    return [*_swedish(), *_danish(), *_norwegian()]


def _swedish() -> list[StrangerPage]:
    note = words("Insättningsgarantin omfattar detta konto, högst 1 050 000 kr.", size=7)
    return [
        page(
            "se_ingaende_utgaende_saldo",
            "signed with running balance",
            replace(
                sketch(
                    "sv-SE",
                    "se1",
                    count=10,
                    bank="Ålandsgatans Sparbank",
                    title="Kontoutdrag",
                    number="8327-9 934 418 773-1",
                    facts=(
                        ("Kontonummer", "8327-9 934 418 773-1"),
                        ("Period", "{first} - {last}"),
                        ("Ingående saldo", "{opening}"),
                        ("Utgående saldo", "{closing}"),
                    ),
                    columns=("date", "value", "text", "amount", "balance"),
                    heads=("Bokföringsdag", "Valutadag", "Referens", "Belopp", "Saldo"),
                ),
                below=note,
            ),
            table_page,
            look=Look(header="line", date_width=70, size=8),
        ),
        page(
            "se_behallning_nyast_forst",
            "newest first",
            sketch(
                "sv-SE",
                "se2",
                count=9,
                bank="Nordhavn Bank",
                title="Transaktioner Personkonto",
                number="3300 880411-8773",
                newest_first=True,
                facts=(("Konto", "3300 880411-8773"), ("Från {first}", "till {last}")),
                columns=("date", "text", "amount", "balance"),
                heads=("Datum", "Transaktion", "Belopp SEK", "Behållning"),
                summary=(
                    ("Behållning vid periodens början", "{opening}"),
                    ("Behållning vid periodens slut", "{closing}"),
                ),
            ),
            table_page,
            look=Look(zebra="#eef4fb", header="shade", accent="#00005e"),
        ),
        page(
            "se_insatt_uttag_printout",
            "line printer",
            sketch(
                "sv-SE",
                "se3",
                count=11,
                bank="SKOGSBANKEN AB",
                title="KONTOBESKED",
                number="6112-441 877 310",
                days="DD/MM",
                long_days="DD/MM YYYY",
                facts=(("KONTO", "6112-441 877 310"), ("PERIODEN", "{first} - {last}")),
                columns=("date", "text", "out", "in", "balance"),
                heads=("DAG", "TEXT", "UTTAG", "INSÄTTNING", "SALDO"),
                opening_label="SALDO ENL FÖREG BESKED",
                closing_label="NYTT SALDO",
            ),
            printout,
            reel=Reel(widths=(6, 36, 13, 13, 14)),
        ),
    ]


def _danish() -> list[StrangerPage]:
    return [
        page(
            "dk_saldo_primo_ultimo",
            "plain columns",
            sketch(
                "da-DK",
                "dk1",
                count=10,
                bank="Fynske Andelsbank",
                title="Kontoudtog nr. 3",
                number="5490 0004418773",
                days="DD.MM",
                long_days="DD.MM.YYYY",
                facts=(("Reg.nr. og kontonr.", "5490 0004418773"), ("Periode", "{first} - {last}")),
                columns=("date", "value", "text", "out", "in", "balance"),
                heads=("Dato", "Rente-\ndato", "Tekst", "Hævet", "Indsat", "Saldo"),
                opening_label="Saldo primo",
                closing_label="Saldo ultimo",
            ),
            table_page,
            look=Look(size=8, date_width=42),
        ),
        page(
            "dk_overfort_fra_forrige",
            "trailing minus",
            sketch(
                "da-DK",
                "dk2",
                count=9,
                bank="Storebælt Bank",
                title="Kontoudskrift Lønkonto",
                number="0440-4418773109",
                sign="trail",
                balance_sign="trail",
                overdrawn=True,
                opening="1204.50",
                facts=(("Konto", "0440-4418773109"), ("Udskrevet for", "{first} til {last}")),
                columns=("date", "text", "amount", "balance"),
                heads=("Bogført", "Tekst", "Beløb i DKK", "Saldo i DKK"),
                opening_label="Overført fra forrige udskrift",
                closing_label="Saldo",
            ),
            table_page,
            look=Look(row_rules=True, header="line", pitch=13),
        ),
        page(
            "dk_app_dage",
            "day headings",
            sketch(
                "da-DK",
                "dk3",
                count=7,
                bank="lunte",
                title="Kontoudtog marts 2025",
                number="6695-2004418773",
                days="D. MMMM YYYY",
                facts=(("Konto", "6695-2004418773"), ("Fra {first}", "til {last}")),
                figures=Figures(".", ",", after=" kr."),
                sign="lead_both",
                balances="each",
                opening_label="Startsaldo",
                closing_label="Slutsaldo",
            ),
            day_list,
            accent="#111111",
        ),
    ]


def _norwegian() -> list[StrangerPage]:
    return [
        page(
            "no_saldo_fra_kontoutskrift",
            "columns out and in",
            replace(
                sketch(
                    "nb-NO",
                    "no1",
                    count=10,
                    bank="Den Vestlandske Bank",
                    title="Kontoutskrift",
                    number=_NO,
                    facts=(
                        ("Kontonummer", _NO),
                        ("Utskrift nr.", "3"),
                        ("Periode", "{first} - {last}"),
                    ),
                    days="DDMM",
                    long_days="DD.MM.YYYY",
                    balances="none",
                    columns=("text", "value", "out", "in", "date"),
                    heads=("Forklaring", "Rentedato", "Ut av konto", "Inn på konto", "Bokført"),
                    opening_label="Saldo fra kontoutskrift {before}",
                    closing_label="Saldo i Deres favør {last}",
                ),
                above=up_the_margin("DVB-118 4418 2025"),
            ),
            table_page,
            look=Look(size=8.5, date_width=54),
        ),
        page(
            "no_kontobevegelser",
            "signed with running balance",
            sketch(
                "nb-NO",
                "no2",
                count=9,
                bank="SpareBanken Fjord",
                title="Kontobevegelser",
                number="3207.44.18773",
                days="DD.MM.YYYY",
                facts=(
                    ("Konto", "3207.44.18773"),
                    ("Fra og med", "{first}"),
                    ("Til og med", "{last}"),
                ),
                columns=("date", "text", "amount", "balance"),
                sign="long",
                family="deja",
                balance_sign="long",
                heads=("Dato", "Beskrivelse", "Beløp", "Saldo"),
                opening_label="Inngående saldo",
                closing_label="Utgående saldo",
            ),
            table_page,
            look=Look(header="shade", zebra="#f7f3ea", size=8),
        ),
    ]
