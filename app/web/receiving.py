"""Takes documents out of a form as it arrives, and limits what any request may bring along."""

import asyncio
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from typing import Final

from starlette.datastructures import FormData, Headers, UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request
from starlette.types import Message, Receive, Scope

from db.text import storable
from jobs.options import DocumentSource
from pipeline.intake.file import MAX_BYTES

#: For whatever is no upload: a form in which thousands of lines are ticked.
FORM: Final = 2 * 1024 * 1024
_UTF_8: Final = re.compile(r';\s*charset\s*=\s*"?utf-?8"?\s*(?=;|$)')
_TOO_LARGE: Final = 413
_TOO_SLOW: Final = 408
_PATIENCE_S: Final = 20.0
_SLOWEST_BYTES_A_SECOND: Final = 8 * 1024


def names_a_codec(kind: str) -> bool:
    """Whether a form says in which codec it is written, other than UTF-8. No browser does; there
    are codecs that raise what no one expects, and such that take minutes."""
    rest = _UTF_8.sub("", kind.lower())
    return rest.startswith("multipart/") and "charset" in rest


def at_most(scope: Scope, receive: Receive, most: int) -> Receive:
    """The body, of which no byte is read if it says that it is larger. Raises ``HTTPException``
    413, at once or where too much has come."""
    said = Headers(scope=scope).get("content-length", "0")
    # The server has made sure that it is a number.
    if not said.isdecimal() or int(said) > most:
        raise HTTPException(_TOO_LARGE)
    return counted(receive, most, HTTPException(_TOO_LARGE))


def counted(receive: Receive, most: int, too_large: Exception) -> Receive:
    """The body; raises ``too_large`` where more than that has come."""
    come = 0

    async def receive_some() -> Message:
        nonlocal come
        message = await receive()
        come += len(message.get("body", b""))
        if come > most:
            raise too_large
        return message

    return receive_some


def in_time(receive: Receive, patience: float = _PATIENCE_S) -> Receive:
    """The body, waited for as long as its length so far is worth. Raises ``HTTPException`` 408."""
    loop = asyncio.get_running_loop()
    left, whole = patience, False

    async def receive_in_time() -> Message:
        nonlocal left, whole
        if whole:
            # What comes now is only that somebody has left, whenever that is.
            return await receive()
        began = loop.time()
        try:
            async with asyncio.timeout(left):
                message = await receive()
        except TimeoutError:
            raise HTTPException(_TOO_SLOW) from None
        worth = len(message.get("body", b"")) / _SLOWEST_BYTES_A_SECOND
        left = max(0.0, left - (loop.time() - began) + worth)
        whole = not message.get("more_body", False)
        return message

    return receive_in_time


_SECONDS_TO_WAIT: Final = "2"


class Limiter:
    """So many at once, and so many who wait for their turn."""

    def __init__(self, at_once: int, waiting: int = 0) -> None:
        self._turns = BoundedSemaphore(at_once)
        self._most, self._inside = at_once + waiting, 0
        self._lock = Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """While the block runs, one of those who are let in. Raises ``HTTPException`` 503."""
        with self._lock:
            if self._inside >= self._most:
                raise HTTPException(503, headers={"Retry-After": _SECONDS_TO_WAIT})
            self._inside += 1
        try:
            with self._turns:
                yield
        finally:
            with self._lock:
                self._inside -= 1


#: Of one form: what does not fit is handed in with the next.
MOST_FILES: Final = 100
MOST_BYTES: Final = 10 * MAX_BYTES
#: So many forms arrive at once; each may hold as many files open as it has documents.
_RECEIVING: Final = Limiter(4)
_IN_MEMORY: Final = 64 * 1024
_MOST_FIELDS: Final = 20
_MOST_CHARACTERS: Final = 200
_UNNAMED: Final = "document"


async def received(request: Request) -> FormData:
    """The form that was sent. Anyone who asked for it closes it. Raises ``HTTPException``: 415 for
    another kind of body, 413 for one with too many files, 400 for one that cannot be read; 503
    while others arrive. Its route sees to its length."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise HTTPException(415)
    body = request.stream()
    try:
        parser = FormParts(request.headers, body, max_files=MOST_FILES, max_fields=_MOST_FIELDS)
        with _RECEIVING.turn():
            return await parser.parse()
    except MultiPartException as error:
        many = error.message.startswith("Too many files")
        raise HTTPException(413 if many else 400) from None


def sources(form: FormData, origin: str) -> Iterator[DocumentSource]:
    """The documents of the form, one at a time, under the names that a person gave them."""
    for file in form.getlist("documents"):
        # A field that nobody filled in is sent as a file without name and bytes.
        if isinstance(file, UploadFile) and (file.filename or file.size):
            # One byte beyond the limit says that there was more.
            data = file.file.read(MAX_BYTES + 1)
            yield DocumentSource(plain_name(file.filename), data=data, origin=origin)


def plain_name(name: str | None) -> str:
    """The file's own name, without the folders that some send along, as the ledger can hold it."""
    last = storable(name or "").replace("\\", "/").rstrip("/").rpartition("/")[2].strip()
    return last[-_MOST_CHARACTERS:] or _UNNAMED


def new_batch() -> str:
    """A name that no other batch has."""
    return secrets.token_hex(8)


class FormParts(MultiPartParser):
    """Keeps no more of a file than shows that it is too large, and none of a form cut short."""

    spool_max_size = _IN_MEMORY
    _ended = False

    async def parse(self) -> FormData:
        """The whole form. Raises ``MultiPartException``, too, if its end never came."""
        form = await super().parse()
        if not self._ended:
            for file in self._files_to_close_on_error:
                file.close()
            raise MultiPartException("It ends before its end.")
        return form

    def on_end(self) -> None:
        self._ended = True

    def on_part_begin(self) -> None:
        super().on_part_begin()
        self._arrived = 0

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        if self._current_part.file is not None:
            end = min(end, start + max(0, MAX_BYTES + 1 - self._arrived))
        self._arrived += end - start
        if end > start:
            super().on_part_data(data, start, end)
