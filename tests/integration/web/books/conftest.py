"""A site with a ledger of its own and two books beside it."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from app.access import users
from app.access.entrance import Entrance, Links
from app.access.rights import Right
from app.environment.listing import NewBook, add
from app.environment.settings import home
from app.site import site
from app.web.desk import Desk
from db.engine import make_engine
from tests.support.books import in_review
from tests.support.several_books import books_beside, made
from tests.support.visiting import PASSWORD, browsing
from tests.support.web import served


@pytest.fixture(scope="module")
def ledgers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three to copy: of the site's own, which is empty, and of books a and b."""
    folder = tmp_path_factory.mktemp("ledgers")
    for name in ("own", "a", "b"):
        engine = made(folder / f"{name}.db")
        if name != "own":
            in_review(engine)
        engine.dispose()
    return folder


@pytest.fixture
def own(ledgers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """The site's own ledger, and books a and b beside it, each with an import to be reviewed."""
    shutil.copytree(ledgers, tmp_path, dirs_exist_ok=True)
    monkeypatch.setenv("TIEOUT_BOOKS", str(tmp_path / "books.toml"))
    monkeypatch.setenv("TIEOUT_DATABASE_URL", str(tmp_path / "own.db"))
    for each in ("a", "b"):
        places = (("database", str(tmp_path / f"{each}.db")),)
        add(NewBook(name=f"Client {each}", address=each, places=places), home(os.environ))
    engine = make_engine(str(tmp_path / "own.db"))
    yield Desk(engine)
    engine.dispose()


@pytest.fixture
def entrance(own: Desk) -> Entrance:
    """For whoever runs the server."""
    return Entrance(own.engine, Links())


@pytest.fixture
def address(own: Desk, entrance: Entrance) -> Iterator[str]:
    """Of the site."""
    with served(site(own, entrance, books_beside(own))) as found:
        yield found


@pytest.fixture
def client(address: str, entrance: Entrance) -> Iterator[httpx2.Client]:
    assert entrance.links
    with browsing(address) as found:
        found.get(f"/sign-in?token={entrance.links.new()}")
        yield found


@pytest.fixture
def shared(own: Desk) -> Iterator[str]:
    """The site as users see it: alex may look into the own ledger, and decide in a."""
    users.add(own.engine, "boss", Right.MANAGE, PASSWORD)
    users.add(own.engine, "alex", Right.LOOK, PASSWORD)
    users.add(own.engine, "client", Right.NONE, PASSWORD)
    entrance = Entrance(own.engine)
    with served(site(own, entrance, books_beside(own))) as found:
        yield found
