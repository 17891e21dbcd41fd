"""Texts of the command line that belong to no subject; each subject has its module beside this.

Errors carry their own messages (see `db.errors`); the help of commands is in commands.json."""

from typing import Final

from app.texts import Example, table
from app.texts.language import marked

EXAMPLES: Final = "Examples"
#: Every verb under what it is for.
VERBS: Final = table("terminal", "VERBS")
DID_YOU_MEAN: Final = " Did you mean: {names}?"
NEXT_FIRST: Final = "There is no ledger here yet. What you can do now:"
NEXT_WAITING: Final = "{count} import(s) need you. What you can do now:"
NEXT_NOTHING: Final = "Nothing needs you. What you can do now:"
NEXT_MORE: Final = "All verbs: tieout --help"
NEXT_STEPS_FIRST: Final = (
    Example("tieout demo", "see it work on sample statements; needs nothing"),
    Example("tieout read ~/statements", "see what your statements say; needs no ledger"),
    Example("tieout init", "begin here, then: tieout ledger connect"),
)
NEXT_STEPS_WAITING: Final = (
    Example("tieout review", "see what needs you, and why"),
    Example("tieout web", "decide in a browser, with the page beside each difference"),
    Example("tieout accept --all-safe", "accept all that makes a statement tie out"),
)
NEXT_STEPS_NOTHING: Final = (
    Example("tieout import ~/statements", "tie out new statements"),
    Example("tieout coverage", "see which months lack one"),
)


BUG: Final = (
    "tieout: this is a bug ({kind}). No unfinished work was kept. Please report it with the"
    " command you ran; TIEOUT_DEBUG=1 shows the details, which may hold text of your documents."
)
INTERRUPTED: Final = "tieout: interrupted. Run the same command again: it goes on from there."
ERROR: Final = "tieout: {message} [{code}]"

READ_DOCUMENT: Final = (
    "{pages} page(s), read by {engine} in {seconds} s, {readings_tried} reading(s) tried"
)
READ_OTHERS: Final = "{first} (and {count} more: --why)"
READ_READING: Final = "reading"
READ_PROVEN: Final = "{proven} of {count} statement(s) proven."
READ_NO_STATEMENT: Final = "No bank statement was found in this document."
READ_BALANCES: Final = "opening {opening} | closing {closing} | {lines} line(s)"
READ_PASSED: Final = "checks passed: {names}"
READ_CHECK: Final = "check {state}: {words} ({name}): {detail}"
READ_COMPARED: Final = (
    "check {state}: {words} ({name}): expected {expected}, found {found}; {detail}"
)
CHECK_STYLES: Final = {"failed": "yellow", "unavailable": "dim"}
WARNING: Final = "warning: {text}"
DATE: Final = "date"
DESCRIPTION: Final = "description"
AMOUNT: Final = "amount"
BALANCE: Final = "balance"

UNKNOWN: Final = "?"
NONE: Final = "-"

PART: Final = "part"
STATE: Final = "state"
DETAIL: Final = "detail"
DOCTOR_PYTHON: Final = "Install Python 3.11 or newer."
DOCTOR_PACKAGES: Final = "Not installed. Install tieout again; in a checkout: make test"
DOCTOR_PACKAGES_GOOD: Final = "all that are needed are installed"
DOCTOR_ROOMS: Final = (
    "These packages overwrote some of tieout's. Give tieout an environment of its own:"
    " python3 -m venv .venv, then install it there alone."
)
DOCTOR_ROOMS_GOOD: Final = "no other package overwrote tieout's files"
DOCTOR_INSTALLED: Final = "installed"
DOCTOR_ABSENT: Final = "not installed"
DOCTOR_EXTRA: Final = "If you want it: {install}"
DOCTOR_LEDGER_GOOD: Final = "{place} exists and is up to date, and its totals are correct"
DOCTOR_OFFLINE: Final = "offline: rules only, no server needed"
DOCTOR_MODEL_STATUS: Final = "{address} answered with HTTP {status}"
DOCTOR_MODEL_REFUSED: Final = "Check the address (TIEOUT_BASE_URL) and the key (OPENAI_API_KEY)."
DOCTOR_MODEL_SILENT: Final = "{address} does not answer as a model's server"
DOCTOR_MODEL_UNREACHABLE: Final = (
    "Start the server, or set TIEOUT_BASE_URL to its address, which usually ends in /v1."
)
DOCTOR_MODEL_UNKNOWN: Final = "the server does not know the model {model}"
DOCTOR_MODEL_NAMES: Final = "Set TIEOUT_MODEL to one it knows: {names}"

DB_RECOUNTED: Final = "Monthly totals that were wrong: {wrong}"
DB_REVISION: Final = "{place}: revision {revision}, needed {needed}"

PATHS: Final = "PATH..."
FILE_AND_ACCOUNT: Final = "file, account"
ACCOUNT: Final = "account"
PERIOD: Final = "period"
LINES: Final = "lines"
VERDICT: Final = "verdict"
DIFFERENCES: Final = "differ-\nences"
MODEL_CALLS: Final = "model\ncalls"
VERDICTS: Final = table("terminal", "VERDICTS")
VERDICT_STYLES: Final = table("terminal", "VERDICT_STYLES")
DIFFERENCE_KINDS: Final = table("terminal", "DIFFERENCE_KINDS")
ON_PAGE: Final = "(page {page})"
MORE: Final = "... and {count} more: tieout review {import_id}"
MORE_IN_JSON: Final = "... and {count} more: see --json"
#: What a check that did not pass says to a person. Those left out say nothing that the
#: differences do not say better.
CHECKS: Final = table("terminal", "CHECKS")
#: Before the differences of a page that is not proven.
IF_READ_RIGHT: Final = "What differs if it was read correctly:"
UNCOMPARED: Final = "the balances cannot be compared: {detail}"
UNFOLLOWED: Final = "balances that do not follow from the lines: {detail}"
IMPORT_SUMMARY_LINE: Final = "{count} document(s): {counts}."
DRY_RUN: Final = "Dry run: nothing was written."
STAGES: Final = marked(table("terminal", "STAGES"))
PROGRESS_LINE: Final = "{file}: {status} ({seconds:.1f} s)"
PROGRESS_PAGE: Final = "page {number} of {of}"

ACCOUNT_WORD: Final = "ACCOUNT"
ID: Final = "id"
KIND: Final = "kind"
LAST_ENTRY: Final = "last entry"
CLOSED_ON: Final = ", closed on {day}"
CURRENCY: Final = "currency"

PATH: Final = "[PATH]"
FOLDER: Final = "FOLDER"
INIT_ONE_PLACE: Final = "Name either PATH or --database, not both."
INIT_MADE: Final = "Made the ledger {place}."
INIT_THERE: Final = "The ledger {place} already exists."
INIT_NEXT: Final = "Next: tieout ledger connect NAME FILE, then tieout import PATH..."
CSV_BROUGHT_IN: Final = (
    "Imported {accounts_added} account(s) and {transactions_added} entries; {transactions_known}"
    " were already known."
)
EXPORTED: Final = "Wrote accounts.csv and transactions.csv into {folder}."


DEMO_START: Final = (
    "Sample statements and a sample ledger are in {folder}. Tying them out, as you would with:\n\n"
    "  {run}\n"
)
DEMO_RUN: Final = "{variable}={password} {tieout} import {statements} --database {database}"
DEMO_NEXT: Final = """
What to try next:
  {tieout} review {import_id} --database {database}
      the statement with differences, line by line
  {tieout} web --database {database}
      the same in a browser, beside the page: open the link that it shows
  {tieout} accept {import_id} --dry-run --database {database}
      the ledger changes that would mend them
  {tieout} read {statement}
      the same statement as it was read, without any ledger"""

IMPORT_WORD: Final = "[IMPORT]"
REVIEW_NOTHING: Final = "Nothing needs you."
REVIEW_NEXT: Final = "\nSee one line by line with: tieout review {import_id}"
REVIEW_TITLE: Final = "import {import_id}: {file}"
LINE: Final = "line"
PAGE: Final = "page"
ENTRY: Final = "entry"

DB_EARLIER: Final = (
    "{imports} import(s) were proven by an earlier version. Prove them again: tieout reprocess"
    " --all"
)
REPROCESS_NONE: Final = "No statement was proven by an earlier version."
REPROCESS_WHICH: Final = "Name one import, or all of them with --all; --file is for one."
CHANGE_ADD: Final = "{number}. add     {now}"
CHANGE_ACCOUNT: Final = "{number}. new account  {now}"
CHANGE_OPEN: Final = "{number}. opening balance  {was}\n{pad}   to               {now}"
CHANGE_AMEND: Final = "{number}. amend   {was}\n{pad}   to      {now}"
CHANGE_REMOVE: Final = "{number}. remove  {was}"
DECIDED: Final = "Proposal {proposal_id} is {status}; the verdict is {verdict} now."
DECIDED_LOCK: Final = "Its period is locked (lock {lock_id})."
MORE_WAITS: Final = "More of this import waits. See it with: tieout review {import_id}"
DECIDED_REST: Final = "What is still open waits as proposal {rest}."
UNDONE: Final = "Import {import_id} is undone: {restored} entries are as they were before it."
UNDONE_LEFT: Final = "Left alone, entry {entry}: {reason}."
UNLOCKED: Final = "Lock {lock_id} is released."
MONTH_STATES: Final = table("terminal", "MONTH_STATES")
ENTRIES_NONE: Final = "No entry matches. What the ledger has: tieout ledger entries ACCOUNT"
ACCOUNTS_NONE: Final = (
    "The ledger has no account. Bring yours in with: tieout ledger connect NAME FILE"
)
COVERAGE_NONE: Final = "The ledger has no account, so no month can be covered."
