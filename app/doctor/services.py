"""Examines what only services need: metrics, schedules, spans, and the files of secrets.

Of what is not set nothing is said.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from app.doctor.findings import Finding, State
from app.environment.secret_files import secret_files
from app.environment.settings import Settings
from app.texts import jobs as texts_jobs
from db.errors import TieoutError

_SECONDS = 2
_OTHERS = 0o007
_PORTS = {"http": 80, "https": 443}
_MEND = texts_jobs.DOCTOR_SPANS_MEND


def service_findings(chosen: Settings, environment: Mapping[str, str]) -> Iterator[Finding]:
    """A finding for each of them that is set."""
    if chosen.metrics is not None:
        yield _metrics(chosen.metrics)
    if chosen.schedules is not None:
        yield _schedules(chosen.schedules)
    if chosen.spans is not None:
        yield _spans(chosen, environment)
    for name, file in secret_files(environment).items():
        yield _secret(name, file)


def _metrics(address: str) -> Finding:
    from app.health.server import address_of
    from app.health.services import require_metrics

    try:
        host, port = address_of(address)
        require_metrics()
    except TieoutError as error:
        return Finding("metrics", State.BAD, error.code, str(error))
    return Finding("metrics", State.GOOD, texts_jobs.DOCTOR_METRICS.format(host=host, port=port))


def _schedules(path: str) -> Finding:
    from app.environment.schedules import schedules_set

    try:
        number = len(schedules_set(path))
    except TieoutError as error:
        return Finding("schedules", State.BAD, error.code, str(error))
    return Finding("schedules", State.GOOD, texts_jobs.DOCTOR_SCHEDULES.format(number=number))


def _spans(chosen: Settings, environment: Mapping[str, str]) -> Finding:
    from app.telemetry.spans import RECEIVER, receiver_of, require_spans

    try:
        require_spans(chosen)
    except TieoutError as error:
        return Finding("spans", State.BAD, error.code, str(error))
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
