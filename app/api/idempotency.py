"""The header Idempotency-Key: a request that is sent again is answered as it was the first time."""

import hashlib
import re
from typing import Final

from sqlalchemy import Engine
from starlette.requests import Request
from starlette.responses import Response

from app.api.problems import BadRequest, KeyBusy, KeyReused
from db import outside
from db.session import unit_of_work

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"
_KEY: Final = re.compile(r"[\x21-\x7e]{1,255}")
#: Worth keeping of an answer, apart from what it says.
_HEADERS: Final = ("content-type", "location")
_FIRST_BUG: Final = 500
#: Who may do what changes, and with it these answers.
_OF_RIGHTS: Final = (401, 403)


def key_of(request: Request) -> str | None:
    """The key, if the request has one. Raises ``BadRequest``."""
    key = request.headers.get(HEADER)
    if key is not None and not _KEY.fullmatch(key):
        raise BadRequest(why=f"{HEADER} has 1 to 255 visible characters of ASCII")
    return key


def digest_of(request: Request, *parts: bytes) -> str:
    """Identifies what the request says; ``parts`` are its body, or what matters of it."""
    found = hashlib.sha256()
    for part in (
        request.method.encode(),
        str(request.url.path).encode(),
        request.url.query.encode(),
        *parts,
    ):
        found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()


def begin(engine: Engine, asked: outside.KeyedRequest) -> Response | None:
    """The answer that the request had before, None if it is to be carried out now. Raises
    ``KeyReused`` and ``KeyBusy``."""
    with unit_of_work(engine) as session:
        before = outside.begin(session, asked)
    if before is None:
        return None
    if before.digest != asked.digest:
        raise KeyReused
    if before.status is None:
        raise KeyBusy
    return Response(before.body, before.status, {**before.headers, REPLAYED: "true"})


def end(engine: Engine, asked: outside.KeyedRequest, response: Response) -> None:
    """Keep the answer, unless it is one that a second try may better."""
    with unit_of_work(engine) as session:
        if response.status_code >= _FIRST_BUG or response.status_code in _OF_RIGHTS:
            outside.give_up(session, asked)
            return
        kept = {name: response.headers[name] for name in _HEADERS if name in response.headers}
        outside.end(session, asked, response.status_code, kept, bytes(response.body))


def give_up(engine: Engine, asked: outside.KeyedRequest) -> None:
    with unit_of_work(engine) as session:
        outside.give_up(session, asked)
