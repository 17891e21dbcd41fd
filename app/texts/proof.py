"""Proofs in a bookkeeper's words: checks, hypotheses and certificates."""

from typing import Final, NamedTuple

from app.texts import listed, table
from app.texts.language import marked

CERTIFICATE_ALONE: Final = "--certificate needs an import: tieout review IMPORT --certificate ."
CERTIFICATE_WRITTEN: Final = "Certificate: {file}"
CERTIFICATE_NONE: Final = (
    "No certificate for statement {number}: nothing was offered for proof, or an earlier version"
    " recorded it."
)

HOLDS: Final = "The certificate holds: {verdict}."
PROVEN: Final = "the page is proven"
UNPROVEN: Final = "the page is not proven, as the certificate states"
CHECKED: Final = "Checked again:"
NOT_CHECKED: Final = "Not checked:"
ITEM: Final = "  - {text}"
OF_DOCUMENT: Final = "the document is the one that the certificate was made from"
OF_WORDS: Final = "{words} word(s) on {pages} page(s): each one's text, place and look"
OF_KERNEL: Final = "every obligation, by version {version} of the kernel: {checks} check(s)"
OF_LEDGER: Final = "{account} in the ledger as it is now: {verdict}"
NO_LEDGER: Final = "whether the ledger agrees; name it with --ledger"
NO_ACCOUNT: Final = (
    "which account it belongs to: the page's number does not match exactly one; name it with"
    " --account"
)
MENDED: Final = "a figure of a picture that was read otherwise: sums alone bind it"
TYPED: Final = "a word that a person typed as the picture shows it"
OF_AGREEMENT: Final = "the ledger that the certificate carries: {verdict}"
ON_TRUST: Final = "its list of other accounts and of other readings, which is taken on trust"
ACCOUNT_WITHOUT_LEDGER: Final = "--account names an account of a ledger: give --ledger too."

EARLIER: Final = "{verdict} by an earlier version; prove it again: tieout reprocess {import_id}"
BY_EARLIER: Final = "{verdict}, by an earlier version"
EARLIER_SHORT: Final = "{verdict}\nby earlier\nversion"


#: A check by what it says when it holds.
CHECK_NAMES: Final = marked(table("proof", "CHECK_NAMES"))
STATES: Final = table("proof", "STATES")
#: Checks of the ledger's side; all others are of the page.
LEDGER_CHECKS: Final = frozenset({"paired", "balances", "settled", "one_reading", "chain"})
#: A check that does not hold, in one sentence.
FAILED: Final = marked(table("proof", "FAILED"))
#: A check that could not be made.
UNCHECKED: Final = marked(table("proof", "UNCHECKED"))


class Remedy(NamedTuple):
    """What to do: an act of `ACTS`, and why in one sentence."""

    act: str
    text: str


class Act(NamedTuple):
    """Where an act is done: a command, a place on the statement's page or another page, a call."""

    command: str
    place: str
    call: str


_OF: Final = "{import_id} --statement {number}"
_CORRECTIONS: Final = "POST /imports/{import_id}/corrections"
_FACTS: Final = "POST /imports/{import_id}/facts"
#: What a person can do about a statement.
ACTS: Final = {
    "amount": Act(f"tieout correct {_OF} --line N --amount TEXT", "#correct", _CORRECTIONS),
    "day": Act(f"tieout correct {_OF} --line N --day TEXT", "#correct", _CORRECTIONS),
    "end": Act(f"tieout correct {_OF} --closing TEXT", "#correct", _CORRECTIONS),
    "figure": Act(f"tieout correct {_OF} --no-figure TEXT --page N", "#correct", _CORRECTIONS),
    "no_line": Act(f"tieout correct {_OF} --no-line N", "#correct", _CORRECTIONS),
    "account": Act(f"tieout state {_OF} --account ACCOUNT|new", "#state", _FACTS),
    "largest": Act(f"tieout state {_OF} --largest in|out", "#state", _FACTS),
    "balance": Act(f"tieout state {_OF} --balance have|owe", "#state", _FACTS),
    "currency": Act(f"tieout state {_OF} --currency CODE", "#state", _FACTS),
    "decimals": Act(f"tieout state {_OF} --decimals as-read", "#state", _FACTS),
    "order": Act(f"tieout state {_OF} --order dmy|mdy|ymd", "#state", _FACTS),
    "booking": Act(f"tieout state {_OF} --booking day|second", "#state", _FACTS),
    "period": Act(f"tieout state {_OF} --period FIRST LAST", "#state", _FACTS),
    "settle": Act("tieout review {import_id}", "#differences", "GET /imports/{import_id}/offer"),
    "leave": Act(f"tieout state {_OF} --does-not-stand --reason TEXT", "#leave", _FACTS),
    "opening": Act(
        "tieout account edit {account_id} --opening-balance AMOUNT",
        "/accounts/{account_id}",
        "PATCH /accounts/{account_id}",
    ),
    "import": Act("tieout import PATH", "/upload", "POST /imports"),
}
#: What helps where a check does not hold.
HELPS: Final = {
    "parsed": Remedy("amount", marked("Correct what was misread.")),
    "seen": Remedy("amount", marked("Look at the page, and type the figure as it shows it.")),
    "sums": Remedy(
        "amount", marked("Compare the lines with the page, and correct what was misread.")
    ),
    "covered": Remedy(
        "figure", marked("Add the line that is missing, or leave out what is no part of it.")
    ),
    "restated": Remedy(
        "amount", marked("Compare the lines with the page, and correct what was misread.")
    ),
    "ordered": Remedy("day", marked("Compare the days with the page, and correct the wrong one.")),
    "paired": Remedy("settle", marked("Settle the differences, one by one or all at once.")),
    "balances": Remedy(
        "opening",
        marked(
            "It will agree once the differences are settled; or the account's opening balance is"
            " wrong."
        ),
    ),
    "settled": Remedy("largest", marked("Answer what is open.")),
    "one_reading": Remedy(
        "amount", marked("Correct the line that only one of the readings has right.")
    ),
    "chain": Remedy("import", marked("Bring in the statement between the two, if one is missing.")),
}
#: What helps where a check could not be made, as far as that differs.
HELPS_UNCHECKED: Final = {
    "sums": Remedy("end", marked("If the page does print the balance, type it as it is there.")),
    "covered": Remedy("end", marked("If the page does print the balance, type it as it is there.")),
    "restated": Remedy("amount", marked("Correct what was misread.")),
    "ordered": Remedy("day", marked("Correct what was misread.")),
    "paired": Remedy("account", marked("Say whose account it is.")),
    "balances": Remedy("account", marked("Say whose account it is.")),
    "settled": Remedy("account", marked("Say whose account it is.")),
    "one_reading": Remedy("account", marked("Say whose account it is.")),
}


def name_of(check: str) -> str:
    """What a check is called; one that no one named yet by its own name."""
    return CHECK_NAMES.get(check, check.replace("_", " "))


#: A hypothesis by what it is about.
HYPOTHESIS_NAMES: Final = marked(table("proof", "HYPOTHESIS_NAMES"))
#: Where nothing settles it: one sentence, and what helps.
OPEN_FACTS: Final = marked(table("proof", "OPEN_FACTS"))
#: The same where sources contradict each other.
CONTRADICTED: Final = marked("What is known contradicts itself: {what}.")
SETTLES: Final = {
    "ends": Remedy("balance", marked("Say whether you have the last balance or owe it.")),
    "direction": Remedy("largest", marked("Say whether the largest line came in or went out.")),
    "side": Remedy("balance", marked("Say whether you have the last balance or owe it.")),
    "scale": Remedy("decimals", marked("Say that the amounts are as they were read.")),
    "order": Remedy("order", marked("Say which comes first in a date.")),
    "booking": Remedy("booking", marked("Say which of the two days counts.")),
    "year": Remedy("period", marked("Give its first and its last day.")),
    "currency": Remedy("currency", marked("Name the currency.")),
    "account": Remedy("account", marked("Say whose account it is.")),
    "period": Remedy("period", marked("Give its first and its last day.")),
}
#: What settles it.
SOURCES: Final = marked(table("proof", "SOURCES"))
ASSUMED: Final = "assumed, and not proven: {what} ({value})"
DISAGREE: Final = "not settled: {what}: {detail}"
#: Of a statement that waits: proven, but of no account; or with nothing wrong but what is assumed.
WHOSE, ASSUMED_ONLY = (
    marked("The page is proven. Say whose account it is."),
    marked("not settled: {what}"),
)
OPEN: Final = "nothing settles {what}: tieout review {import_id} asks you"
#: What the kernel's checks find, in its own words.
DETAILS: Final = marked(listed("proof", "DETAILS"))
#: Whose word a hypothesis is, in `DETAILS`.
SAYING: Final = marked(
    ("arithmetic", "label", "printed", "number", "ledger", "layout", "statement_before", "person")
)
#: Values of hypotheses that are words.
VALUES: Final = marked(
    ("{decimal} decimal, {group} group, {digits} digits", "opening {first}, closing {last}")
)
ENDS: Final = marked(("cited", "derived", "not printed"))
ORDERS: Final = marked(
    {"dmy": "day, month, year", "mdy": "month, day, year", "ymd": "year, month, day"}
)
SIDES: Final = marked({"money": "your money", "debt": "a debt"})
#: What the reader may object.
OBJECTIONS: Final = marked(table("proof", "OBJECTIONS"))


#: The same in one sentence, and what helps.
OBJECTED: Final = marked(table("proof", "OBJECTED"))
ANSWERS: Final = {
    "twice": Remedy("import", marked("Bring in a file that has each page once.")),
    "torn": Remedy("import", marked("Bring in a file with all pages in their order.")),
    "pages": Remedy("import", marked("Bring in a file with all its pages.")),
    "carried": Remedy("import", marked("Bring in a file with all its pages.")),
    "count": Remedy("amount", marked("Compare the lines with the page: is one missing?")),
    "total": Remedy("amount", marked("Compare the lines with the page, and correct what differs.")),
    "balance": Remedy(
        "amount", marked("Compare the lines with the page, and correct what differs.")
    ),
    "multiple": Remedy("leave", marked("If they are, set the statement aside, with a reason.")),
    "other": Remedy("no_line", marked("Leave out the lines that are no transactions.")),
}
#: What the picture of a page marks, each in a colour of its own.
MARKED: Final = marked(table("proof", "MARKED"))
#: The same where colours have no place of their own.
COLOURED: Final = listed("proof", "COLOURED")
EXPLAIN_NOTHING: Final = "Everything agrees. There is nothing to do."
PAGE_DRAWN: Final = "Page {page}: {file}"
COLOURS: Final = "In colours: {names}."


BY_HEADING: Final = "According to its heading: {type}."
BY_MODEL: Final = "{by} says (no proof): {type}. {summary}"
