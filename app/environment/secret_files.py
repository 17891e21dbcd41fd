"""Secrets as files: for each variable that holds one, NAME_FILE may name a file that holds it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import quote

from app.errors import SecretFileUnreadable, SecretTwice

DATABASE_PASSWORD: Final = "TIEOUT_DATABASE_PASSWORD"
_DATABASE: Final = "TIEOUT_DATABASE_URL"
#: Besides these, whatever ends with the second: keys of models.
SECRETS: Final = (
    _DATABASE,
    DATABASE_PASSWORD,
    "TIEOUT_REDIS_URL",
    "TIEOUT_PDF_PASSWORDS",
)
_KEY: Final = "_API_KEY"
_FILE: Final = "_FILE"
#: A user without a password; what follows the host may hold an @ too.
_USER: Final = re.compile(r"[a-z0-9+]+://[^/?#@:]+(?=@)")


def with_secret_files(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment with what its secret files hold, without the newline at their end.

    A password of the database is put into its URL, if that names a user and no password. Nothing
    is written back, so that no child's environment shows it. Raises ``SecretFileUnreadable`` and
    ``SecretTwice``.
    """
    found = dict(environment)
    for named, file in secret_files(environment).items():
        name = named.removesuffix(_FILE)
        if environment.get(name):
            raise SecretTwice(name=name)
        found[name] = _content(named, file)
    if found.get(DATABASE_PASSWORD) and found.get(_DATABASE):
        found[_DATABASE] = _with_password(found[_DATABASE], found[DATABASE_PASSWORD])
    return found


def secret_files(environment: Mapping[str, str]) -> dict[str, Path]:
    """The variables that name a file with a secret, and those files."""
    return {
        named: Path(value)
        for named, value in environment.items()
        if value and named.endswith(_FILE) and _is_secret(named.removesuffix(_FILE))
    }


def secrets_of(environment: Mapping[str, str]) -> tuple[str, ...]:
    """What must stand in no log: every secret, line by line. Raises as `with_secret_files`."""
    whole = with_secret_files(environment)
    values = (value for name, value in whole.items() if _is_secret(name) and "_URL" not in name)
    return tuple(line for value in values for line in value.splitlines() if line)


def _is_secret(name: str) -> bool:
    return name in SECRETS or name.endswith(_KEY)


def _content(named: str, file: Path) -> str:
    try:
        return file.read_text("utf-8").rstrip("\r\n")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise SecretFileUnreadable(name=named, reason=reason) from None
    except UnicodeDecodeError:
        raise SecretFileUnreadable(name=named, reason="it is not UTF-8 text") from None


def _with_password(url: str, password: str) -> str:
    found = _USER.match(url)
    if found is None:
        return url
    return f"{found[0]}:{quote(password, safe='')}{url[found.end() :]}"
