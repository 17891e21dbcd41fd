"""The texts of the verbs that look back: locks, discrepancies, the log, and traces."""

from typing import Final

from app.texts import table

CSV_REFUSED: Final = (
    "{transactions_refused} would have changed a locked period, and were refused. See them with:"
    " tieout discrepancies"
)


LOCKS_NONE: Final = "No period is locked."
LOCK: Final = "lock"
SINCE: Final = "since"
FILE: Final = "file"
RELEASED: Final = "released {day}: {reason}"
LOCKS_DISCREPANCIES: Final = "\nDiscrepancies: {count}. See them with: tieout discrepancies"

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

NUMBER: Final = "NUMBER"
DISMISSED: Final = "Discrepancy {discrepancy_id} is dismissed; the ledger stays as it is."

LOG_HEAD_ALONE: Final = "--head is for --verify: tieout log --verify --head HASH"
LOG_WHOLE: Final = "The log is as it was written: {acts} acts, of which {forgotten} were forgotten."
LOG_NOT_WHOLE: Final = "The log is NOT as it was written; {acts} acts are in its chain:"
LOG_CHAIN_HEAD: Final = "head: {head}"
LOG_FLAWS: Final = table("history", "LOG_FLAWS")
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
LOG_FACTS: Final = table("history", "LOG_FACTS")


SAME: Final = "The same: {model} is asked {requests} times, and every byte is as before."
DIFFERS: Final = "Not the same, from request {requests} of {model} on: {difference}"
