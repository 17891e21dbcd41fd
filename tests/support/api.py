"""A program that calls the API of a ledger over real HTTP, with a token of its own."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from httpx2 import Client
from sqlalchemy import Engine

from app.access.entrance import Entrance, Links
from app.access.rights import Right
from app.access.sessions import issue
from app.site import site
from app.web.desk import Desk
from jobs.options import Documents, ImportOptions
from jobs.worker.background import Background
from pipeline.drafts import StatementDraft
from pipeline.intake.store import open_store
from tests.support.books import documents
from tests.support.waiting import PATIENCE_S, until
from tests.support.web import served

PREFIX = "/api/v1"


@contextmanager
def working(
    engine: Engine, folder: Path, known: Mapping[str, Sequence[StatementDraft]] | None = None
) -> Iterator[Desk]:
    """A desk at which what is handed in is carried out in this process; ``known`` are documents by
    what `tests.support.books.source` gives for their names, all others are really read.
    """
    kept = Documents(open_store(str(folder / "documents")))
    options = ImportOptions(documents=kept)
    work = Background(engine, lambda: options, read=documents(known) if known else None)
    yield Desk(engine, documents=kept, background=work, make_options=lambda: options)


@contextmanager
def calling(desk: Desk, right: Right = Right.DECIDE) -> Iterator[Client]:
    """A program whose token may do as much."""
    token = issue(desk.engine, "shop", right)
    with at(desk) as address, client(address, token.secret) as found:
        yield found


@contextmanager
def at(desk: Desk) -> Iterator[str]:
    """The address at which anybody of this machine finds the API, let in or not."""
    with served(site(desk, Entrance(desk.engine, Links()))) as address:
        yield address


def client(address: str, secret: str | None) -> Client:
    """Whoever holds that token, or none."""
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    # There is no TLS; without this it reads the certificates of all the world first.
    return Client(base_url=address + PREFIX, headers=headers, timeout=PATIENCE_S, verify=False)


def ended(shop: Client, import_id: int) -> dict[str, Any]:
    """The import, once it waits for nothing but a person."""
    found: dict[str, Any] = {}

    def is_over() -> bool:
        found.update(shop.get(f"/imports/{import_id}").json())
        return found["status"] not in ("queued", "running")

    until(is_over)
    return found
