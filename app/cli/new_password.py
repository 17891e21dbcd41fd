"""Asks for a new password, or reads it from a file: it is never an argument, which others see."""

from __future__ import annotations

import getpass
import sys
from pathlib import Path

from app.access.errors import PasswordNotGiven
from app.texts import access as texts_access
from db.visible import one_line
from pipeline.intake.passwords import PasswordFileUnreadable


def new_password(name: str, file: Path | None) -> str:
    """The first line of the file, or what is typed twice.

    Raises ``PasswordNotGiven`` and ``PasswordFileUnreadable``.
    """
    return _from_file(file) if file else _asked(name)


def _from_file(file: Path) -> str:
    try:
        first, *_rest = file.read_text("utf-8-sig").splitlines() or [""]
    except OSError as error:
        raise PasswordFileUnreadable(reason=error.strerror or type(error).__name__) from None
    except UnicodeDecodeError:
        raise PasswordFileUnreadable(reason="it is not UTF-8 text") from None
    return first


def _asked(name: str) -> str:
    if not sys.stdin.isatty():
        raise PasswordNotGiven
    try:
        password = getpass.getpass(texts_access.NEW_PASSWORD.format(name=one_line(name)))
        again = getpass.getpass(texts_access.NEW_PASSWORD_AGAIN)
    except EOFError:
        raise PasswordNotGiven from None
    if not password or password != again:
        raise PasswordNotGiven
    return password
