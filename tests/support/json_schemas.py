"""Holds what a verb prints with `--json` to its schema in docs/schemas."""

import json
from collections.abc import Iterator, Sequence
from functools import cache

import click
from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator

from app.cli.main import tieout
from docs.json_schemas import FOLDER, file_of


def verbs() -> list[str]:
    """Every verb that takes `--json`, as the command line itself tells."""
    return sorted(_with_json(tieout, ()))


def _with_json(command: click.Command, words: tuple[str, ...]) -> Iterator[str]:
    if any("--json" in option.opts for option in command.params):
        yield " ".join(words)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for word in command.list_commands(context):
            below = command.get_command(context, word)
            assert below is not None
            yield from _with_json(below, (*words, word))


def verb_of(words: Sequence[str]) -> str:
    """The verb that a command line begins with: `review` of `review 4 --json`."""
    fitting = (verb for verb in verbs() if list(words[: verb.count(" ") + 1]) == verb.split())
    return max(fitting, key=len)


def faults(verb: str, printed: object) -> list[str]:
    """Where the value is not what the verb's schema says."""
    return [f"{each.json_path}: {each.message}" for each in _validator(verb).iter_errors(printed)]


@cache
def _validator(verb: str) -> Validator:
    schema = json.loads((FOLDER / file_of(verb)).read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
