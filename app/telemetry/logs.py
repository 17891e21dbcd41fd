"""What workers log: one line an event on stderr, with what is private masked."""

import logging
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from contextlib import AbstractContextManager
from typing import Any, Final

from db.errors import ExtraMissing
from db.text import visible
from tools.loop.outcome import masked

_LOG = logging.getLogger("tieout.progress")
#: A shorter one would be found in ordinary words.
_SHORTEST_SECRET = 4

Event = MutableMapping[str, Any]


class LogsMissing(ExtraMissing, extra="queue"):
    """The packages for workers are not installed. Run: {install}"""


class Logged:
    """Progress as log lines; each stage says when it begins, and how long it took."""

    def __init__(self, timed: Callable[[str, float], None] = lambda *_: None) -> None:
        """``timed`` hears of each stage how many seconds it took."""
        self._timed = timed
        self._stage, self._since = "", 0.0

    def stage(self, name: str) -> None:
        self.over()
        self._stage, self._since = name, time.monotonic()
        _LOG.info("stage", extra={"stage": name})

    def page(self, number: int, of: int) -> None:
        _LOG.debug("page", extra={"stage": self._stage, "page": number, "of": of})

    def over(self) -> None:
        if self._stage:
            seconds = round(time.monotonic() - self._since, 3)
            self._timed(self._stage, seconds)
            _LOG.info("stage ended", extra={"stage": self._stage, "seconds": seconds})
        self._stage = ""


def log_to_stderr(level: str = "info", secrets: Iterable[str] = ()) -> None:
    """From here on this process and its children log; ``secrets`` are never in it. Raises
    ``LogsMissing``."""
    try:
        import structlog
    except ModuleNotFoundError:
        raise LogsMissing from None
    from structlog.stdlib import ExtraAdder, ProcessorFormatter

    known = tuple(secret for secret in secrets if len(secret) >= _SHORTEST_SECRET)

    def mask(_logger: object, _method: str, event: Event) -> Event:
        return without_secrets(event, known)

    # structlog renders what the standard library's loggers say, ours and RQ's alike.
    formatter = ProcessorFormatter(
        foreign_pre_chain=[
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            ExtraAdder(),
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _worker,
        ],
        processors=[
            ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            mask,
            _for_a_person if sys.stderr.isatty() else structlog.processors.JSONRenderer(),
        ],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)


def _worker(_logger: object, _method: str, event: Event) -> Event:
    event.setdefault("worker", os.getpid())
    return event


def _for_a_person(_logger: object, _method: str, event: Event) -> str:
    """One line to be read: when, how serious, what, and the rest as it is called."""
    at, level = str(event.pop("timestamp", ""))[11:19], event.pop("level", "")
    what, more = event.pop("event", ""), event.pop("exception", "")
    event.pop("logger", None)
    facts = "  ".join(f"{name}={value}" for name, value in event.items())
    line = visible(f"{at} {level:<7} {what}  {facts}")
    return f"{line}\n{visible(str(more))}" if more else line


def about(**fields: object) -> AbstractContextManager[object]:
    """While the block runs, every line carries these fields, such as ``import_id``."""
    import structlog

    return structlog.contextvars.bound_contextvars(**fields)


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
    """The event with keys, passwords and account numbers masked, no matter who wrote it. ``known``
    are secrets of this process, taken out wherever they are."""
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
        plain = name in _NUMBERS or len(str(value)) <= _MOST_DIGITS
        return value if plain else safe_text(str(value))
    text = str(value)
    form = _IDS.get(name)
    return text if form and form.fullmatch(text) else safe_text(text, known)


def _masked(text: str) -> str:
    return _GROUPED.sub(_last_four, masked(text))


def _last_four(found: re.Match[str]) -> str:
    digits = sum(character.isdigit() for character in found[0])
    if digits <= _MOST_DIGITS:
        return found[0]
    return "…" + "".join(character for character in found[0] if character.isdigit())[-4:]
