"""What the command line says about certificates."""

from __future__ import annotations

from typing import Final

from app.texts.terminal import Example

VERIFY_SUMMARY: Final = "Prove a certificate again, from the document itself."
VERIFY_HELP: Final = (
    "Read the words of PDF again, hold them to CERTIFICATE, and prove it again. Nothing looks"
    " for a statement and no model is asked; of the certificate only the words and what they are"
    " said to be are taken, never a figure. With --ledger, hold the statement to a ledger too. Exit"
    " code 0 if all holds, 3 if it does not or is unproven, 6 if the certificate cannot be read."
)
VERIFY_EXAMPLES: Final = (
    Example("tieout verify march-1.certificate.json march.pdf", "prove a reading again"),
    Example(
        "tieout verify march-1.certificate.json march.pdf --ledger tieout.db",
        "and whether that ledger agrees with it today",
    ),
    Example("tieout verify march-1.certificate.json march.pdf --json", "the same for scripts"),
)
VERIFY_LEDGER_HELP: Final = "Database URL or file of a ledger to hold the statement to."
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
UNPROVEN: Final = "the page is not proven, as it says"
CHECKED: Final = "Checked again:"
NOT_CHECKED: Final = "Not checked:"
ITEM: Final = "  - {text}"
OF_DOCUMENT: Final = "the document's bytes are those that the certificate is of"
OF_WORDS: Final = "{words} word(s) on {pages} page(s): each one's text, place and look"
OF_KERNEL: Final = "every obligation, by version {version} of the kernel: {checks} check(s)"
OF_LEDGER: Final = "{account} in the ledger as it is now: {verdict}"
NO_LEDGER: Final = "whether the ledger agrees; name it with --ledger"
NO_ACCOUNT: Final = (
    "which account it is of: the page's number fits no single one; name it with --account"
)
MENDED: Final = "a figure of a picture that was read otherwise: sums alone bind it"
TYPED: Final = "a word that a person typed as the picture shows it"
OF_AGREEMENT: Final = "the ledger that the certificate carries: {verdict}"
ON_TRUST: Final = "its list of other accounts and of other readings, which is taken on trust"
ACCOUNT_WITHOUT_LEDGER: Final = "--account names an account of a ledger: give --ledger too."

EARLIER: Final = "{verdict} by an earlier version; prove it again: tieout reprocess {import_id}"
BY_EARLIER: Final = "{verdict}, by an earlier version"
EARLIER_SHORT: Final = "{verdict}\nby earlier\nversion"
