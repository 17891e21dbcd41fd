"""Keeps to itself what the servers' packages would say of this machine with every request.

Which system, processor and Python it is concerns no server; leaving it out also makes a request
noticeably cheaper to build.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

_TELLING = ("Lang", "Package-Version", "OS", "Arch", "Runtime", "Runtime-Version", "Async")


def without_machine(package: ModuleType) -> dict[str, Any]:
    """The default headers with which a client of ``package`` does not describe the machine."""
    return {f"X-Stainless-{name}": package.Omit() for name in _TELLING}
