"""Ordinary statements of Italy, the Netherlands and Flanders."""

from dataclasses import replace

from tests.strangers.extras import small_table, words
from tests.strangers.figures import Figures, iban
from tests.strangers.houses_list import day_list, wallet
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.sketch import page, sketch

_IT = iban("IT", "X0306912117100000441877")
_NL = iban("NL", "TREE0441877310")
_BE = iban("BE", "733044187731")


def italian_and_dutch_pages() -> list[StrangerPage]:
    """Pages from Padua to Leuven."""
    return [*_italian(), *_dutch(), *_flemish()]


def _italian() -> list[StrangerPage]:
    scalare = small_table(
        ("Valuta", "Saldi", "Giorni", "Numeri"),
        (("01/03/2025", "1.204,10", "9", "10.837"), ("10/03/2025", "988,40", "22", "21.745")),
        edges=(50, 200, 260, 340),
        aligns="lrrr",
        title="Prospetto scalare (interessi)",
    )
    return [
        page(
            "it_saldo_a_vostro_credito",
            "plain columns",
            sketch(
                "it-IT",
                "it1",
                count=10,
                bank="Banca del Brenta",
                number="1000/441877",
                title="Estratto conto ordinario",
                days="DD.MM.YYYY",
                facts=(
                    ("Conto corrente n.", "1000/441877"),
                    ("IBAN", _IT),
                    ("Periodo", "dal {first} al {last}"),
                ),
                columns=("date", "value", "text", "out", "in"),
                balances="none",
                heads=("Data", "Valuta", "Descrizione", "Addebiti", "Accrediti"),
                opening_label="Saldo iniziale a Vostro credito al {before}",
                closing_label="Saldo finale a Vostro credito al {last}",
                totals_label="Totali",
            ),
            table_page,
            look=Look(size=9, header="rules"),
        ),
        page(
            "it_uscite_entrate_scalare",
            "interest table below",
            replace(
                sketch(
                    "it-IT",
                    "it2",
                    count=9,
                    bank="UniPopolare",
                    number="000441877310",
                    title="ESTRATTO CONTO CORRENTE",
                    family="helvetica",
                    facts=(("CONTO", "000441877310"), ("DAL {first}", "AL {last}")),
                    columns=("date", "value", "text", "out", "in", "balance"),
                    heads=("DATA", "VALUTA", "DESCRIZIONE", "USCITE", "ENTRATE", "SALDO"),
                    opening_label="SALDO INIZIALE",
                    closing_label="SALDO FINALE",
                ),
                below=scalare,
            ),
            table_page,
            look=Look(grid=True, size=7.6, date_width=54),
        ),
        page(
            "it_dare_avere_tabulato",
            "line printer",
            sketch(
                "it-IT",
                "it3",
                count=12,
                bank="CASSA RURALE DELL'ALTIPIANO",
                title="ESTRATTO CONTO AL {last}",
                number="07/044187",
                period_printed=False,
                facts=(("RAPPORTO", "07/044187"), ("DIVISA", "EURO")),
                days="DD/MM/YY",
                columns=("date", "value", "text", "out", "in"),
                balances="none",
                heads=("DATA", "VALUTA", "CAUSALE", "DARE", "AVERE"),
                opening_label="SALDO PRECEDENTE",
                closing_label="SALDO CONTABILE AL {last}",
            ),
            printout,
            reel=Reel(widths=(9, 9, 36, 13, 13)),
        ),
        page(
            "it_lista_app",
            "day headings",
            sketch(
                "it-IT",
                "it4",
                count=8,
                bank="ciaobanca",
                title="Estratto conto marzo 2025",
                number=_IT,
                days="D MMMM YYYY",
                long_days="DD/MM/YYYY",
                family="helvetica",
                facts=(("IBAN", _IT), ("Periodo", "{first} - {last}")),
                figures=Figures(".", ",", before="€ "),
                sign="lead_both",
                balances="none",
                opening_label="Saldo di partenza",
                closing_label="Saldo a fine mese",
            ),
            day_list,
            accent="#00754a",
        ),
        page(
            "it_libretto_postale",
            "savings book",
            sketch(
                "it-IT",
                "it5",
                count=6,
                bank="Posta Risparmio",
                kind="savings",
                title="Libretto ordinario - lista movimenti",
                number="000044187731",
                facts=(("Libretto n.", "000044187731"), ("Dal {first} al {last}", "")),
                columns=("date", "text", "in", "out", "balance"),
                heads=("Data", "Operazione", "Versamenti", "Prelevamenti", "Credito"),
                opening_label="Riporto",
                closing_label="Credito alla data",
            ),
            table_page,
            look=Look(size=10, pitch=15, header="line"),
        ),
    ]


def _dutch() -> list[StrangerPage]:
    tip = words(
        "Vaste lasten onder controle? Kijk in de app bij Inzicht.", fill="#fff0e0", width=360
    )
    return [
        page(
            "nl_vorig_nieuw_saldo",
            "Af and Bij behind the amount",
            sketch(
                "nl-NL",
                "nl1",
                count=11,
                bank="Oranjebank",
                title="Afschrift Betaalrekening",
                number=_NL,
                facts=(
                    ("Rekeningnummer", _NL),
                    ("Periode", "{first} t/m {last}"),
                    ("Vorig saldo", "€ {opening}"),
                    ("Totaal af", "€ {out}"),
                    ("Totaal bij", "€ {in}"),
                    ("Nieuw saldo", "€ {closing}"),
                ),
                sign=("Bij", "Af"),
                columns=("date", "text", "amount"),
                balances="none",
                heads=("Datum", "Naam / Omschrijving", "Bedrag (EUR)"),
            ),
            table_page,
            look=Look(header="shade", accent="#ff6200", number_width=90, start=200),
        ),
        page(
            "nl_beginsaldo_cr_d",
            "columns Af and Bij, ends with CR",
            replace(
                sketch(
                    "nl-NL",
                    "nl2",
                    count=10,
                    bank="Boerenleenbank Salland",
                    number=_NL,
                    title="Rekeningafschrift",
                    facts=(
                        ("IBAN", _NL),
                        ("Volgnr", "3"),
                        ("Datum vanaf", "{first}"),
                        ("Datum t/m", "{last}"),
                    ),
                    days="DD-MM",
                    long_days="DD-MM-YYYY",
                    balance_sign=("CR", "D"),
                    columns=("date", "text", "out", "in"),
                    balances="none",
                    heads=(
                        "Rente\ndatum",
                        "Omschrijving",
                        "Bedrag af\n(debet)",
                        "Bedrag bij\n(credit)",
                    ),
                    summary=(
                        ("Beginsaldo", "{opening}"),
                        ("Totaal afgeschreven", "{out}"),
                        ("Totaal bijgeschreven", "{in}"),
                        ("Eindsaldo", "{closing}"),
                    ),
                ),
                below=tip,
            ),
            table_page,
            look=Look(size=8.5),
        ),
        page(
            "nl_spaarrekening_zijbalk",
            "side bar",
            sketch(
                "nl-NL",
                "nl3",
                count=4,
                bank="zilvervloot",
                kind="savings",
                number=_NL,
                title="Spaarrekening kwartaaloverzicht",
                facts=(("Rekening", _NL), ("Vanaf", "{first}"), ("Tot en met", "{last}")),
                heads=("Datum", "Mutatie", "Bedrag", "Saldo"),
                sign="lead_both",
                opening_label="Saldo vorig overzicht",
                closing_label="Saldo dit overzicht",
            ),
            side_bar,
            fill="#e7f4f9",
            bar_right=True,
        ),
        page(
            "nl_app_wallet_export",
            "wallet, newest first",
            sketch(
                "nl-NL",
                "nl4",
                count=9,
                bank="bunny",
                title="Rekeningoverzicht",
                number=_NL,
                newest_first=True,
                facts=(("", _NL), ("Periode:", "{first} - {last}")),
                heads=("Datum", "Omschrijving", "Bedrag", "Saldo"),
                sign="lead_both",
                figures=Figures(".", ",", before="€ "),
                summary=(
                    ("Saldo begin periode", "{opening}"),
                    ("Saldo einde periode", "{closing}"),
                ),
            ),
            wallet,
            paper=(450, 650),
        ),
    ]


def _flemish() -> list[StrangerPage]:
    return [
        page(
            "be_vorig_saldo_uittreksel",
            "signed, plus and minus before",
            sketch(
                "nl-BE",
                "bn1",
                count=9,
                bank="Bank van Brabant",
                number=_BE,
                title="Rekeninguittreksel 3",
                facts=(("Rekening", _BE), ("Datum", "31-03-2025")),
                period_printed=False,
                sign="lead_both",
                balance_sign="lead_both",
                long_days="DD-MM-YYYY",
                columns=("date", "value", "text", "amount"),
                heads=("Datum", "Valuta", "Omschrijving", "Bedrag EUR"),
                balances="none",
                opening_label="Vorige saldo op {before}",
                closing_label="Nieuw saldo op {last}",
            ),
            table_page,
            look=Look(header="line", size=8),
        ),
        page(
            "be_kredietverlener_twee_rekeningen",
            "several accounts",
            (
                sketch(
                    "nl-BE",
                    "bn2a",
                    count=7,
                    bank="Spaarbank De Dijle",
                    number="733-0441877-31",
                    title="Zichtrekening 733-0441877-31",
                    days="DD-MM-YYYY",
                    columns=("date", "text", "amount", "balance"),
                    sign="lead_both",
                    facts=(("Periode", "{first} - {last}"),),
                    heads=("Datum", "Verrichting", "Bedrag", "Saldo"),
                    opening_label="Saldo vorig uittreksel",
                    closing_label="Saldo dit uittreksel",
                ),
                sketch(
                    "nl-BE",
                    "bn2b",
                    count=3,
                    bank="",
                    number="733-0551900-14",
                    kind="savings",
                    title="Spaarrekening 733-0551900-14",
                    days="DD-MM-YYYY",
                    columns=("date", "text", "amount", "balance"),
                    sign="lead_both",
                    facts=(("Periode", "{first} - {last}"),),
                    heads=("Datum", "Verrichting", "Bedrag", "Saldo"),
                    opening_label="Saldo vorig uittreksel",
                    closing_label="Saldo dit uittreksel",
                ),
            ),
            table_page,
            look=Look(header="shade"),
        ),
    ]
