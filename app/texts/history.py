"""The texts of the verbs that look back: locks, discrepancies, the log, and traces."""

from typing import Final

from app.texts.terminal import Example, Help

CSV_REFUSED: Final = (
    "{transactions_refused} would have changed a locked period, and were refused. See them with:"
    " tieout discrepancies"
)

LOCKS_SUMMARY: Final = "See which periods are reconciled and locked."
DISCREPANCIES_SUMMARY: Final = "See what a lock refused, or what contradicts it."
DISMISS_SUMMARY: Final = "Leave a discrepancy as it is, with a reason."
LOG_SUMMARY: Final = "See who did what and when, with before, after and reason."

ACCOUNT_HELP: Final = "Only of this account: its id, its last digits, or its name or a part of it."
LOCKS_HELP: Final = Help(
    "List every locked period with the statement that tied out in it. Entries in such a period"
    " cannot change until it is released with `tieout unlock`.",
    Example("tieout locks", "every lock that is in force"),
    Example("tieout locks --account 4471", "those of one account"),
    Example("tieout locks --all", "the released ones too, with the reasons"),
)
LOCKS_ALL_HELP: Final = "The released ones too."
LOCKS_NONE: Final = "No period is locked."
LOCK: Final = "lock"
SINCE: Final = "since"
FILE: Final = "file"
RELEASED: Final = "released {day}: {reason}"
LOCKS_DISCREPANCIES: Final = "\nDiscrepancies: {count}. See them with: tieout discrepancies"

DISCREPANCIES_HELP: Final = Help(
    "List every change that a lock refused, with the entry as it is and as it would have become,"
    " and every locked period whose statement no longer ties out. Exit code 3 if there are any.",
    Example("tieout discrepancies", "what waits for you"),
    Example("tieout discrepancies --account 4471", "of one account"),
    Example("tieout discrepancies --all", "what was dismissed or released too"),
)
DISCREPANCIES_ALL_HELP: Final = (
    "Also what was dismissed, and what was refused by a lock released since."
)
DISCREPANCIES_NONE: Final = "There are no discrepancies."
DISCREPANCY_LOCK: Final = "{account}, {period}, locked since {since} (lock {lock_id})"
DISCREPANCY_REFUSED: Final = "{id}. {action} by {actor}, {at}"
DISCREPANCY_CONTRADICTED: Final = "-  {file} (import {import_id}) is locked and now: {verdict}"
DISCREPANCY_SAYS: Final = "the ledger says  {was}"
DISCREPANCY_TO: Final = "the change said  {now}"
DISCREPANCY_NO_ENTRY: Final = "(no entry)"
DISCREPANCY_DISMISSED: Final = "dismissed by {by}, {at}: {reason}"
DISCREPANCY_RELEASED: Final = "the lock was released {at}: {reason}"
DISCREPANCIES_NEXT: Final = (
    "\nTo change it: tieout unlock LOCK --reason TEXT, then do it again. To leave it:"
    " tieout dismiss NUMBER --reason TEXT"
)

DISMISS_HELP: Final = Help(
    "Take the discrepancy NUMBER off the list and leave the entry as it is. The same change, asked"
    " for again, is refused again and not listed again.",
    Example("tieout dismiss 3 --dry-run --reason test", "see whether it could be"),
    Example('tieout dismiss 3 --reason "the bank has it so"', "leave it as it is"),
)
NUMBER: Final = "NUMBER"
DISMISSED: Final = "Discrepancy {discrepancy_id} is dismissed; the ledger stays as it is."

LOG_HELP: Final = Help(
    "Show what was done, newest first: who, when, to what, the values before and after, and why."
    " Nothing is ever removed from this log; times are UTC.",
    Example("tieout log", "the newest fifty acts"),
    Example("tieout log --import 4", "what was done with one import"),
    Example("tieout log --account 4471 --since 2025-03-01", "on one account, since a day"),
    Example("tieout log --action undo --action unlock", "what was taken back or opened"),
    Example("tieout log --verify", "whether nobody changed the log itself"),
    Example("tieout log --limit 200 --before 812 --json", "older ones, for scripts"),
)
LOG_VERIFY_HELP: Final = (
    "Check the chain of hashes through the log instead, in which an act that was changed, removed"
    " or exchanged shows, and print its head: keep that where the ledger is not."
)
LOG_HEAD_HELP: Final = (
    "A head that was printed earlier: it has to be in the chain still, so that an end that was cut"
    " off shows as well. With --verify."
)
LOG_HASH: Final = "HASH"
LOG_HEAD_ALONE: Final = "--head is for --verify: tieout log --verify --head HASH"
LOG_WHOLE: Final = "The log is as it was written: {acts} acts, of which {forgotten} were forgotten."
LOG_NOT_WHOLE: Final = "The log is NOT as it was written; {acts} acts are in its chain:"
LOG_CHAIN_HEAD: Final = "head: {head}"
LOG_FLAWS: Final = {
    "changed": "act {act} was changed (place {position})",
    "missing": "something is missing before or at place {position}",
    "exchanged": "the link in place {position} does not follow the one before it",
    "unlinked": "act {act} was added by something other than tieout",
    "emptied": "act {act} was emptied, and no act forgot it",
    "head_unknown": "the head that was given is not in the chain: acts after it, or all, are gone",
}
LOG_IMPORT_HELP: Final = "Only what was done with this import."
LOG_ACTOR_HELP: Final = "Only what this person did."
LOG_ACTION_HELP: Final = "Only acts of this name, such as accept; may be given more than once."
LOG_SINCE_HELP: Final = "Only from this day on (UTC)."
LOG_LIMIT_HELP: Final = "How many at most (default: 50)."
LOG_BEFORE_HELP: Final = "Only acts before the one of this number: the next page."
IMPORT_WORD: Final = "IMPORT"
PERSON_WORD: Final = "PERSON"
ACT_WORD: Final = "ACT"
LOG_NONE: Final = "Nothing was done."
LOG_HEAD: Final = "{id}. {at}  {actor}: {action} {subject}"
LOG_IMPORT: Final = "{file} (import {import_id})"
LOG_GONE: Final = "a document that no longer exists"
LOG_ACCOUNT: Final = "account: {account}"
LOG_ACCOUNT_GONE: Final = "number {id}, which no longer exists"
LOG_TO: Final = "{was} → {now}"
LOG_FACT: Final = "{name}: {value}"
LOG_REASON: Final = "reason: {reason}"
LOG_OLDER: Final = "\nOlder ones: tieout log --before {before}"
#: What other facts are called; those left out are shown by the names that they are kept by.
LOG_FACTS: Final = {
    "start": "first day",
    "end": "last day",
    "lock": "its period is locked: lock",
    "states": "entries reconciled",
    "restored": "entries put back",
    "left": "left alone",
    "asked": "was asked for by",
    "asked_by": "was asked for by the user",
    "act": "by",
    "locks": "periods locked",
}


REPLAY_SUMMARY: Final = "Run an import's stored model trace again."
REPLAY_HELP: Final = Help(
    "Read and prove the document of IMPORT again with the model's stored answers, without asking"
    " a server, and report whether every byte sent and every result is the same, or name the"
    " first difference (exit code 3). Nothing is stored. It needs the full text of every word:"
    " set TIEOUT_TRACE=full before importing, which keeps page text and answers in the ledger's"
    " database; by default only names, sizes and hashes are kept.",
    Example("tieout replay 4", "live import 4 through again"),
    Example("TIEOUT_TRACE=full tieout import march.pdf --model openai", "keep what that needs"),
)
SAME: Final = "The same: {model} is asked {requests} times, and every byte is as before."
DIFFERS: Final = "Not the same, from request {requests} of {model} on: {difference}"
