"""The texts of the statement's page that stand in tables; others stand in its templates."""

from __future__ import annotations

from typing import Final

#: What a kind of difference is called on a chip.
KINDS: Final = {
    "amount_differs": "another amount",
    "missing_in_ledger": "not in the ledger",
    "missing_in_statement": "only in the ledger",
    "date_differs": "another date",
    "duplicate_in_ledger": "twice in the ledger",
    "ambiguous": "several fit",
}
#: Why it is thought so; what is left out says no more than the kind.
REASONS: Final = {
    "equal_candidates": "equal entries",
    "dates_and_descriptions_disagree": "dates and descriptions disagree",
    "surplus_equal_entry": "one entry more than lines",
    "beyond_the_window": "too many days apart",
    "sign": "the other sign",
    "transposed_digits": "digits swapped",
    "tip_or_fee": "a tip or a fee",
    "same_description": "the same description",
    "sum_of_entries": "several entries add up to it",
    "sum_of_lines": "several lines add up to it",
    "transfer": "a transfer between own accounts",
    "pending": "the bank may still book it",
}
#: What can be done about a difference: its button, and what it does.
ACTS: Final = {
    "add": "Add",
    "amend": "Amend",
    "remove": "Remove",
    "move": "Move",
    "pair": "Pair by hand",
    "split": "Split",
    "outstanding": "Outstanding",
    "leave": "Leave, with a reason",
}
DOES: Final = {
    "add": "A new entry of the ledger says what the line does.",
    "amend": "The entry takes the amount and the day of the line.",
    "remove": "The entry is taken out of the ledger.",
    "move": "The entry goes to another day, to another account, or both.",
    "pair": "These lines and entries are the same; they must come to the same amount.",
    "split": "The entry becomes several: one for each line, or of the amounts that you name.",
    "outstanding": "The bank counts the entry on a later statement, where it is ticked off.",
    "leave": "Nothing is changed, and it is no longer listed under To do.",
}
OPS: Final = {
    "account": "new account",
    "open": "opening balance",
    "add": "add",
    "amend": "amend",
    "remove": "remove",
    "pair": "pair by hand",
    "move": "move",
    "split": "split",
}
DONE: Final = {
    "accepted": "Done: the changes are in the ledger.",
    "rejected": "The proposals are rejected; what differs stays as it is.",
    "refreshed": "This is what is proposed for the ledger as it is now.",
    "settled": "It ties out now; nothing is left to decide.",
    "taken": "Done as it was suggested.",
    "nothing": "Nothing was ticked, so nothing was done.",
    "resolved": "Done. Undo this import to take it back.",
    "stated": "What you said is kept, and the statement was proven with it.",
    "corrected": "What you said the page shows is kept, and the statement was proven with it.",
    "taken_back": "Taken back; the statement was proven again without it.",
    "read_again": "The document was read again.",
}
#: What a whole statement may suffer from, and where that is mended.
HINTS: Final = {
    "signs": "Every line is in the ledger with the other sign. If the account was kept the other"
    " way round, turn its signs.",
    "days": "Every line is in the ledger, {days} days later. Accepting puts the days right.",
    "days_earlier": "Every line is in the ledger, {days} days earlier. Accepting puts the days"
    " right.",
    "currency": "The statement is in {currency}, the account is not. It may be another account's.",
    "opening": "Every balance differs by {amount}. If that is so from the account's beginning, its"
    " opening balance is {opening_balance}.",
}
