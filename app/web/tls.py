"""The certificate that the site speaks HTTPS with."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from pathlib import Path

from app.access.errors import TlsUnusable


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
