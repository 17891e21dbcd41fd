"""Signs what is sent in the Standard Webhooks form, so that who gets it knows that it is ours.

https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Final

PREFIX: Final = "whsec_"
_BYTES: Final = 32


def new_secret() -> str:
    """A secret for one webhook."""
    return PREFIX + base64.b64encode(secrets.token_bytes(_BYTES)).decode()


def new_message_id() -> str:
    """Of the form that the database's triggers give."""
    return f"msg_{secrets.token_hex(16)}"


def signed(keys: Sequence[str], message_id: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The headers that go with a body that is sent at this moment (seconds since 1970): a signature
    with each of the secrets."""
    text = f"{message_id}.{timestamp}.".encode() + body
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(f"v1,{_signature(each, text)}" for each in keys),
    }


def _signature(secret: str, text: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return base64.b64encode(hmac.digest(key, text, hashlib.sha256)).decode()
