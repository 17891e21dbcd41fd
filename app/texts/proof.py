"""Proofs in a bookkeeper's words: checks, hypotheses and certificates."""

from typing import Final

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
    "Write what proves each statement here: a folder, or a file for the first statement."
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
#: What would help where a check does not hold.
HELPS: Final = marked(
    {
        "parsed": "Correct below what was misread.",
        "seen": "Look at the page: is every figure what it seems to be?",
        "sums": "Compare the lines with the page, and correct below what was misread.",
        "covered": "Look at the page: is a line missing?",
        "restated": "Compare the lines with the page, and correct below what was misread.",
        "ordered": "Compare the days with the page.",
        "balances": "It will agree once the differences are settled; or the account's opening"
        " balance is wrong.",
        "settled": "Answer below what is open.",
        "chain": "A statement between the two may be missing.",
        "paired": "Settle the differences, one by one or all at once.",
        "one_reading": "Correct below the line that only one of the readings has right.",
    }
)


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


BY_HEADING: Final = "According to its heading: {type}."
BY_MODEL: Final = "{by} says (no proof): {type}. {summary}"
