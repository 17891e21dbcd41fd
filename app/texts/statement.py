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
    "sum_of_entries": "several entries come to it",
    "sum_of_lines": "several lines come to it",
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
    "leave": "Nothing is changed, and it waits for nobody.",
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
    "stated": "What you stated is kept, and the statement was proven with it.",
    "read_again": "The document was read again.",
}
#: Errors whose own text names a command, as they are said where a page has a button for it.
REFUSED: Final = {
    "period_locked": "The period from {start} to {end} is reconciled and locked, and {day} lies in"
    " it. Nothing was changed. If it must be, unlock it first, under Coverage.",
    "would_break_lock": "The period from {start} to {end} is reconciled and locked, and would not"
    " tie out any more. Nothing was changed. If it must be, unlock it first, under Coverage.",
    "difference_moved": "Somebody decided on that statement just now. Nothing was done; this is"
    " how it is now.",
    "suggestion_moved": "Somebody decided on that statement just now. Nothing was done; this is"
    " how it is now.",
    "nothing_waits": "Somebody decided on this just now. Nothing was done; this is how it is now.",
    "already_decided": "Somebody decided on this just now. Nothing was done; this is how it is"
    " now.",
    "no_such_difference": "That difference is not there any more. Nothing was done; this is how it"
    " is now.",
    "nothing_suggested": "That is not suggested any more. Nothing was done; this is how it is now.",
    "cannot_resolve": "That cannot be done here: {why}.",
    "no_account_yet": "No account is known for this statement yet. Accept the account that it"
    " proposes, or state one.",
    "entry_taken": "Entry {entry_id} is what a line of another statement says, that of import"
    " {import_id}. Look at both, and mend the other first if it is wrong.",
    "no_such_entry": "The ledger has no entry {entry_id} in this account.",
    "nothing_stated": "Nothing was stated. Fill in what the page does not say.",
    "nothing_to_prove": "Nothing is kept of this document that a statement could be held to. Read"
    " it again first.",
    "account_unclear": "No account, or more than one, goes by {wanted}. Choose one of the list.",
    "document_gone": "The document is not at its place any more, or is another one now. Put it"
    " back, or upload it again.",
    "document_away": "The folder of the document, {folder}, cannot be reached from this machine.",
    "place_not_set": "The document is kept, but this installation does not say where"
    " (TIEOUT_DOCUMENTS).",
    "document_not_kept": "The document was not kept, so it cannot be read again. Upload it again.",
    "document_dropped": "The document was dropped when the import had ended. Upload it again.",
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
NOT_PRINTED: Final = {
    "opening": "The page prints no opening balance.",
    "closing": "The page prints no closing balance.",
    "period": "The page does not say from when to when. If it names its last day, the first may"
    " follow from the statement before: upload that too.",
}
