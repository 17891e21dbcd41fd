"""What is said about users, tokens, books and webhooks."""

from typing import Final

from app.texts.language import marked
from app.texts.terminal import Example, Help

USER_SUMMARY: Final = "Manage who may sign in to the review pages, and what they may do."
USER_HELP: Final = Help(
    "Users of the review pages. The role `look` sees everything, `decide` can also change the"
    " ledger, and `manage` can also add and remove users. Once there is a user, `tieout web` asks"
    " everybody to sign in.",
    Example("tieout user add sam --role manage", "asks for a password, twice"),
    Example("tieout user list", "who there is"),
)
USER_ADD_HELP: Final = Help(
    "Add a user. The password, at least 12 characters, is asked for twice or read from a file."
    " With --proxy-only there is no password: the user signs in through a reverse proxy.",
    Example("tieout user add sam --role manage", "somebody who may do everything"),
    Example("tieout user add alex@example.org --role look --password-file new.txt", "by a script"),
)
USER_LIST_HELP: Final = Help(
    "List the users with their roles.", Example("tieout user list", "who may sign in")
)
USER_ROLE_HELP: Final = Help(
    "Change a user's role, and sign them out everywhere.",
    Example("tieout user role alex decide", "may change the ledger"),
    Example("tieout user role alex decide --book client-a", "in that book"),
    Example("tieout user role alex none --book client-a", "does not see it any more"),
)
USER_PASSWORD_HELP: Final = Help(
    "Set a new password for a user, and sign them out everywhere.",
    Example("tieout user password alex", "asks for it, twice"),
)
USER_REMOVE_HELP: Final = Help(
    "Remove a user; their decisions stay in the log under their name.",
    Example("tieout user remove alex", "at once, everywhere"),
)
USER_WORD: Final = "NAME"
ROLE_HELP: Final = "Their role (default: decide); none: only the roles they have in books."
USER_BOOK_HELP: Final = "In this book, instead of the ledger outside the list of books."
PASSWORD_FILE_HELP: Final = "A file whose first line is the password."
PROXY_ONLY_HELP: Final = "No password: signs in through the reverse proxy (TIEOUT_WEB_USER_HEADER)."
PROXY_ONLY_ALONE: Final = "--proxy-only and --password-file cannot be used together."
NEW_PASSWORD: Final = "Password for {name}: "
NEW_PASSWORD_AGAIN: Final = "The same again: "

TOKEN_SUMMARY: Final = "Create and revoke tokens for programs that use the API."
TOKEN_HELP: Final = Help(
    "Tokens with which other programs use the HTTP API, each with a role. A token is shown only"
    " once, when it is created; give each program its own.",
    Example("tieout token add bookshop --role decide", "shows it, once"),
    Example("tieout token revoke 3", "of no use from now on"),
)
TOKEN_ADD_HELP: Final = Help(
    "Create a token for the program NAME, and show it once.",
    Example("tieout token add bookshop --role decide", "may hand in statements and decide"),
    Example("tieout token add dashboard", "may only look"),
)
TOKEN_LIST_HELP: Final = Help(
    "List the tokens with their roles, and when each was last used.",
    Example("tieout token list", "also those that were revoked"),
)
TOKEN_REVOKE_HELP: Final = Help(
    "Revoke the token with this number.", Example("tieout token revoke 3", "at once")
)
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
    "There are no users: `tieout web` shows a sign-in link in its terminal. Add a user: tieout"
    " user add"
)
NO_TOKENS: Final = "There are no tokens."
USER_CHANGED: Final = {
    "added": "{name} may sign in, with the role {role}.",
    "role": "{name} now has the role {role}, and is signed out everywhere.",
    "password": "The password of {name} is set, and they are signed out everywhere.",
    "removed": "{name} is removed.",
}
TOKEN_ADDED: Final = "Save it now; it will not be shown again."
TOKEN_REVOKED: Final = "Token {token_id} is revoked."

DOCTOR_LINK: Final = "there are no users; `tieout web` shows a sign-in link in its terminal"
DOCTOR_USERS: Final = "users who sign in: {users}, with the role manage: {managers}"
DOCTOR_PROXY: Final = "; {proxies} may name them in {header}"


BOOK_SUMMARY: Final = "Keep several ledgers, such as a bookkeeper's clients, in one installation."
BOOK_HELP: Final = Help(
    "Add, list and remove books. Each is a ledger in its own database; they are listed in the"
    " file that TIEOUT_BOOKS names, or tieout-books.toml. To use a verb on a book: tieout --book"
    " NAME VERB",
    Example('tieout book add "Client A" --database ~/clients/a.db', "a file of its own"),
    Example("tieout book list", "each with what waits in it"),
    Example("tieout --book client-a import ~/clients/a", "any verb, for one book"),
)
BOOK_ADD_HELP: Final = Help(
    "Add a book to the list, and create its ledger if there is none. NAME is what people call it;"
    " its address (client-a) is made from that. A URL may contain a password: --database-env and"
    " --database-file name where to find it instead.",
    Example('tieout book add "Client A" --database ~/clients/a.db', "a file"),
    Example(
        'tieout book add "Client B" --database-env CLIENT_B_URL --documents s3://statements',
        "a URL that only the environment holds",
    ),
)
BOOK_LIST_HELP: Final = Help(
    "List the books with their locations, and how many imports wait in each.",
    Example("tieout book list --json", "for a program"),
)
BOOK_REMOVE_HELP: Final = Help(
    "Take a book off the list. Its ledger and its documents stay where they are; to bring it back,"
    " add it again.",
    Example("tieout book remove client-a", "by its address or its name"),
)
NAME_WORD: Final = "NAME"
ADDRESS_HELP: Final = "Its name in addresses and after --book (default: made from NAME)."
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
BOOK_REMOVED: Final = (
    "{name} is removed from the list. Its ledger and its documents were not moved."
)
BOOK_ADDRESS: Final = "book"
BOOK_NAME: Final = "name"
WAITING: Final = "waits"
PLACE: Final = "place"
MANY: Final = "{most} or more"
CANNOT: Final = "? ({code})"
NO_ADDRESS: Final = "-"


WEBHOOK_SUMMARY: Final = "Tell other programs when an import has ended."
WEBHOOK_HELP: Final = Help(
    "Addresses that get a signed message (Standard Webhooks) when an import matched, needs review"
    " or failed, or when a lock refused a change or no longer holds. `tieout web`, `worker`,"
    " `watch` and `schedule` deliver it, and retry for three days.",
    Example("tieout webhook add https://shop.example/hooks", "shows the secret, once"),
    Example("tieout webhook deliveries", "what arrived, and what did not"),
)
WEBHOOK_ADD_HELP: Final = Help(
    "Send events to URL from now on, and show once the secret that signs them. It needs https,"
    " unless it is this machine.",
    Example("tieout webhook add https://shop.example/hooks", "of everything"),
    Example(
        "tieout webhook add https://shop.example/hooks --on needs_review --on failed",
        "only of what needs somebody",
    ),
)
ON_HELP: Final = "Events to send (default: all); may be repeated."
PRIVATE_HELP: Final = "Allow an address in a private network, and one without https."
ROTATE_HELP: Final = Help(
    "Give the webhook with this number a new secret, shown once. For a day, messages are also"
    " signed with the previous one, so that the receiver can be changed in the meantime.",
    Example("tieout webhook rotate 1", "shows the new secret, once"),
)
WEBHOOK_LIST_HELP: Final = Help(
    "List the webhooks.", Example("tieout webhook list", "which addresses get which events")
)
WEBHOOK_REMOVE_HELP: Final = Help(
    "Remove the webhook with this number.", Example("tieout webhook remove 1", "at once")
)
TEST_HELP: Final = Help(
    "Send one test message to the webhook with this number, now.",
    Example("tieout webhook test 1", "does it arrive?"),
)
DELIVERIES_HELP: Final = Help(
    "List the messages that were sent or are waiting, newest first.",
    Example("tieout webhook deliveries", "of all"),
    Example("tieout webhook deliveries 1 --limit 5", "of one"),
)
LIMIT_HELP: Final = "How many at most (default: 50)."
URL_WORD: Final = "URL"
WEBHOOK_WORD: Final = "WEBHOOK"

WEBHOOK_ADDED: Final = "This is its secret, shown only once; webhook {id} gets: {events}."
ROTATED: Final = (
    "This is the new secret of webhook {webhook_id}, shown only once; the previous one also signs"
    " until {until}."
)
WEBHOOK_REMOVED: Final = "Webhook {webhook_id} is removed."
ARRIVED: Final = "It was delivered; the answer was {status}."
NOT_ARRIVED: Final = "It was not delivered: {error}"
NONE_YET: Final = "There are no webhooks."
NOTHING_TOLD: Final = "No messages were sent, and none are waiting."
WEBHOOK_ADDRESS: Final = "address"
TOLD_OF: Final = "events"
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

#: What the page of users and tokens calls roles.
ROLES: Final = {
    "none": marked("none, only their roles in books"),
    "look": marked("look: see everything"),
    "decide": marked("decide: change the ledger too"),
    "manage": marked("manage: also add and remove users"),
}
#: The same in one word, as lists have it.
ROLES_SHORT: Final = {
    "none": marked("none"),
    "look": marked("look"),
    "decide": marked("decide"),
    "manage": marked("manage"),
}
PEOPLE_DONE: Final = {
    "added": marked("The user is added."),
    "role": marked("The role is changed, and the user is signed out everywhere."),
    "right": marked("The role in the book is changed."),
    "password": marked("The password is set, and the user is signed out everywhere."),
    "removed": marked("The user is removed; what they decided stays in the history."),
    "ended": marked("The sessions are ended."),
    "revoked": marked("The token is revoked."),
}
