"""What other programs are owed: webhooks, and answers to requests that are sent again."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

from sqlalchemy import ColumnElement, delete, func, not_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from db.errors import TieoutError
from db.log import log
from db.models import AnsweredRequest, Delivery, Document, Import, Webhook
from db.session import NOW, database_now

#: Who has taken a delivery and is not heard of any more has lost it.
LEASE: Final = timedelta(seconds=60)
#: How long to wait after each try; after the last, as long again.
_PAUSES: Final = tuple(timedelta(seconds=each) for each in (5, 30, 120, 600, 1800, 3600, 10800))
#: For so long what is sent is signed with the secret before, too.
OLD_SECRET_KEPT: Final = timedelta(hours=24)
#: Of what is due, so much for one webhook at once: who is slow holds back nobody else.
_AT_ONCE_FOR_ONE: Final = 5
#: What could not be delivered by then is given up.
GIVEN_UP_AFTER: Final = timedelta(days=3)
_LONGEST_ERROR: Final = 300
_LONGEST_PLAIN_PART: Final = 15
_MASKED: Final = "…"


class Event(StrEnum):
    """What a webhook can be sent."""

    MATCHED = "matched"
    NEEDS_REVIEW = "needs_review"
    FAILED = "failed"
    DISCREPANCY = "discrepancy"


#: Sent only when a person asks for it, to see whether it arrives.
TEST: Final = "test"


class NoSuchWebhook(TieoutError):
    """There is no webhook {webhook_id}. See those there are with: tieout webhook list"""


@dataclass(frozen=True, slots=True)
class Owed:
    """One event, taken to be delivered, and the secrets that sign it, the newest first. ``sha256``
    and ``status`` are of its import, if it still is there."""

    id: int
    webhook_id: int
    url: str
    secrets: tuple[str, ...] = field(repr=False)
    private: bool
    message_id: str
    event: str
    at: datetime
    tries: int
    import_id: int | None
    sha256: str | None
    status: str | None
    error_code: str | None
    discrepancy_id: int | None
    lock_id: int | None


def add_webhook(
    session: Session, url: str, secret: str, events: Collection[Event], actor: str, *, private: bool
) -> Webhook:
    words = [each.value for each in Event if each in events]
    row = Webhook(
        url=url, secret=secret, events=f",{','.join(words)},", private=private, created_by=actor
    )
    session.add(row)
    session.flush()
    after = {"url": _without_secrets(url), "events": words, "private": private}
    log(session, actor, "webhook_add", f"webhooks:{row.id}", after=after)
    return row


def remove_webhook(session: Session, webhook_id: int, actor: str) -> None:
    """Remove it, and forget what it was sent. Raises ``NoSuchWebhook``."""
    row = webhook_of(session, webhook_id)
    session.delete(row)
    log(
        session,
        actor,
        "webhook_remove",
        f"webhooks:{webhook_id}",
        before={"url": _without_secrets(row.url)},
    )


def rotate_secret(session: Session, webhook_id: int, secret: str, actor: str) -> datetime:
    """Sign with this secret from now on, and until the moment that is given back with the one
    before it too. Raises ``NoSuchWebhook``."""
    row = webhook_of(session, webhook_id)
    row.old_secret, row.secret = row.secret, secret
    row.old_until = until = database_now(session) + OLD_SECRET_KEPT
    log(session, actor, "webhook_rotate", f"webhooks:{webhook_id}")
    return until


def webhook_of(session: Session, webhook_id: int) -> Webhook:
    """One webhook. Raises ``NoSuchWebhook``."""
    row = session.get(Webhook, webhook_id)
    if row is None:
        raise NoSuchWebhook(webhook_id=webhook_id)
    return row


def owe_test(session: Session, webhook_id: int, message_id: str) -> int:
    """Let a webhook be owed a test, taken at once, and give its number."""
    row = Delivery(
        webhook_id=webhook_of(session, webhook_id).id,
        message_id=message_id,
        event=TEST,
        created_at=NOW,
        next_try_at=database_now(session) + LEASE,
        tries=1,
    )
    session.add(row)
    session.flush()
    return row.id


def is_anything_due(session: Session) -> bool:
    due = select(Delivery.id).where(Delivery.next_try_at <= NOW).limit(1)
    return session.scalar(due) is not None


def take_due(session: Session, most: int, but: Collection[int] = ()) -> list[Owed]:
    """Take what is due, the oldest first, a few for each webhook ``but`` for these; no one else has
    it until the lease is over."""
    turn = func.row_number().over(
        partition_by=Delivery.webhook_id, order_by=(Delivery.next_try_at, Delivery.id)
    )
    ranked = (
        select(Delivery.id, turn.label("turn"))
        .where(Delivery.next_try_at <= NOW, Delivery.webhook_id.not_in(but))
        .subquery()
    )
    due = (
        select(Delivery.id)
        .where(Delivery.id.in_(select(ranked.c.id).where(ranked.c.turn <= _AT_ONCE_FOR_ONE)))
        .order_by(Delivery.next_try_at, Delivery.id)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    ids = session.scalars(due).all()
    taken = {"next_try_at": database_now(session) + LEASE, "tries": Delivery.tries + 1}
    session.execute(update(Delivery).where(Delivery.id.in_(ids)).values(**taken))
    return owed(session, ids)


def owed(session: Session, ids: Sequence[int]) -> list[Owed]:
    rows = session.execute(
        select(Delivery, Webhook, Import, Document.sha256)
        .join(Webhook, Webhook.id == Delivery.webhook_id)
        # A number may have been given out again, to an import of later.
        .outerjoin(
            Import,
            (Import.id == Delivery.import_id) & (Import.created_at <= Delivery.created_at),
        )
        .outerjoin(Document, Document.id == Import.document_id)
        .where(Delivery.id.in_(ids))
        .order_by(Delivery.id)
        .execution_options(populate_existing=True)
    )
    now = database_now(session)
    return [
        Owed(
            id=row.id,
            webhook_id=webhook.id,
            url=webhook.url,
            secrets=_secrets(webhook, now),
            private=webhook.private,
            message_id=row.message_id,
            event=row.event,
            at=row.created_at,
            tries=row.tries,
            import_id=row.import_id,
            sha256=sha256,
            status=work.status.value if work else None,
            error_code=work.error_code if work else None,
            discrepancy_id=row.discrepancy_id,
            lock_id=row.lock_id,
        )
        for row, webhook, work, sha256 in rows
    ]


def delivered(session: Session, each: Owed, status: int) -> None:
    _end(session, each, status, None, delivered_at=NOW)


def not_delivered(
    session: Session, each: Owed, status: int | None, error: str, *, final: bool = False
) -> None:
    """It did not: it is tried again later, unless that is ``final`` or has gone on for days."""
    now = database_now(session)
    if final or now - each.at > GIVEN_UP_AFTER:
        _end(session, each, status, error, given_up_at=now)
        return
    pause = _PAUSES[min(each.tries, len(_PAUSES)) - 1]
    values = {"next_try_at": now + pause, "last_status": status, "last_error": _short(error)}
    session.execute(update(Delivery).where(*_still(each)).values(**values))


def deliveries_of(
    session: Session, webhook_id: int | None, limit: int
) -> Sequence[tuple[Delivery, Webhook]]:
    """The newest deliveries, of one webhook or of all."""
    query = (
        select(Delivery, Webhook)
        .join(Webhook, Webhook.id == Delivery.webhook_id)
        .order_by(Delivery.id.desc())
        .limit(limit)
    )
    if webhook_id is not None:
        query = query.where(Delivery.webhook_id == webhook_of(session, webhook_id).id)
    return [(row, webhook) for row, webhook in session.execute(query)]


def forget_old(session: Session, before: timedelta) -> None:
    """Drop what was sent, or given up, long ago."""
    over = func.coalesce(Delivery.delivered_at, Delivery.given_up_at)
    limit = database_now(session) - before
    old = select(Delivery.id).where(Delivery.next_try_at.is_(None), over < limit)
    for row in session.scalars(select(Delivery).where(Delivery.id.in_(old))):
        session.delete(row)


def _end(
    session: Session, each: Owed, status: int | None, error: str | None, **moment: object
) -> None:
    values = {"next_try_at": None, "last_status": status, "last_error": _short(error), **moment}
    session.execute(update(Delivery).where(*_still(each)).values(**values))


def _secrets(row: Webhook, now: datetime) -> tuple[str, ...]:
    old = row.old_secret if row.old_until is not None and now < row.old_until else None
    return (row.secret,) if old is None else (row.secret, old)


def _still(each: Owed) -> tuple[ColumnElement[bool], ...]:
    """Only who took it last may say how it ended."""
    return Delivery.id == each.id, Delivery.tries == each.tries


def _without_secrets(url: str) -> str:
    """What the log keeps of an address: a part of it may be all one needs to write there."""
    parts = urlsplit(url)
    path = "/".join(
        each if len(each) <= _LONGEST_PLAIN_PART else _MASKED for each in parts.path.split("/")
    )
    query = _MASKED if parts.query else ""
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], path, query, ""))


def _short(error: str | None) -> str | None:
    return error[:_LONGEST_ERROR] if error else None


KEPT_FOR: Final = timedelta(hours=24)
#: Anyone who has not ended by then has died.
_LONGEST: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class KeyedRequest:
    """One request: who sent it, under which key, and what represents all that it says."""

    caller: str
    key: str
    digest: str


@dataclass(frozen=True, slots=True)
class FirstRequest:
    """The request that had the key first; without a ``status`` it has not ended."""

    digest: str
    status: int | None
    headers: dict[str, str]
    body: bytes


def begin(session: Session, asked: KeyedRequest) -> FirstRequest | None:
    """Take the key for this request; or the request that has it."""
    now = database_now(session)
    kept = AnsweredRequest.created_at.between(now - KEPT_FOR, now + KEPT_FOR)
    # Of what is further ahead the clock was wrong: a key that nobody answered would stay taken.
    session.execute(delete(AnsweredRequest).where(not_(kept)))
    dead = AnsweredRequest.status.is_(None) & (AnsweredRequest.created_at < now - _LONGEST)
    session.execute(delete(AnsweredRequest).where(dead))
    there = _there(session, asked)
    if there is not None:
        return there
    row = AnsweredRequest(caller=asked.caller, key=asked.key, digest=asked.digest, created_at=NOW)
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:  # somebody took it at this very moment
        return _there(session, asked)
    return None


def end(
    session: Session, asked: KeyedRequest, status: int, headers: dict[str, Any], body: bytes
) -> None:
    answer = {"status": status, "headers": headers, "body": body}
    session.execute(update(AnsweredRequest).where(*_is(asked)).values(**answer))


def give_up(session: Session, asked: KeyedRequest) -> None:
    """Let the key be used again: nothing came of the request."""
    session.execute(delete(AnsweredRequest).where(*_is(asked)))


def _there(session: Session, asked: KeyedRequest) -> FirstRequest | None:
    row = session.scalars(select(AnsweredRequest).where(*_is(asked))).one_or_none()
    if row is None:
        return None
    return FirstRequest(row.digest, row.status, dict(row.headers or {}), row.body or b"")


def _is(asked: KeyedRequest) -> tuple[Any, ...]:
    return AnsweredRequest.caller == asked.caller, AnsweredRequest.key == asked.key
