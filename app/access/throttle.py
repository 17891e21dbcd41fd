"""Slows down whoever tries passwords, and nobody else: kept in a little memory, by name and place.

Each try counts before its password is compared, so that a thousand at once are no way around it.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from app.access.names import compared


class _Rule(NamedTuple):
    """So many wrong ones cost nothing; then the wait doubles, up to the longest."""

    free: int
    longest: float


_OF_AN_ADDRESS: Final = _Rule(10, 900.0)
#: From everywhere together; short, or anybody could keep the one who has this name out for long.
_OF_A_NAME: Final = _Rule(10, 60.0)
#: Of a name where its password was right before: others' tries are not held against it.
_OF_A_KNOWN_PLACE: Final = _Rule(5, 60.0)
_MOST_KEPT: Final = 10_000
_FORGOTTEN_AFTER: Final = 3600.0
_IPV6_OF_ONE_CUSTOMER: Final = 64

Key = tuple[str, str]
Kept = TypeVar("Kept")


@dataclass(slots=True)
class _Tries:
    number: int = 0
    at: float = 0.0
    free_again: float = 0.0


class Throttle:
    """How long a name or an address has to wait before another password of theirs is looked at."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tries: OrderedDict[Key, _Tries] = OrderedDict()
        self._known: OrderedDict[Key, None] = OrderedDict()

    def take(self, name: str, address: str) -> int:
        """Count a try; or the whole seconds to wait, and it is not to be looked at."""
        keys, now = self._keys(name, address), self._clock()
        wait = max((self._free_again(key) for key in keys), default=now) - now
        if wait > 0:
            return math.ceil(wait)
        for key, rule in keys.items():
            self._count(key, rule, now)
        return 0

    def was_right(self, name: str, address: str) -> None:
        """The password was right: this try, and those of the name, are forgotten.

        What others did at this address stays, or whoever has a name here could go on for ever.
        """
        both = compared(name), place(address)
        self._tries.pop(both, None)
        self._tries.pop((both[0], ""), None)
        here = self._tries.get(("", both[1]))
        if here and both not in self._known:
            here.number, here.free_again = here.number - 1, 0.0
        _keep(self._known, both, None)

    def _keys(self, name: str, address: str) -> dict[Key, _Rule]:
        both = compared(name), place(address)
        if both in self._known:
            return {both: _OF_A_KNOWN_PLACE}
        return {("", both[1]): _OF_AN_ADDRESS, (both[0], ""): _OF_A_NAME}

    def _free_again(self, key: Key) -> float:
        tries = self._tries.get(key)
        return tries.free_again if tries else 0.0

    def _count(self, key: Key, rule: _Rule, now: float) -> None:
        tries = self._tries.get(key)
        if tries is None or now - tries.at > _FORGOTTEN_AFTER:
            tries = _Tries()
        tries.number, tries.at = tries.number + 1, now
        over = tries.number - rule.free
        # The power of a great number would be a very great number.
        tries.free_again = now + min(2.0 ** min(over, 20), rule.longest) if over >= 0 else now
        _keep(self._tries, key, tries)


def place(address: str) -> str:
    """What somebody cannot change at will: the address, or the network of an IPv6 one."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), _IPV6_OF_ONE_CUSTOMER), strict=False))


def _keep(kept: OrderedDict[Key, Kept], key: Key, value: Kept) -> None:
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > _MOST_KEPT:
        kept.popitem(last=False)
