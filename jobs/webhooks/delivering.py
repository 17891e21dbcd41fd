"""Delivers what webhooks are owed, by the database's clock, until it arrived or days are over."""

import json
import logging
import threading
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, timedelta
from typing import Any, Final

from sqlalchemy import Engine

from db.errors import TieoutError, without_text
from db.outside import (
    TEST,
    Event,
    Owed,
    delivered,
    forget_old,
    is_anything_due,
    not_delivered,
    take_due,
)
from db.session import database_now, read_only, unit_of_work
from jobs.webhooks.sending import NotSent, send, signed, target_of

_LOG = logging.getLogger(__name__)
_AT_ONCE: Final = 50
#: Of a lease, so that what is begun by then ends within it.
_SECONDS_FOR_ONE: Final = 20.0
_MOST_THREADS: Final = 20
_SECONDS_TO_END: Final = 5.0
_SECONDS_BETWEEN_LOOKS: Final = 2.0
_KEPT_FOR: Final = timedelta(days=30)
_GONE: Final = 410
_OF_IMPORTS: Final = (Event.MATCHED, Event.NEEDS_REVIEW, Event.FAILED)


def take(engine: Engine, but: Collection[int] = ()) -> list[list[Owed]]:
    """What is due now, by webhook, except for these webhooks."""
    with read_only(engine) as session:
        if not is_anything_due(session):
            return []
    with unit_of_work(engine) as session:
        forget_old(session, _KEPT_FOR)
        taken = take_due(session, _AT_ONCE, but)
    found: dict[int, list[Owed]] = defaultdict(list)
    for each in taken:
        found[each.webhook_id].append(each)
    return list(found.values())


def deliver_in_turn(engine: Engine, owed: Sequence[Owed], book: str | None) -> None:
    """One after the other; what a slow receiver leaves no time for comes after its lease."""
    until = time.monotonic() + _SECONDS_FOR_ONE
    for each in owed:
        if time.monotonic() > until:
            return
        deliver(engine, each, book)


def deliver(engine: Engine, each: Owed, book: str | None) -> int | None:
    """Try to deliver it, write down its outcome, and give the status, if there was one."""
    status, error = _sent(engine, each, book)
    with unit_of_work(engine) as session:
        if error is None and status is not None:
            delivered(session, each, status)
        else:
            final = status == _GONE or each.event == TEST
            not_delivered(session, each, status, error or "", final=final)
    return status if error is None else None


def _sent(engine: Engine, each: Owed, book: str | None) -> tuple[int | None, str | None]:
    with read_only(engine) as session:
        now = int(database_now(session).timestamp())
    body = json.dumps(message_of(each, book), separators=(",", ":")).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "tieout",
        **signed(each.secrets, each.message_id, now, body),
    }
    try:
        status = send(target_of(each.url, private=each.private), body, headers)
    except NotSent as error:
        return None, str(error)
    except TieoutError as error:
        return None, error.message()
    return status, None if 200 <= status < 300 else f"answered with {status}"


def message_of(each: Owed, book: str | None) -> dict[str, Any]:
    """What is reported: what happened to which document, and where to look; no name and no figure.
    ``book`` is the ledger's address among several, None if it is the site's own."""
    data: dict[str, Any] = {}
    api = f"/books/{book}/api/v1" if book else "/api/v1"
    if each.event in _OF_IMPORTS:
        kind = f"import.{each.event}"
        data = {
            "import_id": each.import_id,
            "sha256": each.sha256,
            "status": each.status,
            "error_code": each.error_code,
            "book": book,
            "path": f"{api}/imports/{each.import_id}",
        }
    elif each.event == Event.DISCREPANCY:
        kind = "discrepancy.found"
        data = {
            "discrepancy_id": each.discrepancy_id,
            "lock_id": each.lock_id,
            "book": book,
            "path": f"{api}/discrepancies",
        }
    else:
        kind = each.event
    at = each.at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {"type": kind, "timestamp": at, "data": data}


class Courier:
    """A thread that delivers what is due, again and again, beside whatever its process does. Each
    webhook's messages go out in a thread of their own: who is slow holds back no one else."""

    def __init__(
        self, engine: Engine, book: str | None = None, seconds: float = _SECONDS_BETWEEN_LOOKS
    ) -> None:
        self._engine = engine
        self._book = book
        self._seconds = seconds
        self._stopped, self._bell = threading.Event(), threading.Event()
        self._busy: set[int] = set()
        self._thread = threading.Thread(target=self._run, name="webhooks", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End; what a slow receiver has not taken by then, anyone who delivers next tells again."""
        self._stopped.set()
        self._bell.set()
        if self._thread.is_alive():
            self._thread.join(_SECONDS_TO_END)

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._bell.clear()
            with _going_on():
                self._look()
            self._bell.wait(self._seconds)
        until = time.monotonic() + _SECONDS_TO_END
        while self._busy and time.monotonic() < until:
            self._bell.wait(0.05)
            self._bell.clear()

    def _look(self) -> None:
        if len(self._busy) >= _MOST_THREADS:
            return
        for owed in take(self._engine, tuple(self._busy)):
            self._busy.add(owed[0].webhook_id)
            threading.Thread(target=self._deliver, args=(owed,), daemon=True).start()

    def _deliver(self, owed: Sequence[Owed]) -> None:
        try:
            with _going_on():
                deliver_in_turn(self._engine, owed, self._book)
        finally:
            self._busy.discard(owed[0].webhook_id)
            self._bell.set()  # there may be more for it


@contextmanager
def _going_on() -> Iterator[None]:
    """Whatever goes wrong in the block is a line in the log."""
    try:
        yield
    except TieoutError as error:  # the ledger is away: it is sent again once it is back
        _LOG.warning("webhooks wait", extra={"code": error.code})
    except Exception as error:  # noqa: BLE001 - the next message must not be lost over it
        _LOG.error("webhooks failed with %s", without_text(error))


@contextmanager
def delivering(engine: Engine, book: str | None) -> Iterator[None]:
    """While the block runs, what webhooks are owed is delivered beside it."""
    courier = Courier(engine, book)
    courier.start()
    try:
        yield
    finally:
        courier.stop()
