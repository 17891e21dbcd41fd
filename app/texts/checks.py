"""What each check of a proof is called, in a bookkeeper's words: for the terminal and the pages."""

from __future__ import annotations

from typing import Final

from app.wording.language import marked

#: A check by what it says when it holds.
NAMES: Final = marked(
    {
        "parsed": "every cited word is a figure or a day",
        "seen": "every figure looks on the page as the file says",
        "sums": "opening balance and lines make the closing balance, and every balance follows",
        "covered": "every figure and day of the table is in a line",
        "restated": "every figure that repeats others is what they come to",
        "ordered": "every line has a day, and they run one way",
        "paired": "every line has its entry, and every entry its line",
        "balances": "the ledger begins and ends with the page's balances",
        "settled": "nothing is assumed",
        "one_reading": "the page can be read in one way only",
        "chain": "it begins with what the statement before ended with",
    }
)
STATES: Final = {
    "passed": "holds",
    "failed": "does not hold",
    "unavailable": "not known",
}
#: What would help where a check does not hold.
HELPS: Final = marked(
    {
        "parsed": "Correct below what was misread.",
        "seen": "Look at the page: is every figure what it seems to be?",
        "sums": "Compare the lines with the page, and correct below what was misread.",
        "covered": "Look at the page: is a line missing?",
        "restated": "Compare the lines with the page, and correct below what was misread.",
        "ordered": "Compare the days with the page.",
        "balances": "It follows when the differences are settled; or the account's opening balance"
        " is another.",
        "settled": "Answer below what is open.",
        "chain": "A statement between the two may be missing.",
    }
)


def name_of(check: str) -> str:
    """What a check is called; one that nobody named yet by its own name."""
    return NAMES.get(check, check.replace("_", " "))
