"""A site on which documents can be handed in, and somebody who waits until they were read."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
from sqlalchemy import Engine

from app.web.desk import Desk
from jobs.options import Documents, ImportOptions
from jobs.worker.background import Background
from pipeline.intake.store import open_store
from tests.support.pdfs import line, pdf
from tests.support.visiting import visiting

Form = dict[str, str]


def letter(text: str = "Dear customer") -> bytes:
    """A PDF that holds no statement."""
    return pdf(line(text))


def locked(password: str) -> bytes:
    """The same, locked."""
    return pdf(line("Dear customer"), encrypt=password)


def keeping(folder: Path) -> Documents:
    """Documents that are kept there."""
    return Documents(open_store(str(folder / "kept")))


def taking_in(engine: Engine, folder: Path, *, queue: bool = False) -> Desk:
    """A desk whose background carries out what is handed in."""
    documents = keeping(folder)
    background = Background(engine, lambda: ImportOptions(documents=documents), queue=queue)
    return Desk(engine, queue=queue, documents=documents, background=background)


@contextmanager
def handing_in(engine: Engine, folder: Path) -> Iterator[httpx2.Client]:
    """Somebody who hands documents in."""
    with visiting(taking_in(engine, folder)) as client:
        yield client


def hand_in(
    client: httpx2.Client, *files: tuple[str, bytes], json: bool = False, **fields: str
) -> httpx2.Response:
    """Send these files, by name and bytes, as the form does, or as its script."""
    sent = [("documents", (name, data, "application/octet-stream")) for name, data in files]
    headers = {"Accept": "application/json" if json else "text/html"}
    return client.post("/upload", files=sent, data=fields, headers=headers)
