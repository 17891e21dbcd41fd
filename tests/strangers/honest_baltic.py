"""Ordinary statements of Finland and the Baltic states."""

from tests.strangers.figures import Figures, iban
from tests.strangers.houses_list import wallet
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.places import variant
from tests.strangers.sketch import page, sketch

_FI = iban("FI", "57800720044187")


def baltic_pages() -> list[StrangerPage]:
    """Pages from Oulu to Vilnius."""
    return [*_finnish(), *_baltic()]


def _finnish() -> list[StrangerPage]:
    return [
        page(
            "fi_tiliote_plus_miinus",
            "sign behind the amount",
            sketch(
                "fi-FI",
                "fi1",
                count=11,
                bank="POHJOLAN OSUUSPANKKI",
                title="TILIOTE 3/2025",
                number=_FI,
                sign="trail_both",
                balance_sign="trail_both",
                days="DD.MM.",
                long_days="DD.MM.YYYY",
                facts=(("TILI", _FI), ("KAUSI", "{first} - {last}")),
                columns=("date", "value", "text", "amount"),
                balances="none",
                heads=("KIRJ.PVM", "ARVOPVM", "SELITE", "EUROA"),
                opening_label="ALKUSALDO {first}",
                closing_label="LOPPUSALDO {last}",
                notes=("PANOT YHTEENSÄ {in}", "OTOT YHTEENSÄ {out}"),
            ),
            printout,
            reel=Reel(widths=(9, 9, 40, 17)),
        ),
        page(
            "fi_saldo_edellisesta",
            "plain columns",
            sketch(
                "fi-FI",
                "fi2",
                count=9,
                bank="Meripankki",
                title="Tiliote",
                number=_FI,
                family="helvetica",
                days="D.M.",
                long_days="D.M.YYYY",
                facts=(("IBAN", _FI), ("Ajalta", "{first} - {last}")),
                columns=("date", "text", "out", "in", "balance"),
                heads=("Kirjauspäivä", "Saaja / Maksaja", "Otto", "Pano", "Saldo"),
                opening_label="Saldo edellisestä tiliotteesta",
                closing_label="Saldo {last}",
            ),
            table_page,
            look=Look(header="rules", pitch=13, date_width=66),
        ),
        page(
            "fi_ruotsiksi_alandskt",
            "Swedish of Finland in euros",
            sketch(
                "sv-SE",
                "fi3",
                count=8,
                bank="Mariehamns Bank",
                title="Kontoutdrag 3/2025",
                number=iban("FI", "66010004418773"),
                place=variant(
                    "sv-SE",
                    country="FI",
                    currency="EUR",
                    figures=Figures(".", ","),
                    days="DD.MM.YYYY",
                    scale=1,
                ),
                facts=(
                    ("IBAN", iban("FI", "66010004418773")),
                    ("Tid", "{first} - {last}"),
                    ("Valuta", "EUR"),
                ),
                columns=("date", "text", "amount", "balance"),
                sign="trail_both",
                heads=("Bokf.datum", "Förklaring", "Belopp", "Saldo"),
                opening_label="Saldo från föregående utdrag",
                closing_label="Slutsaldo",
            ),
            table_page,
            look=Look(header="line"),
        ),
    ]


def _baltic() -> list[StrangerPage]:
    estonian = variant(
        "fi-FI",
        language="et",
        country="EE",
        figures=Figures(" ", "."),
        days="DD.MM.YYYY",
        family="helvetica",
        story="""
in 1280 1890 Palk / OÜ Emajõe Puit
out 12 76 Kaardimakse / RIMI TARTU
out 320 480 Makse / Üür
out 44 120 E-arve / Eesti Energia
out 20 120 Sularaha / Pangaautomaat
in 10 90 Laekumine / Mari Tamm
out 1 3 Hooldustasu
""",
        holder=("KADRI SAAR", "RIIA 14", "TARTU 51010"),
    )
    lithuanian = variant(
        "pl-PL",
        language="lt",
        country="LT",
        currency="EUR",
        days="YYYY-MM-DD",
        story="""
in 1180 1790 Darbo užmokestis / UAB Nemuno mediena
out 11 74 Mokėjimas kortele / MAXIMA KAUNAS
out 290 430 Nuoma / būstas
out 38 110 E. sąskaita / Ignitis
out 20 150 Grynųjų išėmimas
in 10 80 Gautas mokėjimas / J. Žukas
out 1 3 Mėnesinis mokestis
""",
        holder=("RŪTA KAZLAUSKIENĖ", "LAISVĖS AL. 40", "KAUNAS"),
    )
    latvian = variant(
        "pl-PL",
        language="lv",
        country="LV",
        currency="EUR",
        figures=Figures(" ", "."),
        days="DD.MM.YYYY",
        story="""
in 980 1590 Alga / SIA Daugavas tilti
out 11 70 Pirkums ar karti / MAXIMA RĪGA
out 260 390 Īre / dzīvoklis
out 30 96 Automātiskais maksājums / Latvenergo
out 20 150 Skaidras naudas izmaksa
in 10 80 Ienākošs maksājums / A. Bērziņš
out 1 3 Komisijas maksa
""",
        holder=("ILZE KALNIŅA", "BRĪVĪBAS IELA 8", "RĪGA"),
    )
    ee, lt, lv = (
        iban("EE", "2200221044187731"),
        iban("LT", "7300010044187733"),
        iban("LV", "HABA0551004418773"),
    )
    return [
        page(
            "ee_algsaldo_loppsaldo",
            "plain columns",
            sketch(
                "fi-FI",
                "ee1",
                place=estonian,
                count=9,
                bank="Emajõe Pank",
                number=ee,
                title="Konto väljavõte",
                facts=(("Konto", ee), ("Periood", "{first} - {last}")),
                columns=("date", "text", "out", "in", "balance"),
                heads=("Kuupäev", "Selgitus", "Deebet", "Kreedit", "Saldo"),
                opening_label="Algsaldo",
                closing_label="Lõppsaldo",
                totals_label="Käive",
            ),
            table_page,
            look=Look(size=8, header="line"),
        ),
        page(
            "lt_likutis_pradzioje",
            "signed",
            sketch(
                "pl-PL",
                "lt1",
                place=lithuanian,
                count=9,
                bank="Nemuno bankas",
                number=lt,
                title="Sąskaitos išrašas",
                facts=(("Sąskaita", lt), ("Laikotarpis", "{first} - {last}")),
                columns=("date", "text", "amount"),
                balances="none",
                sign="lead",
                heads=("Data", "Paaiškinimas", "Suma EUR"),
                opening_label="Likutis laikotarpio pradžioje",
                closing_label="Likutis laikotarpio pabaigoje",
            ),
            table_page,
            look=Look(grid=True, size=8),
        ),
        page(
            "lv_atlikums_sakuma",
            "side bar",
            sketch(
                "pl-PL",
                "lv1",
                place=latvian,
                count=8,
                bank="Daugavas",
                number=lv,
                title="Konta pārskats",
                facts=(("Konts", lv), ("No", "{first}"), ("Līdz", "{last}")),
                heads=("Datums", "Apraksts", "Summa", "Atlikums"),
                sign="lead_both",
                opening_label="Sākuma atlikums",
                closing_label="Beigu atlikums",
            ),
            side_bar,
            fill="#f4e4e4",
            bar=168,
        ),
        page(
            "no_lommebok",
            "wallet",
            sketch(
                "nb-NO",
                "no3",
                count=7,
                bank="Lommy",
                kind="other",
                number=None,
                title="Oversikt lommebok",
                facts=(("Bruker:", "Ingrid Hauge"), ("Periode:", "{first} - {last}")),
                heads=("Dato", "Hva", "Beløp", "Saldo"),
                sign="lead_both",
                opening_label="Saldo ved start",
                closing_label="Saldo ved slutt",
            ),
            wallet,
        ),
    ]
