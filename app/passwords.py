"""The passwords to try on a locked document; they reach no argument list, log or database."""

from __future__ import annotations

from pathlib import Path

from app.errors import PasswordFileUnreadable


def candidates(environment: tuple[str, ...], file: Path | None) -> tuple[str, ...]:
    """Those of the environment, then those of the file (one a line), each once.

    Raises:
        PasswordFileUnreadable: the file is not readable UTF-8 text.
    """
    return tuple(dict.fromkeys((*environment, *(_lines(file) if file else ()))))


def _lines(file: Path) -> list[str]:
    try:
        return [line for line in file.read_text(encoding="utf-8").splitlines() if line]
    except (OSError, UnicodeDecodeError) as error:
        raise PasswordFileUnreadable(path=file, reason=type(error).__name__) from None
