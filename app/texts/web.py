"""The texts of the review pages and their verb, and of what the pages refuse."""

from typing import Final

from app.texts.terminal import Example, Help

WEB_SUMMARY: Final = "Review in a browser, with the statement's page beside each difference."
WEB_HELP: Final = Help(
    "Serve the review pages until Ctrl-C. They show what `tieout review` shows, with a picture of"
    " the statement's page, and take the same decisions. On this machine you sign in with the"
    " link that is shown, which works once. Once there are users (tieout user add), and before"
    " other machines can connect, people sign in; their names are kept with each decision.",
    Example("tieout web", "then open the link that it shows"),
    Example("tieout web --port 9000 --database ~/books/tieout.db", "another ledger"),
    Example(
        "tieout web --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem",
        "for a team, whose members sign in",
    ),
)
WEB_HOST_HELP: Final = "Where to listen (default: 127.0.0.1, this machine only)."
WEB_PORT_HELP: Final = "The port (default: 8080); 0 for any that is free."
WEB_TLS_CERT_HELP: Final = "The certificate for HTTPS, with its chain: a PEM file."
WEB_TLS_KEY_HELP: Final = "The key of that certificate, without a password: a PEM file."
WEB_TLS_BOTH: Final = "--tls-cert and --tls-key belong together: give both, or neither."
SERVING: Final = "review at {address} and sign in; Ctrl-C ends"
SERVING_LINK: Final = "review at {address} (works once; Enter shows another; Ctrl-C ends)"
OPEN_LINES: Final = (
    "The connection is not encrypted: passwords and pages can be read on their way to other"
    " machines. Add --tls-cert and --tls-key, or put an HTTPS proxy in front and name it in"
    " TIEOUT_WEB_PROXIES."
)

TITLE: Final = "tieout"
NOTHING: Final = "Nothing needs you."
#: What the acts of a decision are called, as an entry's change tells of them.
CHANGES: Final = {
    "account": "new account",
    "open": "opening balance",
    "add": "add",
    "amend": "amend",
    "remove": "remove",
    "move": "move",
    "split": "split",
    "pair": "pair by hand",
    "outstanding": "outstanding",
    "leave": "leave as it is",
    "refused": "refused",
}
BACK: Final = "Back"
WEB_REFUSED: Final = {
    400: "The form was not sent the way this page sends it. Go back and try again.",
    404: "There is no such page.",
    411: "The Content-Length header is missing. Use the page Upload, or send the header.",
    413: "That is too much at once. Upload fewer documents at a time.",
    415: "Only forms from these pages are accepted here. Use the page Upload.",
    503: "The server is too busy. Wait a few seconds and try again.",
    405: "This page does not accept this kind of request.",
    408: "The request arrived too slowly. Try again.",
}
OTHER_HOST: Final = (
    "Only requests from this machine, to localhost, are answered. To let others in, add users:"
    " tieout user add"
)
WRONG_ORIGIN: Final = "This decision did not come from these pages, so it was refused."
BY_EARLIER: Final = "by an earlier version"


#: Errors whose own text names a command, as the pages say them, with a remedy that a
#: page has.
PAGE_REFUSED: Final = {
    "period_locked": "{day} is in the period from {start} to {end}, which is reconciled and"
    " locked. Nothing was changed. To change it, unlock the period first, under"
    " Coverage.",
    "would_break_lock": "The period from {start} to {end} is reconciled and locked, and would no"
    " longer tie out. Nothing was changed. To change it, unlock it first,"
    " under Coverage.",
    "difference_moved": "Somebody has just decided on that statement. Nothing was done; this is"
    " its current state.",
    "suggestion_moved": "Somebody has just decided on that statement. Nothing was done; this is"
    " its current state.",
    "nothing_waits": "Somebody has just decided on this. Nothing was done; this is its current"
    " state.",
    "already_decided": "Somebody has just decided on this. Nothing was done; this is its current"
    " state.",
    "no_such_difference": "That difference no longer exists. Nothing was done; this is the"
    " current state.",
    "nothing_suggested": "That is no longer suggested. Nothing was done; this is the current"
    " state.",
    "cannot_resolve": "That cannot be done here: {why}.",
    "source_missing": "There is no file at {path}. Put it back, or name where it is now.",
    "source_known": "There is a source named {name} already. Choose another name.",
    "account_has_source": "The account {account} is kept in step with the source {source}"
    " already, and two would add each entry twice.",
    "source_needs_currency": "{file} does not say in which currency its amounts are. Name it, or"
    " choose the account.",
    "csv_mapping_ambiguous": "{file}, line {line}, may say {one} or {other}, and no proven"
    " statement settles which. Choose it below.",
    "no_sync_to_undo": "Nothing was taken over from {name} that could be undone.",
    "source_unknown_account": "The source has not just one account, but: {known}. Leave the"
    " account to the names at the source.",
    "no_account_yet": "The account of this statement is not known yet. Accept the proposed"
    " account, or choose one.",
    "entry_taken": "Entry {entry_id} is paired with a line of a different statement (import"
    " {import_id}). Compare both, and correct the other first if it is wrong.",
    "no_such_entry": "The ledger has no entry {entry_id} in this account.",
    "nothing_stated": "No answer was given. Fill in what the page does not say.",
    "nothing_to_prove": "No reading of this document is stored to compare a statement with. Read"
    " it again first.",
    "account_unclear": "{wanted} matches no account, or more than one. Choose one from the list.",
    "document_gone": "The document was moved or has changed. Put it back, or upload it again.",
    "document_away": "The folder of the document, {folder}, cannot be reached from this machine.",
    "place_not_set": "The document is kept, but this installation does not say where"
    " (TIEOUT_DOCUMENTS).",
    "document_not_kept": "The document was not kept, so it cannot be read again. Upload it again.",
    "document_dropped": "The document was removed after the import. Upload it again.",
    "password_needed": "This PDF is locked, and no known password opens it. Enter its password.",
    "no_statement": "No statement was found in this document. If it is one, upload the file that"
    " the bank itself offers, or a sharper picture.",
    "too_many_pages": "The document has {pages} pages, more than the limit of {limit}. Split it,"
    " or ask your administrator to raise the limit.",
    "reader_timeout": "Reading the document took more than {seconds} seconds, so it was stopped."
    " Split it, or ask your administrator to raise the limit.",
    "reader_out_of_memory": "Reading the document needed more than {mib} MiB of memory, so it was"
    " stopped. Print it to a new PDF, or ask your administrator to raise"
    " the limit.",
    "cancelled": "A person cancelled this import. Retry it to bring the document in after all.",
    "poison": "{deaths} workers crashed on this document, so it was set aside. Print it to a new"
    " PDF and upload that, or retry it by itself.",
    "not_failed": "That import is no longer a failed one. Nothing was done; check its current"
    " status.",
    "not_open": "That import has already ended, so there is nothing to cancel. Nothing was done.",
    "no_such_import": "There is no import {import_id}. It may have been undone; To do shows what"
    " waits.",
    "import_busy": "The document is being read right now. Wait until it is done, then look again.",
    "password_useless": "No worker is running here, so the password would have no effect. Ask"
    " your administrator to set it (TIEOUT_PDF_PASSWORDS).",
    "unknown_account": "There is no such account. It may have been merged into another; Accounts"
    " shows those there are.",
    "account_locked": "{name} has periods that are reconciled and locked, and this would change"
    " what they hold: {locks}. Unlock each one first, under Locked periods.",
    "same_account": "{name} cannot be merged into itself. Choose another account.",
    "currency_kept": "{name} has entries in {currency}, so its currency stays. Add another account"
    " for the other currency.",
    "opening_unclear": "{name} opened with {opening} and {into} with {other}, and neither follows"
    " from the other, so nothing was merged. Enter below their combined"
    " balance before the first entry.",
    "account_changed_since": "The last change of {name} ({action}) cannot be undone, because this"
    " was changed since: {what}. Put that back first, or correct the"
    " account.",
    "no_change_to_undo": "There is no change to {name} that could be undone. Undo an import under"
    " History.",
    "lock_holds": "An entry is in a period that is reconciled and locked, so nothing was changed."
    " To change it, unlock the period first, under Coverage.",
    "no_such_lock": "That period is no longer locked. Nothing was done; Coverage shows the locked"
    " ones.",
    "no_such_discrepancy": "That discrepancy is no longer open. Nothing was done.",
    "ledger_unreachable": "The ledger cannot be used at the moment. Try again shortly; if the"
    " problem persists, ask your administrator.",
}
#: Why a difference cannot be resolved so, by what the command line says.
WHY: Final = {
    "it needs exactly one line: name it with --line": "it needs exactly one line: choose it",
    "it needs exactly one entry: name it with --entry": "it needs exactly one entry: choose it",
    "it needs a line of the statement with a date": "it needs a line of the statement with a date",
    "it needs one line with entries, or one entry with lines": "it needs one line with entries, or"
    " one entry with lines",
    "only an entry that is on no line can be outstanding": "only an entry that is on no line can be"
    " outstanding",
    "say where to: --to-day DATE or --to-account ACCOUNT": "say to which day or to which account",
    "say why, with --reason TEXT": "say why",
    "the line has no date": "the line has no date",
    "the lines and the entries do not come to the same amount": "the lines and the entries do"
    " not come to the same amount; choose those that do",
    "there is no entry to remove": "there is no entry to remove",
    "this is not one of the possible acts": "this is not one of the possible acts",
}
