"""How people come in to one installation: by a link, a password, or a proxy that vouches."""

import asyncio
import ipaddress
import logging
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final, TypeVar

from sqlalchemy import Engine

from app.access import rights, sessions, users
from app.access.errors import (
    LinkSpent,
    PasswordWrong,
    ProxiesNotNamed,
    ProxyUserUnknown,
    SignInBusy,
    SignInFailed,
    TooManyTries,
)
from app.access.rights import Right, new_secret, of_person
from app.access.throttle import HeldBack, Throttle
from app.access.users import SignedIn
from app.environment.settings import WEB_PROXIES, Settings
from app.errors import SettingInvalid

#: Anyone who asks for more has lost the first ones.
_MOST: Final = 8


class Links:
    """Makes what a link holds, and knows it again once."""

    def __init__(self) -> None:
        self._open: list[str] = []
        # One is made where Enter is read, and used where requests are answered.
        self._lock = threading.Lock()

    def new(self) -> str:
        secret = new_secret()
        with self._lock:
            self._open = [*self._open, secret][-_MOST:]
        return secret

    def take(self, secret: str) -> bool:
        """Whether a link holds this and was not used; from now on it was."""
        with self._lock:
            given = secret.encode("utf-8", "surrogatepass")
            right = [each for each in self._open if secrets.compare_digest(each.encode(), given)]
            self._open = [each for each in self._open if each not in right]
        return bool(right)


Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_ADDRESSES: Final = "addresses and networks with commas between them, such as 10.0.0.7,10.1.0.0/16"


@dataclass(frozen=True, slots=True)
class Proxies:
    """``header`` is the one in which they name the user; ``right`` is for those not known here."""

    networks: tuple[Network, ...] = ()
    header: str | None = None
    right: Right | None = None

    def __contains__(self, address: str | None) -> bool:
        try:
            found = ipaddress.ip_address(address or "")
        except ValueError:
            return False
        return any(found in network for network in self.networks)


def proxies_of(chosen: Settings) -> Proxies:
    """Those of the settings. Raises ``SettingInvalid`` and ``ProxiesNotNamed``."""
    networks = tuple(map(_network, filter(None, (chosen.web_proxies or "").split(","))))
    if chosen.web_user_header and not networks:
        raise ProxiesNotNamed
    right = Right.of_role(chosen.web_proxy_right) if chosen.web_proxy_right else None
    return Proxies(networks, chosen.web_user_header, right)


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise SettingInvalid(name=WEB_PROXIES, value=text, choices=_ADDRESSES) from None


_LOG = logging.getLogger(__name__)
#: Comparing a password takes much memory and time, by design.
_MOST_WAITING: Final = 16

Answer = TypeVar("Answer")


class PasswordPool:
    """Compares one password at a time, and lets few wait, so that the server goes on answering."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "passwords")
        self._waiting = 0
        self.took = 0.0

    async def run(self, work: Callable[[], Answer]) -> Answer:
        """What it comes to. Raises ``SignInBusy``."""
        if self._waiting >= _MOST_WAITING:
            raise SignInBusy
        self._waiting += 1
        began = time.monotonic()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= 1
            self.took = time.monotonic() - began


@dataclass(frozen=True, slots=True)
class Pools:
    """Who guesses holds up others who guess alike: not who came in from there before, nor users
    whose names are not guessed at."""

    known: PasswordPool = field(default_factory=PasswordPool)
    users: PasswordPool = field(default_factory=PasswordPool)
    others: PasswordPool = field(default_factory=PasswordPool)


@dataclass(frozen=True, slots=True)
class Entrance:
    """What decides who comes in. ``engine`` is the ledger that users and sessions are kept in.

    ``links`` are there only where the site is for the person who runs it, at this machine: such a
    site needs no user. ``proxies`` may say who somebody is, and over what they came."""

    engine: Engine
    links: Links | None = None
    proxies: Proxies = field(default_factory=Proxies)
    throttle: Throttle = field(default_factory=Throttle)
    pools: Pools = field(default_factory=Pools)
    held_back: HeldBack = field(default_factory=HeldBack)

    @property
    def local(self) -> bool:
        """Whether this is the site of one person, at this machine."""
        return self.links is not None

    def by_link(self, secret: str) -> str:
        """A session for the person who runs the server. Raises ``LinkSpent``."""
        if self.links is None or not self.links.take(secret):
            raise LinkSpent
        return sessions.begin(self.engine, SignedIn(rights.person(), Right.MANAGE))

    async def by_password(self, name: str, password: str, address: str, browser: str) -> str:
        """A session for the user; ``browser`` is what theirs keeps from an earlier time, or empty.
        Raises ``SignInFailed``, ``TooManyTries``, ``SignInBusy``."""
        who = await self._tried(name, password, address, browser)
        if who is None:
            raise SignInFailed
        _LOG.info("signed in", extra={"address": address, "user": who.name})
        return await asyncio.to_thread(sessions.begin, self.engine, who)

    async def confirmed(self, name: str, password: str, address: str, browser: str) -> SignedIn:
        """The user, who is signed in, once more. Raises ``PasswordWrong``, and as `by_password`."""
        who = await self._tried(name, password, address, browser)
        if who is None:
            raise PasswordWrong
        return who

    async def _tried(self, name: str, password: str, address: str, browser: str) -> SignedIn | None:
        where = browser if self.throttle.is_known(name, browser) else address
        is_user = await asyncio.to_thread(users.named, self.engine, name) is not None
        pool = self._pool_for(name, where, is_user=is_user)
        wait = self.throttle.take(name, where, is_user=is_user)
        if wait:
            self.held_back.count(address)
            raise TooManyTries(seconds=wait)
        try:
            who = await pool.run(lambda: self._known(name, password, address))
        except SignInBusy:
            self.held_back.count(address)
            self.throttle.was_not_looked_at(name, where, is_user=is_user)
            if is_user:
                raise
            # As long as it would have taken: who gets this does not learn that there is no user.
            await asyncio.sleep(pool.took)
            return None
        if who is not None:
            self.throttle.was_right(name, where)
        return who

    def _pool_for(self, name: str, address: str, *, is_user: bool) -> PasswordPool:
        if self.throttle.is_known(name, address):
            return self.pools.known
        guessed = self.throttle.is_guessed(name, is_user=is_user)
        return self.pools.users if is_user and not guessed else self.pools.others

    def _known(self, name: str, password: str, address: str) -> SignedIn | None:
        who = users.known(self.engine, name, password)
        if who is None:
            # Only a name that is one: people type passwords into that field.
            there = users.named(self.engine, name)
            user = there.name if there else "unknown"
            _LOG.warning("sign-in failed", extra={"address": address, "user": user})
        return who

    def by_session(self, secret: str, *, lives: bool = True) -> SignedIn | None:
        """Whose session it is; ``lives`` if it goes on by that."""
        return sessions.found(self.engine, secret, local=self.local, lives=lives)

    def by_proxy(self, name: str) -> SignedIn:
        """The user whom the proxy vouches for. Raises ``ProxyUserUnknown``."""
        plain = of_person(name)
        who = users.named(self.engine, plain) if plain else None
        if who is not None:
            return who
        if plain is None or self.proxies.right is None:
            _LOG.warning("the proxy named nobody who is a user here")
            raise ProxyUserUnknown(name=name)
        return SignedIn(plain, self.proxies.right)
