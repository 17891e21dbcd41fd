"""The texts of the review pages and their verb, and of what the pages refuse."""

from __future__ import annotations

from typing import Final

from app.texts.terminal import Example

WEB_SUMMARY: Final = "Review in a browser, with the statement's page beside each difference."
WEB_HELP: Final = (
    "Serve the review pages until Ctrl-C. They show what `tieout review` shows, with a picture of"
    " the statement's page, and take the same decisions. At this machine you come in by the link"
    " that is shown, which works once. Once there are users (tieout user add), and before other"
    " machines are let in, people sign in; their names are kept with each decision."
)
WEB_EXAMPLES: Final = (
    Example("tieout web", "then open the link that it shows"),
    Example("tieout web --port 9000 --database ~/books/tieout.db", "another ledger"),
    Example(
        "tieout web --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem",
        "for a team, whose members sign in",
    ),
)
WEB_HOST_HELP: Final = "Where to listen (default: 127.0.0.1, this machine only)."
WEB_PORT_HELP: Final = "The port (default: 8080); 0 for any that is free."
WEB_TLS_CERT_HELP: Final = "The certificate to speak HTTPS with, and those above it: a PEM file."
WEB_TLS_KEY_HELP: Final = "The key of that certificate, without a password: a PEM file."
WEB_TLS_BOTH: Final = "--tls-cert and --tls-key belong together: give both, or neither."
SERVING: Final = "review at {address} and sign in; Ctrl-C ends"
SERVING_LINK: Final = "review at {address} (works once; Enter shows another; Ctrl-C ends)"
OPEN_LINES: Final = (
    "Passwords and pages can be read on their way to other machines. Add --tls-cert and --tls-key,"
    " or put a proxy that speaks HTTPS before it and name it in TIEOUT_WEB_PROXIES."
)

TITLE: Final = "tieout"
NOTHING: Final = "Nothing needs you."
CHANGES: Final = {
    "account": "new account",
    "open": "opening balance",
    "add": "add",
    "amend": "amend",
    "remove": "remove",
    "pair": "pair by hand",
}
BACK: Final = "Back"
WEB_REFUSED: Final = {
    400: "The form was not filled in the way these pages do. Go back and try again.",
    404: "There is no such page.",
    411: "How long it is was not said. Use the page Upload, or say Content-Length.",
    413: "That is more than can be taken at once. Hand in fewer documents at a time.",
    415: "Only forms of these pages are taken here. Use the page Upload.",
    503: "Too much is asked for at this moment. Wait a few seconds and try again.",
    405: "This page cannot be asked for in that way.",
    408: "What was sent came too slowly. Try again.",
}
OTHER_HOST: Final = (
    "Only this machine is answered, under the name localhost. To answer others, add users: tieout"
    " user add"
)
WRONG_ORIGIN: Final = "This decision did not come from these pages, so it was not taken."
BY_EARLIER: Final = "by an earlier version"


#: Errors whose own text names a command, as the pages say them, with a remedy that a
#: page has.
PAGE_REFUSED: Final = {
    "period_locked": "The period from {start} to {end} is reconciled and locked, and {day} lies in"
    " it. Nothing was changed. If it must be, unlock it first, under Coverage.",
    "would_break_lock": "The period from {start} to {end} is reconciled and locked, and would not"
    " tie out any more. Nothing was changed. If it must be, unlock it first, under Coverage.",
    "difference_moved": "Somebody decided on that statement just now. Nothing was done; this is"
    " how it is now.",
    "suggestion_moved": "Somebody decided on that statement just now. Nothing was done; this is"
    " how it is now.",
    "nothing_waits": "Somebody decided on this just now. Nothing was done; this is how it is now.",
    "already_decided": "Somebody decided on this just now. Nothing was done; this is how it is"
    " now.",
    "no_such_difference": "That difference is not there any more. Nothing was done; this is how it"
    " is now.",
    "nothing_suggested": "That is not suggested any more. Nothing was done; this is how it is now.",
    "cannot_resolve": "That cannot be done here: {why}.",
    "no_account_yet": "No account is known for this statement yet. Accept the account that it"
    " proposes, or state one.",
    "entry_taken": "Entry {entry_id} is what a line of another statement says, that of import"
    " {import_id}. Look at both, and mend the other first if it is wrong.",
    "no_such_entry": "The ledger has no entry {entry_id} in this account.",
    "nothing_stated": "Nothing was stated. Fill in what the page does not say.",
    "nothing_to_prove": "Nothing is kept of this document that a statement could be held to. Read"
    " it again first.",
    "account_unclear": "No account, or more than one, goes by {wanted}. Choose one of the list.",
    "document_gone": "The document is not at its place any more, or is another one now. Put it"
    " back, or upload it again.",
    "document_away": "The folder of the document, {folder}, cannot be reached from this machine.",
    "place_not_set": "The document is kept, but this installation does not say where"
    " (TIEOUT_DOCUMENTS).",
    "document_not_kept": "The document was not kept, so it cannot be read again. Upload it again.",
    "document_dropped": "The document was dropped when the import had ended. Upload it again.",
    "password_needed": "This PDF is locked, and no password that is known opens it. Give its"
    " password.",
    "no_statement": "No statement was found in this document. If it is one, hand in the file that"
    " the bank itself offers, or a sharper picture.",
    "too_many_pages": "The document has {pages} pages, more than the limit of {limit}. Split it, or"
    " ask whoever runs tieout to allow more.",
    "reader_timeout": "Reading the document took more than {seconds} seconds, so it was stopped."
    " Split it, or ask whoever runs tieout to allow more.",
    "reader_out_of_memory": "Reading the document needed more than {mib} MiB of memory, so it was"
    " stopped. Print it to a new PDF, or ask whoever runs tieout to allow more.",
    "cancelled": "A person cancelled this import. Retry it to bring the document in after all.",
    "poison": "{deaths} workers died over this document, so it is kept for a person. Print it to a"
    " new PDF and hand that in, or retry it by itself.",
    "not_failed": "That import is not a failed one any more. Nothing was done; look at how it"
    " stands now.",
    "not_open": "That import has ended meanwhile, so there is nothing to cancel. Nothing was done.",
    "no_such_import": "There is no import {import_id}. It may have been undone; To do shows what"
    " waits.",
    "import_busy": "The document is being read right now. Wait until that has ended, then look"
    " again.",
    "password_useless": "Nothing here carries imports out, so that nothing would become of the"
    " password. Ask whoever runs tieout to give it to the program.",
    "unknown_account": "There is no such account. It may have been merged into another; Accounts"
    " shows those there are.",
    "account_locked": "{name} has periods that are reconciled and locked, and this would change"
    " what they hold: {locks}. Unlock each one first, under Locked periods.",
    "same_account": "{name} cannot be merged into itself. Choose another account.",
    "currency_kept": "{name} has entries in {currency}, so its currency stays. Add another account"
    " for the other currency.",
    "opening_unclear": "{name} began with {opening} and {into} with {other}, and neither follows"
    " from the other, so nothing was merged. Say below what both together held before the first"
    " entry.",
    "account_changed_since": "The last change of {name} ({action}) cannot be undone, because of"
    " what was changed since: {what}. Put that back first, or correct the account.",
    "no_change_to_undo": "Nothing was done to {name} that could be undone. An import is undone"
    " under History.",
    "lock_holds": "An entry lies in a period that is reconciled and locked, so nothing was changed."
    " If it must be, unlock the period first, under Coverage.",
    "no_such_lock": "That period is not locked any more. Nothing was done; Coverage shows those"
    " that are.",
    "no_such_discrepancy": "That discrepancy is not open any more. Nothing was done.",
    "ledger_unreachable": "The ledger cannot be used just now. Try again in a moment; if it lasts,"
    " ask whoever runs tieout.",
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
    "the lines and the entries do not come to the same": "the lines and the entries do not come to"
    " the same amount; choose those that do",
    "there is no entry to remove": "there is no entry to remove",
    "this is none of the acts that are possible": "this is none of the acts that are possible",
}
