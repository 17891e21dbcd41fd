"""How people come in to one installation: by a link, a password, or a proxy that vouches."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final, TypeVar

from sqlalchemy import Engine

from app.access import sessions, users
from app.access.errors import (
    LinkSpent,
    PasswordWrong,
    ProxyUserUnknown,
    SignInBusy,
    SignInFailed,
    TooManyTries,
)
from app.access.links import Links
from app.access.names import of_person
from app.access.proxies import Proxies
from app.access.rights import Right
from app.access.sessions import SignedIn
from app.access.throttle import Throttle
from app.access.users import KnownUser
from app.acts import actors

_LOG = logging.getLogger(__name__)
#: Comparing a password takes much memory and time, by design.
_AT_ONCE: Final = 2
_MOST_WAITING: Final = 16

Answer = TypeVar("Answer")


class PasswordPool:
    """Compares few passwords at once, and lets few wait, so that the server goes on answering."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_AT_ONCE, "passwords")
        self._waiting = 0

    async def run(self, work: Callable[[], Answer]) -> Answer:
        """What it comes to. Raises ``SignInBusy``."""
        if self._waiting >= _MOST_WAITING:
            raise SignInBusy
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


@dataclass(frozen=True, slots=True)
class Entrance:
    """What decides who comes in. ``engine`` is the ledger that users and sessions are kept in.

    ``links`` are there only where the site is for whoever runs it, at this machine: such a site
    needs no user. ``proxies`` may say who somebody is, and over what they came.
    """

    engine: Engine
    links: Links | None = None
    proxies: Proxies = field(default_factory=Proxies)
    throttle: Throttle = field(default_factory=Throttle)
    pool: PasswordPool = field(default_factory=PasswordPool)

    @property
    def local(self) -> bool:
        """Whether this is the site of one person, at this machine."""
        return self.links is not None

    def by_link(self, secret: str) -> str:
        """A session for whoever runs the server. Raises ``LinkSpent``."""
        if self.links is None or not self.links.take(secret):
            raise LinkSpent
        return sessions.begin(self.engine, SignedIn(actors.person(), Right.MANAGE))

    async def by_password(self, name: str, password: str, address: str) -> str:
        """A session for the user. Raises ``SignInFailed``, ``TooManyTries``, ``SignInBusy``."""
        who = await self._tried(name, password, address)
        if who is None:
            raise SignInFailed
        _LOG.info("signed in", extra={"address": address, "user": who.name})
        return await asyncio.to_thread(sessions.begin, self.engine, who)

    async def confirmed(self, name: str, password: str, address: str) -> KnownUser:
        """The user, who is signed in, once more. Raises ``PasswordWrong``, and as `by_password`."""
        who = await self._tried(name, password, address)
        if who is None:
            raise PasswordWrong
        return who

    async def _tried(self, name: str, password: str, address: str) -> KnownUser | None:
        wait = self.throttle.take(name, address)
        if wait:
            raise TooManyTries(seconds=wait)
        who = await self.pool.run(lambda: self._known(name, password, address))
        if who is not None:
            self.throttle.was_right(name, address)
        return who

    def _known(self, name: str, password: str, address: str) -> KnownUser | None:
        who = users.known(self.engine, name, password)
        if who is None:
            # Only a name that is one: people type passwords into that field.
            there = users.named(self.engine, name)
            user = there.name if there else "unknown"
            _LOG.warning("sign-in failed", extra={"address": address, "user": user})
        return who

    def by_session(self, secret: str) -> SignedIn | None:
        """Whose session it is."""
        return sessions.found(self.engine, secret, local=self.local)

    def by_proxy(self, name: str) -> SignedIn:
        """The user whom the proxy vouches for. Raises ``ProxyUserUnknown``."""
        plain = of_person(name)
        who = users.named(self.engine, plain) if plain else None
        if who is not None:
            return SignedIn(who.name, who.right, who.id)
        if plain is None or self.proxies.right is None:
            _LOG.warning("the proxy named nobody who is a user here")
            raise ProxyUserUnknown(name=name)
        return SignedIn(plain, self.proxies.right)
