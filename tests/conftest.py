"""What every test may ask for."""

from __future__ import annotations

from tests.support.databases import (
    blank_engine,
    engine,
    postgresql_engine,
    postgresql_server,
    sqlite_compiled,
    sqlite_template,
)
from tests.support.object_store import object_store
from tests.support.passwords import cheap_passwords
from tests.support.redis import redis_server, redis_url, work_queue
from tests.support.web import browser

__all__ = [
    "blank_engine",
    "browser",
    "cheap_passwords",
    "engine",
    "object_store",
    "postgresql_engine",
    "postgresql_server",
    "redis_server",
    "redis_url",
    "sqlite_compiled",
    "sqlite_template",
    "work_queue",
]
