"""Accounts with shops and suppliers, which are debts in their own words."""

from tests.strangers.houses_card import CardLook, card_page, owed_plain
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.sketch import page
from tests.strangers.tempt_debts import owing

_TOPIC = "A3 a debt in its own words"
_TEMPTS = "Take the balance for the holder's money: it is what the holder owes."


def store_account_pages() -> list[StrangerPage]:
    """Store cards, catalogues and trade accounts."""
    return [*_shops()]


def _shops() -> list[StrangerPage]:
    return [
        page(
            "debt_store_account_gb",
            _TOPIC,
            owing(
                "en-GB",
                "ds1",
                ("Ladieswear", "Homeware", "Food hall", "Menswear"),
                "Payment - thank you",
                bank="Hargreave & Sons",
                title="Store account",
                number="6331 7700 4418",
                facts=(("Account", "6331 7700 4418"), ("Statement date", "{last}")),
                period_printed=False,
                days="D MMM",
                long_days="D MMMM YYYY",
                heads=("Date", "Department", "Amount", "Balance"),
                opening_label="Balance last month",
                closing_label="Balance this month",
                notes=("Please pay within 21 days. Interest of 2.1% a month is added.",),
            ),
            printout,
            reel=Reel(widths=(8, 32, 12, 13)),
            tempts=_TEMPTS,
        ),
        page(
            "debt_catalogue_account",
            _TOPIC,
            owing(
                "en-IE",
                "ds2",
                (
                    "Order 8811 winter boots",
                    "Order 8820 bed linen",
                    "Order 8841 toaster",
                    "Account charge",
                ),
                "Payment received",
                bank="Littlemead Home Shopping",
                title="Your account",
                number="C 4418 7731",
                facts=(("Account", "C 4418 7731"), ("To", "{last}"), ("From", "{first}")),
                heads=("Date", "What", "Amount €", "Balance €"),
                opening_label="Balance from last statement",
                closing_label="Balance",
            ),
            side_bar,
            fill="#f3e8f7",
            tempts=_TEMPTS,
        ),
        page(
            "debt_builders_merchant_trade_account",
            _TOPIC,
            owing(
                "en-GB",
                "ds3",
                ("INV 11804", "INV 11822", "INV 11861", "INV 11870"),
                "PAYMENT RECD",
                bank="NORTH RIDING BUILDERS MERCHANTS",
                title="TRADE ACCOUNT STATEMENT",
                number="LOCK001-7731",
                holder=("LOCKYER JOINERY LTD", "UNIT 9 MILL LANE", "OTLEY"),
                facts=(("ACCOUNT", "LOCK001-7731"), ("MONTH TO", "{last}")),
                period_printed=False,
                columns=("date", "text", "out", "in", "balance"),
                heads=("DATE", "REFERENCE", "DEBIT", "CREDIT", "BALANCE"),
                opening_label="B/FWD",
                closing_label="AMOUNT DUE",
            ),
            table_page,
            look=Look(grid=True),
            tempts="Take a supplier's statement for a bank's: debit and credit are the "
            "supplier's, and the balance is owed.",
        ),
        page(
            "debt_kundenkonto_versandhaus",
            _TOPIC,
            owing(
                "de-DE",
                "ds4",
                ("Rechnung 118-04", "Rechnung 118-09", "Rechnung 118-22", "Aufschlag Ratenkauf"),
                "Zahlungseingang",
                bank="Ottilie Versand",
                title="Kontoauszug zu Ihrem Kundenkonto",
                number="77 3104 418",
                facts=(("Kundenkonto", "77 3104 418"), ("Zeitraum", "{first} - {last}")),
                heads=("Datum", "Vorgang", "Betrag", "Kontostand"),
                opening_label="Alter Kontostand",
                closing_label="Neuer Kontostand",
                notes=("Den Kontostand bitte bis zum 10. des Folgemonats ausgleichen.",),
            ),
            table_page,
            tempts=_TEMPTS,
        ),
        page(
            "debt_crediario_br",
            _TOPIC,
            owing(
                "pt-BR",
                "ds5",
                ("COMPRA LOJA 12", "COMPRA SITE", "SEGURO PRESTAMISTA", "COMPRA LOJA 12"),
                "PAGAMENTO CARNE",
                bank="Lojas Itaberaba",
                title="Extrato do crediário",
                number="118.4418-77",
                facts=(("Contrato", "118.4418-77"), ("De {first}", "a {last}")),
                heads=("Data", "Histórico", "Valor", "Saldo"),
                opening_label="Saldo anterior",
                closing_label="Saldo a pagar",
            ),
            table_page,
            look=Look(size=9),
            tempts=_TEMPTS,
        ),
        page(
            "debt_carte_magasin_fr",
            _TOPIC,
            owing(
                "fr-FR",
                "ds6",
                ("LES GALERIES LYON", "GALERIES.FR", "ESPACE CULTURE", "COTISATION CARTE"),
                "PRELEVEMENT RECU",
                bank="Galeries Financement",
                title="Relevé de compte permanent",
                number="4418 773 104",
                facts=(("Dossier", "4418 773 104"), ("Arrêté au", "{last}")),
                period_printed=False,
                days="DD/MM",
                long_days="DD/MM/YYYY",
                columns=("date", "text", "amount"),
                balances="none",
                heads=("Date", "Libellé", "Montant"),
                summary=(
                    ("Utilisé au mois précédent", "{opening}"),
                    ("Règlements", "{in}"),
                    ("Achats du mois", "{out}"),
                    ("Utilisé à ce jour", "{closing}"),
                ),
            ),
            card_page,
            look=CardLook(owed=owed_plain, charge=owed_plain, two_dates=False),
            tempts=_TEMPTS,
        ),
    ]
