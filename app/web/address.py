"""How a host is written in an address, and the certificate that the site speaks HTTPS with."""

import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.access.errors import TlsUnusable

#: As they are in an address.
THIS_MACHINE: Final = ("localhost", "127.0.0.1", "[::1]")


def in_address(host: str) -> str:
    """The host as it comes before the port: an IPv6 one in brackets."""
    return f"[{host}]" if ":" in host else host


def is_this_machine(host: str) -> bool:
    """Whether no one but this machine is served when this is listened on."""
    return in_address(host) in THIS_MACHINE


@dataclass(frozen=True, slots=True)
class Tls:
    """A certificate, with those that vouch for it, and its key, as PEM files."""

    certificate: Path
    key: Path

    def check(self) -> None:
        """Raises ``TlsUnusable``."""
        try:
            # Without the last one OpenSSL would ask at the terminal.
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(self.certificate, self.key, password="")
        except OSError as error:
            reason = error.strerror or str(error) or type(error).__name__
            raise TlsUnusable(reason=reason) from None
