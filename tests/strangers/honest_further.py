"""Ordinary statements in Turkish, Greek, Russian and Ukrainian."""

from dataclasses import replace

from tests.strangers.extras import words
from tests.strangers.figures import Figures, iban
from tests.strangers.houses_list import day_list, wallet
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.places import variant
from tests.strangers.sketch import page, sketch

_TR = iban("TR", "0006200044187731000012")
_GR = iban("GR", "01720440005044187731000")
_UA = iban("UA", "3052990000026004418773100")


def further_pages() -> list[StrangerPage]:
    """Pages from Izmir to Kyiv."""
    return [*_turkish(), *_greek(), *_cyrillic()]


def _turkish() -> list[StrangerPage]:
    return [
        page(
            "tr_devir_borc_alacak",
            "columns",
            sketch(
                "tr-TR",
                "tr1",
                count=9,
                bank="Ege Ticaret Bankası A.Ş.",
                number=_TR,
                title="HESAP EKSTRESİ",
                facts=(("IBAN", _TR), ("Dönem", "{first} - {last}"), ("Döviz cinsi", "TRY")),
                columns=("date", "text", "out", "in", "balance"),
                heads=("Tarih", "Açıklama", "Borç", "Alacak", "Bakiye"),
                opening_label="DEVİR",
                closing_label="DÖNEM SONU BAKİYESİ",
            ),
            table_page,
            look=Look(grid=True, size=8),
        ),
        page(
            "tr_onceki_bakiye_isaretli",
            "signed, time beside the date",
            sketch(
                "tr-TR",
                "tr2",
                count=8,
                bank="Anadolu Katılım",
                number="4418-7731-5002",
                title="Hesap Hareketleri",
                figures=Figures(".", ",", after=" TL"),
                facts=(("Hesap no", "4418-7731-5002"), ("Tarih aralığı", "{first} - {last}")),
                columns=("date", "text", "amount", "balance"),
                sign="lead",
                heads=("İşlem tarihi", "Açıklama", "Tutar", "Bakiye"),
                summary=(("Önceki bakiye", "{opening}"), ("Güncel bakiye", "{closing}")),
                days="DD.MM.YYYY",
            ),
            table_page,
            look=Look(header="shade", accent="#00573f", zebra="#eef7f2", number_width=88),
        ),
        page(
            "tr_vadesiz_kenar",
            "side bar",
            sketch(
                "tr-TR",
                "tr3",
                count=7,
                bank="maviş",
                number="88-4418773",
                days="DD/MM",
                long_days="DD/MM/YYYY",
                title="Vadesiz TL hesabı",
                facts=(("Hesap", "88-4418773"), ("Başlangıç", "{first}"), ("Bitiş", "{last}")),
                heads=("Gün", "İşlem", "Tutar", "Bakiye"),
                sign="lead_both",
                opening_label="Açılış bakiyesi",
                closing_label="Kapanış bakiyesi",
            ),
            side_bar,
            fill="#e3edfb",
            bar=160,
        ),
    ]


def _greek() -> list[StrangerPage]:
    return [
        page(
            "gr_proigoumeno_neo_ypoloipo",
            "columns",
            sketch(
                "el-GR",
                "gr1",
                count=9,
                bank="Τράπεζα Αχαΐας",
                number=_GR,
                title="Αντίγραφο κίνησης λογαριασμού",
                facts=(("IBAN", _GR), ("Περίοδος", "{first} - {last}")),
                columns=("date", "text", "out", "in", "balance"),
                heads=("Ημ/νία", "Αιτιολογία", "Χρέωση", "Πίστωση", "Υπόλοιπο"),
                opening_label="Προηγούμενο υπόλοιπο",
                closing_label="Νέο υπόλοιπο",
            ),
            table_page,
            look=Look(size=8, header="line"),
        ),
        page(
            "gr_chreosi_pistosi_marks",
            "marks Χ and Π",
            sketch(
                "el-GR",
                "gr2",
                count=8,
                bank="ΕΜΠΟΡΙΚΗ ΚΥΚΛΑΔΩΝ",
                number="0044-187731-200",
                family="deja-mono",
                title="ΚΙΝΗΣΕΙΣ ΛΟΓΑΡΙΑΣΜΟΥ",
                sign=("Π", "Χ"),
                facts=(("ΛΟΓΑΡΙΑΣΜΟΣ", "0044-187731-200"), ("ΑΠΟ {first}", "ΕΩΣ {last}")),
                columns=("date", "text", "amount", "balance"),
                heads=("ΗΜΕΡΟΜΗΝΙΑ", "ΠΕΡΙΓΡΑΦΗ", "ΠΟΣΟ Χ/Π", "ΥΠΟΛΟΙΠΟ"),
                opening_label="ΥΠΟΛΟΙΠΟ ΑΠΟ ΜΕΤΑΦΟΡΑ",
                closing_label="ΥΠΟΛΟΙΠΟ",
                notes=("Χ = χρέωση, Π = πίστωση",),
            ),
            printout,
            reel=Reel(widths=(11, 36, 14, 14), size=8),
        ),
        page(
            "cy_english_and_greek",
            "two languages",
            sketch(
                "el-GR",
                "cy1",
                place=variant("el-GR", country="CY"),
                count=7,
                bank="Salamis Co-operative Bank",
                number=iban("CY", "002001280000001200527600"),
                title="ΚΑΤΑΣΤΑΣΗ ΛΟΓΑΡΙΑΣΜΟΥ / STATEMENT OF ACCOUNT",
                facts=(
                    ("IBAN", iban("CY", "002001280000001200527600")),
                    ("Περίοδος / Period", "{first} - {last}"),
                ),
                columns=("date", "text", "out", "in", "balance"),
                heads=(
                    "Ημερ.\nDate",
                    "Περιγραφή\nDescription",
                    "Χρέωση\nDebit",
                    "Πίστωση\nCredit",
                    "Υπόλοιπο\nBalance",
                ),
                opening_label="Αρχικό υπόλοιπο / Opening balance",
                closing_label="Τελικό υπόλοιπο / Closing balance",
            ),
            table_page,
            look=Look(size=7.6, header="shade"),
        ),
    ]


def _cyrillic() -> list[StrangerPage]:
    kazakh = variant(
        "ru-RU", country="KZ", currency="KZT", days="DD.MM.YY", holder=("Алия Нурланова",)
    )
    stamp = words(
        "Документ сформирован в электронном виде и заверен ЭЦП банка.",
        size=7,
        stroke="#3355aa",
        width=330,
    )
    return [
        page(
            "ru_vkhodyashchiy_iskhodyashchiy",
            "columns",
            replace(
                sketch(
                    "ru-RU",
                    "ru1",
                    count=9,
                    bank="Поволжский банк",
                    number="40817810044180001773",
                    title="Выписка по счёту",
                    facts=(
                        ("Счёт", "40817 810 0 4418 0001773"),
                        ("Валюта", "RUB"),
                        ("За период", "с {first} по {last}"),
                        ("Входящий остаток", "{opening}"),
                        ("Исходящий остаток", "{closing}"),
                    ),
                    columns=("date", "text", "out", "in"),
                    balances="none",
                    heads=("Дата операции", "Содержание операции", "Расход", "Приход"),
                    totals_label="Итого",
                ),
                below=stamp,
            ),
            table_page,
            look=Look(grid=True, size=8, date_width=74, number_width=84),
        ),
        page(
            "ru_popolneniya_spisaniya_dni",
            "day headings",
            sketch(
                "ru-RU",
                "ru2",
                count=8,
                bank="ЖёлтыйБанк",
                number="5018004418",
                title="Справка о движении средств",
                days="D MMMM YYYY",
                long_days="DD.MM.YYYY",
                facts=(("Номер договора", "5018004418"), ("Период", "{first} – {last}")),
                figures=Figures("\u00a0", ",", after=" ₽"),
                sign="lead_both",
                balances="none",
                opening_label="Остаток на начало",
                closing_label="Остаток на конец",
                summary=(("Пополнения", "{in}"), ("Расходы", "{out}")),
            ),
            day_list,
            accent="#333333",
            size=9,
        ),
        page(
            "kz_dostupno_na",
            "wallet",
            sketch(
                "ru-RU",
                "kz1",
                place=kazakh,
                count=8,
                bank="Тенге Голд",
                kind="checking",
                number="KZ44722C000044187731",
                title="ВЫПИСКА по карточному счёту",
                facts=(
                    ("Номер счета:", "KZ44722C000044187731"),
                    ("за период", "с {first} по {last}"),
                ),
                figures=Figures(" ", ",", after=" ₸"),
                sign="spaced_both",
                balances="none",
                heads=("Дата", "Операция", "Сумма", ""),
                summary=(
                    ("Доступно на начало периода", "{opening}"),
                    ("Доступно на конец периода", "{closing}"),
                ),
                newest_first=True,
            ),
            wallet,
            paper=(480, 680),
            size=8.2,
        ),
        page(
            "ua_vkhidnyy_zalyshok",
            "columns in serif",
            sketch(
                "uk-UA",
                "ua1",
                count=9,
                bank="Дніпровський банк",
                number=_UA,
                title="Виписка по рахунку",
                facts=(("IBAN", _UA), ("Період", "{first} - {last}"), ("Валюта", "UAH")),
                columns=("date", "text", "out", "in", "balance"),
                heads=("Дата", "Деталі операції", "Дебет", "Кредит", "Залишок"),
                opening_label="Вхідний залишок",
                closing_label="Вихідний залишок",
            ),
            table_page,
            look=Look(size=7.8, row_rules=True, header="line"),
        ),
        page(
            "ua_zalyshok_na_pochatok",
            "signed",
            sketch(
                "uk-UA",
                "ua2",
                count=8,
                bank="МоноКіт",
                number="2600 4418 7731",
                family="deja",
                title="Виписка",
                facts=(("Рахунок", "2600 4418 7731"), ("з {first}", "по {last}")),
                columns=("date", "text", "amount", "balance"),
                heads=("Дата", "Деталі", "Сума, ₴", "Залишок, ₴"),
                opening_label="Залишок на початок",
                closing_label="Залишок на кінець",
            ),
            table_page,
            look=Look(header="shade", accent="#222222", size=8.5),
        ),
    ]
