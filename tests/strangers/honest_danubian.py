"""Ordinary statements of Hungary, Romania and the countries south of them."""

from dataclasses import replace

from tests.strangers.extras import small_table
from tests.strangers.figures import Figures, iban
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.places import variant
from tests.strangers.sketch import page, sketch

_HU = "11773016-00044187-73100000"
_RO = iban("RO", "RNCB0082004418770001")
_HR = iban("HR", "23400093104418773")
_BG = iban("BG", "FINV91501004418773")


def danubian_pages() -> list[StrangerPage]:
    """Pages from Szeged to Plovdiv."""
    return [*_hungarian_and_romanian(), *_southern()]


def _hungarian_and_romanian() -> list[StrangerPage]:
    fees = small_table(
        ("Kondíció", "Érték"),
        (
            ("Számlavezetési díj", "havi 480 Ft"),
            ("Tranzakciós illeték", "0,45 %, legfeljebb 20 000 Ft"),
        ),
        edges=(46, 330),
        title="Tájékoztató",
        box=True,
    )
    return [
        page(
            "hu_nyito_zaro_egyenleg",
            "no decimals",
            replace(
                sketch(
                    "hu-HU",
                    "hu1",
                    count=10,
                    bank="Alföldi Takarék",
                    number=_HU,
                    title="SZÁMLAKIVONAT 3. szám",
                    facts=(
                        ("Számlaszám", _HU),
                        ("Időszak", "{first} - {last}"),
                        ("Devizanem", "HUF"),
                    ),
                    columns=("date", "value", "text", "out", "in"),
                    balances="none",
                    heads=("Könyvelés", "Értéknap", "Megnevezés", "Terhelés", "Jóváírás"),
                    opening_label="Nyitó egyenleg",
                    closing_label="Záró egyenleg",
                    totals_label="Forgalom összesen",
                ),
                below=fees,
            ),
            table_page,
            look=Look(size=8, header="rules", date_width=62),
        ),
        page(
            "hu_elozo_egyenleg_elojeles",
            "signed with running balance",
            sketch(
                "hu-HU",
                "hu2",
                count=8,
                bank="Duna Bank Zrt.",
                number="10300002-20044187-73100003",
                title="Bankszámlakivonat",
                figures=Figures(" ", ",", 0),
                facts=(("Számla", "10300002-20044187-73100003"), ("", "{first} - {last}")),
                columns=("date", "text", "amount", "balance"),
                sign="lead_both",
                heads=("Dátum", "Tranzakció", "Összeg (Ft)", "Egyenleg (Ft)"),
                opening_label="Előző egyenleg",
                closing_label="Új egyenleg",
            ),
            table_page,
            look=Look(row_rules=True, header="line", number_width=90),
        ),
        page(
            "ro_sold_initial_final",
            "columns",
            sketch(
                "ro-RO",
                "ro1",
                count=9,
                bank="Banca Someșului",
                number=_RO,
                title="Extras de cont",
                facts=(("IBAN", _RO), ("Perioada", "{first} - {last}")),
                columns=("date", "text", "out", "in"),
                balances="none",
                heads=("Data", "Detalii tranzacție", "Debit", "Credit"),
                opening_label="Sold inițial",
                closing_label="Sold final",
                totals_label="Rulaj total",
            ),
            table_page,
            look=Look(header="shade", zebra="#f5f5f5", number_width=84),
        ),
        page(
            "ro_sold_anterior_zile",
            "daily balance",
            sketch(
                "ro-RO",
                "ro2",
                count=10,
                bank="CEC Carpați",
                number=_RO,
                family="deja",
                title="EXTRAS CONT CURENT LEI",
                days="DD.MM.YYYY",
                facts=(("Cont", _RO), ("De la {first}", "până la {last}")),
                columns=("date", "text", "amount", "balance"),
                sign="lead",
                balances="day",
                heads=("Data", "Explicații", "Suma RON", "Sold RON"),
                opening_label="SOLD ANTERIOR",
                closing_label="SOLD LA SFÂRȘITUL PERIOADEI",
            ),
            table_page,
            look=Look(date_once_a_day=True, size=8),
        ),
    ]


def _southern() -> list[StrangerPage]:
    bulgarian = variant(
        "ru-RU",
        language="bg",
        country="BG",
        currency="BGN",
        figures=Figures(" ", "."),
        story="""
in 1450 2380 Получен превод / заплата Тракия ЕООД
out 18 120 Плащане с карта / БИЛЛА ПЛОВДИВ
out 420 640 Превод наем
out 48 140 Комунално плащане / ЕВН
out 40 200 Теглене АТМ
in 20 150 Получен превод / П. Иванова
out 2 6 Такса обслужване
""",
        holder=("ДЕСИСЛАВА КОЛЕВА", "ПЛОВДИВ, УЛ. ИВАН ВАЗОВ 8"),
    )
    return [
        page(
            "hr_prethodno_novo_stanje",
            "columns",
            sketch(
                "hr-HR",
                "hr1",
                count=9,
                bank="Riječka štedionica",
                number=_HR,
                title="Izvadak po tekućem računu br. 3",
                facts=(("IBAN", _HR), ("Razdoblje", "{first} - {last}")),
                columns=("date", "text", "out", "in", "balance"),
                heads=("Datum", "Opis", "Isplata", "Uplata", "Stanje"),
                opening_label="Prethodno stanje",
                closing_label="Novo stanje",
            ),
            table_page,
            look=Look(size=8, header="line", accent="#00447c"),
        ),
        page(
            "si_staro_novo_stanje",
            "Slovene, columns",
            sketch(
                "hr-HR",
                "si1",
                place=variant(
                    "hr-HR",
                    language="sl",
                    country="SI",
                    story="""
in 1380 1990 Plača / Soška strojegradnja d.o.o.
out 12 74 Nakup s kartico / MERCATOR NOVA GORICA
out 360 540 Trajnik / najemnina
out 34 88 Direktna obremenitev / GEN-I
out 20 150 Dvig gotovine bankomat
in 10 120 Takojšnje plačilo / A. Žagar
out 2 5 Nadomestilo za vodenje računa
""",
                    holder=("ANJA ŽAGAR", "TRUBARJEVA 8", "5000 NOVA GORICA"),
                ),
                count=8,
                bank="Soška banka",
                number=iban("SI", "563020044187731"),
                title="Izpisek prometa in stanja",
                facts=(("TRR", iban("SI", "563020044187731")), ("Obdobje", "{first} - {last}")),
                columns=("date", "text", "out", "in", "balance"),
                heads=("Datum", "Namen", "V breme", "V dobro", "Stanje"),
                opening_label="Staro stanje",
                closing_label="Novo stanje",
            ),
            table_page,
            look=Look(grid=True, size=8),
        ),
        page(
            "bg_nachalno_krayno_saldo",
            "Cyrillic columns",
            sketch(
                "ru-RU",
                "bg1",
                place=bulgarian,
                count=9,
                bank="Тракийска банка АД",
                number=_BG,
                title="Извлечение по сметка",
                facts=(("IBAN", _BG), ("Период", "{first} - {last}"), ("Валута", "BGN")),
                columns=("date", "text", "out", "in", "balance"),
                heads=("Дата", "Основание", "Дебит", "Кредит", "Салдо"),
                opening_label="Начално салдо",
                closing_label="Крайно салдо",
                totals_label="Обороти",
            ),
            table_page,
            look=Look(size=8, header="shade"),
        ),
    ]
