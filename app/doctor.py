"""Examines this machine: each part with what was found, and what to do about it."""

import json
import re
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from http.client import HTTPException
from importlib import metadata
from pathlib import Path
from typing import ParamSpec, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from app.access.rights import Right
from app.environment.opening import open_ledger
from app.environment.settings import OFFLINE, Settings, secret_files
from app.shapes.answers import Finding, State
from app.texts import administration as texts_administration
from app.texts import documents as texts_documents
from app.texts import jobs as texts_jobs
from app.texts import terminal as texts
from db.errors import TieoutError, install_command
from jobs.options import Keep

P = ParamSpec("P")
Found = TypeVar("Found")


def _bad_if_raised(part: str) -> Callable[[Callable[P, Found]], Callable[P, Found | Finding]]:
    """Makes of an error that is raised while a part is examined what is found of it."""

    def examined(look: Callable[P, Found]) -> Callable[P, Found | Finding]:
        @wraps(look)
        def found(*args: P.args, **how: P.kwargs) -> Found | Finding:
            try:
                return look(*args, **how)
            except TieoutError as error:
                return Finding(part, State.BAD, error.code, str(error))

        return found

    return examined


_KEPT = {
    Keep.ALWAYS: texts_documents.DOCTOR_KEPT,
    Keep.UNTIL_DONE: texts_documents.DOCTOR_KEPT_UNTIL_DONE,
}


@_bad_if_raised("documents")
def documents_finding(chosen: Settings) -> Finding:
    """Puts a few bytes there and takes them away again, where anything is kept already or is to be.
    What no one named is made with the first document, and not by looking."""
    from app.environment.listing import documents_of

    documents = documents_of(chosen)
    store = documents.keeping
    if store is None:
        if documents.store is not None:
            return Finding("documents", State.OPTIONAL, texts_documents.DOCTOR_NEVER)
        detail, remedy = texts_documents.DOCTOR_NOWHERE, texts_documents.DOCTOR_SET
        return Finding("documents", State.OPTIONAL, detail, remedy)
    begun = store.begun()
    if begun or chosen.documents:
        store.try_writing()
    said = _KEPT[documents.keep] if begun else texts_documents.DOCTOR_EMPTY
    return Finding("documents", State.GOOD, said.format(place=store.place))


@_bad_if_raised("ledger")
def ledger_finding(url: str) -> Finding:
    """Opens the database as every command would; whatever it raises names its own remedy."""
    from db.engine import make_engine, place, typed_errors
    from db.ledger.balances import require_true_totals
    from db.session import read_only
    from db.upgrade import require_current

    engine = make_engine(url)
    with typed_errors(engine):
        require_current(engine)
        with read_only(engine) as session:
            require_true_totals(session)
    return Finding("ledger", State.GOOD, texts.DOCTOR_LEDGER_GOOD.format(place=place(engine)))


SECONDS = 5
OPENAI = "https://api.openai.com/v1"


def model_finding(settings: Settings) -> Finding:
    """`offline` needs nothing; any other model's server is asked for its list of models."""
    if settings.model == OFFLINE:
        return Finding("model", State.GOOD, texts.DOCTOR_OFFLINE)
    address = settings.base_url or OPENAI
    try:
        headers = {"Authorization": f"Bearer {settings.api_key}"} if settings.api_key else {}
        request = Request(address.rstrip("/") + "/models", headers=headers)
        with urlopen(request, timeout=SECONDS) as answer:
            listing = json.load(answer)
        rows = listing.get("data", []) if isinstance(listing, dict) else []
        known = [str(row.get("id")) for row in rows if isinstance(row, dict)]
    except HTTPError as error:
        detail = texts.DOCTOR_MODEL_STATUS.format(address=address, status=error.code)
        return Finding("model", State.BAD, detail, texts.DOCTOR_MODEL_REFUSED)
    except (URLError, OSError, ValueError, HTTPException):
        detail = texts.DOCTOR_MODEL_SILENT.format(address=address)
        return Finding("model", State.BAD, detail, texts.DOCTOR_MODEL_UNREACHABLE)
    model = settings.model
    if not known or model in known:
        return Finding("model", State.GOOD, model)
    remedy = texts.DOCTOR_MODEL_NAMES.format(names=", ".join(sorted(known)[:8]))
    return Finding("model", State.BAD, texts.DOCTOR_MODEL_UNKNOWN.format(model=model), remedy)


ROOMS = ("app", "db", "jobs", "pipeline", "tools")
OLDEST = (3, 11)
REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(?:[^;]*;.*extra == ['\"](?P<extra>[\w-]+))?")


def python_finding() -> Finding:
    """Whether this Python is new enough."""
    version = ".".join(str(part) for part in sys.version_info[:3])
    if sys.version_info[:2] >= OLDEST:
        return Finding("python", State.GOOD, version)
    return Finding("python", State.BAD, version, texts.DOCTOR_PYTHON)


def package_findings(requirements: list[str] | None = None) -> Iterator[Finding]:
    """The needed packages in one finding, then one for each extra."""
    wanted = _by_extra(requirements or metadata.requires("tieout") or [])
    missing = _missing(wanted.pop("", []))
    if missing:
        yield Finding("packages", State.BAD, ", ".join(missing), texts.DOCTOR_PACKAGES)
    else:
        yield Finding("packages", State.GOOD, texts.DOCTOR_PACKAGES_GOOD)
    for extra, names in wanted.items():
        yield _extra_finding(extra, _missing(names))


def rooms_finding() -> Finding:
    """Whether another distribution has installed itself over one of our packages. `tools`, `db` and
    `pipeline` exist on the package index, and pip overwrites without a word."""
    owners = metadata.packages_distributions()
    taken = {name for room in ROOMS for name in owners.get(room, []) if name != "tieout"}
    if taken:
        return Finding("rooms", State.BAD, ", ".join(sorted(taken)), texts.DOCTOR_ROOMS)
    return Finding("rooms", State.GOOD, texts.DOCTOR_ROOMS_GOOD)


def _by_extra(requirements: list[str]) -> dict[str, list[str]]:
    sorted_out: dict[str, list[str]] = {"": []}
    for requirement in requirements:
        found = REQUIREMENT.match(requirement)
        assert found is not None
        sorted_out.setdefault(found["extra"] or "", []).append(found["name"])
    return sorted_out


def _missing(names: list[str]) -> list[str]:
    installed = {_plain(found.name) for found in metadata.distributions() if found.name}
    return [name for name in names if _plain(name) not in installed]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _extra_finding(extra: str, missing: list[str]) -> Finding:
    part = f"extra {extra}"
    if not missing:
        return Finding(part, State.GOOD, texts.DOCTOR_INSTALLED)
    remedy = texts.DOCTOR_EXTRA.format(install=install_command(extra))
    return Finding(part, State.OPTIONAL, texts.DOCTOR_ABSENT, remedy)


@_bad_if_raised("pages")
def pages_finding(chosen: Settings) -> Finding | None:
    """By a link, as users, or by a proxy; nothing of a ledger that cannot be opened."""
    from app.access import users
    from app.access.entrance import proxies_of

    try:
        listed = users.listed(open_ledger(chosen.database_url, as_it_is=True))
    except TieoutError:
        # It is a finding of its own already.
        return None
    proxies = proxies_of(chosen)
    managers = sum(user.right is Right.MANAGE for user in listed)
    said = texts_administration.DOCTOR_USERS.format(users=len(listed), managers=managers)
    if proxies.header:
        header = {"proxies": chosen.web_proxies, "header": proxies.header}
        said += texts_administration.DOCTOR_PROXY.format(**header)
    elif not listed:
        said = texts_administration.DOCTOR_LINK
    return Finding("pages", State.GOOD, said)


@_bad_if_raised("queue")
def queue_finding(redis_url: str | None) -> Finding:
    """Asks the server as every worker would; whatever is raised names its own remedy."""
    from jobs.queue.work_queue import WorkQueue, shown

    if not redis_url:
        detail, remedy = texts_jobs.DOCTOR_NO_QUEUE, texts_jobs.DOCTOR_QUEUE_SET
        return Finding("queue", State.OPTIONAL, detail, remedy)
    waiting = len(WorkQueue(redis_url).waiting())
    detail = texts_jobs.DOCTOR_QUEUE_GOOD.format(place=shown(redis_url), waiting=waiting)
    return Finding("queue", State.GOOD, detail)


_SECONDS = 2
_OTHERS = 0o007
_PORTS = {"http": 80, "https": 443}
_MEND = texts_jobs.DOCTOR_SPANS_MEND


def service_findings(chosen: Settings, environment: Mapping[str, str]) -> Iterator[Finding]:
    if chosen.metrics is not None:
        yield _metrics(chosen.metrics)
    if chosen.schedules is not None:
        yield _schedules(chosen.schedules)
    if chosen.spans is not None:
        yield _spans(chosen, environment)
    for name, file in secret_files(environment).items():
        yield _secret(name, file)


@_bad_if_raised("metrics")
def _metrics(address: str) -> Finding:
    from app.telemetry.server import address_of, require_metrics

    host, port = address_of(address)
    require_metrics()
    return Finding("metrics", State.GOOD, texts_jobs.DOCTOR_METRICS.format(host=host, port=port))


@_bad_if_raised("schedules")
def _schedules(path: str) -> Finding:
    from app.environment.schedules import schedules_set

    number = len(schedules_set(path))
    return Finding("schedules", State.GOOD, texts_jobs.DOCTOR_SCHEDULES.format(number=number))


@_bad_if_raised("spans")
def _spans(chosen: Settings, environment: Mapping[str, str]) -> Finding:
    from app.telemetry.spans import RECEIVER, receiver_of, require_spans

    require_spans(chosen.spans)
    if chosen.spans != RECEIVER:
        return Finding("spans", State.GOOD, texts_jobs.DOCTOR_SPANS.format(place=chosen.spans))
    place = _place(receiver_of(environment))
    if place is None:
        return Finding("spans", State.BAD, texts_jobs.DOCTOR_SPANS_NO_URL, _MEND)
    shown = f"{place[0]}:{place[1]}"
    if _answers(place):
        return Finding("spans", State.GOOD, texts_jobs.DOCTOR_SPANS.format(place=shown))
    # Nothing waits for it, so that nothing has to be mended before work goes on.
    detail = texts_jobs.DOCTOR_SPANS_AWAY.format(place=shown)
    return Finding("spans", State.OPTIONAL, detail, _MEND)


def _place(address: str) -> tuple[str, int] | None:
    """Host and port alone, for a URL may hold a password."""
    try:
        url = urlsplit(address)
        port = url.port or _PORTS[url.scheme]
    except (ValueError, KeyError):
        return None
    return (url.hostname, port) if url.hostname else None


def _answers(place: tuple[str, int]) -> bool:
    try:
        socket.create_connection(place, _SECONDS).close()
    except OSError:
        return False
    return True


def _secret(name: str, file: Path) -> Finding:
    """One that could not be read has ended the command already, by its own error."""
    if file.stat().st_mode & _OTHERS:
        detail = texts_jobs.DOCTOR_SECRET_OPEN.format(file=file)
        return Finding(name, State.BAD, detail, texts_jobs.DOCTOR_SECRET_CLOSE.format(file=file))
    return Finding(name, State.GOOD, texts_jobs.DOCTOR_SECRET.format(file=file))
