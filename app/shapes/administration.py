"""The JSON of users, tokens, books, webhooks and forgetting, in docs/other-json.md."""

import datetime
from typing import Literal

from app.shapes.writing import JsonShape, Versioned, shaped
from db.models import Webhook
from db.outside import Event

Role = Literal["look", "decide", "manage"]
UserRole = Literal["none", "look", "decide", "manage"]


class BookRoleShape(JsonShape):
    """What a user may do in the book of that address, as it was when the role was given."""

    book: str
    role: Role


class UserShape(JsonShape):
    """A user; ``role`` is theirs in the ledger that users are kept in. One without a password comes
    in by a proxy alone."""

    name: str
    role: UserRole
    books: tuple[BookRoleShape, ...]
    has_password: bool
    created_at: datetime.datetime


class UserChangedShape(Versioned):
    """What was done to a user, and the role that they have now."""

    name: str
    change: Literal["added", "role", "password", "removed"]
    role: UserRole | None


class TokenShape(JsonShape):
    """A token without its secret; ``begins_with`` is how its owner knows it."""

    id: int
    name: str
    begins_with: str
    role: Role
    book: str | None
    created_at: datetime.datetime
    created_by: str
    last_used_on: datetime.date | None
    revoked_at: datetime.datetime | None


class TokenAddedShape(Versioned):
    """A new token: the only time that ``token`` is told."""

    id: int
    name: str
    role: Role
    book: str | None
    token: str


class TokenRevokedShape(Versioned):
    """A token that lets no one in any more."""

    token_id: int
    revoked: bool


class BookShape(JsonShape):
    """One book: ``address`` is in the pages' addresses and behind --book, None for the ledger that
    is no book of the list. ``waiting`` imports wait for a person, at most `MOST`; ``error`` is the
    code of why no one knows."""

    address: str | None
    name: str
    place: str
    waiting: int | None
    error: str | None


class BookAddedShape(Versioned):
    """``created``: whether the ledger was made, or was there."""

    address: str
    name: str
    place: str
    created: bool


class BookRemovedShape(Versioned):
    """It is off the list; its ledger and documents stay."""

    address: str
    name: str


class WebhookShape(JsonShape):
    """An address and its events; ``private``: it may be in a network of one's own."""

    id: int
    url: str
    events: tuple[Event, ...]
    private: bool
    created_at: datetime.datetime
    created_by: str


class WebhookAddedShape(Versioned):
    """A new webhook, and the secret with which what it gets is signed: shown this once."""

    webhook: WebhookShape
    secret: str


class WebhookRotatedShape(Versioned):
    """A webhook's new secret, shown this once; until ``old_until`` the one before it signs too."""

    webhook_id: int
    secret: str
    old_until: datetime.datetime


class WebhookRemovedShape(Versioned):
    """A webhook that was removed."""

    webhook_id: int
    removed: bool


class DeliveryShape(JsonShape):
    """One event that a webhook is owed or was sent; times are in UTC.

    ``next_try_at`` is null when nothing is tried any more: it was delivered, or given up."""

    id: int
    webhook_id: int
    url: str
    message_id: str
    event: str
    import_id: int | None
    discrepancy_id: int | None
    lock_id: int | None
    created_at: datetime.datetime
    tries: int
    next_try_at: datetime.datetime | None
    delivered_at: datetime.datetime | None
    given_up_at: datetime.datetime | None
    last_status: int | None
    last_error: str | None


class TestedShape(Versioned):
    """The outcome of a test; ``status`` is null where nothing answered."""

    webhook_id: int
    delivered: bool
    status: int | None
    error: str | None


def webhook_shape(row: Webhook) -> WebhookShape:
    events = tuple(Event(word) for word in row.events.strip(",").split(","))
    return shaped(WebhookShape, row, events=events)


class ForgottenShape(Versioned):
    """How much went: ``acts`` are rows of the log whose text was taken out.

    ``shared`` are imports that stay, for they hold statements of other accounts too. ``cleaned``:
    the ledger's file was rewritten, so that none of it is left in its bytes."""

    documents: int
    statements: int
    lines: int
    entries: int
    acts: int
    shared: tuple[int, ...]
    cleaned: bool


class BackedUpShape(Versioned):
    """``documents`` are in the backup; ``missing`` ones are lost or damaged where they are kept."""

    folder: str
    documents: int
    missing: int


class RestoredShape(Versioned):
    """``proven`` of the ``statements`` that were proven are proven again from what was restored."""

    ledger: str
    documents: int
    statements: int
    proven: int
    sessions_ended: int
    tokens_revoked: int


class CheckedShape(Versioned):
    """The outcome of holding the documents that are kept to the ledger: ``lost`` and ``damaged``
    are imports, ``unclaimed`` documents that no row refers to."""

    whole: int
    lost: tuple[int, ...]
    damaged: tuple[int, ...]
    unclaimed: int
    removed: int


class SeparatedShape(Versioned):
    """The ledger's ``identity`` from now on, and how many ``documents`` were copied to it."""

    identity: str
    documents: int
