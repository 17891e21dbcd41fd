"""A site with several books: its ledgers, who comes in, and what a page leads to."""

import os
import re
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
from sqlalchemy import Engine, select

from app.environment.settings import home
from app.web.books.opened import OpenBooks
from app.web.desk import Desk
from db.engine import make_engine
from db.models import Import
from db.session import identity_of
from db.upgrade import upgrade
from db.words import ImportStatus
from tests.support.books import one_of
from tests.support.visiting import PASSWORD

ADDRESS = re.compile(r'(?:href|src|action|formaction|data-root)="([^"]*)"')
PAGES = (
    "/",
    "/work",
    "/statements",
    "/accounts",
    "/sources",
    "/coverage",
    "/history",
    "/imports/1",
    "/upload",
)


def books_beside(own: Desk) -> OpenBooks:
    return OpenBooks(home(os.environ), own, lambda _settings, engine: Desk(engine))


def made(file: Path) -> Engine:
    engine = make_engine(str(file), create=True)
    upgrade(engine)
    return engine


def status_of(file: Path) -> ImportStatus:
    engine = make_engine(str(file))
    found = one_of(engine, select(Import)).status
    engine.dispose()
    return found


def leads_to(page: httpx2.Response) -> set[str]:
    """Every address of ours that the page names, but for the list of books, and for what is of the
    whole site: who comes in."""
    of_site = r'<details class="books">.*?</details>|<p class="own">.*?</p>'
    text = re.sub(of_site, "", page.text, flags=re.DOTALL)
    return {each for each in ADDRESS.findall(text) if not urlsplit(each).netloc and each[:1] != "#"}


def identity(file: Path) -> str:
    engine = make_engine(str(file))
    found = identity_of(engine)
    engine.dispose()
    return found


def comes_in(client: httpx2.Client, name: str) -> httpx2.Client:
    client.post("/sign-in", data={"name": name, "password": PASSWORD, "next": "/"})
    return client
