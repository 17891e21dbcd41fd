"""Databases for one measurement each, on the server that a benchmark has started."""

from __future__ import annotations

from uuid import uuid4

from sqlalchemy import text

from db.engine import make_engine
from tests.support import postgres


def own_database(server: postgres.Server) -> str:
    """The URL of a new and empty database."""
    name = f"bench_{uuid4().hex}"
    engine = make_engine(server.url.render_as_string(hide_password=False))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return server.url.set(database=name).render_as_string(hide_password=False)
