"""Ordinary statements of Ireland, and of apps and a business bank in Britain."""

from tests.strangers.figures import Figures
from tests.strangers.houses_list import day_list, wallet
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.sketch import page, sketch

_POUNDS = Figures(before="£")
_EURO_AFTER = Figures(after=" €")


def irish_and_app_pages() -> list[StrangerPage]:
    """Pages of Irish banks and of British apps."""
    return [*_apps(), *_irish()]


def _apps() -> list[StrangerPage]:
    return [
        page(
            "gb_app_newest_first",
            "newest first",
            sketch(
                "en-GB",
                "gb11",
                count=12,
                bank="plumbank",
                title="Personal Account statement",
                number="84412207",
                newest_first=True,
                family="vera",
                facts=(
                    ("Sort code", "04-00-03"),
                    ("Account number", "84412207"),
                    ("Statement period", "{first} - {last}"),
                ),
                days="DD/MM/YYYY",
                columns=("date", "text", "amount", "balance"),
                heads=("Date", "Description", "(GBP) Amount", "(GBP) Balance"),
                sign="lead",
                summary=(
                    ("Personal Account balance on {last}", "£{closing}"),
                    ("Total outgoings", "{-out}"),
                    ("Total deposits", "+{in}"),
                    ("Balance at the start", "£{opening}"),
                ),
            ),
            table_page,
            look=Look(header="line", pitch=14, row_rules=True),
        ),
        page(
            "gb_app_days_as_headings",
            "day headings",
            sketch(
                "en-GB",
                "gb12",
                count=9,
                bank="fernhill",
                title="Statement for March 2025",
                number="32004517",
                days="EEE D MMMM",
                long_days="D MMMM YYYY",
                facts=(
                    ("Account number", "32004517"),
                    ("Sort code", "60-83-71"),
                    ("Covers", "{first} to {last}"),
                ),
                figures=_POUNDS,
                sign="plus_in",
                balance_sign="lead",
                balances="none",
                opening_label="Opening balance",
                closing_label="Closing balance",
                summary=(("Money in", "{in}"), ("Money out", "{out}")),
                notes=(
                    "Amounts with a plus sign were paid into your account; all others "
                    "were paid out of it.",
                ),
            ),
            day_list,
        ),
        page(
            "gb_wallet_export",
            "wallet",
            sketch(
                "en-GB",
                "gb13",
                count=8,
                bank="TapPurse",
                title="GBP purse statement",
                number=None,
                newest_first=True,
                facts=(("Period:", "{first} - {last}"), ("Holder:", "H A Lockyer")),
                days="D MMM YYYY",
                heads=("Date", "Details", "Amount", "Balance"),
                sign="lead_both",
                summary=(("Opening balance", "{opening}"), ("Closing balance", "{closing}")),
                kind="other",
            ),
            wallet,
        ),
        page(
            "gb_business_two_dates",
            "two dates",
            sketch(
                "en-GB",
                "gb14",
                count=16,
                bank="Anchor Business Banking",
                title="Business Current Account",
                number="77310496",
                month=(2025, 6),
                holder=("LOCKYER JOINERY LTD", "UNIT 9 MILL LANE", "OTLEY", "LS21 1BB"),
                facts=(
                    ("Account", "77310496"),
                    ("Sort code", "23-05-80"),
                    ("Statement from", "{first} to {last}"),
                ),
                days="DD/MM/YY",
                columns=("date", "value", "text", "out", "in", "balance"),
                heads=("Posted", "Value", "Narrative", "Debit", "Credit", "Ledger balance"),
                opening_label="Ledger balance b/f",
                closing_label="Ledger balance c/f",
                totals_label="Total movements",
            ),
            table_page,
            look=Look(size=7.5, pitch=11, grid=True, margin=34, date_width=50),
        ),
    ]


def _irish() -> list[StrangerPage]:
    return [
        page(
            "ie_balance_forward",
            "plain columns",
            sketch(
                "en-IE",
                "ie1",
                count=12,
                bank="Shannon Savings Bank",
                title="Statement of Account",
                number="30277419",
                facts=(
                    ("National Sort Code", "93-21-44"),
                    ("Account Number", "30277419"),
                    ("IBAN", "IE29 SHSB 9321 4430 2774 19"),
                    ("Period", "{first} to {last}"),
                ),
                columns=("date", "text", "out", "in", "balance"),
                heads=("Date", "Details", "Debit €", "Credit €", "Balance €"),
                opening_label="BALANCE FORWARD",
                closing_label=None,
                balances="day",
                balance_sign=("", "DR"),
                summary=(("Balance at close", "{closing}"),),
                notes=("Overdrawn balances are marked dr.",),
            ),
            table_page,
            look=Look(date_once_a_day=True, summary_at="bottom", date_width=66),
        ),
        page(
            "ie_payments_out_in_pages",
            "several pages with subtotals",
            sketch(
                "en-IE",
                "ie2",
                count=58,
                bank="Bank of Munster",
                title="Current Account",
                number="61084423",
                facts=(
                    ("Account number", "61084423"),
                    ("Statement date", "31 Mar 2025"),
                    ("From", "{first} to {last}"),
                ),
                days="DD MMM YYYY",
                columns=("date", "text", "out", "in", "balance"),
                heads=("Date", "Transaction details", "Payments - out", "Payments - in", "Balance"),
                opening_label="BALANCE FORWARD",
                closing_label="BALANCE AT END OF STATEMENT",
                carried=("SUBTOTAL:", "BALANCE FORWARD FROM PREVIOUS PAGE"),
                balances="day",
                page_label="Page {page} of 2",
            ),
            table_page,
            look=Look(size=8, pitch=12, date_width=64),
        ),
        page(
            "ie_credit_union_shares",
            "savings with euro behind",
            sketch(
                "en-IE",
                "ie3",
                count=7,
                bank="Cois Laoi Credit Union",
                kind="savings",
                title="Share account",
                number="118844",
                facts=(("Member no.", "118844"), ("Statement period", "{first} - {last}")),
                figures=_EURO_AFTER,
                sign="lead_both",
                columns=("date", "text", "amount", "balance"),
                heads=("Date", "Transaction", "Lodged (+) / withdrawn (-)", "Shares balance"),
                opening_label="Shares brought forward",
                closing_label="Shares carried forward",
                days="DD/MM/YYYY",
            ),
            table_page,
            look=Look(number_width=110, zebra="#f4f1e8", header="line"),
        ),
    ]
