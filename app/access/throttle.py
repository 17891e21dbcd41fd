"""Slows down repeated tries at passwords, by name and place, and logs now and then that it does."""

import ipaddress
import logging
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar

from app.access.rights import compared, new_secret


class _Rule(NamedTuple):
    """So many wrong ones cost nothing; then the wait doubles, up to the longest."""

    free: int
    longest: float


_OF_AN_ADDRESS: Final = _Rule(10, 900.0)
#: From everywhere together; short, or anybody could keep the one who has this name out for long.
_OF_A_NAME: Final = _Rule(10, 60.0)
#: Of a name where its password was right before: others' tries are not held against it.
_OF_A_KNOWN_PLACE: Final = _Rule(5, 60.0)
#: So many tries from one place count against a name: one place alone keeps nobody out elsewhere.
_SHARE_OF_A_PLACE: Final = 3
#: No name is longer; what is kept of one that is made up is little.
_LONGEST_NAME: Final = 65
_MOST_KEPT: Final = 10_000
_FORGOTTEN_AFTER: Final = 3600.0
_IPV6_OF_ONE_CUSTOMER: Final = 64

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(slots=True)
class _Tries:
    number: int = 0
    at: float = 0.0
    free_again: float = 0.0


class _Counts(Generic[Key]):
    """Tries by what they are counted by: those that are counted last, and no more."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, _Tries] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def found(self, key: Key, now: float) -> _Tries:
        tries = self._kept.get(key)
        return tries if tries and now - tries.at <= _FORGOTTEN_AFTER else _Tries()

    def count(self, key: Key, rule: _Rule, now: float) -> None:
        tries = self.found(key, now)
        tries.number, tries.at = tries.number + 1, now
        over = tries.number - rule.free
        # The power of a great number would be a very great number.
        tries.free_again = now + min(2.0 ** min(over, 20), rule.longest) if over >= 0 else now
        _keep(self._kept, key, tries)

    def take_back(self, key: Key, free_again: float | None = None) -> None:
        tries = self._kept.get(key)
        if tries:
            tries.number -= 1
            tries.free_again = tries.free_again if free_again is None else free_again

    def forget(self, key: Key) -> None:
        self._kept.pop(key, None)


class Throttle:
    """How long a name or an address has to wait before another password of theirs is looked at.

    The first try of each place at a name waits for no others' tries at it, so that anyone who comes
    with the right password from somewhere new comes in while others guess."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._places = _Counts[str]()
        self._pairs = _Counts[tuple[str, str]]()
        # Apart, so that nobody can have those of users forgotten by making names up.
        self._names = {True: _Counts[str](), False: _Counts[str]()}
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    def is_known(self, name: str, address: str) -> bool:
        """Whether the password of this name was right there before."""
        return (_short(name), place(address)) in self._known

    def new_browser(self, name: str) -> str:
        """What a browser keeps, so that it is a place of its own where this name was right: others
        at its address have no part in it."""
        browser = f"browser.{new_secret()}"
        _keep(self._known, (_short(name), place(browser)), None)
        return browser

    def is_guessed(self, name: str, *, is_user: bool = True) -> bool:
        """Whether the name is tried from so many places that anyone who comes again has to wait."""
        now = self._clock()
        return self._names[is_user].found(_short(name), now).free_again > now

    def take(self, name: str, address: str, *, is_user: bool = True) -> int:
        """Count a try; or the whole seconds to wait, and it is not to be looked at."""
        both, now = (_short(name), place(address)), self._clock()
        if both in self._known:
            wait = self._pairs.found(both, now).free_again - now
            if wait <= 0:
                self._pairs.count(both, _OF_A_KNOWN_PLACE, now)
            return max(0, math.ceil(wait))
        before, names = self._pairs.found(both, now).number, self._names[is_user]
        wait = self._places.found(both[1], now).free_again - now
        if before:
            wait = max(wait, names.found(both[0], now).free_again - now)
        if wait > 0:
            return math.ceil(wait)
        self._places.count(both[1], _OF_AN_ADDRESS, now)
        self._pairs.count(both, _OF_A_KNOWN_PLACE, now)
        if before < _SHARE_OF_A_PLACE:
            names.count(both[0], _OF_A_NAME, now)
        return 0

    def was_not_looked_at(self, name: str, address: str, *, is_user: bool) -> None:
        both = _short(name), place(address)
        self._pairs.take_back(both)
        self._places.take_back(both[1])
        self._names[is_user].take_back(both[0])

    def was_right(self, name: str, address: str) -> None:
        """The password was right: this try, and those of the name, are forgotten. What others did
        at this address stays, or anyone who has a name here could go on for ever."""
        both = _short(name), place(address)
        self._pairs.forget(both)
        self._names[True].forget(both[0])
        if both not in self._known:
            self._places.take_back(both[1], 0.0)
        _keep(self._known, both, None)


def place(address: str) -> str:
    """What somebody cannot change at will: the address, or the network of an IPv6 one."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:_LONGEST_NAME]
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), _IPV6_OF_ONE_CUSTOMER), strict=False))


def _short(name: str) -> str:
    return compared(name)[:_LONGEST_NAME]


def _keep(kept: OrderedDict[Key, Value], key: Key, value: Value) -> None:
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > _MOST_KEPT:
        kept.popitem(last=False)


_LOG = logging.getLogger(__name__)
_SECONDS_BETWEEN: Final = 60.0


class HeldBack:
    """Counts tries whose passwords are not looked at, each of which would else be a line."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tries = 0
        self._said_at: float | None = None

    def count(self, address: str) -> None:
        """One more, from there; the first is said at once, and later ones together."""
        self._tries += 1
        now = self._clock()
        if self._said_at is not None and now - self._said_at < _SECONDS_BETWEEN:
            return
        _LOG.warning("sign-ins held back", extra={"tries": self._tries, "address": address})
        self._tries, self._said_at = 0, now
