"""Every text that the command line shows, in one place: a translation is this module again.

Errors are the one exception: each carries its own message (see `db.errors`)."""

from typing import Final, NamedTuple

from app.texts.language import marked


class Example(NamedTuple):
    """A command line someone can paste, and what it does."""

    line: str
    does: str


class Help:
    """What a verb does, and command lines with it."""

    def __init__(self, text: str, *examples: Example) -> None:
        self.text = text
        self.examples = examples


EXAMPLES: Final = "Examples"
#: Every verb under what it is for.
VERBS: Final = {
    "Start": "demo init doctor",
    "Every day": "import read check review explain web accept reject state correct note find"
    " resolve undo reprocess",
    "Look around": "coverage locks unlock discrepancies dismiss log ledger ask mcp",
    "Accounts, people and books": "account user token book",
    "Hand on and keep": "verify documents backup restore forget",
    "Run it": "watch jobs schedule worker health webhook db",
    "Models": "models replay",
}
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

TIEOUT_HELP: Final = Help(
    "Prove a ledger against the bank's statements: every statement is read, tied out line by"
    " line, and called matched, differences or unproven. Nothing is matched on a model's word.",
    Example("tieout demo", "see it work on sample statements; needs nothing"),
    Example("tieout init --ledger ~/books", "start a ledger here from CSV files"),
    Example("tieout import ~/statements", "tie out every statement of a folder"),
    Example("tieout review", "see what needs a person"),
)

DEMO_SUMMARY: Final = "See it work: sample ledger, sample statements, every outcome."
INIT_SUMMARY: Final = "Make the ledger database, and fill it from CSV files."
IMPORT_SUMMARY: Final = "Tie out statements against the ledger."
READ_SUMMARY: Final = "Read statements, show or export them; touch no database."
REVIEW_SUMMARY: Final = "See what needs a person, and where on the page."
ACCEPT_SUMMARY: Final = "Accept what an import proposes."
REJECT_SUMMARY: Final = "Reject what an import proposes, with a reason."
UNDO_SUMMARY: Final = "Undo a decision, all made by one yes, or a whole import."
REPROCESS_SUMMARY: Final = "Read a document again with the current reader and ledger."
UNLOCK_SUMMARY: Final = "Release a reconciled period, with a reason."
COVERAGE_SUMMARY: Final = "See which months the statements cover."
LEDGER_SUMMARY: Final = "See accounts, balances and entries; import and export CSV."
DOCTOR_SUMMARY: Final = "Find out what is missing on this machine, and how to fix it."
DB_SUMMARY: Final = "See the revision of the database's tables, and upgrade them."

JSON_HELP: Final = "Print JSON (a stable shape) instead of tables."
DATABASE_HELP: Final = "Database URL; else TIEOUT_DATABASE_URL, else tieout.db in this folder."
PASSWORD_FILE_HELP: Final = (
    "File of passwords, one a line, tried before those in TIEOUT_PDF_PASSWORDS."
)

BUG: Final = (
    "tieout: this is a bug ({kind}). No unfinished work was kept. Please report it with the"
    " command you ran; TIEOUT_DEBUG=1 shows the details, which may hold text of your documents."
)
INTERRUPTED: Final = "tieout: interrupted. Run the same command again: it goes on from there."
ERROR: Final = "tieout: {message} [{code}]"

READ_HELP: Final = Help(
    "Read one FILE (or - for standard input) and show its statements, each with the checks that"
    " prove the reading or fail to; of several, or a FOLDER with all below it, one row a statement,"
    " with a reason where it is unproven. With --to, write every row to -o. Exit code 3 if any"
    " statement is unproven, 4 if some documents failed.",
    Example("tieout read march.pdf", "show the statements in a file"),
    Example("tieout read ~/statements --why", "one row a statement, and every reason"),
    Example("tieout read march.pdf --json", "the same as JSON, for scripts"),
    Example("tieout read march.pdf --certificate .", "keep what proves each statement"),
    Example("tieout read ~/statements --to csv -o all.csv", "every row of a folder in one file"),
    Example("tieout read ~/statements --to xlsx -o out/", "a workbook for each statement"),
    Example("tieout read ~/statements --to xlsx -o all.xlsx --only-proven", "what is proven only"),
    Example("tieout read ~/statements --to ofx -o all.ofx", "for an accounting program"),
    Example("curl -s https://bank.example/march.pdf | tieout read -", "read from a pipe"),
)
READ_DOCUMENT: Final = (
    "{pages} page(s), read by {engine} in {seconds} s, {readings_tried} reading(s) tried"
)
WHY_HELP: Final = "One row a statement, with every reason why it is unproven or what is assumed."
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

DOCTOR_HELP: Final = Help(
    "Examine Python, the packages, the ledger and the model's server, and explain how to fix what"
    " is wrong. Exit code 7 if something has to be fixed.",
    Example("tieout doctor", "examine this machine"),
    Example("TIEOUT_MODEL=qwen3 tieout doctor", "examine a model's server too"),
)
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

DB_HELP: Final = Help(
    "The tables change between versions of tieout; upgrading keeps every row. An outdated ledger"
    " is never changed without this command.",
    Example("tieout db current", "see the revision of the tables"),
    Example("tieout db upgrade", "bring them up to date"),
)
DB_UPGRADE_HELP: Final = Help(
    "Bring the tables up to date, in one transaction.",
    Example("tieout db upgrade", "the ledger in this folder"),
    Example("tieout db upgrade --dry-run", "go through all of it, then take it back"),
    Example("tieout db upgrade --database postgresql://books@localhost/books", "another ledger"),
)
DB_CURRENT_HELP: Final = Help(
    "Show the revision of the tables, and the one that is needed.",
    Example("tieout db current --json", "for scripts"),
)
DB_CHECK_HELP: Final = Help(
    "Exit code 0 if the tables are up to date, else 7 with the remedy.",
    Example("tieout db check && tieout import .", "only when up to date"),
)
DB_RECOUNT_HELP: Final = Help(
    "Recalculate the monthly totals, from which balances are made, where they differ from the sum"
    " of the entries. `tieout doctor` reports when that is needed. Exit code 5 if all were"
    " correct.",
    Example("tieout db recount --dry-run", "say how many totals are wrong"),
    Example("tieout db recount", "put them right"),
)
DB_RECOUNTED: Final = "Monthly totals that were wrong: {wrong}"
DB_REVISION: Final = "{place}: revision {revision}, needed {needed}"

IMPORT_HELP: Final = Help(
    "Tie out every statement in PATH (files, folders with all below them, or - for standard"
    " input) against the ledger. Documents that were imported before are not imported again. Exit"
    " code 3 if something needs review, 4 if some documents failed, 5 if nothing was new.",
    Example("tieout import ~/statements", "every PDF of a folder"),
    Example("tieout import march.pdf --dry-run", "show what would come of it, write nothing"),
    Example("tieout import ~/statements --jobs 2", "read two documents at once"),
    Example("tieout import march.pdf --json", "a record for each document, for scripts"),
    Example(
        "tieout import ~/statements --model qwen3 --base-url http://localhost:11434/v1",
        "ask a local model about what rules leave open",
    ),
)
PATHS: Final = "PATH..."
MODEL_HELP: Final = "Model to ask about what rules leave open; else TIEOUT_MODEL, else none."
BASE_URL_HELP: Final = (
    "The model's server (OpenAI-compatible); else TIEOUT_BASE_URL, else OPENAI_BASE_URL."
)
ESCALATE_HELP: Final = "When to ask the model; else TIEOUT_ESCALATE, else unproven."
DRY_RUN_HELP: Final = "Show what would happen; change nothing."
FILE_AND_ACCOUNT: Final = "file, account"
ACCOUNT: Final = "account"
PERIOD: Final = "period"
LINES: Final = "lines"
VERDICT: Final = "verdict"
DIFFERENCES: Final = "differ-\nences"
MODEL_CALLS: Final = "model\ncalls"
VERDICTS: Final = {
    "matched": "matched",
    "proven": "proven",
    "differences": "differences",
    "unproven": "unproven",
    "whose_account": "whose account?",
    "needs_review": "to review",
    "failed": "failed",
    "duplicate": "nothing new",
    "queued": "waiting",
    "running": "running",
    "done": "done",
    "left": "left as it is",
}
VERDICT_STYLES: Final = {
    "matched": "green",
    "differences": "yellow",
    "unproven": "magenta",
    "whose_account": "yellow",
    "failed": "red",
    "left": "yellow",
    "duplicate": "dim",
}
DIFFERENCE_KINDS: Final = {
    "missing_in_ledger": "not in the ledger",
    "missing_in_statement": "only in the ledger",
    "amount_differs": "the ledger says {found}",
    "date_differs": "the ledger has another date",
    "duplicate_in_ledger": "twice in the ledger",
    "ambiguous": "several fit equally well",
}
ON_PAGE: Final = "(page {page})"
MORE: Final = "... and {count} more: tieout review {import_id}"
MORE_IN_JSON: Final = "... and {count} more: see --json"
#: What a check that did not pass says to a person. Those left out say nothing that the
#: differences do not say better.
CHECKS: Final = {
    "parsed": "words that are no figure or day: {detail}",
    "seen": "figures that do not look on the page as the file's text says: {detail}",
    "sums": "opening balance and lines make {found}, not the closing balance {expected}",
    "covered": "figures on the page that no line accounts for: {detail}",
    "restated": "printed figures that differ from those they repeat: {detail}",
    "ordered": "the lines' days are not certain: {detail}",
    "balances": "balance: {expected} on the statement, {found} in the ledger",
    "one_reading": "it can be read in more than one way",
    "chain": "the previous statement closed at {expected}, this one opens at {found}",
}
#: Before the differences of a page that is not proven.
IF_READ_RIGHT: Final = "What differs if it was read correctly:"
UNCOMPARED: Final = "the balances cannot be compared: {detail}"
UNFOLLOWED: Final = "balances that do not follow from the lines: {detail}"
IMPORT_SUMMARY_LINE: Final = "{count} document(s): {counts}."
DRY_RUN: Final = "Dry run: nothing was written."
STAGES: Final = marked(
    {
        "intake": "opening",
        "pages": "reading pages",
        "reading": "finding statements",
        "reconcile": "finding the account",
        "extraction": "reading in full",
        "opinion": "asking about differences",
        "record": "saving",
    }
)
PROGRESS_LINE: Final = "{file}: {status} ({seconds:.1f} s)"
PROGRESS_PAGE: Final = "page {number} of {of}"

LEDGER_HELP: Final = Help(
    "The ledger is the accounts and their entries, as you keep them. Statements are compared with"
    " it; importing a statement never changes an entry.",
    Example("tieout ledger accounts", "every account with its balance"),
    Example("tieout ledger entries 4471 --from 2025-03-01", "the entries of one account"),
    Example("tieout ledger import-csv ~/books", "add entries from CSV files"),
)
LEDGER_ACCOUNTS_HELP: Final = Help(
    "Show every account with its balance.",
    Example("tieout ledger accounts", "balances after all entries"),
    Example("tieout ledger accounts --as-of 2025-03-31", "balances at the end of that day"),
)
LEDGER_ENTRIES_HELP: Final = Help(
    "Show the entries of ACCOUNT: its id, its last digits, or its name or a part of it.",
    Example("tieout ledger entries 4471", "all entries of the account ending in 4471"),
    Example("tieout ledger entries girokonto --search rent --json", "some of them, for scripts"),
)
ISO_DATE: Final = "YYYY-MM-DD"
ACCOUNT_WORD: Final = "ACCOUNT"
TEXT_WORD: Final = "TEXT"
AS_OF_HELP: Final = "Balances at the end of that day."
FROM_HELP: Final = "First day."
TO_HELP: Final = "Last day."
SEARCH_HELP: Final = "Only entries with this in their description."
ID: Final = "id"
KIND: Final = "kind"
LAST_ENTRY: Final = "last entry"
CLOSED_ON: Final = ", closed on {day}"
CURRENCY: Final = "currency"

INIT_HELP: Final = Help(
    "Create the ledger database in PATH (default: this folder), and import the CSV files of a"
    " folder. What is there already is left as it is.",
    Example("tieout init", "an empty ledger: tieout.db in this folder"),
    Example("tieout init --ledger ~/books", "with the accounts and entries of two CSV files"),
    Example("tieout init --database postgresql://books@localhost/books", "in PostgreSQL"),
)
PATH: Final = "[PATH]"
FOLDER: Final = "FOLDER"
LEDGER_CSV_HELP: Final = (
    "Import accounts.csv (name, kind, currency; optionally institution, mask, opening_balance,"
    " opened_on, closed_on) and transactions.csv (account, date, amount, description)."
)
INIT_ONE_PLACE: Final = "Name either PATH or --database, not both."
INIT_MADE: Final = "Made the ledger {place}."
INIT_THERE: Final = "The ledger {place} already exists."
INIT_NEXT: Final = "Next: tieout ledger import-csv FOLDER, then tieout import PATH..."
CSV_BROUGHT_IN: Final = (
    "Imported {accounts_added} account(s) and {transactions_added} entries; {transactions_known}"
    " were already known."
)
IMPORT_CSV_HELP: Final = Help(
    "Import accounts.csv, transactions.csv or both from FOLDER, all or nothing. Equal rows are"
    " all kept; importing the same file again adds nothing (exit code 5).",
    Example("tieout ledger import-csv ~/books", "add what is new there"),
)
EXPORT_CSV_HELP: Final = Help(
    "Write the ledger as accounts.csv and transactions.csv into FOLDER.",
    Example("tieout ledger export-csv ~/books-copy", "a copy that import-csv reads back"),
)
REPLACE_HELP: Final = "Overwrite the files in FOLDER."
EXPORTED: Final = "Wrote accounts.csv and transactions.csv into {folder}."

CHECK_SUMMARY: Final = "Check a ledger where it is against statements, with no set-up."
CHECK_HELP: Final = Help(
    "Check LEDGER (a journal, a book, an export, or a folder with accounts.csv and"
    " transactions.csv) against the statements in PATHS. Prints each row that is wrong with file"
    " and line of the ledger and page of the statement. Nothing is kept or changed, and no model"
    " is asked. Exit code 0 if all tie out, 3 if not, 4 if some statements cannot be read.",
    Example("tieout check main.beancount statements/", "every statement of a folder"),
    Example("tieout check main.journal march.pdf --json", "for scripts and CI"),
    Example("tieout check main.journal march.pdf --patch > march.diff", "what would put it right"),
)

CHECK_PATCH_HELP: Final = "Print a patch of LEDGER with what is missing or wrong there."

DEMO_HELP: Final = Help(
    "Make a sample ledger and sample statements in FOLDER (demo), tie them out, and show every"
    " outcome there is. Needs no key, no server and no file of yours. A folder that an earlier"
    " demo made is replaced; any other is left alone.",
    Example("tieout demo", "in the folder demo"),
    Example("tieout demo /tmp/demo --json", "elsewhere, as JSON"),
)
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

REVIEW_HELP: Final = Help(
    "List what needs a person (exit code 3 if anything does), or show one IMPORT of the list with"
    " its failed checks, its differences, and each line with its page and its entry.",
    Example("tieout review", "what waits"),
    Example("tieout review 4", "one import, line by line"),
    Example("tieout review 4 --json", "with the place of every figure, for scripts"),
    Example("tieout review 4 --certificate ~/proofs", "and keep what proves each statement"),
)
IMPORT_WORD: Final = "[IMPORT]"
REVIEW_NOTHING: Final = "Nothing needs you."
REVIEW_NEXT: Final = "\nSee one line by line with: tieout review {import_id}"
REVIEW_TITLE: Final = "import {import_id}: {file}"
LINE: Final = "line"
PAGE: Final = "page"
ENTRY: Final = "entry"

ONLY_HELP: Final = "The number of a change to carry out; may be repeated."
REJECT_HELP: Final = Help(
    "Reject what IMPORT proposes. Nothing changes; the reason is kept.",
    Example('tieout reject 4 --reason "the bank is wrong"', "say no"),
)
REASON_HELP: Final = "Why; it is kept in the log."
REPROCESS_HELP: Final = Help(
    "Read the document of IMPORT again and replace what was recorded of it. What you decided"
    " stays: its account, accepted changes, rejections and locks.",
    Example("tieout reprocess 4 --dry-run", "see what it reads as today"),
    Example("tieout reprocess 4", "and record that"),
    Example("tieout reprocess 4 --file ~/moved/march.pdf", "the same file, elsewhere now"),
    Example("tieout reprocess --all", "all that an earlier version proved, after an upgrade"),
)
REPROCESS_ALL_HELP: Final = (
    "Prove again every statement that an earlier version proved: from its document, or from its"
    " stored words if the document is not kept. If interrupted, it continues where it stopped."
)
DB_EARLIER: Final = (
    "{imports} import(s) were proven by an earlier version. Prove them again: tieout reprocess"
    " --all"
)
REPROCESS_NONE: Final = "No statement was proven by an earlier version."
REPROCESS_WHICH: Final = "Name one import, or all of them with --all; --file is for one."
REPROCESS_FILE_HELP: Final = "Where the document is now, if it was moved since the import."
UNLOCK_HELP: Final = Help(
    "Release the locked period LOCK, so that its entries may be changed again.",
    Example('tieout unlock 2 --reason "the bank corrected it"', "release a period"),
)
COVERAGE_HELP: Final = Help(
    "Per account and month: covered, partly covered, missing, mismatched, ambiguous, duplicate or"
    " not expected.",
    Example("tieout coverage", "every account, from its first entry to last month"),
    Example("tieout coverage --until 2025-12-31", "up to the end of a year"),
)
SINCE_HELP: Final = "First day to look at; else the account's beginning."
UNTIL_HELP: Final = "Last day to look at; else the end of last month."
CHANGE_ADD: Final = "{number}. add     {now}"
CHANGE_ACCOUNT: Final = "{number}. new account  {now}"
CHANGE_OPEN: Final = "{number}. opening balance  {was}\n{pad}   to               {now}"
CHANGE_AMEND: Final = "{number}. amend   {was}\n{pad}   to      {now}"
CHANGE_REMOVE: Final = "{number}. remove  {was}"
DECIDED: Final = "Proposal {proposal_id} is {status}; the verdict is {verdict} now."
DECIDED_LOCK: Final = "Its period is locked (lock {lock_id})."
MORE_WAITS: Final = "More of this import waits: tieout accept {import_id} --dry-run"
DECIDED_REST: Final = "What is still open waits as proposal {rest}."
UNDONE: Final = "Import {import_id} is undone: {restored} entries are as they were before it."
UNDONE_LEFT: Final = "Left alone, entry {entry}: {reason}."
UNLOCKED: Final = "Lock {lock_id} is released."
MONTH_STATES: Final = {
    "covered": "covered",
    "partly_covered": "partly covered, not {days}",
    "missing": "missing",
    "mismatched": "differs",
    "ambiguous": "unclear",
    "duplicate": "twice",
    "not_expected": "-",
}
ENTRIES_NONE: Final = "No entry matches. What the ledger has: tieout ledger entries ACCOUNT"
ACCOUNTS_NONE: Final = (
    "The ledger has no account. Bring yours in with: tieout ledger connect NAME FILE"
)
COVERAGE_NONE: Final = "The ledger has no account, so no month can be covered."
