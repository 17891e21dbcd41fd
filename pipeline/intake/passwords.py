"""The passwords that may open a document, kept out of every log, message and process list."""

import getpass
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from db.errors import TieoutError
from db.text import one_line

ENVIRONMENT = "TIEOUT_PDF_PASSWORDS"


Ask = Callable[[str], str | None]
"""Asks a person for the password of a named file; None if they give none."""


class PasswordFileUnreadable(TieoutError):
    """The file of passwords could not be read: {reason}. Check --password-file."""


class PasswordBook:
    """Passwords to try in turn, and perhaps a person to ask when none of them fits."""

    def __init__(self, candidates: Iterable[str] = (), ask: Ask | None = None) -> None:
        self._candidates = list(dict.fromkeys(candidates))
        self._ask = ask

    @classmethod
    def gather(
        cls, password_file: Path | None, environment: Mapping[str, str], ask: Ask | None = None
    ) -> "PasswordBook":
        """Passwords of the file, one a line, then those of ``TIEOUT_PDF_PASSWORDS``.

        The variable holds one password a line too; a line with commas or semicolons is tried
        whole and then in parts. Raises PasswordFileUnreadable.
        """
        from_file = _lines(_text_of(password_file)) if password_file else []
        from_environment = _lines(environment.get(ENVIRONMENT, ""))
        parts = [part for line in from_environment for part in re.split(r"\s*[,;]\s*", line)]
        return cls([*from_file, *from_environment, *filter(None, parts)], ask)

    def __iter__(self) -> Iterator[str]:
        return iter(self._candidates)

    def __len__(self) -> int:
        return len(self._candidates)

    def __repr__(self) -> str:
        return f"PasswordBook({len(self)} passwords, not shown)"

    def ask_for(self, name: str) -> str | None:
        """What a person answers for the file of that name; remembered for the files after it."""
        answer = self._ask(name) if self._ask else None
        if answer and answer not in self._candidates:
            self._candidates.append(answer)
        return answer


def terminal_ask() -> Ask | None:
    """A prompt that does not echo, or None where no person sits at a terminal."""
    return _prompt if sys.stdin.isatty() and sys.stderr.isatty() else None


def _prompt(name: str) -> str | None:
    try:
        return getpass.getpass(f"Password for {one_line(name)} (empty to skip): ") or None
    except EOFError:
        return None


def _text_of(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise PasswordFileUnreadable(reason=error.strerror or type(error).__name__) from error
    except UnicodeDecodeError as error:
        raise PasswordFileUnreadable(reason="it is not UTF-8 text") from error


def _lines(text: str) -> list[str]:
    return [line for line in re.split(r"\r?\n", text) if line]
