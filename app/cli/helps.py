"""Help that leads with examples, and a group that imports a verb only when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

import click

from app.texts import terminal as texts


class Verb(NamedTuple):
    """The module with a verb's command, and the one line that the list of verbs shows for it."""

    module: str
    summary: str


class ExampleCommand(click.Command):
    """A command whose help starts with `examples`: command lines with what they do."""

    def __init__(self, *args: Any, examples: Sequence[texts.Example], **options: Any) -> None:
        super().__init__(*args, **options)
        self.examples = examples

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Examples first, then what click writes."""
        write_examples(formatter, self.examples)
        super().format_help(ctx, formatter)


class ExampleGroup(ExampleCommand, click.Group):
    """A group whose help starts with `examples`."""

    command_class = ExampleCommand


class VerbGroup(ExampleGroup):
    """The group of `verbs`: the module of each is imported at its first use, for `VERB_command`."""

    def __init__(self, *args: Any, verbs: Mapping[str, Verb], **options: Any) -> None:
        super().__init__(*args, **options)
        self.verbs = verbs

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """In the order of a day's work, not of the alphabet."""
        return list(self.verbs)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the verb's module; None for a word that is no verb."""
        if cmd_name not in self.verbs:
            return None
        module = import_module(self.verbs[cmd_name].module)
        command = getattr(module, f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the verbs from their summaries, without importing any of them."""
        with formatter.section(texts.VERBS):
            formatter.write_dl([(name, verb.summary) for name, verb in self.verbs.items()])


def write_examples(formatter: click.HelpFormatter, examples: Sequence[texts.Example]) -> None:
    """Each example unbroken on a line of its own, so that it can be pasted."""
    formatter.write_heading(texts.EXAMPLES)
    for line, does in examples:
        formatter.write(f"  {line}\n      {does}\n")
    formatter.write_paragraph()
