"""Draws pages and strips of them once, keeps the latest in memory, and remembers failures."""

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Final, NamedTuple

from sqlalchemy import Engine
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.web.desk import Desk, desk
from app.web.receiving import Limiter
from db.errors import TieoutError
from jobs.documents.finding import document_of, still_there
from pipeline.intake.file import Intake
from pipeline.pages.errors import (
    PagesError,
    ReaderCrashed,
    ReaderKilled,
    ReaderOutOfMemory,
    ReaderStalled,
    ReaderTimeout,
)
from pipeline.pages.picture import Box, cut_out, page_picture, page_sizes
from pipeline.pages.sandbox.fork import run_limited
from pipeline.pages.sandbox.limits import chosen_limits

MOST_BYTES: Final = 64 << 20


class Key(NamedTuple):
    """What is drawn: of which import of which ledger, and how; a page, or a box of it.

    The hash is there because an undone import's number may be given out again."""

    ledger: str
    import_id: int
    sha256: str
    page: int
    scale: float
    box: Box | None = None


@dataclass(slots=True)
class Cache:
    """The pictures used last; together no more than ``most_bytes``."""

    most_bytes: int = MOST_BYTES
    _kept: OrderedDict[Key, bytes] = field(default_factory=OrderedDict, repr=False)
    _bytes: int = 0
    _lock: Lock = field(default_factory=Lock, repr=False)

    def get(self, key: Key) -> bytes | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: Key, picture: bytes) -> None:
        with self._lock:
            self._bytes += len(picture) - len(self._kept.pop(key, b""))
            self._kept[key] = picture
            while self._bytes > self.most_bytes:
                _, gone = self._kept.popitem(last=False)
                self._bytes -= len(gone)

    def drop(self, ledger: str, import_id: int) -> None:
        with self._lock:
            for key in [each for each in self._kept if each[:2] == (ledger, import_id)]:
                self._bytes -= len(self._kept.pop(key))

    @property
    def bytes(self) -> int:
        return self._bytes


#: What a document brings about that costs a minute of a processor each time, or all memory.
COSTLY: Final = (ReaderCrashed, ReaderKilled, ReaderOutOfMemory, ReaderStalled, ReaderTimeout)
#: Afterwards it is tried again: perhaps only the machine was short of something.
SECONDS: Final = 120.0
_MOST: Final = 1000


@dataclass(slots=True)
class Failures:
    """The last of them, by what was to be drawn."""

    _kept: OrderedDict[Key, tuple[float, PagesError]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def check(self, key: Key) -> None:
        """Raises what it came to, if that is not long ago."""
        with self._lock:
            when, error = self._kept.get(key, (0.0, None))
        if error is not None and time.monotonic() - when < SECONDS:
            raise type(error)(**error.facts)

    @contextmanager
    def watching(self, key: Key) -> Iterator[None]:
        """While the block draws it; raises what it came to before, if that is not long ago."""
        self.check(key)
        try:
            yield
        except COSTLY as error:
            self._keep(key, error)
            raise

    def _keep(self, key: Key, error: PagesError) -> None:
        with self._lock:
            self._kept[key] = time.monotonic(), error
            self._kept.move_to_end(key)
            if len(self._kept) > _MOST:
                self._kept.popitem(last=False)


#: In pixels a point, as an address may ask for them; no others, or anybody could fill the memory.
SCALES: Final = {"1": 1.0, "1.5": 1.5, "2": 2.0, "3": 3.0, "4": 4.0}
USUAL_SCALE: Final = 2.0
#: Drawing takes a processor each, and anyone who waits holds one of the server's 40 threads.
AT_ONCE: Final = 2
WAITING: Final = 12
_MOST_LOCKS: Final = 1_000


@dataclass(slots=True)
class Pictures:
    """What is drawn for all who look: a cache, a limit, and no one draws what another is at, or
    what has just broken the process that drew it."""

    cache: Cache = field(default_factory=Cache)
    failures: Failures = field(default_factory=Failures)
    limiter: Limiter = field(default_factory=lambda: Limiter(AT_ONCE, WAITING))
    _drawing: dict[Key, Lock] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def get(self, key: Key, draw: Callable[[], bytes]) -> bytes:
        """The picture, drawn if not kept. Raises ``HTTPException`` 503, and as ``draw``."""
        kept = self.cache.get(key)
        if kept is not None:
            return kept
        self.failures.check(key)
        with self.limiter.turn(), self._one_at(key):
            kept = self.cache.get(key)  # anyone who was at it before may have drawn it
            if kept is None:
                with self.failures.watching(key):
                    kept = draw()
                self.cache.put(key, kept)
            return kept

    def _one_at(self, key: Key) -> Lock:
        with self._lock:
            if len(self._drawing) > _MOST_LOCKS:
                at_it = {each: lock for each, lock in self._drawing.items() if lock.locked()}
                self._drawing = at_it
            return self._drawing.setdefault(key, Lock())


#: Processor and memory are those of the process, however many ledgers it serves.
PICTURES: Final = Pictures()


def picture(desk: Desk, import_id: int, page: int, scale: float = USUAL_SCALE) -> bytes:
    """A page as a PNG. Raises what `asked` raises, `page_picture`, and ``HTTPException`` 503."""
    return drawn(desk, asked(desk, import_id, page, scale))


def strip(desk: Desk, import_id: int, page: int, box: Box, scale: float = USUAL_SCALE) -> bytes:
    """What is in a box of a page, cut out of the same picture. Raises as `picture` does."""
    return drawn(desk, asked(desk, import_id, page, scale, box))


def sizes_of_pages(
    engine: Engine, import_id: int, intake: Intake, passwords: tuple[str, ...]
) -> tuple[tuple[float, float], ...]:
    """Of every page of a document; to look for them may cost as much as to draw one. Raises what
    `page_sizes` raises, and ``HTTPException`` 503."""
    every, limits = Key(str(engine.url), import_id, intake.sha256, 0, 0.0), chosen_limits()
    PICTURES.failures.check(every)
    with PICTURES.limiter.turn(), PICTURES.failures.watching(every):
        return run_limited(page_sizes, intake.data, passwords, limits, limits=limits)


def asked(desk: Desk, import_id: int, page: int, scale: float, box: Box | None = None) -> Key:
    """Which picture that is, once it is known that the document is still kept. Raises what
    `still_there` raises, and ``HTTPException`` 404 for another scale than ``SCALES``."""
    if scale not in SCALES.values():
        raise HTTPException(404)
    ledger = str(desk.engine.url)
    try:
        sha256 = still_there(desk.engine, import_id, desk.documents)
    except TieoutError:
        # Perhaps it was forgotten, by another process: then nothing of it stays here either.
        PICTURES.cache.drop(ledger, import_id)
        raise
    return Key(ledger, import_id, sha256, page, scale, box)


def drawn(desk: Desk, key: Key) -> bytes:
    if key.box is None:
        return PICTURES.get(key, lambda: _draw(desk, key))
    page = PICTURES.get(key._replace(box=None), lambda: _draw(desk, key))
    box = key.box
    return PICTURES.get(key, lambda: run_limited(cut_out, page, box, limits=chosen_limits()))


def _draw(desk: Desk, key: Key) -> bytes:
    limits = chosen_limits()
    _, intake = document_of(desk.engine, key.import_id, desk.documents)
    asked_for = intake.data, key.page, desk.passwords, limits, key.scale
    return run_limited(page_picture, *asked_for, limits=limits)


#: Kept by this person's browser alone, which asks at each look whether it is still right.
_ASKED_AGAIN: Final = "private, no-cache"
_USUAL: Final = next(name for name, scale in SCALES.items() if scale == USUAL_SCALE)


def picture_response(
    request: Request, import_id: int, page: int, box: Box | None = None
) -> Response:
    """The page, or a box of it, at the scale asked for. Raises what `asked` and `drawn` raise."""
    scale = SCALES.get(request.query_params.get("scale", _USUAL))
    if scale is None:
        raise HTTPException(404)
    at = desk(request)
    key = asked(at, import_id, page, scale, box)
    said = f"{key.sha256} {key.page} {key.scale} {key.box}"
    headers = {
        "ETag": f'"{hashlib.sha256(said.encode()).hexdigest()[:32]}"',
        "Cache-Control": _ASKED_AGAIN,
    }
    known = request.headers.get("if-none-match", "")
    if headers["ETag"] in (tag.strip().removeprefix("W/") for tag in known.split(",")):
        return Response(status_code=304, headers=headers)
    return Response(drawn(at, key), media_type="image/png", headers=headers)
