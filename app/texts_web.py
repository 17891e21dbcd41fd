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
WORK: Final = "Work"
WORK_TITLE: Final = "Imports as work"
NOTHING: Final = "Nothing needs you."
MORE_CAUSES: Final = "{more} more wait behind these."
OPEN_WORK: Final = "{count} import(s) are still waiting or at work."
DIFFERENCES: Final = "differences"
RETRY: Final = "Retry"
CANCEL: Final = "Cancel"
BACK: Final = "Back"
REFUSED: Final = {
    400: "The form was not filled in the way these pages do. Go back and try again.",
    404: "There is no such page.",
    405: "This page cannot be asked for in that way.",
}
NO_PASSWORD: Final = "A name and the password are needed."
OTHER_HOST: Final = (
    "Only this machine is answered, under the name localhost. To answer others, set"
    " TIEOUT_WEB_PASSWORD."
)
WRONG_ORIGIN: Final = "This decision did not come from these pages, so it was not taken."
BY_EARLIER: Final = "by an earlier version"
