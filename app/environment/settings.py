"""What the environment says: settings, secrets from files, and the model that they name."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from app.errors import SecretFileUnreadable, SecretTwice, SettingInvalid

if TYPE_CHECKING:
    from app.environment.books import Book
    from tools.loop.events import EventSink
    from tools.loop.loop import ToolLoop
    from tools.model_settings import Models, ModelSettings
    from tools.providers.base import Provider


DATABASE = "TIEOUT_DATABASE_URL"
REDIS = "TIEOUT_REDIS_URL"
ESCALATE = "TIEOUT_ESCALATE"
ESCALATIONS = ("unproven", "always", "never")
SEND_PAGES = "TIEOUT_SEND_PAGES"
PAGES_SENT = ("never", "scans")
TRACE = "TIEOUT_TRACE"
TRACES = ("redacted", "full")
SPANS = "TIEOUT_SPANS"
DOCUMENTS = "TIEOUT_DOCUMENTS"
KEEP_DOCUMENTS = "TIEOUT_KEEP_DOCUMENTS"
KEPT_FOR = ("always", "until_done", "never")
LOG_LEVEL = "TIEOUT_LOG_LEVEL"
LOG_LEVELS = ("debug", "info", "warning", "error")
METRICS = "TIEOUT_METRICS"
SCHEDULES = "TIEOUT_SCHEDULES"
WORKER_DOCUMENTS = "TIEOUT_WORKER_DOCUMENTS"
WORKER_MEMORY = "TIEOUT_WORKER_MEMORY_MIB"
BOOK = "TIEOUT_BOOK"
WEB_PROXIES = "TIEOUT_WEB_PROXIES"
WEB_PROXY_RIGHT = "TIEOUT_WEB_PROXY_RIGHT"
MCP_FILES = "TIEOUT_MCP_FILES"
PROXY_RIGHTS = ("look", "decide", "manage")

_DIGITS = 9
_WHOLE = "a whole number above 0"


@dataclass(frozen=True, slots=True)
class Settings:
    """The environment's say; a command's options win over it.

    ``database_url`` may be a path; it is that of ``book``, if one is named. ``escalate`` says when
    a configured model is asked: for what arithmetic left ``unproven``, ``always`` or ``never``.
    ``send_pages`` says of which pages the picture is sent to a model that takes images, ``trace``
    how much is kept of what a model was asked, ``spans`` where spans of imports go: a file, `otlp`
    or `otel`. ``documents`` is the folder or the URL where documents are kept, ``keep_documents``
    for how long. ``metrics`` is the address at which a service tells how it is, ``schedules`` the
    file of what is done again and again. A worker makes room for a new one after
    ``worker_documents``, or when it holds more than ``worker_memory_mib``. ``web_proxies`` are the
    addresses of reverse proxies, ``web_user_header`` the one in which they name who is signed in,
    and ``web_proxy_right`` the role of whom they name and no one added. ``mcp_files`` is the folder
    in which programs that speak MCP may have a ledger checked. The key and the URLs of
    database and queue, which may hold a password, are kept out of the repr, and so out of every
    log. Passwords of documents are gathered by `pipeline.intake.file` alone."""

    database_url: str = field(default="tieout.db", repr=False)
    book: str | None = None
    model: str = "offline"
    base_url: str | None = None
    escalate: str = "unproven"
    send_pages: str = "never"
    trace: str = "redacted"
    spans: str | None = None
    documents: str | None = None
    keep_documents: str = "always"
    log_level: str = "info"
    metrics: str | None = None
    schedules: str | None = None
    worker_documents: int = 1000
    worker_memory_mib: int = 1024
    api_key: str | None = field(default=None, repr=False)
    redis_url: str | None = field(default=None, repr=False)
    web_user_header: str | None = None
    web_proxies: str | None = None
    web_proxy_right: str | None = None
    mcp_files: str | None = None

    def over(self, **chosen: str | None) -> Settings:
        """These settings under a command's options; None leaves one. Raises ``BookAndDatabase``."""
        given: dict[str, Any] = {name: value for name, value in chosen.items() if value}
        if self.book and given.get("database_url", self.database_url) != self.database_url:
            from app.environment.books import BookAndDatabase

            raise BookAndDatabase
        return replace(self, **given)

    def of_book(self, book: Book, environment: Mapping[str, str]) -> Settings:
        """These settings, of that book and its own queue. Raises ``BookSecretMissing``."""
        return replace(
            self,
            book=book.slug,
            database_url=book.database_url(environment),
            documents=book.documents or self.documents,
            redis_url=book.redis_url(environment),
        )


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this process; of the book that it names, where it names one. Raises
    ``BooksUnreadable``, ``NoSuchBook``, ``BookSecretMissing``, ``SettingInvalid``,
    ``SecretFileUnreadable`` and ``SecretTwice``."""
    chosen = home(environment)
    if not environment.get(BOOK):
        return chosen
    from app.environment.books import read_books

    return chosen.of_book(read_books(environment).named(environment[BOOK]), environment)


def home(environment: Mapping[str, str]) -> Settings:
    """The same, of the ledger that is no book of the list. Raises as above."""
    plain, environment = Settings(), with_secret_files(environment)
    return Settings(
        database_url=environment.get(DATABASE) or plain.database_url,
        model=environment.get("TIEOUT_MODEL") or plain.model,
        base_url=environment.get("TIEOUT_BASE_URL") or environment.get("OPENAI_BASE_URL") or None,
        escalate=_choice(environment, ESCALATE, plain.escalate, ESCALATIONS),
        send_pages=_choice(environment, SEND_PAGES, plain.send_pages, PAGES_SENT),
        trace=_choice(environment, TRACE, plain.trace, TRACES),
        spans=environment.get(SPANS) or None,
        documents=environment.get(DOCUMENTS) or None,
        keep_documents=_choice(environment, KEEP_DOCUMENTS, plain.keep_documents, KEPT_FOR),
        log_level=_choice(environment, LOG_LEVEL, plain.log_level, LOG_LEVELS),
        metrics=environment.get(METRICS) or None,
        schedules=environment.get(SCHEDULES) or None,
        worker_documents=_number(environment, WORKER_DOCUMENTS, plain.worker_documents),
        worker_memory_mib=_number(environment, WORKER_MEMORY, plain.worker_memory_mib),
        api_key=environment.get("OPENAI_API_KEY") or None,
        redis_url=environment.get(REDIS) or None,
        web_user_header=environment.get("TIEOUT_WEB_USER_HEADER") or None,
        web_proxies=environment.get(WEB_PROXIES) or None,
        web_proxy_right=_choice(environment, WEB_PROXY_RIGHT, "", ("", *PROXY_RIGHTS)) or None,
        mcp_files=environment.get(MCP_FILES) or None,
    )


def _number(environment: Mapping[str, str], name: str, default: int) -> int:
    value = environment.get(name) or str(default)
    if not (value.isascii() and value.isdigit() and len(value) <= _DIGITS and int(value)):
        raise SettingInvalid(name=name, value=value[:40], choices=_WHOLE)
    return int(value)


def _choice(
    environment: Mapping[str, str], name: str, default: str, choices: tuple[str, ...]
) -> str:
    value = environment.get(name) or default
    if value not in choices:
        raise SettingInvalid(name=name, value=value, choices=", ".join(filter(None, choices)))
    return value


DATABASE_PASSWORD: Final = "TIEOUT_DATABASE_PASSWORD"
#: Apart from these, whatever ends with the second: keys of models.
SECRETS: Final = (DATABASE, DATABASE_PASSWORD, REDIS, "TIEOUT_PDF_PASSWORDS")
_KEY: Final = "_API_KEY"
_FILE: Final = "_FILE"
#: A user without a password; what follows the host may hold an @ too.
_USER: Final = re.compile(r"[a-z0-9+]+://[^/?#@:]+(?=@)")


def with_secret_files(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment with what its secret files hold, without the newline at their end.

    A password of the database is put into its URL, if that names a user and no password. Nothing
    is written back, so that no child's environment shows it. Raises ``SecretFileUnreadable`` and
    ``SecretTwice``."""
    found = dict(environment)
    for named, file in secret_files(environment).items():
        name = named.removesuffix(_FILE)
        if environment.get(name):
            raise SecretTwice(name=name)
        found[name] = _content(named, file)
    if found.get(DATABASE_PASSWORD) and found.get(DATABASE):
        found[DATABASE] = _with_password(found[DATABASE], found[DATABASE_PASSWORD])
    return found


def secret_files(environment: Mapping[str, str]) -> dict[str, Path]:
    """The variables that name a file with a secret, and those files."""
    return {
        named: Path(value)
        for named, value in environment.items()
        if value and named.endswith(_FILE) and _is_secret(named.removesuffix(_FILE))
    }


def secrets_of(environment: Mapping[str, str]) -> tuple[str, ...]:
    """What must be in no log: every secret, line by line. Raises as `with_secret_files`."""
    whole = with_secret_files(environment)
    values = (value for name, value in whole.items() if _is_secret(name) and "_URL" not in name)
    return tuple(line for value in values for line in value.splitlines() if line)


def _is_secret(name: str) -> bool:
    return name in SECRETS or name.endswith(_KEY)


def _content(named: str, file: Path) -> str:
    try:
        return file.read_text("utf-8").rstrip("\r\n")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise SecretFileUnreadable(name=named, reason=reason) from None
    except UnicodeDecodeError:
        raise SecretFileUnreadable(name=named, reason="it is not UTF-8 text") from None


def _with_password(url: str, password: str) -> str:
    found = _USER.match(url)
    if found is None:
        return url
    return f"{found[0]}:{quote(password, safe='')}{url[found.end() :]}"


OFFLINE = "offline"
_OPENAI_KEY = "OPENAI_API_KEY"


def language_model(settings: Settings) -> ToolLoop | None:
    """A loop around the model; nothing is sent before it is asked, except the first time to a
    model whose format is `auto`. Raises ModelsFileError."""
    return None if settings.model == OFFLINE else model_loop(settings)


def model_loop(
    settings: Settings, *, sinks: Sequence[EventSink] = (), stream: bool = False
) -> ToolLoop:
    """The loop of the model that the settings name, by `models.toml`. Raises ModelsFileError, and
    what `span_sinks` raises."""
    from app.telemetry.spans import span_sinks
    from tools.loop.outcome import Capture
    from tools.model_settings import loop_for
    from tools.probe import ProbeCache, cached_probe

    chosen = model_settings(settings)
    sees = chosen.sees and settings.send_pages != "never"
    chosen = chosen.model_copy(update={"sees": sees})
    home = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    probe = cached_probe(ProbeCache(Path(home) / "tieout" / "probes.json"), chosen.base_url)
    return loop_for(
        chosen,
        _keys(settings),
        sinks=[*sinks, *span_sinks(settings.spans), *_counting(settings, chosen)],
        stream=stream,
        capture=Capture(settings.trace),
        probe=probe,
    )


def _counting(settings: Settings, chosen: ModelSettings) -> list[EventSink]:
    """Who counts what the model is asked, in a service that tells it."""
    if settings.metrics is None:
        return []
    from app.telemetry.counted import ModelCounts
    from tools.model_settings import price_for

    return [ModelCounts(settings.model, price_for(chosen))]


def provider_of(settings: Settings) -> Provider:
    """The model's provider alone, to be asked whether it answers. Raises ModelsFileError."""
    from tools.model_settings import provider_for

    return provider_for(model_settings(settings), _keys(settings))


def model_settings(settings: Settings) -> ModelSettings:
    """How the model is talked to. Raises ModelsFileError."""
    return known_models(settings).settings(settings.model, settings.base_url)


def known_models(settings: Settings) -> Models:
    """The shipped models and a person's own. Raises ModelsFileError."""
    from tools.model_settings import find_models_file, load_models

    path = settings.database_url.removeprefix("sqlite:///")
    return load_models(
        find_models_file(os.environ, None if "://" in path else Path(path).expanduser().parent)
    )


def _keys(settings: Settings) -> dict[str, str]:
    """The environment's keys, the settings' own in its place among them."""
    keys = dict(with_secret_files(os.environ))
    if settings.api_key is not None:
        keys[_OPENAI_KEY] = settings.api_key
    return keys
