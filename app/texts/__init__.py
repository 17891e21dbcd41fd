"""Every text of the command line and the pages, a module for each subject.

Tables of texts are data: each subject's are in a JSON file beside its module, by their names."""

from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any, Final, NamedTuple

from db.text import data_beside
from db.words import ACCOUNT_FIELDS


def table(subject: str, name: str) -> dict[str, str]:
    """A table of the subject's file: texts by the word that they are said for."""
    return dict(_data(subject)[name])


def listed(subject: str, name: str) -> tuple[str, ...]:
    """A list of the subject's file."""
    return tuple(_data(subject)[name])


def lists(subject: str, name: str) -> dict[str, list[str]]:
    """A table of the subject's file whose rows are lists of texts."""
    return dict(_data(subject)[name])


class Example(NamedTuple):
    """A command line someone can paste, and what it does."""

    line: str
    does: str


class OptionHelp(NamedTuple):
    """What an option means, and the word for its value."""

    text: str
    metavar: str | None = None


class Help:
    """What a verb does, and command lines with it; what its own options mean, by their names,
    beside those that verbs have in common, and the line that the list of verbs shows for it."""

    def __init__(
        self,
        text: str,
        *examples: Example,
        options: Mapping[str, OptionHelp] | None = None,
        summary: str = "",
    ) -> None:
        self.text = text
        self.examples = examples
        self.options = {**_common(), **(options or {})}
        self.summary = summary


def help_of(command: str) -> Help:
    """The texts of a command by its name, after that of its group: ``jobs list``."""
    found = _data("commands")["commands"][command]
    return Help(
        found["help"],
        *(Example(line, does) for line, does in found.get("examples", {}).items()),
        options={name: _option(said) for name, said in found.get("options", {}).items()},
        summary=found.get("summary", ""),
    )


_METAVARS: Final[Mapping[type, str]] = {date: "YYYY-MM-DD", str: "TEXT"}


@cache
def _common() -> Mapping[str, OptionHelp]:
    """What the options that several verbs have mean; the fields of an account are explained once
    for these and for the API."""
    explained = table("api_fields", "fields")
    fields = {
        f"--{name.replace('_', '-')}": OptionHelp(explained[name], _METAVARS[kind])
        for name, kind in ACCOUNT_FIELDS.items()
    }
    said = {name: _option(said) for name, said in _data("commands")["options"].items()}
    return {**said, **fields}


def _option(said: str | dict[str, str]) -> OptionHelp:
    return OptionHelp(said) if isinstance(said, str) else OptionHelp(said["help"], said["metavar"])


@cache
def _data(subject: str) -> Any:
    return data_beside(__file__, f"{subject}.json")
