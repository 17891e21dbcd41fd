"""How long a name may be: of an account, and of a book of several."""

from __future__ import annotations

from typing import ClassVar, Final

from db.errors import TieoutError

LONGEST_NAME: Final = 200
_SHOWN: Final = 40


class NameTooLong(TieoutError):
    """{start!r}… is a name of {count} letters, and a name has {most} at most. Choose a shorter
    one."""

    code: ClassVar[str] = "name_too_long"


def short_enough(name: str) -> str:
    """The name, if it can be shown in a list. Raises ``NameTooLong``."""
    if len(name) > LONGEST_NAME:
        raise NameTooLong(start=name[:_SHOWN], count=len(name), most=LONGEST_NAME)
    return name
