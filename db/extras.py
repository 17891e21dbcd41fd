"""How to install an extra here: the command that works for this very installation.

tieout is on no package index, so that `pip install tieout[...]` finds nothing, or somebody else's
package of that name. In a checkout the extra is installed from there; beside an installed wheel its
packages are, by their own names.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar
from urllib.parse import unquote, urlsplit

from db.errors import TieoutError
from db.words import FaultClass

_NAME = "tieout"
_EXTRA = re.compile(r"extra\s*==\s*['\"]([\w-]+)['\"]")


class ExtraMissing(TieoutError):
    """A package that this needs is not installed. Run: {install}"""

    code: ClassVar[str] = "extra_missing"
    fault: ClassVar[FaultClass] = FaultClass.CONFIGURATION
    extra: ClassVar[str] = ""

    def __init__(self, **facts: object) -> None:
        facts.setdefault("install", install_command(str(facts.get("extra", self.extra))))
        super().__init__(**facts)


def install_command(extra: str) -> str:
    """What to type to have the extra, in this installation and from this folder."""
    checkout = _checkout()
    wanted = ["-e", f"{_near(checkout)}[{extra}]"] if checkout else _requirements(extra)
    return shlex.join([*_installer(), *wanted])


def _installer() -> list[str]:
    # Not resolved: the path through the environment is what makes it that environment's Python.
    python = _near(Path(sys.executable))
    if find_spec("pip") is None:  # environments that uv makes have none
        return ["uv", "pip", "install", "--python", python]
    return [python, "-m", "pip", "install"]


def _checkout() -> Path | None:
    """The folder that this tieout is installed from in such a way that its code runs there."""
    try:
        url = metadata.distribution(_NAME).read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return None
    origin = json.loads(url) if url else {}
    if not origin.get("dir_info", {}).get("editable"):
        return None
    return Path(unquote(urlsplit(origin["url"]).path))


def _requirements(extra: str) -> list[str]:
    """The extra's packages with the versions that tieout asks for."""
    try:
        declared = metadata.requires(_NAME) or []
    except metadata.PackageNotFoundError:
        declared = []
    parts = (each.partition(";") for each in declared)
    return [name.strip() for name, _, when in parts if extra in _EXTRA.findall(when)]


def _near(path: Path) -> str:
    """A path as it is typed from here: short below this folder, else whole."""
    below = os.path.relpath(path)
    return str(path) if below.startswith(os.pardir) else below
