"""What is said about users, tokens, books and webhooks."""

from typing import Final

from app.texts import table
from app.texts.language import marked

USER_WORD: Final = "NAME"
PROXY_ONLY_ALONE: Final = "--proxy-only and --password-file cannot be used together."
NEW_PASSWORD: Final = "Password for {name}: "
NEW_PASSWORD_AGAIN: Final = "The same again: "

TOKEN_WORD: Final = "TOKEN"

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
USER_CHANGED: Final = table("administration", "USER_CHANGED")
TOKEN_ADDED: Final = "Save it now; it will not be shown again."
TOKEN_REVOKED: Final = "Token {token_id} is revoked."

DOCTOR_LINK: Final = "there are no users; `tieout web` shows a sign-in link in its terminal"
DOCTOR_USERS: Final = "users who sign in: {users}, with the role manage: {managers}"
DOCTOR_PROXY: Final = "; {proxies} may name them in {header}"


NAME_WORD: Final = "NAME"
ONE_PLACE: Final = "Say where the ledger is, once: --database, --database-env or --database-file."
ONE_QUEUE: Final = "Say where the queue is once: --redis or --redis-env."
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
