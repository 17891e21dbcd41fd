"""The texts about documents that are kept, forgotten, checked or exported."""

from typing import Final

DOCTOR_KEPT: Final = "kept at {place}"
DOCTOR_KEPT_UNTIL_DONE: Final = "kept at {place}, each until there is nothing left to do with it"
DOCTOR_EMPTY: Final = "will be kept at {place}, which is still empty"
DOCTOR_NEVER: Final = "not kept (TIEOUT_KEEP_DOCUMENTS): documents stay in their own files"
DOCTOR_NOWHERE: Final = "not kept: workers need the same files under the same paths"
DOCTOR_SET: Final = "To keep them, set TIEOUT_DOCUMENTS to a folder or to s3://bucket/prefix"

FORGET_WILL: Final = (
    "To be deleted for good: {documents} documents, {statements} statements with {lines} lines,"
    " {entries} entries of the ledger, the text of {acts} acts in the log."
)
FORGET_SHARED: Final = (
    "Import {import_id} also holds statements of other accounts, so its document stays. To forget"
    " that too: tieout forget document {import_id}"
)
FORGET_ASK: Final = "Forget it? This cannot be undone."
FORGET_NOT_ASKED: Final = "Nothing was done: say --yes, or answer at a terminal."
FORGOTTEN: Final = "It is forgotten."
FORGET_NOT_CLEANED: Final = (
    "Traces may remain in the database file until they are overwritten: docs/how-to/forget.md"
    " explains how to clean it."
)

BACKED_UP: Final = "The ledger and {documents} documents are in {folder}."
BACKUP_MISSING: Final = (
    "{missing} documents are lost or damaged where they are kept. Bring their files in again"
    " (tieout import FILE), and back up once more."
)
COULD_RESTORE: Final = (
    "{ledger} would be restored with {documents} documents, all of them whole; {proven} of"
    " {statements} proven statements are proven again; {sessions_ended} sessions and"
    " {tokens_revoked} tokens would end. Nothing was changed."
)
RESTORED: Final = (
    "{ledger} is restored with {documents} documents; {proven} of {statements} proven statements"
    " are proven again. {sessions_ended} sessions are ended and {tokens_revoked} tokens revoked."
)

CHECKED: Final = "{whole} documents are undamaged; {unclaimed} belong to no import."
CHECK_LOST: Final = "The document of import {import_id} is lost."
CHECK_DAMAGED: Final = "The document of import {import_id} is damaged."
SEPARATED: Final = "This ledger is now separate ({identity}), with copies of {documents} documents."


ONE_FILE: Final = "{options} takes one FILE. For more, or a folder: --to json -o all.json"
NEEDS_TO: Final = "{options} needs --to, like --to csv."
NEEDS_OUTPUT: Final = "Say where to: -o all{ending} for one file, -o out/ for one file a statement."
NOT_WITH_TO: Final = "{options} cannot be used with --to."
ODD_OUTPUT: Final = (
    "{output!r} is neither a folder nor ends in {ending}: say -o all{ending} for one file, or end"
    " the name of a folder with a slash."
)

FAILED: Final = "tieout: {file}: {message} [{code}]"
TWIN: Final = "{file} is left out: it holds the same bytes as {twin}."
NO_STATEMENT: Final = "{file}: no bank statement was found in this document."
WARNING: Final = "{file}: warning: {text}"
LEFT_OUT: Final = "--only-proven left out {count} statement(s)."
NOT_WRITABLE: Final = (
    "{count} statement(s) are left out: {kind} takes only what is proven, with its currency and"
    " days. See why: tieout read FILE"
)
UNPROVEN: Final = "{count} statement(s) are unproven, and marked so. See why: tieout read FILE"
WRITTEN: Final = "Wrote {rows} row(s) of {statements} statement(s) to {path}."
