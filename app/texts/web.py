"""The texts of the review pages, and of the verb that serves them: beside `terminal`."""

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
REFUSED: Final = {
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
