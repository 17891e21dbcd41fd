"""Finds the words that statements use, by meaning; the words of all languages are data."""

import json
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from pipeline.proof import table

_LANGUAGES: Final = Path(__file__).parents[2] / "languages"
LONGEST = 7
_PLAIN = str.maketrans(
    {"ı": "i", "ł": "l", "ø": "o", "æ": "ae", "đ": "d", "œ": "oe"}
    # Arabic letters that are spelt with one code or another; the last only stretches a word.
    | {"ي": "ی", "ى": "ی", "ك": "ک", "ة": "ه", "ـ": ""}
)


class Hit(NamedTuple):
    """A phrase found in a row: its group and meaning, and the words (first to last) it covers."""

    group: str
    meaning: str
    first: int
    last: int

    @property
    def places(self) -> range:
        """The places in the row of the words that it covers."""
        return range(self.first, self.last + 1)


_STROKE: Final = re.compile(r"(?<=[^\W\d_]{3})/(?=[^\W\d_]{3})")
_VOWELS = range(0x0900, 0x1100)  # scripts of India to Burma, whose vowels are marks


@lru_cache(maxsize=8192)
def squeeze(text: str) -> str:
    """Only the letters, folded: accents, case, spaces and punctuation never matter."""
    if text.isascii():
        return "".join(filter(str.isalpha, text)).lower()
    # The dotless i and the like do not decompose.
    plain = unicodedata.normalize("NFKD", text.casefold()).translate(_PLAIN)
    return "".join(char for char in plain if char.isalpha() or _is_vowel(char))


def _is_vowel(char: str) -> bool:
    """Whether a mark tells one word from another, as an accent seldom does."""
    return ord(char) in _VOWELS and unicodedata.category(char)[0] == "M"


class PhraseBook:
    """Every phrase of the vocabulary, looked up by its letters."""

    def __init__(self, groups: Mapping[str, Mapping[str, Iterable[str]]]) -> None:
        self._meanings: dict[str, tuple[tuple[str, str], ...]] = {}
        for group, meanings in groups.items():
            for meaning, phrases in meanings.items():
                own = ((group, meaning),)
                for letters in phrases:
                    known = self._meanings.get(letters)
                    self._meanings[letters] = known + own if known else own
        self._keys = sorted(self._meanings)
        self._begun: dict[str, bool] = {}

    def meanings(self, text: str) -> tuple[tuple[str, str], ...]:
        """All (group, meaning) of a text that is one whole phrase."""
        return self._meanings.get(squeeze(text), ())

    def find(self, words: Sequence[str]) -> list[Hit]:
        """Longest phrases first from the left, no word used twice; of two words with a stroke
        between, as labels in two languages have, each its own."""
        letters = [squeeze(word) for word in words]
        hits = self._inside(letters)
        places: Sequence[int] = range(len(words))
        if any("/" in word and _STROKE.search(word) for word in words):
            parts = [_STROKE.split(word) for word in words]
            places = [at for at, own in enumerate(parts) for _ in own]
            letters = [squeeze(part) for own in parts for part in own]
        start = 0
        while start < len(letters):
            known = self._begun.get(letters[start], True)
            end = self._longest_from(letters, start) if known else None
            if end is None:
                start += 1
                continue
            key = "".join(letters[start : end + 1])
            first, last = places[start], places[end]
            hits.extend(Hit(group, name, first, last) for group, name in self._meanings[key])
            start = end + 1
        return hits

    def _inside(self, letters: Sequence[str]) -> list[Hit]:
        """The longest phrase within each word of a script that writes no spaces; of a word that is
        one whole phrase nothing."""
        return [
            Hit(group, name, index, index)
            for index, text in enumerate(letters)
            if not text.isascii() and _is_unspaced(text) and text not in self._meanings
            for group, name in self._longest_within(text)
        ]

    def _longest_within(self, text: str) -> tuple[tuple[str, str], ...]:
        """All (group, meaning) of the longest phrase, of those the first, inside a text."""
        sizes = range(min(len(text) - 1, 10), 1, -1)
        parts = (text[i : i + size] for size in sizes for i in range(len(text) - size + 1))
        return next((self._meanings[part] for part in parts if part in self._meanings), ())

    def _longest_from(self, letters: Sequence[str], start: int) -> int | None:
        text, best, long = "", None, 0
        for index in range(start, len(letters)):
            text += letters[index]
            long += len(letters[index]) != 1
            if long > LONGEST or not text or not self._begins(text):
                break
            if letters[index] and text in self._meanings:
                best = index
        return best

    def _begins(self, text: str) -> bool:
        """Whether some phrase begins with these letters."""
        known = self._begun.get(text)
        if known is None:
            place = bisect_left(self._keys, text)
            known = place < len(self._keys) and self._keys[place].startswith(text)
            self._begun[text] = known
        return known


def _is_unspaced(text: str) -> bool:
    """Whether a text begins or ends in a script that writes no spaces, such as Chinese."""
    return max(text[0], text[-1]) >= "\u2e80"


@lru_cache(maxsize=1)
def phrase_book() -> PhraseBook:
    """The words of all languages that ship with tieout."""
    return PhraseBook(tables()["phrases"])


@lru_cache(maxsize=1)
def marks() -> dict[str, int]:
    """Suffix or column marks and what they do to the holder: +1 in, -1 out."""
    groups = tables()["marks"]
    return _signed(groups["credit"], 1) | _signed(groups["debit"], -1)


def _signed(names: Iterable[str], sign: int) -> dict[str, int]:
    return {name.casefold(): sign for name in names}


@lru_cache(maxsize=1)
def tables() -> dict[str, Any]:
    """Phrases, months, weekdays and what tells a currency, by the names of `tables.json`."""
    found: dict[str, Any] = _read("tables.json")
    return found


@lru_cache(maxsize=1)
def month_names() -> dict[str, int]:
    """The month (1 to 12) of each name, by its letters."""
    names: dict[str, int] = tables()["months"]
    return names


@lru_cache(maxsize=1)
def solar_months() -> dict[str, int]:
    """The month (1 to 12) of each name of the solar calendar, by its letters."""
    names: dict[str, int] = tables()["solar_months"]
    return names


@lru_cache(maxsize=1)
def month_languages() -> tuple[str, ...]:
    """The languages whose names of months the kernel has, or whose words between a day's parts."""
    known = table("months.json")
    return tuple(sorted({*known["names"], *known["joins"]}))


@lru_cache(maxsize=1)
def weekday_names() -> frozenset[str]:
    """The names of weekdays, by their letters."""
    return frozenset(tables()["weekdays"])


@lru_cache(maxsize=1)
def currency_names() -> dict[str, str]:
    """The code of each name that languages have for one currency alone, by its letters."""
    return {name: code for code, names in _read("currencies.json").items() for name in names}


def known_currencies() -> dict[str, Any]:
    """The kernel's table: ``names`` with the code of each, by its letters, and ``signs`` with the
    codes that each may mean."""
    return table("currencies.json")


def _read(name: str) -> Any:
    return json.loads((_LANGUAGES / name).read_text(encoding="utf-8"))


@lru_cache
def within(meaning: str) -> re.Pattern[str]:
    """Finds the words with this meaning in a text; capitals do not matter."""
    words = tables()["within"][meaning]
    return re.compile("|".join(map(_pattern, words)), re.IGNORECASE)


def _pattern(word: str) -> str:
    begin = "" if word.startswith("*") else r"(?<!\w)"
    end = "" if word.endswith("*") else r"(?!\w)"
    return f"{begin}{re.escape(word.strip('*'))}{end}"


@lru_cache
def single(meaning: str) -> frozenset[str]:
    """The words with this meaning, by their letters."""
    return frozenset(map(squeeze, tables()["single"][meaning]))


def one_of(*meanings: str) -> str:
    """A regular expression for one of the single words with these meanings, as they are written
    without blanks, the longest first."""
    words = {word.replace(" ", "") for each in meanings for word in tables()["single"][each]}
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))


MEANINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "columns": (
        "date", "value_date", "description", "debit", "credit", "amount", "balance", "direction",
        "other", "repaid", "month",
    ),
    "labels": (
        "currency", "count_unit", "closing_day", "other_range", "other_account", "opening",
        "closing", "due", "balance_on", "total_in", "total_out", "total", "carried_page", "period",
        "statement_date", "no_lines", "count_in", "count_out", "count", "account_number", "month",
        "year", "statement_number", "due_date", "day_total", "other_number",
        "account_kind", "ends_on",
    ),
    "sections": ("credit", "debit", "skip"),
    "objections": ("page", "multiple", "unbooked"),
    "asides": ("limit", "nought", "heading", "continued"),
    "marks": ("credit", "debit"),
    "kinds": ("card", "loan", "current", "savings"),
    "moved": ("in", "out"),
}  # fmt: skip
