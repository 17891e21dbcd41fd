"""What a request may bring along: so much, and not slower than any line of today."""

from __future__ import annotations

import asyncio
import re
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import Message, Receive, Scope

#: For whatever is no upload: a form in which thousands of lines are ticked.
FORM: Final = 2 * 1024 * 1024
_UTF_8: Final = re.compile(r';\s*charset\s*=\s*"?utf-?8"?\s*(?=;|$)')
_TOO_LARGE: Final = 413
_TOO_SLOW: Final = 408
_PATIENCE_S: Final = 20.0
_SLOWEST_BYTES_A_SECOND: Final = 8 * 1024


def names_a_codec(kind: str) -> bool:
    """Whether a form says in which codec it is written, other than UTF-8. No browser does; there
    are codecs that raise what nobody expects, and such that take minutes."""
    rest = _UTF_8.sub("", kind.lower())
    return rest.startswith("multipart/") and "charset" in rest


def at_most(scope: Scope, receive: Receive, most: int) -> Receive:
    """The body, of which no byte is read if it says that it is larger.

    Raises ``HTTPException`` 413, at once or where too much has come.
    """
    said = Headers(scope=scope).get("content-length", "0")
    # The server has made sure that it is a number.
    if not said.isdecimal() or int(said) > most:
        raise HTTPException(_TOO_LARGE)
    come = 0

    async def receive_some() -> Message:
        nonlocal come
        message = await receive()
        come += len(message.get("body", b""))
        if come > most:
            raise HTTPException(_TOO_LARGE)
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
