"""The root of all errors raised on purpose, and the remedies that name an extra to install."""

import json
import os
import re
import shlex
import sys
import traceback
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar, Final

from db.text import shown
from db.words import FaultClass

_WORD: Final = re.compile(r"(?<!^)(?=[A-Z])")


class TieoutError(Exception):
    """Something tieout expected might go wrong did.

    A leaf class's docstring is its message and names the remedy; ``{name}`` in it is filled from
    the keyword arguments. ``code`` is stable: stored, shown and asserted in tests; it is the name
    of the class, as ``no_such_lock`` is of ``NoSuchLock``, where its definition states no other.
    ``fault`` is what follows for an import that it ends.
    """

    code: ClassVar[str] = "tieout_error"
    fault: ClassVar[FaultClass] = FaultClass.DOCUMENT

    def __init_subclass__(cls, *, code: str = "", fault: FaultClass | None = None) -> None:
        cls.code = code or _WORD.sub("_", cls.__name__.removesuffix("Error")).lower()
        if fault is not None:
            cls.fault = fault

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        super().__init__(self.message())

    @classmethod
    def kinds(cls) -> "Iterator[type[TieoutError]]":
        """The class, and all below it that are loaded."""
        yield cls
        for child in cls.__subclasses__():
            yield from child.kinds()

    @classmethod
    def template(cls) -> str:
        """The docstring as one paragraph, the facts still to be filled in."""
        return " ".join((cls.__doc__ or cls.__name__).split())

    def message(self, say: Callable[[str], str] = str) -> str:
        """The docstring as one paragraph, with the facts filled in; ``say`` translates it."""
        text = say(self.template())
        return text.format_map({name: shown(fact) for name, fact in self.facts.items()})

    def __reduce__(self) -> tuple[object, ...]:
        # Errors cross from the sandboxed child as (class, facts).
        return (_rebuild, (type(self), self.facts))


def _rebuild(kind: type[TieoutError], facts: dict[str, object]) -> TieoutError:
    return kind(**facts)


def without_text(error: BaseException) -> str:
    """A bug for the log: its class and the places in code, for its text may quote a statement."""
    return f"{type(error).__name__}\n{''.join(traceback.format_tb(error.__traceback__))}"


LONGEST_NAME: Final = 200
_SHOWN: Final = 40


class NameTooLong(TieoutError):
    """{start!r}… is a name of {count} letters, and a name has {most} at most. Choose a shorter
    one."""


def short_enough(name: str) -> str:
    """The name, if it can be shown in a list. Raises ``NameTooLong``."""
    if len(name) > LONGEST_NAME:
        raise NameTooLong(start=name[:_SHOWN], count=len(name), most=LONGEST_NAME)
    return name


_NAME = "tieout"
_EXTRA = re.compile(r"extra\s*==\s*['\"]([\w-]+)['\"]")


class ExtraMissing(TieoutError, fault=FaultClass.CONFIGURATION):
    """A package that this needs is not installed. Run: {install}"""

    extra: ClassVar[str] = ""

    def __init_subclass__(cls, *, extra: str = "", **given: Any) -> None:
        super().__init_subclass__(**given)
        cls.extra = extra or cls.extra

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
    from importlib import metadata  # takes a fifth of the time of `tieout --help`
    from urllib.parse import unquote, urlsplit

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
    from importlib import metadata

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
