"""The codes of currencies."""

from __future__ import annotations

import re
from typing import Final

from pipeline.reading.lexing.languages import tables

_CODES: Final = "|".join(tables()["codes"])
_CODE: Final = re.compile(rf"(?<![A-Za-z])({_CODES})(?![A-Za-z])")
_RENAMED: Final = {"RMB": "CNY", "RUR": "RUB"}


def is_code(text: str) -> bool:
    """Whether a text is a currency's code and nothing else."""
    return bool(_CODE.fullmatch(text))


def renamed(code: str) -> str:
    """The code that a currency has today."""
    return _RENAMED.get(code, code)
