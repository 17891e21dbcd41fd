"""The texts of the review pages, and of the verb that serves them: beside `app.texts`."""

from __future__ import annotations

from typing import Final

from app.texts import Example

WEB_SUMMARY: Final = "Review in a browser, with the statement's page beside each difference."
WEB_HELP: Final = (
    "Serve the review pages until Ctrl-C. They show what `tieout review` shows, with a picture of"
    " the statement's page, and take the same decisions. Other machines are let in only with a"
    " password (TIEOUT_WEB_PASSWORD; the user name is kept with each decision), and then"
    " best behind a proxy that speaks HTTPS."
)
WEB_EXAMPLES: Final = (
    Example("tieout web", "then open http://127.0.0.1:8080"),
    Example("tieout web --port 9000 --database ~/books/tieout.db", "another ledger"),
    Example("TIEOUT_WEB_PASSWORD=... tieout web --host 0.0.0.0", "for a team"),
)
WEB_HOST_HELP: Final = "Where to listen (default: 127.0.0.1, this machine only)."
WEB_PORT_HELP: Final = "The port (default: 8080); 0 for any that is free."
SERVING: Final = "review at {address}; Ctrl-C ends"

TITLE: Final = "tieout"
REVIEW: Final = "Review"
NOTHING: Final = "Nothing needs you."
MORE_CAUSES: Final = "{more} more wait behind these."
OPEN_WORK: Final = "{count} import(s) are still waiting or at work."
DIFFERENCES: Final = "differences"
STATEMENT_SAYS: Final = "statement"
LEDGER_SAYS: Final = "ledger"
WHAT: Final = "what it is"
NUMBER: Final = "no."
PAGE: Final = "page {number}"
LINES: Final = "{count} line(s)"
OPENING: Final = "opening"
CLOSING: Final = "closing"
PASSED: Final = "checks passed: {names}"
PROPOSED: Final = "What a yes would change in the ledger"
CHANGES: Final = {
    "account": "new account",
    "open": "opening balance",
    "add": "add",
    "amend": "amend",
    "remove": "remove",
    "pair": "pair by hand",
}
SUGGESTED_BY: Final = "proposed by the model {model} when asked; no proof"
ACCEPT: Final = "Accept what is ticked"
REJECT: Final = "Reject"
REASON: Final = "reason"
UNDO: Final = "Undo this import"
UNDO_SURE: Final = "The ledger will be put back to what it was before this import."
BACK: Final = "Back"
MARKED: Final = "Marked are the rows that no entry of the ledger was found for."
NO_PICTURE: Final = "No picture of the page can be shown."
MORE: Final = (
    "{count} more statement(s) of the same account wait: what they propose follows when this is"
    " decided."
)
LOOK_AGAIN: Final = "Look again"
MOVED: Final = "The ledger has changed since this was proposed."
NOTHING_TO_ACCEPT: Final = (
    "There is no change here that could be accepted. Correct the ledger yourself, or reject, so"
    " that this waits no longer."
)
DONE: Final = {
    "accepted": "Done: the changes are in the ledger.",
    "rejected": "The proposals are rejected; what differs stays as it is.",
    "refreshed": "This is what is proposed for the ledger as it is now.",
    "settled": "It ties out now; nothing is left to decide.",
    "taken": "Done as it was suggested.",
    "nothing": "Nothing was ticked, so nothing was done.",
}
REFUSED: Final = {
    400: "The form was not filled in the way these pages do. Go back and try again.",
    404: "There is no such page.",
    411: "How long it is was not said. Use the page Upload, or say Content-Length.",
    413: "That is more than can be taken at once. Hand in fewer documents at a time.",
    415: "Only forms of these pages are taken here. Use the page Upload.",
    503: "Too much is asked for at this moment. Wait a few seconds and try again.",
    405: "This page cannot be asked for in that way.",
}
NO_PASSWORD: Final = "A name and the password are needed."
OTHER_HOST: Final = (
    "Only this machine is answered, under the name localhost. To answer others, set"
    " TIEOUT_WEB_PASSWORD."
)
WRONG_ORIGIN: Final = "This decision did not come from these pages, so it was not taken."
BY_EARLIER: Final = "by an earlier version"
