"""Puts Hebrew and Arabic into the order, and Arabic into the shapes, in which they are drawn."""

import re
import unicodedata
from functools import cache

_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u07ff]")
_TURNED = r"\u0590-\u07ff\ufe80-\ufefc"
_RUN = re.compile(rf"[{_TURNED}]|[()]|[^{_TURNED}\s()]+(?:\s+[^{_TURNED}\s()]+)*|\s+")
_MIRRORED = str.maketrans("()[]<>", ")(][><")
_UNJOINED_AFTER = frozenset("اأإآدذرزوؤةىء")


@cache
def _shapes() -> dict[tuple[str, str], str]:
    """Arabic letters by base letter and position, from the names that Unicode gives them."""
    shapes: dict[tuple[str, str], str] = {}
    for code in range(0xFE80, 0xFEF5):
        kind, _, base = unicodedata.decomposition(chr(code)).partition(" ")
        if base and " " not in base:
            shapes[chr(int(base, 16)), kind.strip("<>")] = chr(code)
    return shapes


def _joined(word: str) -> str:
    word = unicodedata.normalize("NFC", word)
    drawn = []
    for at, letter in enumerate(word):
        before = at > 0 and (word[at - 1], "initial") in _shapes()
        before = before and word[at - 1] not in _UNJOINED_AFTER
        after = at + 1 < len(word) and (word[at + 1], "final") in _shapes()
        after = after and letter not in _UNJOINED_AFTER
        form = {
            (False, False): "isolated",
            (True, False): "final",
            (False, True): "initial",
            (True, True): "medial",
        }[before, after]
        drawn.append(_shapes().get((letter, form), letter))
    return "".join(drawn)


def visual(words: str) -> str:
    """The text from left to right as the eye meets it; unchanged if it is left-to-right."""
    if not _RIGHT_TO_LEFT.search(words):
        return words
    shaped = re.sub(r"[\u0600-\u06ff]+", lambda word: _joined(word.group()), words)
    shaped = shaped.replace("\ufedf\ufe8e", "\ufefb").replace("\ufee0\ufe8e", "\ufefc")
    turned = [run.translate(_MIRRORED) if run in "()[]<>" else run for run in _RUN.findall(shaped)]
    return "".join(reversed(turned))
