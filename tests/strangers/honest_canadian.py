"""Ordinary statements of Canada, in English and in French."""

from reportlab.lib.pagesizes import LETTER

from tests.strangers.figures import Figures
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.sketch import page, sketch

_LETTER = Look(paper=LETTER, bottom=700, header="line", number_width=84)


def canadian_pages() -> list[StrangerPage]:
    """Pages of banks and of a caisse populaire."""
    return [*_canadian(), *_canadian_in_french()]


def _canadian() -> list[StrangerPage]:
    return [
        page(
            "ca_deducted_and_added",
            "plain columns",
            sketch(
                "en-CA",
                "ca1",
                count=12,
                bank="Bank of the Maritimes",
                title="Your Everyday Banking statement",
                number="0312 4478-902",
                facts=(
                    ("Primary Chequing Account #", "0312 4478-902"),
                    ("For the period ending", "{last}"),
                    ("From", "{first}"),
                ),
                days="MMM DD",
                long_days="MMMM DD, YYYY",
                columns=("date", "text", "out", "in", "balance"),
                heads=(
                    "Date",
                    "Description",
                    "Amounts deducted\nfrom your account ($)",
                    "Amounts added to\nyour account ($)",
                    "Balance ($)",
                ),
                opening_label="Opening balance",
                closing_label="Closing totals",
            ),
            table_page,
            look=Look(paper=LETTER, number_width=96, size=8, bottom=700),
        ),
        page(
            "ca_starting_balance_printout",
            "line printer",
            sketch(
                "en-CA",
                "ca2",
                count=13,
                bank="DOMINION & PRAIRIE BANK",
                title="STATEMENT OF ACCOUNT",
                number="6204-5518830",
                facts=(
                    ("BRANCH NO. ACCOUNT NO.", "6204-5518830"),
                    ("ACCOUNT TYPE", "MINIMUM CHEQUING (CAD)"),
                    ("STATEMENT FROM - TO", "{first} - {last}"),
                ),
                days="NNNDD",
                long_days="NNN DD/YY",
                columns=("text", "out", "in", "date", "balance"),
                heads=("DESCRIPTION", "CHEQUE/DEBIT", "DEPOSIT/CREDIT", "DATE", "BALANCE"),
                opening_label="STARTING BALANCE",
                closing_label=None,
                balances="day",
            ),
            printout,
            reel=Reel(widths=(28, 14, 15, 8, 13), paper=LETTER, blank_between=False),
        ),
        page(
            "ca_opening_closing_summary",
            "summary with signs",
            sketch(
                "en-CA",
                "ca3",
                count=9,
                bank="Cartier Royal",
                title="Your Day to Day account",
                number="05512-5031187",
                days="D MMM",
                long_days="MMMM D, YYYY",
                facts=(("Your account number:", "05512-5031187"), ("", "{first} to {last}")),
                columns=("date", "text", "out", "in", "balance"),
                heads=("Date", "Description", "Withdrawals ($)", "Deposits ($)", "Balance ($)"),
                opening_label="Opening Balance",
                closing_label="Closing Balance",
                balances="day",
                summary=(
                    ("Your opening balance on {first}", "${opening}"),
                    ("Total deposits into your account", "+ {in}"),
                    ("Total withdrawals from your account", "- {out}"),
                    ("Your closing balance on {last}", "= ${closing}"),
                ),
            ),
            table_page,
            look=Look(paper=LETTER, date_once_a_day=True, bottom=700),
        ),
        page(
            "ca_us_dollar_account_named",
            "account in a foreign currency",
            sketch(
                "en-CA",
                "ca4",
                count=7,
                bank="Bank of the Maritimes",
                currency="USD",
                title="U.S. Dollar Premium Rate Account",
                number="0312 8890-114",
                kind="savings",
                facts=(
                    ("Account #", "0312 8890-114"),
                    ("Currency", "USD - United States dollar"),
                    ("Period", "{first} - {last}"),
                ),
                long_days="MMM DD, YYYY",
                columns=("date", "text", "out", "in", "balance"),
                heads=("Date", "Description", "Debits (USD)", "Credits (USD)", "Balance (USD)"),
                opening_label="Balance forward",
                closing_label="Closing balance",
            ),
            table_page,
            look=_LETTER,
        ),
    ]


def _canadian_in_french() -> list[StrangerPage]:
    return [
        page(
            "ca_fr_solde_reporte",
            "plain columns",
            sketch(
                "fr-CA",
                "cf1",
                count=11,
                bank="Caisse populaire de Lotbinière",
                title="Relevé de compte",
                number="81520-0147732",
                facts=(("Folio", "81520-0147732"), ("Période", "Du {first} au {last}")),
                days="D NNN",
                long_days="D MMMM YYYY",
                columns=("date", "text", "out", "in", "balance"),
                heads=("Date", "Description", "Retrait", "Dépôt", "Solde"),
                opening_label="Solde reporté",
                closing_label="Solde à la fin de la période",
            ),
            table_page,
            look=Look(paper=LETTER, bottom=700, zebra="#eaf5ea", header="line"),
        ),
        page(
            "ca_fr_dollar_apres",
            "currency sign behind",
            sketch(
                "fr-CA",
                "cf2",
                count=8,
                bank="Banque du Saint-Maurice",
                number="00344-2210987",
                title="Votre relevé bancaire Progression",
                days="DD/MM/YYYY",
                facts=(
                    ("Numéro de compte", "00344-2210987"),
                    ("Période visée", "{first} - {last}"),
                ),
                figures=Figures("\u00a0", ",", after=" $"),
                sign="lead",
                columns=("date", "text", "amount", "balance"),
                heads=("Date", "Opération", "Montant", "Solde"),
                summary=(
                    ("Solde d'ouverture", "{opening}"),
                    ("Total des dépôts", "{in}"),
                    ("Total des retraits", "{out}"),
                    ("Solde de fermeture", "{closing}"),
                ),
            ),
            table_page,
            look=Look(paper=LETTER, header="shade", number_width=88),
        ),
    ]
