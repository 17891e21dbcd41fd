"""The texts about documents that are kept, forgotten or checked, beside `app.texts`."""

from __future__ import annotations

from typing import Final

from app.texts import Example

DOCTOR_KEPT: Final = "kept at {place}"
DOCTOR_NOWHERE: Final = "not kept: workers need the same files under the same paths"
DOCTOR_SET: Final = "To keep them, set TIEOUT_DOCUMENTS to a folder or to s3://bucket/prefix"

FORGET_SUMMARY: Final = "Forget a document or an account for good, also what is kept of it."
FORGET_HELP: Final = (
    "Remove everything of a document, or of an account, from the ledger's database and from where"
    " documents are kept. It cannot be undone. The log keeps who did what and when, without text."
)
FORGET_EXAMPLES: Final = (
    Example("tieout forget document 4 --dry-run", "see how much would go"),
    Example("tieout forget document 4", "the document of import 4; its entries stay"),
    Example("tieout forget account 4471", "an account, its entries, its documents"),
)
FORGET_DOCUMENT_HELP: Final = (
    "Remove the document of IMPORT: its bytes, words, statements, lines, certificates, proposals"
    " and what models said. Entries of the ledger stay as they are."
)
FORGET_DOCUMENT_EXAMPLES: Final = (
    Example("tieout forget document 4 --dry-run", "see how much would go"),
    Example("tieout forget document 4 --yes", "without being asked"),
    Example("tieout forget document 4 --locked", "also if its period is locked"),
)
FORGET_ACCOUNT_HELP: Final = (
    "Remove ACCOUNT: its entries, its statements, and the documents that hold no other account's."
)
FORGET_ACCOUNT_EXAMPLES: Final = (
    Example("tieout forget account 4471 --dry-run", "see how much would go"),
    Example('tieout forget account "Old card" --locked', "also its locked periods"),
)
LOCKED_HELP: Final = "Release the locked periods that it stands in."
YES_HELP: Final = "Do not ask."
FORGET_WILL: Final = (
    "Goes for good: {documents} documents, {statements} statements with {lines} lines, {entries}"
    " entries of the ledger, the text of {acts} acts in the log."
)
FORGET_SHARED: Final = (
    "Import {import_id} also holds statements of other accounts, so its document stays. To forget"
    " that too: tieout forget document {import_id}"
)
FORGET_ASK: Final = "Forget it? This cannot be undone."
FORGET_NOT_ASKED: Final = "Nothing was done: say --yes, or answer at a terminal."
FORGOTTEN: Final = "It is forgotten."
FORGET_NOT_CLEANED: Final = (
    "Traces may be left in the bytes of the database until they are written over:"
    " docs/how-to/forget.md says how to clean it."
)
