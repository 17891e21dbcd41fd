"""Masks what a log must not hold, and leaves readable what is known to be an id or a time.

The rule: a field that holds an id by its name and by its form is left; in all other text what has
the form of an id or a moment is left, secrets are taken out, and any run of more than six digits,
however it is grouped, keeps its last four characters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from tools.trace import masked

#: Fields that hold an id, a count or a time, and the only form in which one is left as it is.
_IDS: Final = {
    "timestamp": re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)"),
    "document": re.compile(r"[0-9a-f]{12}"),
    "address": re.compile(r"(?:\d{1,3}\.){3}\d{1,3}|(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}"),
    "level": re.compile(r"[a-z]+"),
    "logger": re.compile(r"[a-z_.]+"),
    "code": re.compile(r"[a-z_]+|-?\d{1,3}"),
    "stage": re.compile(r"[a-z]*"),
    "status": re.compile(r"[a-z_ ]+"),
    "verdict": re.compile(r"[a-z]+"),
    "fault": re.compile(r"[a-z]+"),
}
#: Fields whose numbers are ours: rows, processes, counts, durations.
_NUMBERS: Final = frozenset(
    {"import_id", "statement_id", "worker", "seconds", "page", "of", "workers", "returned"}
    | {"poisoned", "queued_again", "code"}
)
_SECRET_FIELD: Final = re.compile(r"pass(word|wd|phrase)|secret|token|api_?key|authorization", re.I)
_SECRETS: Final = re.compile(
    r"(?<=://)[^\s\"']+@"
    r"|(?i:(?<=password=)|(?<=passwd=)|(?<=token=)|(?<=api_key=)|(?<=secret=))[^&\s\"']+"
    r"|(?i:(?<=password)|(?<=passwd)|(?<=token)|(?<=api[_-]key)|(?<=secret))[\"']?\s?[:=]\s?(?:\"[^\"]*\"|'[^']*'|[^&\s\"',]+)"
    r"|(?i:(?<=bearer )|(?<=basic ))\S+"
    r"|\b(?:sk|pk|key)-[\w-]{8,}|\btieout_[0-9a-f]{12}_[\w-]+"
    r"|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b"
)
_MOMENT: Final = (
    r"(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
    r"(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?"
)
_UUID: Final = (
    r"(?=[0-9a-f-]*[a-f])[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
)
_HASH: Final = r"(?=[0-9a-f]*[a-f])(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32})"
_JOB: Final = r"\d{1,18}-(?=[0-9a-f]*[a-f])[0-9a-f]{12}"
_DURATION: Final = r"\d:[0-5]\d:[0-5]\d\.\d{6}|\d{1,5}\.\d{1,9} ?m?s(?:econds)?"
_PROCESS: Final = r"(?i:pid) \d{1,7}"
#: Not inside a longer word or number.
_KNOWN: Final = re.compile(
    rf"(?<![\w.-])(?:{_MOMENT}|{_UUID}|{_HASH}|{_JOB}|{_DURATION}|{_PROCESS})(?![\w-]|[./]\d)"
)
_SPACE: Final = r"[ \t\u00a0\u2007\u2009\u202f]"
#: Any way to group digits; a comma joins only without a space, or each list would be a number.
_JOINED: Final = rf"{_SPACE}{{0,2}}[./_|'’·‐‑‒–—-]{_SPACE}{{0,2}}|{_SPACE}{{1,3}}|,"
_GROUPED: Final = re.compile(rf"\d+(?:(?:{_JOINED})\d+)+|\d+")
_MOST_DIGITS: Final = 6


def without_secrets(event: Mapping[str, Any], known: tuple[str, ...] = ()) -> dict[str, Any]:
    """The event with keys, passwords and account numbers masked, whoever wrote it.

    ``known`` are secrets of this process, taken out wherever they stand.
    """
    return {name: _field(name, value, known) for name, value in event.items()}


def safe_text(text: str, known: tuple[str, ...] = ()) -> str:
    """The text with keys, passwords and account numbers masked; ids and moments stay."""
    for secret in known:
        text = text.replace(secret, "…")
    text = _SECRETS.sub("…", text)
    pieces, last = [], 0
    for found in _KNOWN.finditer(text):
        pieces += [_masked(text[last : found.start()]), found[0]]
        last = found.end()
    return "".join([*pieces, _masked(text[last:])])


def _field(name: str, value: object, known: tuple[str, ...]) -> object:
    if value is None or isinstance(value, bool):
        return value
    if _SECRET_FIELD.search(name):
        return "…"
    if isinstance(value, Mapping):
        fields = ((str(key), each) for key, each in value.items())
        return {safe_text(key, known): _field(key, each, known) for key, each in fields}
    if isinstance(value, list | tuple | set | frozenset):
        return [_field(name, each, known) for each in value]
    if isinstance(value, int | float):
        return _number(name, value)
    text = str(value)
    form = _IDS.get(name)
    return text if form and form.fullmatch(text) else safe_text(text, known)


def _number(name: str, value: float) -> object:
    plain = name in _NUMBERS or len(str(value)) <= _MOST_DIGITS
    return value if plain else safe_text(str(value))


def _masked(text: str) -> str:
    return _GROUPED.sub(_last_four, masked(text))


def _last_four(found: re.Match[str]) -> str:
    digits = sum(character.isdigit() for character in found[0])
    if digits <= _MOST_DIGITS:
        return found[0]
    return "…" + "".join(character for character in found[0] if character.isdigit())[-4:]
