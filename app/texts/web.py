"""The texts of the review pages and their verb, and of what the pages refuse."""

from typing import Final

from app.texts import table

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
CHANGES: Final = table("web", "CHANGES")
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
PAGE_REFUSED: Final = table("web", "PAGE_REFUSED")
#: Why a difference cannot be resolved so, by what the command line says.
WHY: Final = table("web", "WHY")
