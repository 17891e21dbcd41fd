"""Month names by their letters, in many languages; `fixtures.months` makes the file from CLDR."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=1)
def month_names() -> dict[str, int]:
    """The month (1 to 12) of every name that all languages agree on."""
    text = files("pipeline.proof.tables").joinpath("months.json").read_text(encoding="utf-8")
    names: dict[str, int] = json.loads(text)
    return names
