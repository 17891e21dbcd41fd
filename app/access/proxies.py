"""Reverse proxies that are believed: where they are, and what they say of who comes."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import Final

from app.access.errors import ProxiesNotNamed
from app.access.rights import Right
from app.environment.settings import WEB_PROXIES, Settings
from app.errors import SettingInvalid

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
