"""Ordinary statements of Germany."""

from dataclasses import replace
from datetime import date

from tests.strangers.extras import up_the_margin, words
from tests.strangers.figures import Figures, iban
from tests.strangers.houses_list import day_list, wallet
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.sketch import page, sketch

_IBAN_1 = iban("DE", "570501200044187730")
_IBAN_2 = iban("DE", "500100600711884422")
_EURO = Figures(".", ",", after=" EUR")


def german_pages() -> list[StrangerPage]:
    """Pages of savings banks, cooperative banks and direct banks."""
    return [*_branches(), *_direct()]


def _branches() -> list[StrangerPage]:
    return [
        page(
            "de_betrag_soll_haben",
            "two columns Soll and Haben",
            sketch(
                "de-DE",
                "de1",
                count=11,
                bank="Sparkasse Niederlahn",
                title="Kontoauszug 3/2025",
                number=_IBAN_1,
                long_days="DD.MM.YYYY",
                facts=(("IBAN", _IBAN_1), ("BIC", "MALADE51XYZ"), ("Kontoart", "GiroBest")),
                period_printed=False,
                columns=("date", "text", "out", "in"),
                heads=("Datum", "Erläuterung", "Betrag Soll EUR", "Betrag Haben EUR"),
                opening_label="Kontostand am {before}, Auszug Nr. 2",
                closing_label="Kontostand am {last} um 20:04 Uhr",
                balances="none",
                notes=("Anzahl Anlagen 0.",),
                footer=(
                    "Sparkasse Niederlahn, Anstalt des öffentlichen Rechts, "
                    "Am Markt 4, 56410 Montabaur. Vorstand: K. Reuter, I. Schäfer.",
                ),
            ),
            table_page,
            look=Look(amount_on_last_line=False, number_width=84),
        ),
        page(
            "de_alter_neuer_kontostand_sh",
            "marks S and H",
            sketch(
                "de-DE",
                "de2",
                count=12,
                bank="VOLKSBANK WESTERWALD-SIEG EG",
                title="Kontoauszug Nr. 3 Blatt 1",
                number="5711 884422",
                days="DD.MM.",
                long_days="DD.MM.YYYY",
                sign=("H", "S"),
                balance_sign=("H", "S"),
                facts=(
                    ("Kontonummer", "5711884422"),
                    ("Kontoinhaber", "Annegret Zöllner"),
                    ("erstellt am", "31.03.2025"),
                    ("Kontokorrent", "in EUR"),
                ),
                columns=("date", "value", "text", "amount"),
                heads=("Bu-Tag", "Wert", "Vorgang", "EUR"),
                balances="none",
                overdrawn=True,
                opening="84.20",
                period_printed=False,
                opening_label="alter Kontostand vom {before}",
                closing_label="neuer Kontostand vom {last}",
            ),
            printout,
            reel=Reel(widths=(7, 7, 46, 18), ruler=""),
        ),
        page(
            "de_zu_ihren_lasten_gunsten",
            "two columns",
            sketch(
                "de-DE",
                "de3",
                count=10,
                bank="Handelsbank am Main",
                title="Kontoauszug",
                number=_IBAN_2,
                overdrawn=False,
                facts=(
                    ("IBAN", _IBAN_2),
                    ("Auszug-Nr.", "3"),
                    ("Währung", "EUR"),
                    ("Zeitraum", "{first} bis {last}"),
                ),
                columns=("text", "date", "out", "in"),
                balances="none",
                heads=("Angaben zu den Umsätzen", "Valuta", "zu Ihren Lasten", "zu Ihren Gunsten"),
                opening_label="Alter Kontostand vom {before}",
                closing_label="Neuer Kontostand vom {last}",
            ),
            table_page,
            look=Look(header="line", accent="#b58900", number_width=88),
        ),
        page(
            "de_alter_saldo_per",
            "marks plus and minus, spaced",
            sketch(
                "de-DE",
                "de4",
                count=9,
                bank="Deutsche Kreditgesellschaft AG",
                title="Kontoauszug vom {first} bis {last}",
                number="120 4418773 00",
                facts=(
                    ("Filialnummer/Kontonummer", "120 4418773 00"),
                    ("Auszug", "1 von 1"),
                    ("Seite", "1"),
                ),
                columns=("date", "value", "text", "amount"),
                balances="none",
                sign="spaced_both",
                heads=("Buchung", "Valuta", "Vorgang", "Soll / Haben"),
                balance_sign="spaced_both",
                opening_label="Alter Saldo per {before}",
                closing_label="Neuer Saldo",
                days="DD.MM.",
                long_days="DD.MM.YYYY",
                notes=(
                    "Wichtige Hinweise: Bitte erheben Sie Einwendungen gegen einzelne "
                    "Buchungen unverzüglich.",
                ),
            ),
            table_page,
            look=Look(amount_on_last_line=True, start=220, size=9),
        ),
        page(
            "de_sparbuch_kontoblatt",
            "savings",
            sketch(
                "de-DE",
                "de5",
                count=4,
                bank="Kreissparkasse Unterlahn",
                kind="savings",
                title="Kontoblatt zum Sparkassenbuch",
                number="3044187731",
                facts=(("Sparkonto", "3044187731"), ("Zinssatz", "0,50 % p.a.")),
                period_printed=False,
                columns=("date", "text", "out", "in", "balance"),
                heads=("Datum", "Text", "Auszahlung", "Einzahlung", "Guthaben"),
                opening_label="Übertrag",
                closing_label=None,
            ),
            table_page,
            look=Look(grid=True, size=9, pitch=15, header="shade"),
        ),
    ]


def _direct() -> list[StrangerPage]:
    margin = up_the_margin("4471 / 03 / DE-K  Formular 112.040 (Fassung 10/2023)")
    card_note = words(
        "Wussten Sie schon? Mit unserem Tagesgeld erhalten Sie 2,75 % Zinsen p. a.",
        "bis 100.000 Euro, sechs Monate garantiert.",
        fill="#fff3e0",
        width=380,
    )
    return [
        page(
            "de_signed_with_valuta_below",
            "value date under the booking date",
            replace(
                sketch(
                    "de-DE",
                    "de6",
                    count=10,
                    bank="Löwenbank Direkt",
                    number=_IBAN_2,
                    title="Kontoauszug März 2025",
                    facts=(
                        ("Girokonto Nummer", "0711 8844 22"),
                        ("IBAN", _IBAN_2),
                        ("Alter Saldo", "{opening} Euro"),
                        ("Neuer Saldo", "{closing} Euro"),
                    ),
                    columns=("date", "value", "text", "amount"),
                    balances="none",
                    heads=("Buchung", "Valuta", "Buchung / Verwendungszweck", "Betrag (EUR)"),
                    period_printed=False,
                ),
                below=card_note,
            ),
            table_page,
            look=Look(header="shade", accent="#d35400", pitch=13),
        ),
        page(
            "de_direct_bank_running",
            "signed with running balance",
            replace(
                sketch(
                    "de-DE",
                    "de7",
                    count=11,
                    bank="Deutsche Anlegerbank",
                    title="Kontoauszug Nr. 003/2025",
                    number=_IBAN_1,
                    facts=(
                        ("Kontostand am {first}", "{opening} EUR"),
                        ("Kontostand am {last}", "{closing} EUR"),
                        ("IBAN", _IBAN_1),
                    ),
                    columns=("date", "text", "out", "in", "balance"),
                    heads=("Datum", "Erläuterung", "Belastung", "Gutschrift", "Saldo"),
                    sign="lead",
                    balances="day",
                ),
                above=margin,
            ),
            table_page,
            look=Look(row_rules=True, size=8),
        ),
        page(
            "de_app_statement_days",
            "day headings",
            sketch(
                "de-DE",
                "de8",
                count=8,
                bank="n-kreis",
                title="Kontoauszug 03/2025",
                number=_IBAN_2,
                days="D. MMMM YYYY",
                long_days="DD.MM.YYYY",
                facts=(("IBAN", _IBAN_2), ("Zeitraum", "{first} bis {last}")),
                figures=Figures(".", ",", after="€"),
                sign="lead_both",
                balances="none",
                opening_label="Dein alter Kontostand",
                closing_label="Dein neuer Kontostand",
                summary=(
                    ("Ausgehende Transaktionen", "-{out}"),
                    ("Eingehende Transaktionen", "+{in}"),
                ),
            ),
            day_list,
            accent="#0b6e6e",
            ends_first=False,
        ),
        page(
            "de_umsatzuebersicht_newest_first",
            "newest first",
            sketch(
                "de-DE",
                "de9",
                count=9,
                bank="Bank am Ring",
                title="Umsatzanzeige",
                number="44187730",
                newest_first=True,
                figures=_EURO,
                facts=(("Girokonto", "44187730"), ("Zeitraum:", "{first} - {last}")),
                summary=(("Anfangssaldo:", "{opening}"), ("Endsaldo:", "{closing}")),
                heads=("Datum", "Empfänger, Zweck", "Betrag", "Saldo"),
                sign="lead",
            ),
            wallet,
            paper=(500, 700),
            size=8.5,
        ),
        page(
            "de_geschaeftskonto_zwei_seiten",
            "several pages",
            sketch(
                "de-DE",
                "de10",
                count=44,
                bank="Gewerbebank Rhein-Nahe",
                month=(2025, 5),
                title="Kontoauszug Nr. 5",
                number=_IBAN_1,
                holder=("Zöllner Metallbau GmbH", "Gewerbering 7", "56410 Montabaur"),
                facts=(("IBAN", _IBAN_1), ("Von", "{first}"), ("Bis", "{last}")),
                columns=("date", "value", "text", "out", "in"),
                heads=("Buchung", "Wert", "Text", "Belastung", "Gutschrift"),
                balances="none",
                opening_label="Saldovortrag",
                closing_label="Schlusssaldo",
                carried=("Übertrag auf Blatt 2", "Übertrag von Blatt 1"),
                page_label="Blatt {page}",
            ),
            table_page,
            look=Look(size=8, pitch=11.5),
        ),
        page(
            "de_tagesgeld_zinsen",
            "savings with interest",
            sketch(
                "de-DE",
                "de11",
                count=3,
                bank="Nordstern Direktbank",
                kind="savings",
                title="Tagesgeldkonto Kontoauszug 1. Quartal 2025",
                number="8804418771",
                first=date(2025, 1, 1),
                last=date(2025, 3, 31),
                facts=(("Kontonummer", "8804418771"), ("Zeitraum", "{first} - {last}")),
                heads=("Tag", "Umsatz", "Betrag EUR", "Stand EUR"),
                sign="lead_both",
                opening_label="Stand zu Beginn",
                closing_label="Stand am Ende",
            ),
            side_bar,
            fill="#e9eef6",
        ),
    ]
