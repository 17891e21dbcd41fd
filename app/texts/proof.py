"""Proofs in a bookkeeper's words: checks, hypotheses and certificates."""

from typing import Final, NamedTuple

from app.texts.language import marked
from app.texts.terminal import Example, Help

VERIFY_SUMMARY: Final = "Prove a certificate again, from the document itself."
VERIFY_HELP: Final = Help(
    "Read the words of PDF again, compare them with CERTIFICATE, and prove it again. Nothing"
    " searches for a statement and no model is asked; only the words and their roles are taken"
    " from the certificate, never a figure. With --ledger, compare the statement with a ledger"
    " too. Exit code 0 if everything holds, 3 if something does not or is unproven, 6 if the"
    " certificate cannot be read.",
    Example("tieout verify march-1.certificate.json march.pdf", "prove a reading again"),
    Example(
        "tieout verify march-1.certificate.json march.pdf --ledger tieout.db",
        "and whether that ledger agrees with it today",
    ),
    Example("tieout verify march-1.certificate.json march.pdf --json", "the same for scripts"),
)
VERIFY_LEDGER_HELP: Final = "Database URL or file of a ledger to compare the statement with."
VERIFY_ACCOUNT_HELP: Final = (
    "Id, name or last digits of the account; else the one with the number that the page prints."
)
CERTIFICATE_HELP: Final = (
    "Write what proves each statement here: a folder, which is made if there is none, or a file"
    " with an ending for the first statement."
)
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
CHECK_NAMES: Final = marked(
    {
        "parsed": "every cited word is a figure or a day",
        "seen": "every figure looks on the page as the file says",
        "sums": "opening balance and lines make the closing balance, and every balance follows",
        "covered": "every figure and day of the table is in a line",
        "restated": "every figure that totals or repeats others agrees with them",
        "ordered": "every line has a date, and the dates are in order",
        "paired": "every line has its entry, and every entry its line",
        "balances": "the ledger's opening and closing balances are the page's",
        "settled": "nothing is assumed",
        "one_reading": "the page can be read in one way only",
        "chain": "its opening balance is the previous statement's closing balance",
    }
)
STATES: Final = {
    "passed": "holds",
    "failed": "does not hold",
    "unavailable": "not known",
}
#: Checks of the ledger's side; all others are of the page.
LEDGER_CHECKS: Final = frozenset({"paired", "balances", "settled", "one_reading", "chain"})
#: A check that does not hold, in one sentence.
FAILED: Final = marked(
    {
        "parsed": "A word was read as a figure or a day and is neither, or was read twice.",
        "seen": "A figure looks different on the page from what was read.",
        "sums": "The opening balance and the lines do not make the closing balance, or a running"
        " balance does not follow.",
        "covered": "The page has a figure or a day that belongs to no line.",
        "restated": "A printed total or balance differs from the lines that it is about.",
        "ordered": "A line has no certain date, or the dates are not in order.",
        "paired": "Some lines have no entry in the ledger, or some entries have no line.",
        "balances": "The ledger's balances are not those of the page.",
        "settled": "Something is open that arithmetic cannot show.",
        "one_reading": "The page can be read in two ways, and both add up.",
        "chain": "It does not open with the balance that the previous statement closed with.",
    }
)
#: A check that could not be made.
UNCHECKED: Final = marked(
    {
        "seen": "The figures have not been compared with the picture of the page.",
        "sums": "The page does not print both balances, so the lines could not be added up.",
        "covered": "Some rows beside the table could be lines too, and one balance is not printed.",
        "restated": "The totals have not been compared with the lines.",
        "ordered": "The dates have not been compared with each other.",
        "paired": "The lines have not been compared with the ledger.",
        "balances": "The balances have not been compared with the ledger.",
        "settled": "Nobody has been asked yet what arithmetic cannot show.",
        "one_reading": "It has not been tried whether the page can be read in another way.",
    }
)


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
HYPOTHESIS_NAMES: Final = marked(
    {
        "ends": "which figures are the opening and the closing balance",
        "direction": "which way each column moves the balance",
        "side": "whether the balance is money or a debt",
        "scale": "where the decimals begin",
        "order": "which is the day and which the month",
        "booking": "which of two days counts",
        "year": "which year it is",
        "currency": "the currency",
        "account": "which account it belongs to",
        "period": "which days it covers",
    }
)
#: Where nothing settles it: one sentence, and what helps.
OPEN_FACTS: Final = marked(
    {
        "ends": "Nothing shows which figures are the opening and the closing balance.",
        "direction": "Nothing shows which amounts came in and which went out.",
        "side": "Nothing shows whether the balance is yours or a debt.",
        "scale": "Nothing shows where the decimals of the amounts begin.",
        "order": "Nothing shows which is the day and which the month.",
        "booking": "Each line has two days, and nothing shows which of them counts.",
        "year": "The dates have no year, and nothing shows which one it is.",
        "currency": "Nothing shows which currency it is.",
        "account": "Nothing shows whose account it is.",
        "period": "Nothing shows which days it covers.",
    }
)
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
SOURCES: Final = marked(
    {
        "arithmetic": "only one value fits",
        "label": "stated on the page",
        "printed": "stated on the page",
        "number": "the account's number is on the page",
        "ledger": "the ledger agrees only with this",
        "layout": "as on earlier statements of the account",
        "statement_before": "it continues the previous statement",
        "person": "stated by a person",
        "rows": "the days of its lines",
        "assumed": "assumed",
    }
)
ASSUMED: Final = "assumed, and not proven: {what} ({value})"
DISAGREE: Final = "not settled: {what}: {detail}"
#: Of a statement that waits: proven, but of no account; or with nothing wrong but what is assumed.
WHOSE, ASSUMED_ONLY = (
    marked("The page is proven. Say whose account it is."),
    marked("not settled: {what}"),
)
OPEN: Final = "nothing settles {what}: tieout review {import_id} asks you"
#: What the kernel's checks find, in its own words.
DETAILS: Final = marked(
    (
        "{text} on page {page} does not look so",
        "the balance beside line {line} on page {page}",
        "line {line} has no day",
        "line {line} is out of order",
        "line {line} has no entry",
        "line {line} and its entry have different amounts",
        "line {line} is paired twice, or its entry is",
        "the entry of {day} over {amount} is on no line",
        "all pairs are {days} days apart: which is the booking day?",
        "a figure in a column of page {page}",
        "a day in a column of page {page}",
        "digits in place of a day on page {page}",
        "print without text in a column of page {page}",
        "page {page} has print and no words",
        "{count} rows elsewhere have a day and an amount, and could be lines",
        "{count} rows elsewhere could be lines, and an end is not printed",
        "a figure on page {page} is not what it repeats",
        "a figure on page {page} has a day, and may be a line's",
        "further days of the lines, all in one column",
        "lines are out of their printed order, or outside the section",
        "the days of the period do not exist",
        "no balance is printed",
        "no statement ends on the day before",
        "nobody compared figures and print",
        "nobody looked at the pages",
        "{text} on page {page} has a sign, or no balances that give it one",
        "{text} on page {page} is a part of a longer day",
        "{text} on page {page} is a part of a longer figure",
        "{text} on page {page} is no day under the convention",
        "{text} on page {page} is no figure under the convention",
        "{text} on page {page} is no mark of the convention, or a second one",
        "{text} on page {page} is no year and no day of one",
        "a word serves twice in the document, or a row belongs to two statements",
        "an end is not in its column, or no other one moves the other way",
        "column {column} lies over another and has no head of its own",
        "two columns that lie over each other have the same head",
        "line {line} is further from its entry than {days} days",
        "line {line} is paired with several entries, or with one that is not there",
        "line {line}: a mark is passed over",
        "line {line}: its balance or its mark is on another row",
        "line {line}: its words are beyond another line",
        "line {line}: the nearest head above is not its column's",
        "row {row} is in no confirmed layout",
        "the days of page {page} are not under each other",
        "the marks are not under each other",
        "the page has no lines, no days or no balance that the account could have",
        "another number is printed",
        "another account agrees as well",
        "the ledger agrees with another value as well",
        "and {count} more",
        "{value} is printed as well",
        "{source} says {value}",
    )
)
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
OBJECTIONS: Final = marked(
    {
        "twice": "the same lines are in the document twice",
        "torn": "the pages do not follow each other",
        "pages": "pages are missing",
        "carried": "a balance is carried forward from or to a page that is missing",
        "count": "the page states another number of lines",
        "total": "a printed total differs",
        "balance": "another balance is printed",
        "multiple": "the amounts are in thousands",
        "other": "a heading says that these are not transactions",
    }
)


#: The same in one sentence, and what helps.
OBJECTED: Final = marked(
    {
        "twice": "The document holds the same lines twice.",
        "torn": "The pages of the document do not follow each other.",
        "pages": "A page of the document seems to be missing.",
        "carried": "A balance is carried to or from a page that is not there.",
        "count": "The page states another number of lines than were read.",
        "total": "The page prints a total that the lines do not make.",
        "balance": "The page prints a balance that the lines do not lead to.",
        "multiple": "A heading says that the amounts are in thousands.",
        "other": "A heading says that some of the lines are no transactions.",
    }
)
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
MARKED: Final = marked(
    {
        "day": "days of lines",
        "amount": "amounts",
        "balance": "balances",
        "text": "texts of lines",
        "other": "totals, facts, and what is no line",
        "left": "figures that were left out",
    }
)
#: The same where colours have no place of their own.
COLOURED: Final = (
    "days of lines (blue)",
    "amounts (green)",
    "balances (violet)",
    "texts of lines (grey)",
    "totals, facts and what is no line (turquoise)",
    "figures that were left out (red)",
)
EXPLAIN_SUMMARY: Final = "See why a statement is unproven, and what to do about it."
EXPLAIN_HELP: Final = Help(
    "Say in one sentence each what keeps a statement of IMPORT from being matched, and what to do"
    " about it. With --png, draw each page into a folder with all that was read of it in colours:"
    " what has no colour was not read.",
    Example("tieout explain 4", "why import 4 waits, and what helps"),
    Example("tieout explain 4 --png pages", "its pages, with what was read in colours"),
)
PNG_HELP: Final = "Draw the pages into this folder, with what was read in colours."
EXPLAIN_NOTHING: Final = "Everything agrees. There is nothing to do."
PAGE_DRAWN: Final = "Page {page}: {file}"
COLOURS: Final = "In colours: {names}."


BY_HEADING: Final = "According to its heading: {type}."
BY_MODEL: Final = "{by} says (no proof): {type}. {summary}"
