"""What each check of a proof is called, in a bookkeeper's words: for the terminal and the pages."""

from __future__ import annotations

from typing import Final

from app.wording.language import marked

#: A check by what it says when it holds.
NAMES: Final = marked(
    {
        "account_known": "the account is known",
        "seen": "every figure looks on the page as the file says",
        "grounded": "every figure and every date stands on the page",
        "complete": "no page is missing",
        "opening": "the opening balance is printed",
        "closing": "the closing balance is printed",
        "sums": "opening balance and lines make the closing balance",
        "balances": "every running balance follows from its lines",
        "no_contradiction": "no other printed figure contradicts the lines",
        "nothing_passed_over": "no figure of the page is left over",
        "signs": "it is certain which way the money goes",
        "scale": "it is certain how many digits are cents",
        "day_order": "it is certain which is the day and which the month",
        "dates": "every line has its own date",
        "lines_or_none_said": "the page has lines, or says that there are none",
        "section": "the statement begins and ends where it was cut",
        "period": "the period is printed",
        "currency": "the currency is printed",
        "one_reading": "the page can be read in one way only",
        "layout_known": "the layout is known",
        "same_currency": "the page and the account have the same currency",
        "same_account_number": "the page and the account have the same number",
        "opening_balance_in_ledger": "the ledger begins with the page's opening balance",
        "closing_balance_in_ledger": "the ledger ends with the page's closing balance",
        "every_line_in_ledger": "every line is in the ledger",
        "every_entry_on_statement": "every entry of the period is on the statement",
        "pairs_are_exact": "lines and entries agree to the cent",
        "pairs_are_near": "lines and entries are of the same days",
        "outstanding_items": "what is outstanding was named by a person",
        "sum_of_lines_in_ledger": "the lines and their entries come to the same",
        "follows_previous_statement": "it begins with what the statement before ended with",
        "nothing_left_open": "nothing is left open",
    }
)
STATES: Final = {
    "passed": "holds",
    "failed": "does not hold",
    "unavailable": "not known",
}
#: What would help where a check does not hold.
HELPS: Final = {
    "account_known": "Say below which account it is.",
    "opening": "If you know the opening balance, state it below.",
    "closing": "If you know the closing balance, state it below.",
    "period": "If you know the first and the last day, state them below.",
    "sums": "Compare the lines with the page, or read the document again.",
    "balances": "Compare the lines with the page, or read the document again.",
    "seen": "Look at the page: is every figure what it seems to be?",
    "complete": "Ask the bank for the whole statement.",
    "same_currency": "If it is another account's statement, say so below.",
    "same_account_number": "If it is another account's statement, say so below.",
    "opening_balance_in_ledger": "Settle the statement before first, or correct the account's"
    " opening balance.",
    "closing_balance_in_ledger": "It follows when the differences are settled.",
    "follows_previous_statement": "A statement between the two may be missing.",
}


def name_of(check: str) -> str:
    """What a check is called; one that nobody named yet by its own name."""
    return NAMES.get(check, check.replace("_", " "))
