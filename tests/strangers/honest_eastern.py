"""Ordinary statements of Poland, Czechia and Slovakia."""

from dataclasses import replace

from tests.strangers.extras import words
from tests.strangers.figures import Figures, iban
from tests.strangers.houses_list import day_list
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.sketch import page, sketch

_PL = "61 1050 1214 1000 0090 4418 7731"
_SK = iban("SK", "02000000190044187731")


def eastern_pages() -> list[StrangerPage]:
    """Pages from Katowice to Žilina."""
    return [*_polish(), *_czech_and_slovak()]


def _polish() -> list[StrangerPage]:
    limits = words(
        "Środki na rachunku są objęte ochroną Bankowego Funduszu Gwarancyjnego.",
        size=6.5,
        stroke="#aaaaaa",
        width=400,
    )
    return [
        page(
            "pl_saldo_poczatkowe_koncowe",
            "signed with running balance",
            replace(
                sketch(
                    "pl-PL",
                    "pl1",
                    count=10,
                    bank="Bank Śląski Spółdzielczy",
                    number=_PL,
                    title="Wyciąg z rachunku nr 3/2025",
                    facts=(
                        ("Numer rachunku", _PL),
                        ("Okres", "od {first} do {last}"),
                        ("Waluta", "PLN"),
                    ),
                    columns=("date", "value", "text", "amount", "balance"),
                    heads=(
                        "Data operacji",
                        "Data księg.",
                        "Opis operacji",
                        "Kwota",
                        "Saldo po operacji",
                    ),
                    opening_label="Saldo początkowe",
                    closing_label="Saldo końcowe",
                    summary=(("Suma uznań", "{in}"), ("Suma obciążeń", "{out}")),
                ),
                below=limits,
            ),
            table_page,
            look=Look(size=7.4, pitch=11, date_width=60, number_width=82),
        ),
        page(
            "pl_saldo_poprzednie",
            "columns",
            sketch(
                "pl-PL",
                "pl2",
                count=9,
                bank="Powszechna Kasa Nadwiślańska",
                number=_PL,
                title="WYCIĄG BANKOWY",
                family="slab-condensed",
                facts=(("Rachunek", _PL), ("Za okres", "{first} - {last}")),
                columns=("date", "text", "out", "in", "balance"),
                balances="day",
                heads=("Data", "Treść", "Obciążenia", "Uznania", "Saldo"),
                opening_label="Saldo poprzednie",
                closing_label="Saldo bieżące",
            ),
            table_page,
            look=Look(header="shade", date_once_a_day=True),
        ),
        page(
            "pl_neobank_dni",
            "day headings",
            sketch(
                "pl-PL",
                "pl3",
                count=8,
                bank="złotówka",
                title="Wyciąg, marzec 2025",
                number=_PL,
                days="D MMMM",
                long_days="DD.MM.YYYY",
                facts=(("Konto", _PL), ("Okres", "{first} - {last}")),
                figures=Figures("\u00a0", ",", after=" zł"),
                sign="lead_both",
                balances="none",
                opening_label="Saldo na start",
                closing_label="Saldo na koniec",
            ),
            day_list,
            accent="#b0003a",
            size=9,
        ),
        page(
            "pl_lokata_oszczednosciowe",
            "side bar",
            sketch(
                "pl-PL",
                "pl4",
                count=4,
                bank="Bank Wisła",
                kind="savings",
                number=_PL,
                title="Konto oszczędnościowe",
                facts=(("Numer", _PL), ("Od", "{first}"), ("Do", "{last}")),
                heads=("Data", "Operacja", "Kwota", "Saldo"),
                sign="lead_both",
                opening_label="Saldo otwarcia",
                closing_label="Saldo zamknięcia",
            ),
            side_bar,
            fill="#e9f5ec",
            bar=170,
        ),
    ]


def _czech_and_slovak() -> list[StrangerPage]:
    return [
        page(
            "cz_pocatecni_konecny_zustatek",
            "summary above",
            sketch(
                "cs-CZ",
                "cz1",
                count=10,
                bank="Spořitelna Vysočiny",
                number="19-2044187731",
                title="Výpis z účtu č. 3",
                facts=(
                    ("Číslo účtu", "19-2044187731"),
                    ("Kód banky", "0800"),
                    ("Období", "{first} - {last}"),
                    ("Měna", "CZK"),
                ),
                columns=("date", "text", "amount"),
                balances="none",
                heads=("Zaúčtováno", "Položka", "Částka"),
                summary=(
                    ("Počáteční zůstatek", "{opening}"),
                    ("Příjmy celkem", "{in}"),
                    ("Výdaje celkem", "-{out}"),
                    ("Konečný zůstatek", "{closing}"),
                ),
            ),
            table_page,
            look=Look(size=8, header="line", number_width=90),
        ),
        page(
            "cz_kreditni_debetni_obrat",
            "line printer",
            sketch(
                "cs-CZ",
                "cz2",
                count=10,
                bank="OBCHODNÍ BANKA PRAHA",
                number="0000044187731",
                family="deja-mono",
                title="VÝPIS Z BĚŽNÉHO ÚČTU",
                facts=(("ÚČET", "0000044187731"), ("ZA OBDOBÍ", "{first} - {last}")),
                columns=("date", "text", "out", "in", "balance"),
                heads=("DATUM", "POPIS", "NA VRUB", "VE PROSPĚCH", "ZŮSTATEK"),
                opening_label="POČÁTEČNÍ STAV",
                closing_label="KONEČNÝ STAV",
                totals_label="OBRATY",
            ),
            printout,
            reel=Reel(widths=(11, 32, 13, 13, 14), size=7.6, pitch=10.5),
        ),
        page(
            "cz_stav_k_nejnovejsi",
            "newest first",
            sketch(
                "cs-CZ",
                "cz3",
                count=9,
                bank="Fialová banka",
                number="2700441877",
                title="Pohyby na účtu",
                newest_first=True,
                family="condensed",
                facts=(("Účet", "2700441877/2010"), ("Od {first}", "do {last}")),
                columns=("date", "text", "amount", "balance"),
                heads=("Datum", "Typ a protistrana", "Objem (CZK)", "Stav účtu"),
                summary=(("Stav k {first}", "{opening}"), ("Stav k {last}", "{closing}")),
            ),
            table_page,
            look=Look(zebra="#f3eefa", header="shade", accent="#4b2e83"),
        ),
        page(
            "sk_pociatocny_zostatok",
            "columns",
            sketch(
                "sk-SK",
                "sk1",
                count=9,
                bank="Tatranská sporiteľňa",
                number=_SK,
                title="Výpis z účtu",
                facts=(("IBAN", _SK), ("Obdobie", "{first} - {last}")),
                columns=("date", "value", "text", "out", "in", "balance"),
                heads=("Dátum", "Valuta", "Popis transakcie", "Debet", "Kredit", "Zostatok"),
                opening_label="Počiatočný zostatok",
                closing_label="Konečný zostatok",
            ),
            table_page,
            look=Look(grid=True, size=7.8),
        ),
    ]
