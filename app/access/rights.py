"""Who may do what: rights, each of which holds those before it, and names."""

import getpass
import hashlib
import os
import secrets
import unicodedata
from enum import IntEnum


class Right(IntEnum):
    """``LOOK`` reads, ``DECIDE`` changes the ledger, ``MANAGE`` changes who may come in. ``NONE``
    comes in, and sees no more than the books in which they have another right."""

    NONE = 0
    LOOK = 1
    DECIDE = 2
    MANAGE = 3

    @property
    def role(self) -> str:
        """What it is called where a person names it, and in the database."""
        return self.name.lower()

    @classmethod
    def of_role(cls, role: str) -> "Right":
        """The right that goes by this word. Raises ``KeyError``."""
        return cls[role.upper()]


#: As a person names them, the least first.
ROLES = tuple(right.role for right in Right if right is not Right.NONE)
#: Also those of users, who may have no right but in single books.
USER_ROLES = (Right.NONE.role, *ROLES)


_LONGEST = 64
_TOKEN = "token:"
#: As the log names programs, models, and what this program does by itself.
_OF_OTHERS = (_TOKEN, "model:")
_NOBODY = ("tieout",)


def tidy(name: str) -> str | None:
    """The name in one form of its characters; None if it can be no name."""
    plain = unicodedata.normalize("NFC", name.strip())
    return plain if 0 < len(plain) <= _LONGEST and plain.isprintable() else None


def of_person(name: str) -> str | None:
    """The same for somebody who signs in: none that the log gives to what is no person."""
    plain, key = tidy(name), compared(name)
    return None if key in _NOBODY or key.startswith(_OF_OTHERS) else plain


def of_token(name: str) -> str:
    """How the log names a program, by the name of its token."""
    return f"{_TOKEN}{name}"


def compared(name: str) -> str:
    """What two names are the same by: without case, or width of letters."""
    return unicodedata.normalize("NFKC", name.strip()).casefold()


_BYTES = 32


def new_secret() -> str:
    """Text that no one can guess, of letters, digits, - and _."""
    return secrets.token_urlsafe(_BYTES)


def digest(secret: str) -> str:
    """What is kept of it. It is random, so a plain hash is enough: there is nothing to guess."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def person() -> str:
    """The user of this process: by number where the machine knows no name, as in a container."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # Python 3.13 raises the second
        return str(os.getuid())
