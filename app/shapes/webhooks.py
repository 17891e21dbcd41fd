"""The JSON of `tieout webhook`, documented in docs/other-json.md."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.shapes.writing import Versioned, shaped
from db.webhooks import Event

if TYPE_CHECKING:
    from db.models import Delivery, Webhook


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookShape:
    """An address and what it is told; ``private``: it may be in a network of one's own."""

    id: int
    url: str
    events: tuple[Event, ...]
    private: bool
    created_at: datetime.datetime
    created_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookAddedShape(Versioned):
    """A new webhook, and the secret with which what it gets is signed: shown this once."""

    webhook: WebhookShape
    secret: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookRotatedShape(Versioned):
    """A webhook's new secret, shown this once; until ``old_until`` the one before it signs too."""

    webhook_id: int
    secret: str
    old_until: datetime.datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookRemovedShape(Versioned):
    """A webhook that is told nothing any more."""

    webhook_id: int
    removed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryShape:
    """One event that a webhook is owed or was told; times are in UTC.

    ``next_try_at`` is null when nothing is tried any more: it was delivered, or given up.
    """

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


@dataclass(frozen=True, slots=True, kw_only=True)
class TestedShape(Versioned):
    """What came of a test; ``status`` is null where nothing answered."""

    webhook_id: int
    delivered: bool
    status: int | None
    error: str | None


def webhook_shape(row: Webhook) -> WebhookShape:
    """One webhook."""
    events = tuple(Event(word) for word in row.events.strip(",").split(","))
    return shaped(WebhookShape, row, events=events)


def delivery_shape(row: Delivery, webhook: Webhook) -> DeliveryShape:
    """One delivery."""
    return shaped(DeliveryShape, row, url=webhook.url)
