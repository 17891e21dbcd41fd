"""The texts of what a model says of a difference, and of taking what it suggests."""

from __future__ import annotations

from typing import Final

from app.wording.language import marked

#: What a model takes a row or a difference for.
WHAT: Final = marked(
    {
        "fee": "a fee",
        "interest": "interest",
        "tax": "a tax",
        "refund": "a refund",
        "reversal": "a reversal",
        "transfer": "a transfer between own accounts",
        "charged_twice": "charged twice by the bank",
        "cheque": "a cheque",
        "cash": "cash",
        "not_booked": "not booked yet",
        "booked_twice": "booked twice",
        "other_account": "booked on another account",
        "typing_slip": "a slip in typing",
        "another_day": "booked on another day",
        "later_statement": "will come on a later statement",
        "split": "one that is booked as several",
        "joined": "several that are booked as one",
        "tip_or_exchange": "a tip, a charge or an exchange rate in the amount",
        "cancelled": "never carried out",
        "other": "something else",
    }
)
SAYS: Final = "{model} says: {said}"
SAME: Final = "line {line} is entry {entry}"
QUOTED: Final = "“{why}”"
RESTS: Final = "({rows})"
NOTHING_SAID: Final = "no word for it"
SUGGESTS: Final = "suggests: {act}"
ACTS: Final = {
    "add": "book the line",
    "amend": "let the entry say what the line does",
    "remove": "take the entry out",
    "move": "move the entry to this account",
    "pair": "pair them",
    "split": "split the entry into the lines",
    "outstanding": "expect it on a later statement",
    "leave": "leave it as it is",
}
NO_OPINION: Final = (
    "{model} was asked about the differences and gave no usable opinion ({status}). To ask again:"
    " tieout reprocess {import_id}"
)
WAY: Final = "what a model suggests, if you think so too: tieout accept {import_id} --suggested"
SUGGESTED_HELP: Final = (
    "What a model suggests for the differences of IMPORT; with --only, for those of these numbers."
)
SUGGESTED_ALONE: Final = "--suggested needs the IMPORT whose differences are meant."
TAKE: Final = "Do what is suggested"
