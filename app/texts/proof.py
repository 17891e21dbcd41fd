"""Proofs in a bookkeeper's words: checks, hypotheses and certificates."""

from typing import Final, NamedTuple

from app.texts import listed, lists, table
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


def _remedies(name: str) -> dict[str, Remedy]:
    return {about: Remedy(*said) for about, said in lists("proof", name).items()}


class ActPlaces(NamedTuple):
    """Where an act is done: a command, a place on the statement's page or another page, a call."""

    command: str
    place: str
    call: str


#: What a person can do about a statement.
ACTS: Final = {name: ActPlaces(*places) for name, places in lists("proof", "ACTS").items()}
#: What helps where a check does not hold.
HELPS: Final = marked(_remedies("HELPS"))
#: What helps where a check could not be made, as far as that differs.
HELPS_UNCHECKED: Final = marked(_remedies("HELPS_UNCHECKED"))


def name_of(check: str) -> str:
    """What a check is called; one that no one named yet by its own name."""
    return CHECK_NAMES.get(check, check.replace("_", " "))


#: A hypothesis by what it is about.
HYPOTHESIS_NAMES: Final = marked(table("proof", "HYPOTHESIS_NAMES"))
#: Where nothing settles it: one sentence, and what helps.
OPEN_FACTS: Final = marked(table("proof", "OPEN_FACTS"))
#: The same where sources contradict each other.
CONTRADICTED: Final = marked("What is known contradicts itself: {what}.")
SETTLES: Final = marked(_remedies("SETTLES"))
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
ANSWERS: Final = marked(_remedies("ANSWERS"))
#: What the picture of a page marks, each in a colour of its own.
MARKED: Final = marked(table("proof", "MARKED"))
#: The same where colours have no place of their own.
COLOURED: Final = listed("proof", "COLOURED")
EXPLAIN_NOTHING: Final = "Everything agrees. There is nothing to do."
PAGE_DRAWN: Final = "Page {page}: {file}"
COLOURS: Final = "In colours: {names}."


BY_HEADING: Final = "According to its heading: {type}."
BY_MODEL: Final = "{by} says (no proof): {type}. {summary}"
