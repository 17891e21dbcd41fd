"""Ordinary statements in English from India and further east."""

from dataclasses import replace
from datetime import date

from tests.strangers.extras import small_table, words
from tests.strangers.figures import Figures
from tests.strangers.houses_list import day_list
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.places import variant
from tests.strangers.sketch import page, sketch


def asian_pages() -> list[StrangerPage]:
    """Pages of banks from Pune to Tokyo."""
    return [*_indian(), *_asian()]


def _indian() -> list[StrangerPage]:
    return [
        page(
            "in_lakh_grouping_summary",
            "Indian grouping",
            sketch(
                "en-IN",
                "in1",
                count=12,
                bank="DECCAN FINANCE BANK LTD",
                title="Statement of account",
                number="50100447730912",
                kind="savings",
                opening="218450.35",
                facts=(
                    ("Account No", "50100447730912"),
                    ("Currency", "INR"),
                    ("IFSC", "DECF0000118"),
                    ("Statement From", "{first} To : {last}"),
                ),
                days="DD/MM/YY",
                long_days="DD/MM/YYYY",
                columns=("date", "text", "value", "out", "in", "balance"),
                heads=(
                    "Date",
                    "Narration",
                    "Value Dt",
                    "Withdrawal Amt.",
                    "Deposit Amt.",
                    "Closing Balance",
                ),
                summary=(
                    ("Opening Balance", "{opening}"),
                    ("Debits", "{out}"),
                    ("Credits", "{in}"),
                    ("Closing Bal", "{closing}"),
                ),
            ),
            table_page,
            look=Look(
                size=7,
                pitch=11,
                grid=True,
                margin=28,
                date_width=46,
                summary_at="bottom",
                number_width=76,
            ),
        ),
        page(
            "in_cr_dr_in_own_words",
            "one column with Cr and Dr",
            sketch(
                "en-IN",
                "in2",
                count=10,
                bank="PUNJAB & MALWA BANK",
                kind="savings",
                title="ACCOUNT STATEMENT",
                number="1188002100447731",
                facts=(
                    ("Account Number :", "1188002100447731"),
                    ("Branch :", "KOTHRUD PUNE"),
                    ("Period :", "{first} to {last}"),
                ),
                days="DD-MM-YYYY",
                sign=("CR", "DR"),
                balance_sign=("CR", "DR"),
                columns=("date", "text", "amount", "balance"),
                heads=("Txn Date", "Description", "Amount (INR)", "Balance (INR)"),
                opening_label="B/F",
                closing_label="C/F",
            ),
            printout,
            reel=Reel(widths=(11, 40, 16, 17), size=8),
        ),
    ]


def _asian() -> list[StrangerPage]:
    malaysia = variant("en-SG", country="MY", currency="MYR", days="DD/MM/YY")
    manila = variant("en-SG", country="PH", currency="PHP", days="MM/DD", scale=20)
    tokyo = variant(
        "en-SG",
        country="JP",
        currency="JPY",
        scale=120,
        figures=Figures(places=0),
        days="YYYY-MM-DD",
    )
    product = words(
        "Deposit insurance",
        "Singapore dollar deposits of non-bank depositors are insured up to S$100,000.",
        fill="#f4f4f4",
        width=420,
    )
    rates = small_table(
        ("Product", "Amount", "Rate"),
        (
            ("Time deposit 12 months", "from HKD 50,000.00", "3.10%"),
            ("Time deposit 3 months", "from HKD 10,000.00", "2.45%"),
        ),
        edges=(50, 320, 400),
        aligns="lrr",
        title="Indicative deposit rates",
        box=True,
    )
    return [
        page(
            "sg_brought_and_carried_forward",
            "plain columns",
            replace(
                sketch(
                    "en-SG",
                    "sg1",
                    count=13,
                    bank="Development & Straits Bank",
                    title="Savings Plus Account",
                    kind="savings",
                    number="014-4-118822",
                    facts=(
                        ("Account Number", "014-4-118822"),
                        ("Currency", "SINGAPORE DOLLAR"),
                        ("As at", "{last}"),
                    ),
                    period_printed=False,
                    days="DD/MM/YYYY",
                    long_days="DD MMM YYYY",
                    columns=("date", "text", "out", "in", "balance"),
                    balances="day",
                    heads=("Date", "Description", "Withdrawal (-)", "Deposit (+)", "Balance"),
                    opening_label="Balance Brought Forward",
                    closing_label="Balance Carried Forward",
                    totals_label="Total",
                ),
                below=product,
            ),
            table_page,
            look=Look(header="shade", date_once_a_day=True),
        ),
        page(
            "hk_bf_and_cf_balance",
            "plain columns in serif",
            replace(
                sketch(
                    "en-HK",
                    "hk1",
                    count=10,
                    bank="Victoria Peak Bank",
                    number="411-087733-001",
                    title="HKD Current",
                    facts=(("Number", "411-087733-001"), ("Statement period", "{first} to {last}")),
                    days="D MMM",
                    long_days="D MMM YYYY",
                    balances="day",
                    columns=("date", "text", "in", "out", "balance"),
                    heads=("Date", "Transaction Details", "Deposit", "Withdrawal", "Balance (HKD)"),
                    opening_label="B/F BALANCE",
                    closing_label="C/F BALANCE",
                    balance_sign=("", "DR"),
                ),
                below=rates,
            ),
            table_page,
            look=Look(size=9.5, pitch=14, header="line", date_once_a_day=True),
        ),
        page(
            "my_trailing_plus_and_minus",
            "sign behind the amount",
            sketch(
                "en-SG",
                "my1",
                place=malaysia,
                count=11,
                bank="MALAYAN COMMERCE BERHAD",
                title="PENYATA AKAUN / STATEMENT OF ACCOUNT",
                number="114477-209931",
                holder=("NURUL HUDA BINTI ISMAIL", "NO 8 JALAN SS2/24", "47300 PETALING JAYA"),
                facts=(
                    ("NOMBOR AKAUN / ACCOUNT NUMBER", "114477-209931"),
                    ("TARIKH PENYATA / STATEMENT DATE", "31/03/25"),
                    ("MATA WANG / CURRENCY", "MYR"),
                ),
                period_printed=False,
                sign="trail_both",
                columns=("date", "text", "amount", "balance"),
                heads=(
                    "ENTRY DATE",
                    "TRANSACTION DESCRIPTION",
                    "TRANSACTION AMOUNT",
                    "STATEMENT BALANCE",
                ),
                opening_label="BEGINNING BALANCE",
                closing_label="ENDING BALANCE :",
                notes=("TOTAL DEBIT : {out}", "TOTAL CREDIT : {in}"),
            ),
            printout,
            reel=Reel(widths=(10, 40, 18, 17), size=7.6),
        ),
        page(
            "ph_deposits_no_year_in_rows",
            "dates without a year",
            sketch(
                "en-SG",
                "ph1",
                place=manila,
                count=10,
                bank="Banco Central Visayas",
                title="Statement of Account - Peso Checking",
                number="0044-1187-73",
                holder=("MA. CORAZON D. REYES", "22 KAMAGONG ST", "MAKATI CITY"),
                facts=(("Account No.", "0044-1187-73"), ("Period Covered", "{first} - {last}")),
                long_days="MMM DD, YYYY",
                figures=Figures(before="PHP "),
                columns=("date", "text", "out", "in", "balance"),
                heads=("DATE", "DESCRIPTION", "DEBIT", "CREDIT", "BALANCE"),
                opening_label="BALANCE LAST STATEMENT",
                closing_label="BALANCE THIS STATEMENT",
            ),
            table_page,
            look=Look(size=7.5, number_width=88),
        ),
        page(
            "jp_english_yen_account",
            "no decimals",
            sketch(
                "en-SG",
                "jp1",
                place=tokyo,
                count=9,
                bank="Kanto Internet Bank",
                title="Yen Savings Account: transaction history",
                number="8104477",
                kind="savings",
                holder=("MR. DANIEL FORSYTHE", "2-14-5 EBISU", "SHIBUYA-KU TOKYO 150-0013"),
                facts=(
                    ("Branch 104 Account", "8104477"),
                    ("Currency", "JPY"),
                    ("Period", "{first} - {last}"),
                ),
                columns=("date", "text", "out", "in", "balance"),
                heads=("Date", "Description", "Withdrawal (JPY)", "Deposit (JPY)", "Balance (JPY)"),
                opening_label="Carried over from previous period",
                closing_label="Balance",
                first=date(2025, 1, 1),
                last=date(2025, 3, 31),
            ),
            table_page,
            look=Look(header="line", pitch=15, row_rules=True),
        ),
        page(
            "sg_digital_bank_days",
            "day headings",
            sketch(
                "en-SG",
                "sg2",
                count=8,
                bank="kopi bank",
                title="March 2025",
                number="8890112744",
                days="EEE, D MMM",
                long_days="D MMM YYYY",
                facts=(("Account no.", "889-011-2744"), ("Period", "{first} - {last}")),
                figures=Figures(before="S$"),
                sign="lead_both",
                balances="each",
                opening_label="Opening balance",
                closing_label="Closing balance",
                summary=(("Total money in", "{in}"), ("Total money out", "{out}")),
            ),
            day_list,
            accent="#00695c",
            size=9,
        ),
    ]
