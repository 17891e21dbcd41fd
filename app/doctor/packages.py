"""Examines Python and the installed packages, by what the distribution itself declares."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import metadata

from app.doctor.findings import Finding, State
from app.texts import terminal as texts
from db.extras import install_command

ROOMS = ("app", "db", "evals", "jobs", "pipeline", "tools")
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
    """Whether another distribution has installed itself over one of our packages.

    `tools`, `db` and `pipeline` exist on the package index, and pip overwrites without a word.
    """
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
