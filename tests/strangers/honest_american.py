"""Ordinary statements of the United States."""

from dataclasses import replace

from reportlab.lib.pagesizes import LETTER

from tests.strangers.extras import daily_balances, small_table
from tests.strangers.figures import Figures
from tests.strangers.houses_list import Section, day_list, section_pages
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.sketch import page, sketch

_DOLLARS = Figures(before="$")
_LETTER = Look(paper=LETTER, bottom=700, header="line", number_width=84)


def american_pages() -> list[StrangerPage]:
    """Pages of banks and credit unions."""
    return [*_in_sections(), *_in_tables()]


def _in_sections() -> list[StrangerPage]:
    return [
        page(
            "us_additions_and_subtractions",
            "sections by direction",
            sketch(
                "en-US",
                "us1",
                count=11,
                bank="Great Miami National Bank",
                title="Your Adv Plus Banking",
                number="2910 4471 8823",
                days="MM/DD/YY",
                long_days="MMMM D, YYYY",
                facts=(("Account number:", "2910 4471 8823"),),
                heads=("Date", "Description", "Amount"),
                balances="none",
                summary=(
                    ("Beginning balance on {first}", "${opening}"),
                    ("Deposits and other additions", "{in}"),
                    ("Withdrawals and other subtractions", "-{out}"),
                    ("Service fees", "-0.00"),
                    ("Ending balance on {last}", "${closing}"),
                ),
                page_label="Page 1 of 1",
            ),
            section_pages,
            sections=(
                Section("Deposits and other additions", "Total deposits and other additions", "in"),
                Section(
                    "Withdrawals and other subtractions",
                    "Total withdrawals and other subtractions",
                    "out",
                    "lead",
                ),
            ),
        ),
        page(
            "us_checking_summary_by_kind",
            "sections by kind",
            sketch(
                "en-US",
                "us2",
                count=13,
                bank="CUYAHOGA BANK",
                month=(2024, 9),
                title="CHECKING SUMMARY",
                number="000000613445120",
                days="MM/DD",
                long_days="MMMM DD, YYYY",
                facts=(("Account Number:", "000000613445120"),),
                heads=("DATE", "DESCRIPTION", "AMOUNT"),
                figures=_DOLLARS,
                balances="none",
                summary=(
                    ("Beginning Balance", "{opening}"),
                    ("Deposits and Additions", "{in}"),
                    ("Withdrawals and Fees", "-{out}"),
                    ("Ending Balance", "{closing}"),
                ),
            ),
            section_pages,
            sections=(
                Section("DEPOSITS AND ADDITIONS", "Total Deposits and Additions", "in"),
                Section("CHECKS PAID", "Total Checks Paid", "CHECK 1187"),
                Section(
                    "ATM & DEBIT CARD WITHDRAWALS",
                    "Total ATM & Debit Card Withdrawals",
                    "ATM|POS|CHECKCARD|RECURRING CARD|CHIPOTLE|TARGET",
                ),
                Section(
                    "ELECTRONIC WITHDRAWALS",
                    "Total Electronic Withdrawals",
                    "ACH DEBIT|BILL PAY|VERIZON",
                ),
            ),
            shade="#ffffff",
        ),
        page(
            "us_two_accounts_in_sections",
            "several accounts",
            (
                sketch(
                    "en-US",
                    "us4a",
                    count=7,
                    bank="Keystone Valley Savings",
                    title="Total Access Checking - 4410027731",
                    number="4410027731",
                    days="M/D",
                    long_days="M/D/YYYY",
                    balances="none",
                    heads=("Date", "Description", "Amount"),
                    summary=(
                        ("Previous balance", "{opening}"),
                        ("Additions", "+{in}"),
                        ("Subtractions", "-{out}"),
                        ("New balance", "{closing}"),
                    ),
                ),
                sketch(
                    "en-US",
                    "us4b",
                    count=4,
                    bank="",
                    kind="savings",
                    title="Goal Getter Savings - 4410029902",
                    number="4410029902",
                    days="M/D",
                    long_days="M/D/YYYY",
                    balances="none",
                    heads=("Date", "Description", "Amount"),
                    summary=(
                        ("Previous balance", "{opening}"),
                        ("Additions", "+{in}"),
                        ("Subtractions", "-{out}"),
                        ("New balance", "{closing}"),
                    ),
                ),
            ),
            section_pages,
            sections=(
                Section("Additions to your account", "", "in"),
                Section("Subtractions from your account", "", "out"),
            ),
            shade="#dfe7f2",
        ),
    ]


def _in_tables() -> list[StrangerPage]:
    wells = sketch(
        "en-US",
        "us3",
        count=10,
        bank="Prairie Stage Bank",
        title="Everyday Checking",
        number="6120448819",
        days="M/D",
        long_days="M/D",
        facts=(
            ("Account number:", "6120448819"),
            ("Primary account", "March 31, 2025"),
            ("Statement period", "3/1/2025 - 3/31/2025"),
        ),
        columns=("date", "text", "in", "out"),
        heads=("Date", "Description", "Deposits/\nAdditions", "Withdrawals/\nSubtractions"),
        totals_label="Totals",
        balances="none",
        summary=(
            ("Beginning balance on {first}", "${opening}"),
            ("Deposits/Additions", "{in}"),
            ("Withdrawals/Subtractions", "- {out}"),
            ("Ending balance on {last}", "${closing}"),
        ),
    )
    fees = small_table(
        ("Monthly service fee summary", "Minimum required", "This fee period"),
        (
            ("Minimum daily balance", "$500.00", "$612.40"),
            ("Total amount of qualifying direct deposits", "$500.00", "$1,840.11"),
            ("The monthly service fee is waived when one of these is met", "", ""),
        ),
        edges=(46, 330, 440),
        aligns="lrr",
    )
    return [
        page(
            "us_daily_balances_below",
            "daily balances below",
            replace(wells, below=daily_balances(wells, "Ending daily balance")),
            table_page,
            look=_LETTER,
        ),
        page(
            "us_share_draft_trailing_minus",
            "trailing minus",
            sketch(
                "en-US",
                "us5",
                count=10,
                bank="TRI-RIVERS FEDERAL CREDIT UNION",
                title="MEMBER STATEMENT",
                number="0000418820-75",
                days="NNN DD",
                long_days="MM-DD-YYYY",
                month=(2025, 2),
                facts=(
                    ("MEMBER ACCOUNT", "0000418820-75"),
                    ("STATEMENT PERIOD", "{first} TO {last}"),
                ),
                columns=("date", "text", "amount", "balance"),
                heads=("DATE", "TRANSACTION DESCRIPTION", "AMOUNT", "BALANCE"),
                sign="trail",
                opening_label="PREVIOUS BALANCE",
                closing_label="NEW BALANCE",
                footer=("YOUR SAVINGS FEDERALLY INSURED TO AT LEAST $250,000 BY NCUA",),
            ),
            printout,
            reel=Reel(widths=(7, 42, 13, 13), ruler="=", paper=LETTER),
        ),
        page(
            "us_brackets_money_market",
            "brackets",
            sketch(
                "en-US",
                "us6",
                count=6,
                bank="Old Harbor Trust",
                kind="savings",
                title="Premier Money Market",
                number="70-118-2246",
                days="MMM D, YYYY",
                facts=(
                    ("Account No.", "70-118-2246"),
                    ("Statement dates", "{first} – {last}"),
                    ("Annual percentage yield earned", "3.92%"),
                ),
                columns=("date", "text", "amount", "balance"),
                heads=("Date", "Activity", "Amount", "Ending balance"),
                sign="brackets",
                figures=_DOLLARS,
                opening_label="Balance last statement",
                closing_label="Balance this statement",
                family="times",
            ),
            table_page,
            look=Look(
                paper=LETTER,
                size=10,
                pitch=15,
                header="rules",
                margin=60,
                date_width=80,
                number_width=90,
            ),
        ),
        page(
            "us_online_bank_fee_table",
            "fee table below",
            replace(
                sketch(
                    "en-US",
                    "us7",
                    count=9,
                    bank="northpier",
                    title="Spend account",
                    number="1183304417",
                    days="MM/DD/YYYY",
                    facts=(
                        ("Account number", "1183304417"),
                        ("Statement period", "{first} - {last}"),
                    ),
                    columns=("date", "text", "amount", "balance"),
                    heads=("Date", "Description", "Amount", "Balance"),
                    figures=_DOLLARS,
                    opening_label="Beginning Balance",
                    closing_label="Ending Balance",
                ),
                below=fees,
            ),
            table_page,
            look=Look(
                paper=LETTER, zebra="#f2f5fb", header="shade", accent="#244c9c", row_rules=True
            ),
        ),
        page(
            "us_app_list_no_balances",
            "day headings",
            sketch(
                "en-US",
                "us8",
                count=8,
                bank="copperleaf",
                title="March statement",
                number="449120883016",
                days="MMMM D",
                long_days="MMMM D, YYYY",
                facts=(("Checking", "····3016"), ("Period", "{first} to {last}")),
                figures=_DOLLARS,
                sign="lead_both",
                balances="none",
                family="vera",
                opening_label="Starting balance",
                closing_label="Ending balance",
            ),
            day_list,
            paper=LETTER,
            ends_first=False,
            accent="#8a3b12",
        ),
        page(
            "us_teens_savings_side_bar",
            "side bar",
            sketch(
                "en-US",
                "us9",
                count=5,
                bank="first lake",
                kind="savings",
                title="Savings transactions",
                number="30418877",
                days="MM-DD-YY",
                facts=(("Account ending in", "8877"), ("Statement cycle", "{first} - {last}")),
                heads=("Date", "Memo", "Amount", "Balance"),
                sign="lead_both",
                opening_label="Balance forward",
                closing_label="Balance on closing date",
                summary=(("Interest paid year to date", "4.18"),),
            ),
            side_bar,
            bar_right=True,
            fill="#e8f1e4",
            paper=LETTER,
        ),
    ]
