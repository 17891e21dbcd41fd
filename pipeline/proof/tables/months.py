"""Month names by their letters, from CLDR; `write` makes the file that ships anew.

They are kept in months.json because loading twenty locales costs more than reading a statement.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from pipeline.proof.tables.phrases import squeeze

LOCALES = (
    "en", "de", "fr", "es", "pt", "it", "nl", "pl", "tr", "ru", "ms", "id", "sv", "da", "nb",
    "fi", "cs", "hu", "ro", "hr", "el", "uk",
)  # fmt: skip
_EXTRA_MONTHS = {
    "sept": 9, "fev": 2, "juil": 7, "aout": 8, "mrt": 3, "set": 9, "ago": 8, "dez": 12, "ene": 1,
    "dic": 12, "ogo": 8, "okt": 10, "mai": 5, "mei": 5, "des": 12, "dis": 12, "mac": 3, "jui": 7,
    "julai": 7, "ogos": 8, "jln": 7, "agt": 8, "agu": 8, "jun": 6, "jul": 7, "maa": 3, "mars": 3,
}  # fmt: skip


@lru_cache(maxsize=1)
def month_names() -> dict[str, int]:
    """The month (1 to 12) of every name that all languages agree on."""
    text = files("pipeline.proof.tables").joinpath("months.json").read_text(encoding="utf-8")
    names: dict[str, int] = json.loads(text)
    return names


def names_from_cldr() -> dict[str, int]:
    """The same from Babel's locale data; a name two languages disagree on is left out."""
    from babel import Locale

    names: dict[str, int] = dict(_EXTRA_MONTHS)
    clashes: set[str] = set()
    for code in LOCALES:
        months = Locale(code).months
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for number, name in months[context][width].items():
                    key = squeeze(name)
                    if names.get(key, number) != number:
                        clashes.add(key)
                    elif len(key) > 1:
                        names.setdefault(key, number)
    kept = {name: names[name] for name in sorted(names)}
    return {name: n for name, n in kept.items() if name not in clashes or name in _EXTRA_MONTHS}


def write() -> None:
    """Writes months.json beside this module."""
    text = json.dumps(names_from_cldr(), ensure_ascii=False, indent=0)
    Path(__file__).with_name("months.json").write_text(text + "\n", encoding="utf-8")
