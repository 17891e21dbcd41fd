"""Ordinary credit card statements in English, where purchases are a debt."""

from dataclasses import replace
from datetime import date
from typing import Any

from reportlab.lib.pagesizes import A4, LETTER

from tests.strangers import stories_cards as cards
from tests.strangers.extras import small_table, words
from tests.strangers.figures import Figures
from tests.strangers.houses_card import (
    CardLook,
    card_page,
    owed_plain,
    owed_trailing,
)
from tests.strangers.model import StrangerPage
from tests.strangers.places import PLACES, Place
from tests.strangers.sketch import Entry, Sketch, page, sketch

_FIRST, _LAST = date(2025, 2, 19), date(2025, 3, 18)


def card_pages() -> list[StrangerPage]:
    """Card statements of America, Britain, Australia and Singapore."""
    return [*_american(), *_british()]


def card_sketch(
    code: str,
    story: str,
    seed: str,
    *others: tuple[str, str, str],
    count: int = 8,
    opening: str = "-640.15",
    first: date = _FIRST,
    last: date = _LAST,
    place: Place | None = None,
    **more: Any,
) -> Sketch:
    """A month of purchases and payments on a credit card."""
    entries: tuple[Entry, ...] = cards.card_entries(
        place or PLACES[code], story, seed, count, first, last, *others
    )
    return sketch(
        code,
        seed,
        entries=entries,
        opening=opening,
        overdrawn=True,
        kind="card",
        first=first,
        last=last,
        place=place,
        balances="none",
        columns=("date", "value", "text", "amount"),
        **more,
    )


def _american() -> list[StrangerPage]:
    points = small_table(
        ("REWARDS SUMMARY", ""),
        (
            ("Previous points balance", "18,442"),
            ("+ 1% (1 Pt)/$1 earned", "588"),
            ("= Total points available", "19,030"),
        ),
        edges=(60, 300),
        box=True,
    )
    return [
        page(
            "us_card_payments_then_purchases",
            "card, sections",
            replace(
                card_sketch(
                    "en-US",
                    cards.AMERICAN,
                    "uc1",
                    ("6", "640.15", "Payment Thank You-Mobile"),
                    ("12", "31.20", "AMAZON MKTPLACE REFUND"),
                    count=9,
                    number="4417 1234 5678 4471",
                    bank="Lakefront Card Services",
                    title="Freedom Rewards",
                    facts=(
                        ("Account number", "XXXX XXXX XXXX 4471"),
                        ("Opening/Closing Date", "{first} - {last}"),
                        ("Payment Due Date", "04/15/25"),
                        ("Minimum Payment Due", "$40.00"),
                    ),
                    days="MM/DD",
                    long_days="MM/DD/YY",
                    figures=Figures(before="$"),
                    heads=(
                        "Date of",
                        "Post",
                        "Merchant Name or Transaction Description",
                        "$ Amount",
                    ),
                    summary=(
                        ("Previous Balance", "{opening}"),
                        ("Payment, Credits", "-{in}"),
                        ("Purchases", "+{out}"),
                        ("New Balance", "{closing}"),
                    ),
                ),
                below=points,
            ),
            card_page,
            look=CardLook(
                paper=LETTER,
                owed=owed_plain,
                charge=owed_plain,
                sections=(("PAYMENTS AND OTHER CREDITS", "in"), ("PURCHASE", "out")),
                boxes_across=False,
            ),
        ),
        page(
            "us_card_one_list_cr",
            "card, credits marked CR",
            card_sketch(
                "en-US",
                cards.AMERICAN,
                "uc2",
                ("9", "250.00", "PAYMENT RECEIVED - THANK YOU"),
                number="5218 0044 1877 3102",
                bank="Harvest Bankcard",
                title="Platinum statement",
                facts=(
                    ("Account ending in", "3102"),
                    ("Closing Date", "{last}"),
                    ("Credit limit", "$5,000.00"),
                    ("Days in cycle", "28"),
                ),
                period_printed=False,
                days="MMM D",
                long_days="MMM D, YYYY",
                heads=("Trans", "Post", "Description", "Amount"),
                opening_label="Previous balance",
                closing_label="New balance",
            ),
            card_page,
            look=CardLook(paper=LETTER, ends_in_table=True, accent="#5a1a1a"),
        ),
        page(
            "us_charge_card_credits_negative",
            "card, credits with a minus",
            card_sketch(
                "en-US",
                cards.AMERICAN,
                "uc3",
                ("4", "640.15", "ONLINE PAYMENT - THANK YOU / FROM CHECKING ····8823"),
                number="3714 496353 98431",
                bank="Meridian Express",
                title="Blue Business card",
                facts=(
                    ("Account Ending", "9-8431"),
                    ("Closing Date", "{last}"),
                    ("From", "{first}"),
                ),
                days="MM/DD/YY",
                figures=Figures(before="$"),
                heads=("Date", "", "Detail", "Amount"),
                summary=(
                    ("Previous Balance", "{opening}"),
                    ("Payments/Credits", "-{in}"),
                    ("New Charges", "+{out}"),
                    ("New Balance", "{closing}"),
                ),
            ),
            card_page,
            look=CardLook(
                paper=LETTER, two_dates=True, owed=owed_plain, charge=owed_plain, accent="#016fd0"
            ),
        ),
        page(
            "ca_card_cash_advance_interest",
            "card, interest and fees",
            card_sketch(
                "en-CA",
                cards.BRITISH,
                "uc4",
                ("5", "400.00", "PAYMENT - THANK YOU / PAIEMENT"),
                ("27", "-11.42", "PURCHASE INTEREST"),
                ("27", "-5.00", "CASH ADVANCE FEE"),
                number="4510 0044 1877 3102",
                bank="Cartier Royal",
                title="Visa Classic",
                facts=(
                    ("Card number", "4510 00** **** 3102"),
                    ("STATEMENT FROM {first} TO {last}", ""),
                ),
                days="NNN DD",
                long_days="NNN DD, YYYY",
                figures=Figures(before="$"),
                heads=("TRANS", "POST", "ACTIVITY DESCRIPTION", "AMOUNT ($)"),
                summary=(
                    ("PREVIOUS STATEMENT BALANCE", "{opening}"),
                    ("Payments & credits", "-{in}"),
                    ("Purchases, fees & interest", "{out}"),
                    ("NEW BALANCE", "{closing}"),
                ),
            ),
            card_page,
            look=CardLook(paper=LETTER, owed=owed_plain, charge=owed_plain, boxes_across=False),
        ),
    ]


def _british() -> list[StrangerPage]:
    minimum = words(
        "If you only make the minimum payment each month, it will take you longer",
        "and cost you more to clear your balance.",
        stroke="#333333",
        width=420,
    )
    return [
        page(
            "gb_card_balance_from_last",
            "card, ends in the table",
            replace(
                card_sketch(
                    "en-GB",
                    cards.BRITISH,
                    "bc1",
                    ("8", "640.15", "PAYMENT - THANK YOU"),
                    number="4929 0044 1877 3109",
                    bank="Wharfedale Card",
                    title="Rewards card",
                    facts=(
                        ("Card number", "4929 **** **** 3109"),
                        ("Statement date", "{last}"),
                        ("Pay by", "12 April 2025"),
                    ),
                    period_printed=False,
                    days="DD MMM",
                    long_days="D MMMM YYYY",
                    heads=("Date", "Posted", "Transaction", "Amount £"),
                    opening_label="Balance from your last statement",
                    closing_label="Your new balance",
                ),
                below=minimum,
            ),
            card_page,
            look=CardLook(ends_in_table=True, accent="#00395d"),
        ),
        page(
            "gb_card_foreign_purchase",
            "card, foreign purchase with rate",
            card_sketch(
                "en-GB",
                cards.BRITISH,
                "bc2",
                ("7", "120.00", "PAYMENT RECEIVED"),
                ("14", "-41.87", "TRATTORIA LUPO ROMA / 49.50 EUR AT 1.1822"),
                ("14", "-1.25", "NON-STERLING TRANSACTION FEE"),
                number="5301 0044 1877 2208",
                bank="Black Combe Credit",
                title="Everyday card",
                facts=(
                    ("Account number", "5301 **** **** 2208"),
                    ("Statement period", "{first} to {last}"),
                ),
                days="DD/MM/YY",
                heads=("Date", "Entered", "Details", "Amount"),
                summary=(
                    ("Previous balance", "£{opening}"),
                    ("Paid in", "£{in}"),
                    ("Spent", "£{out}"),
                    ("Current balance", "£{closing}"),
                ),
            ),
            card_page,
            look=CardLook(owed=owed_plain, accent="#1b5e3b"),
        ),
        page(
            "au_card_closing_owing",
            "card, trailing minus",
            card_sketch(
                "en-AU",
                cards.BRITISH,
                "bc3",
                ("10", "500.00", "BPAY PAYMENT THANK YOU"),
                number="5163 0044 1877 3317",
                bank="Commonwealth & Southern Bank",
                title="Low Rate card",
                facts=(
                    ("Account Number", "5163 0044 1877 3317"),
                    ("Statement Period", "{first} - {last}"),
                ),
                days="DD MMM",
                long_days="DD MMM YYYY",
                heads=("Date", "Processed", "Transaction details", "Amount (A$)"),
                summary=(
                    ("Opening balance", "${opening}"),
                    ("New charges", "${out}"),
                    ("Payments/refunds", "-${in}"),
                    ("Closing balance", "${closing}"),
                ),
            ),
            card_page,
            look=CardLook(owed=owed_trailing, charge=owed_trailing),
        ),
        page(
            "sg_card_previous_balance_in_list",
            "card, ends in the table",
            card_sketch(
                "en-SG",
                cards.BRITISH,
                "bc4",
                ("3", "640.15", "PAYMENT - DBS INTERNET/WIRELESS"),
                number="4119 0044 1877 3004",
                bank="Development & Straits Bank",
                title="LIVE cash card",
                facts=(
                    ("CARD NO.", "4119 0044 1877 3004"),
                    ("STATEMENT DATE", "{last}"),
                    ("CREDIT LIMIT", "S$9,000.00"),
                ),
                period_printed=False,
                days="DD MMM",
                long_days="DD MMM YYYY",
                heads=("DATE", "POST", "DESCRIPTION", "AMOUNT (S$)"),
                opening_label="PREVIOUS BALANCE",
                closing_label="TOTAL:",
            ),
            card_page,
            look=CardLook(ends_in_table=True, accent="#c8102e", paper=A4),
        ),
    ]
