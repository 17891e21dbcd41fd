"""Shows webhooks, and what each was told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from app.cli.output import Column, table
from app.shapes.webhooks import DeliveryShape, WebhookShape
from app.texts import terminal as texts
from app.texts import webhooks as own

_WEBHOOKS = (Column(texts.ID, "right"), Column(own.ADDRESS, whole=False), Column(own.TOLD_OF))
_DELIVERIES = (
    Column(texts.ID, "right"),
    Column(own.WHEN),
    Column(own.EVENT),
    Column(own.ABOUT),
    Column(own.TRIES, "right"),
    Column(own.OUTCOME, whole=False),
)


def webhooks_screen(found: Sequence[WebhookShape]) -> Iterator[RenderableType]:
    """One row a webhook."""
    yield table(_WEBHOOKS, map(_webhook, found)) if found else Text(own.NONE_YET)


def deliveries_screen(found: Sequence[DeliveryShape]) -> Iterator[RenderableType]:
    """One row an event."""
    yield table(_DELIVERIES, map(_delivery, found)) if found else Text(own.NOTHING_TOLD)


def _webhook(each: WebhookShape) -> tuple[str, ...]:
    return str(each.id), each.url, ", ".join(each.events)


def _delivery(each: DeliveryShape) -> tuple[str, ...]:
    when = each.created_at.isoformat(" ", "seconds")
    return str(each.id), when, each.event, _about(each), str(each.tries), _outcome(each)


def _about(each: DeliveryShape) -> str:
    if each.import_id is not None:
        return own.IMPORT.format(id=each.import_id)
    if each.discrepancy_id is not None:
        return own.DISCREPANCY.format(id=each.discrepancy_id)
    return own.LOCK.format(id=each.lock_id) if each.lock_id is not None else ""


def _outcome(each: DeliveryShape) -> str:
    if each.delivered_at is not None:
        return own.DELIVERED
    if each.given_up_at is not None:
        return own.GIVEN_UP.format(error=each.last_error)
    return own.WAITS_AFTER.format(error=each.last_error) if each.last_error else own.WAITS
