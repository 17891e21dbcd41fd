"""What the command line says about users and tokens."""

from __future__ import annotations

from typing import Final

from app.texts.terminal import Example

USER_SUMMARY: Final = "Say who may sign in to the review pages, and what they may do."
USER_HELP: Final = (
    "Users of the review pages. The role `look` sees everything, `decide` changes the ledger too,"
    " and `manage` also says who may come in. As soon as there is a user, `tieout web` asks"
    " everybody to sign in."
)
USER_EXAMPLES: Final = (
    Example("tieout user add sam --role manage", "asks for a password, twice"),
    Example("tieout user list", "who there is"),
)
USER_ADD_HELP: Final = (
    "Add a user, whose password is asked for twice or read from a file; at least 12 characters."
    " With --proxy-only there is none, and a reverse proxy says who comes."
)
USER_ADD_EXAMPLES: Final = (
    Example("tieout user add sam --role manage", "somebody who may do everything"),
    Example("tieout user add alex@example.org --role look --password-file new.txt", "by a script"),
)
USER_LIST_HELP: Final = "List the users with their roles."
USER_LIST_EXAMPLES: Final = (Example("tieout user list", "who may sign in"),)
USER_ROLE_HELP: Final = "Give a user another role; where they are signed in, that ends."
USER_ROLE_EXAMPLES: Final = (
    Example("tieout user role alex decide", "may change the ledger"),
    Example("tieout user role alex decide --book client-a", "in that book"),
    Example("tieout user role alex none --book client-a", "does not see it any more"),
)
USER_PASSWORD_HELP: Final = "Set a user's password anew; where they are signed in, that ends."
USER_PASSWORD_EXAMPLES: Final = (Example("tieout user password alex", "asks for it, twice"),)
USER_REMOVE_HELP: Final = "Remove a user; what they decided stays in the log under their name."
USER_REMOVE_EXAMPLES: Final = (Example("tieout user remove alex", "at once, everywhere"),)
USER_WORD: Final = "NAME"
ROLE_HELP: Final = "What they may do (default: decide); none: only what they may in books."
USER_BOOK_HELP: Final = "In this book, and not in the ledger that is none of the list."
PASSWORD_FILE_HELP: Final = "A file whose first line is the password."
PROXY_ONLY_HELP: Final = "No password: a reverse proxy says who comes (TIEOUT_WEB_USER_HEADER)."
PROXY_ONLY_ALONE: Final = "--proxy-only and --password-file exclude each other."
NEW_PASSWORD: Final = "Password for {name}: "
NEW_PASSWORD_AGAIN: Final = "The same again: "

TOKEN_SUMMARY: Final = "Make and revoke tokens, by which programs use the API."
TOKEN_HELP: Final = (
    "Tokens by which other programs come in over HTTP, each with a role. A token is shown once,"
    " when it is made; give each program its own."
)
TOKEN_EXAMPLES: Final = (
    Example("tieout token add bookshop --role decide", "shows it, once"),
    Example("tieout token revoke 3", "of no use from now on"),
)
TOKEN_ADD_HELP: Final = "Make a token for the program NAME, and show it, once."
TOKEN_ADD_EXAMPLES: Final = (
    Example("tieout token add bookshop --role decide", "may hand in statements and decide"),
    Example("tieout token add dashboard", "may only look"),
)
TOKEN_LIST_HELP: Final = "List the tokens: what they may do, and when each was used last."
TOKEN_LIST_EXAMPLES: Final = (Example("tieout token list", "also those that were revoked"),)
TOKEN_REVOKE_HELP: Final = "Let nobody in by the token with this number any more."
TOKEN_REVOKE_EXAMPLES: Final = (Example("tieout token revoke 3", "at once"),)
TOKEN_ROLE_HELP: Final = "What the program may do (default: look)."
TOKEN_BOOK_HELP: Final = "The only book that it may use (default: all)."
TOKEN_WORD: Final = "TOKEN"
BOOK_WORD: Final = "BOOK"

NAME: Final = "name"
ROLE: Final = "role"
IN_BOOKS: Final = "in books"
SIGNS_IN: Final = "signs in"
BY_PASSWORD: Final = "with a password"
BY_PROXY: Final = "by a proxy"
SINCE: Final = "since"
BEGINS_WITH: Final = "begins with"
LAST_USED: Final = "last used"
NEVER: Final = "never"
VALID: Final = "valid"
REVOKED: Final = "revoked {day}"
NO_USERS: Final = (
    "There are no users: `tieout web` shows a link to whoever runs it. Add one: tieout user add"
)
NO_TOKENS: Final = "There are no tokens."
USER_CHANGED: Final = {
    "added": "{name} may sign in, with the role {role}.",
    "role": "{name} has the role {role} now, and is signed in nowhere.",
    "password": "The password of {name} is set, and they are signed in nowhere.",
    "removed": "{name} is no user any more.",
}
TOKEN_ADDED: Final = "Keep it now, for it is not shown again."
TOKEN_REVOKED: Final = "Token {token_id} lets nobody in any more."

DOCTOR_LINK: Final = "`tieout web` shows a link to whoever runs it; there are no users"
DOCTOR_USERS: Final = "users who sign in: {users}, of them with the role manage: {managers}"
DOCTOR_PROXY: Final = "; {proxies} may name them in {header}"
