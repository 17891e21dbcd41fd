"""What the command line says about webhooks."""

from __future__ import annotations

from typing import Final

from app.texts.terminal import Example

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
ADD_HELP: Final = (
    "Tell the address URL from now on, and show the secret with which what it gets is signed, once."
    " It needs https, unless it is this machine."
)
ADD_EXAMPLES: Final = (
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
LIST_HELP: Final = "List the webhooks."
LIST_EXAMPLES: Final = (Example("tieout webhook list", "which addresses are told of what"),)
REMOVE_HELP: Final = "Tell the webhook with this number nothing any more."
REMOVE_EXAMPLES: Final = (Example("tieout webhook remove 1", "at once"),)
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

ADDED: Final = "This is its secret, shown this once; webhook {id} is told: {events}."
ROTATED: Final = (
    "This is the new secret of webhook {webhook_id}, shown this once; the one before it signs until"
    " {until}."
)
REMOVED: Final = "Webhook {webhook_id} is removed."
ARRIVED: Final = "It arrived, and was answered with {status}."
NOT_ARRIVED: Final = "It did not arrive: {error}"
NONE_YET: Final = "There is no webhook."
NOTHING_TOLD: Final = "Nothing was told, and nothing is owed."
ADDRESS: Final = "address"
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
