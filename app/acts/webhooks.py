"""What a person can do to webhooks: add, rotate, remove and try them, see what each was sent."""

from collections.abc import Collection
from contextlib import suppress

from sqlalchemy import Engine, select

from app.access.rights import person
from app.shapes.administration import (
    DeliveryShape,
    TestedShape,
    WebhookAddedShape,
    WebhookRotatedShape,
    WebhookShape,
    webhook_shape,
)
from app.shapes.writing import shaped
from db import outside
from db.models import Delivery, Webhook
from db.outside import Event
from db.session import read_only, unit_of_work
from jobs.webhooks.delivering import deliver
from jobs.webhooks.sending import addresses_of, new_message_id, new_secret, target_of


def add(
    engine: Engine, url: str, events: Collection[Event], *, private: bool, actor: str | None = None
) -> WebhookAddedShape:
    """Tell an address of these events from now on, of all if none is named. Raises
    ``WebhookAddressBad`` and ``WebhookAddressPrivate``."""
    # A name that leads nowhere just now may lead somewhere when there is something to tell.
    with suppress(OSError):
        addresses_of(target_of(url, private=private))
    secret, who = new_secret(), actor or person()
    with unit_of_work(engine) as session:
        row = outside.add_webhook(
            session, url, secret, events or tuple(Event), who, private=private
        )
        return WebhookAddedShape(webhook=webhook_shape(row), secret=secret)


def rotate(engine: Engine, webhook_id: int, actor: str | None = None) -> WebhookRotatedShape:
    """Sign with a new secret, for a day with the old one too. Raises ``NoSuchWebhook``."""
    secret = new_secret()
    with unit_of_work(engine) as session:
        until = outside.rotate_secret(session, webhook_id, secret, actor or person())
    return WebhookRotatedShape(webhook_id=webhook_id, secret=secret, old_until=until)


def remove(engine: Engine, webhook_id: int, actor: str | None = None) -> None:
    """Tell it nothing any more. Raises ``NoSuchWebhook``."""
    with unit_of_work(engine) as session:
        outside.remove_webhook(session, webhook_id, actor or person())


def listed(engine: Engine) -> list[WebhookShape]:
    """Every webhook."""
    with read_only(engine) as session:
        return [webhook_shape(row) for row in session.scalars(select(Webhook).order_by(Webhook.id))]


def deliveries(engine: Engine, webhook_id: int | None, limit: int) -> list[DeliveryShape]:
    """The newest deliveries, of one webhook or of all. Raises ``NoSuchWebhook``."""
    with read_only(engine) as session:
        found = outside.deliveries_of(session, webhook_id, limit)
        return [shaped(DeliveryShape, row, url=webhook.url) for row, webhook in found]


def test(engine: Engine, webhook_id: int) -> TestedShape:
    """Send a test at once, and report the outcome of it. Raises ``NoSuchWebhook``."""
    with unit_of_work(engine) as session:
        number = outside.owe_test(session, webhook_id, new_message_id())
        (owed,) = outside.owed(session, [number])
    deliver(engine, owed, None)  # a test names no book
    with read_only(engine) as session:
        row = session.get_one(Delivery, number)
        return TestedShape(
            webhook_id=webhook_id,
            delivered=row.delivered_at is not None,
            status=row.last_status,
            error=row.last_error,
        )
