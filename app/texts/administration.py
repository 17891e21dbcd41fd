"""What the command line says about users, tokens, books and webhooks."""

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

ACCESS_NAME: Final = "name"
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


BOOK_SUMMARY: Final = "Keep several ledgers, such as a bookkeeper's clients, in one installation."
BOOK_HELP: Final = (
    "Add, list and remove books. Each is a ledger in a database of its own; the list of them is the"
    " file that TIEOUT_BOOKS names, or tieout-books.toml. What a verb does to a book:"
    " tieout --book NAME VERB"
)
BOOK_EXAMPLES: Final = (
    Example('tieout book add "Client A" --database ~/clients/a.db', "a file of its own"),
    Example("tieout book list", "each with what waits in it"),
    Example("tieout --book client-a import ~/clients/a", "any verb, for one book"),
)
BOOK_ADD_HELP: Final = (
    "Put a book on the list, and make its ledger unless it is there. NAME is how people call it;"
    " its address (client-a) is made of that. A URL may hold a password: --database-env and"
    " --database-file name where it stands instead."
)
BOOK_ADD_EXAMPLES: Final = (
    Example('tieout book add "Client A" --database ~/clients/a.db', "a file"),
    Example(
        'tieout book add "Client B" --database-env CLIENT_B_URL --documents s3://statements',
        "a URL that only the environment holds",
    ),
)
BOOK_LIST_HELP: Final = "List the books, each with where it is and how many imports wait in it."
BOOK_LIST_EXAMPLES: Final = (Example("tieout book list --json", "for a program"),)
BOOK_REMOVE_HELP: Final = (
    "Take a book off the list. Its ledger and its documents stay where they are; to bring it back,"
    " add it again."
)
BOOK_REMOVE_EXAMPLES: Final = (
    Example("tieout book remove client-a", "by its address or its name"),
)
NAME_WORD: Final = "NAME"
ADDRESS_HELP: Final = "What stands in addresses and behind --book (default: made of the name)."
PLACE_HELP: Final = "Its ledger: a path, or an sqlite: or postgresql: URL."
PLACE_ENV_HELP: Final = "The environment variable that holds the URL of its ledger."
PLACE_FILE_HELP: Final = "The file that holds the URL of its ledger."
DOCUMENTS_HELP: Final = "Where its documents are kept (default: as TIEOUT_DOCUMENTS says)."
REDIS_HELP: Final = "Its queue: redis://host:6379/1, with a number of its own (default: none)."
REDIS_ENV_HELP: Final = "The environment variable that holds the URL of its queue."
ONE_PLACE: Final = "Say where the ledger is, once: --database, --database-env or --database-file."
ONE_QUEUE: Final = "Say where the queue is once: --redis or --redis-env."
OPTION_HELP: Final = "The book that the verb is about, by address or name (or TIEOUT_BOOK)."
MADE: Final = "{name} is on the list, as {address}. Its ledger was made at {place}."
BOOK_ADDED: Final = "{name} is on the list, as {address}. Its ledger is at {place}."
BOOK_REMOVED: Final = "{name} is off the list. Its ledger and its documents are where they were."
BOOK_ADDRESS: Final = "book"
BOOK_NAME: Final = "name"
WAITING: Final = "waits"
PLACE: Final = "place"
MANY: Final = "{most} or more"
CANNOT: Final = "? ({code})"
NO_ADDRESS: Final = "-"


WEBHOOK_SUMMARY: Final = "Tell other programs when an import has ended."
WEBHOOK_HELP: Final = (
    "Addresses that are told, signed in the Standard Webhooks form, when an import matched, needs"
    " review or failed, or when a lock refused a change or holds no more. `tieout web`, `worker`,"
    " `watch` and `schedule` deliver it, and try again for three days."
)
WEBHOOK_EXAMPLES: Final = (
    Example("tieout webhook add https://shop.example/hooks", "shows the secret, once"),
    Example("tieout webhook deliveries", "what arrived, and what did not"),
)
WEBHOOK_ADD_HELP: Final = (
    "Tell the address URL from now on, and show the secret with which what it gets is signed, once."
    " It needs https, unless it is this machine."
)
WEBHOOK_ADD_EXAMPLES: Final = (
    Example("tieout webhook add https://shop.example/hooks", "of everything"),
    Example(
        "tieout webhook add https://shop.example/hooks --on needs_review --on failed",
        "only of what needs somebody",
    ),
)
ON_HELP: Final = "What it is told of (default: everything); may be repeated."
PRIVATE_HELP: Final = "Allow an address in a private network, and one without https."
ROTATE_HELP: Final = (
    "Give the webhook with this number a new secret, shown once. For a day what is sent is signed"
    " with the one before it too, so that the receiver can be changed meanwhile."
)
ROTATE_EXAMPLES: Final = (Example("tieout webhook rotate 1", "shows the new secret, once"),)
WEBHOOK_LIST_HELP: Final = "List the webhooks."
WEBHOOK_LIST_EXAMPLES: Final = (Example("tieout webhook list", "which addresses are told of what"),)
WEBHOOK_REMOVE_HELP: Final = "Tell the webhook with this number nothing any more."
WEBHOOK_REMOVE_EXAMPLES: Final = (Example("tieout webhook remove 1", "at once"),)
TEST_HELP: Final = "Send a test to the webhook with this number, at once and only once."
TEST_EXAMPLES: Final = (Example("tieout webhook test 1", "does it arrive?"),)
DELIVERIES_HELP: Final = "List what was told or is owed, the newest first."
DELIVERIES_EXAMPLES: Final = (
    Example("tieout webhook deliveries", "of all"),
    Example("tieout webhook deliveries 1 --limit 5", "of one"),
)
LIMIT_HELP: Final = "How many at most (default: 50)."
URL_WORD: Final = "URL"
WEBHOOK_WORD: Final = "WEBHOOK"

WEBHOOK_ADDED: Final = "This is its secret, shown this once; webhook {id} is told: {events}."
ROTATED: Final = (
    "This is the new secret of webhook {webhook_id}, shown this once; the one before it signs until"
    " {until}."
)
WEBHOOK_REMOVED: Final = "Webhook {webhook_id} is removed."
ARRIVED: Final = "It arrived, and was answered with {status}."
NOT_ARRIVED: Final = "It did not arrive: {error}"
NONE_YET: Final = "There is no webhook."
NOTHING_TOLD: Final = "Nothing was told, and nothing is owed."
WEBHOOK_ADDRESS: Final = "address"
TOLD_OF: Final = "told of"
EVENT: Final = "event"
ABOUT: Final = "about"
WHEN: Final = "when"
TRIES: Final = "tries"
OUTCOME: Final = "outcome"
DELIVERED: Final = "delivered"
GIVEN_UP: Final = "given up: {error}"
WAITS: Final = "waits"
WAITS_AFTER: Final = "waits: {error}"
IMPORT: Final = "import {id}"
LOCK: Final = "lock {id}"
DISCREPANCY: Final = "discrepancy {id}"
