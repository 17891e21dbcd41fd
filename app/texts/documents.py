"""The texts about documents that are kept, forgotten, checked or exported."""

from typing import Final

from app.texts.terminal import Example, Help

DOCTOR_KEPT: Final = "kept at {place}"
DOCTOR_KEPT_UNTIL_DONE: Final = "kept at {place}, each until there is nothing left to do with it"
DOCTOR_EMPTY: Final = "will be kept at {place}, which is still empty"
DOCTOR_NEVER: Final = "not kept (TIEOUT_KEEP_DOCUMENTS): documents stay in their own files"
DOCTOR_NOWHERE: Final = "not kept: workers need the same files under the same paths"
DOCTOR_SET: Final = "To keep them, set TIEOUT_DOCUMENTS to a folder or to s3://bucket/prefix"

FORGET_SUMMARY: Final = "Forget a document or an account for good, with everything stored about it."
FORGET_HELP: Final = Help(
    "Remove everything about a document or an account from the ledger's database and from the"
    " stored documents. It cannot be undone. The log keeps who did what and when, without text.",
    Example("tieout forget document 4 --dry-run", "see how much would go"),
    Example("tieout forget document 4", "the document of import 4; its entries stay"),
    Example("tieout forget account 4471", "an account, its entries, its documents"),
)
FORGET_DOCUMENT_HELP: Final = Help(
    "Remove the document of IMPORT: its file, words, statements, lines, certificates, proposals"
    " and model answers. Ledger entries stay as they are.",
    Example("tieout forget document 4 --dry-run", "see how much would go"),
    Example("tieout forget document 4 --yes", "without being asked"),
    Example("tieout forget document 4 --locked", "also if its period is locked"),
)
FORGET_ACCOUNT_HELP: Final = Help(
    "Remove ACCOUNT: its entries, its statements, and the documents that hold no other account's.",
    Example("tieout forget account 4471 --dry-run", "see how much would go"),
    Example('tieout forget account "Old card" --locked', "also its locked periods"),
)
LOCKED_HELP: Final = "Unlock the locked periods that it belongs to."
YES_HELP: Final = "Do not ask for confirmation."
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

BACKUP_SUMMARY: Final = "Copy the ledger and its documents into a folder, while others work."
BACKUP_HELP: Final = Help(
    "Copy the ledger, as it is at one moment, and its documents into FOLDER. Others may go on"
    " working. Used again with the same FOLDER, it copies only what is new. Exit code 4 if"
    " documents were lost.",
    Example("tieout backup ~/backups/tieout", "made, or brought up to date"),
)
BACKED_UP: Final = "The ledger and {documents} documents are in {folder}."
BACKUP_MISSING: Final = (
    "{missing} documents are lost or damaged where they are kept. Bring their files in again"
    " (tieout import FILE), and back up once more."
)
RESTORE_SUMMARY: Final = "Bring back what `backup` copied, checked before it is used."
RESTORE_HELP: Final = Help(
    "Restore the backup in FOLDER: the ledger to --database, the documents to where they are"
    " kept. First each document is checked against its hash and each proof is repeated. An"
    " existing ledger is replaced only with --replace; stop everything that uses it first."
    " Everybody has to sign in again, and every token is revoked. Exit code 3 if a statement is"
    " no longer proven.",
    Example("tieout restore ~/backups/tieout", "where no ledger is"),
    Example("tieout restore ~/backups/tieout --dry-run", "see whether the backup is good"),
    Example("tieout restore ~/backups/tieout --replace", "in the place of the one that is there"),
)
RESTORE_KEEP_ACCESS_HELP: Final = (
    "Keep the backup's sessions and tokens, including those ended since."
)
RESTORE_REPLACE_HELP: Final = "Replace the ledger that is there."
COULD_RESTORE: Final = (
    "{ledger} would be restored with {documents} documents, all of them whole; {proven} of"
    " {statements} proven statements are proven again; {sessions_ended} sessions and"
    " {tokens_revoked} tokens would end. Nothing was changed."
)
RESTORED: Final = (
    "{ledger} is restored with {documents} documents; {proven} of {statements} proven statements"
    " are proven again. {sessions_ended} sessions are ended and {tokens_revoked} tokens revoked."
)

DOCUMENTS_SUMMARY: Final = "Check that every stored document is there and undamaged."
DOCUMENTS_HELP: Final = Help(
    "Check the stored documents against the ledger.",
    Example("tieout documents check", "what is lost, damaged, or of no import"),
    Example("tieout documents separate --database copy.db", "a copied ledger keeps its own"),
)
CHECK_HELP: Final = Help(
    "Read every stored document and check it against its hash. Exit code 4 if one is lost or"
    " damaged; importing its file again restores it.",
    Example("tieout documents check", "what is lost, damaged, or of no import"),
    Example("tieout documents check --remove", "and remove what is of no import"),
)
CHECK_REMOVE_HELP: Final = (
    "Remove files that belong to no import: left by an interrupted or an undone import."
)
CHECKED: Final = "{whole} documents are undamaged; {unclaimed} belong to no import."
CHECK_LOST: Final = "The document of import {import_id} is lost."
CHECK_DAMAGED: Final = "The document of import {import_id} is damaged."
SEPARATE_HELP: Final = Help(
    "A copy of a ledger that shares TIEOUT_DOCUMENTS with its original shares its documents too:"
    " what one forgets, the other loses. This copies them for this ledger, which is separate from"
    " then on. Stop everything that uses it first.",
    Example("tieout documents separate --database copy.db", "the copy, not the original"),
    Example("tieout documents separate --dry-run", "how many it would copy"),
)
SEPARATED: Final = "This ledger is now separate ({identity}), with copies of {documents} documents."


TO_HELP: Final = (
    "Write every row to a file of this kind instead of showing it. All but csv, xlsx and json hold"
    " only what is proven."
)
OUTPUT: Final = "FILE|DIR"
OUTPUT_HELP: Final = (
    "Where --to writes: a FILE with the ending of its kind takes all; a DIR gets one file a"
    " statement. No file is overwritten."
)
ONLY_PROVEN_HELP: Final = "With --to: leave out the statements that are not proven."

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
