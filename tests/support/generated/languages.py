"""The words in which a bank of each language prints its statements."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fixtures.typefaces import CHINESE, HONG_KONG, JAPANESE, KOREAN, SANS, WIDE, Face

FACES = {"zh": CHINESE, "zh_Hant": HONG_KONG, "ja": JAPANESE, "ko": KOREAN}
#: No font of the project has their letters; their pages are made of words, not as PDF.
WITHOUT_FONT = frozenset({"ar", "bn", "fa", "fil", "he", "hi", "th", "ur"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """One language's wordings; where there are several, a bank uses one of them.

    ``figures`` are pairs of thousands and decimal mark (``_`` for none) or ``lakh``; ``currencies``
    an ISO code and the sign printed for it; ``dates`` CLDR patterns; ``suffixes`` the marks behind
    money out and money in. ``digits`` and ``calendars`` are empty for the usual; a page that is
    ``leftward`` is read from right to left.
    """

    code: str
    figures: tuple[str, ...]
    currencies: tuple[str, ...]
    dates: tuple[str, ...]
    date: tuple[str, ...]
    value_date: tuple[str, ...]
    description: tuple[str, ...]
    reference: tuple[str, ...]
    debit: tuple[str, ...]
    credit: tuple[str, ...]
    amount: tuple[str, ...]
    balance: tuple[str, ...]
    opening: tuple[str, ...]
    closing: tuple[str, ...]
    brought: tuple[str, ...]
    carried: tuple[str, ...]
    total_in: tuple[str, ...]
    total_out: tuple[str, ...]
    period: tuple[str, ...]
    title: tuple[str, ...]
    card_title: tuple[str, ...]
    nothing: str
    suffixes: tuple[str, str]
    payments: tuple[str, ...]
    purchases: tuple[str, ...]
    payees: tuple[str, ...]
    legal: tuple[str, ...]
    wide: bool = False
    leftward: bool = False
    digits: tuple[str, ...] = ("",)
    calendars: tuple[str, ...] = ("",)

    @property
    def face(self) -> Face:
        """A face that has all of the language's letters."""
        return FACES.get(self.code, WIDE if self.wide else SANS)

    @property
    def drawable(self) -> bool:
        """Whether its pages can be drawn as PDF."""
        return self.code not in WITHOUT_FONT


@cache
def languages() -> tuple[Language, ...]:
    """All languages of languages.toml."""
    tables = tomllib.loads(Path(__file__).with_name("languages.toml").read_text("utf-8"))
    return tuple(_language(code, table) for code, table in tables.items())


def _language(code: str, table: dict[str, list[str] | str | bool]) -> Language:
    fields = {
        key: tuple(value) if isinstance(value, list) else value for key, value in table.items()
    }
    return Language(code=code, **fields)  # type: ignore[arg-type]
