"""The options that several verbs share, help that leads with examples, and verbs on demand."""

import os
import re
import sys
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from app.cli.output import ExitCode, Run
from app.environment import settings
from app.environment.settings import with_secret_files
from app.texts import Help, help_of
from app.texts import jobs as texts_jobs
from app.texts import terminal as texts
from db.words import AccountKind, Priority
from pipeline.intake.passwords import PasswordBook, terminal_ask

if TYPE_CHECKING:
    from app.acts.accounts import Wishes

_AGO = re.compile(r"(\d{1,4})([mhdw])")
_UNITS = {
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}


class Day(click.DateTime):
    """A day such as 2026-11-01. Where it may be ``blank``, an empty text is handed on as it is."""

    def __init__(self, written: str = "%Y-%m-%d", *, blank: bool = False) -> None:
        super().__init__([written])
        self.blank = blank

    def convert(  # type: ignore[override]
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> date | Literal[""]:
        """Raises click's ``BadParameter``."""
        return "" if self.blank and value == "" else super().convert(value, param, ctx).date()


class Since(click.ParamType[date | timedelta]):
    """A day such as 2026-11-01, or a time back from now such as 30m, 3h, 2d or 1w."""

    name = "since"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> date | timedelta:
        """Raises click's ``BadParameter``."""
        if isinstance(value, date | timedelta):
            return value
        text = str(value)
        if ago := _AGO.fullmatch(text):
            return int(ago[1]) * _UNITS[ago[2]]
        try:
            return date.fromisoformat(text)
        except ValueError:
            self.fail(texts_jobs.SINCE_UNCLEAR.format(text=text), param, ctx)


#: A file or folder that is there, or - for standard input.
EXISTING = click.Path(exists=True, allow_dash=True)

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)

FOLDER = click.Path(file_okay=False, path_type=Path)

DAY = Day()

#: '' takes the day away.
DAY_OR_BLANK = Day(blank=True)

#: A day as ISO writes it, or how long ago: `3h`.
SINCE = Since()

#: A number that a row of the ledger can have.
ROW = click.IntRange(1, 2**63 - 1)

#: The options that a queued import keeps, or that say where it is kept.
QUEUEABLE = ("database_url", "escalate")

Wrapped = TypeVar("Wrapped", bound=Callable[..., object])


as_json = click.option("--json", "json_output", is_flag=True)

#: Handed on as the path `target`, or None.
certificate = click.option("--certificate", "target", type=click.Path(path_type=Path))

#: The word that a person calls an account by, or None.
of_account = click.option("--account")

#: Handed on as the day that the month begins with, or None.
month = click.option("--month", type=Day("%Y-%m"))

#: Handed on as `database_url`, or None to go by the environment.
database = click.option("--database", "database_url")

#: Passwords are never arguments.
password_file = click.option("--password-file", type=FILE)

dry_run = click.option("--dry-run", is_flag=True)
metrics = click.option("--metrics")

#: Handed on as a word, or None to go by how many documents there are.
priority = click.option("--priority", type=click.Choice([each.name.lower() for each in Priority]))


def model(command: Wrapped) -> Wrapped:
    """What `server` gives, and `--escalate`; each None to go by the environment."""
    escalations = click.Choice(settings.ESCALATIONS)
    command = click.option("--escalate", type=escalations)(command)
    return server(command)


def server(command: Wrapped) -> Wrapped:
    """`--model` and `--base-url`, each None to go by the environment."""
    command = click.option("--base-url")(command)
    return click.option("--model")(command)


def shown(command: Callable[..., ExitCode]) -> Callable[..., ExitCode]:
    """`--json`, handed on in a `Run` before all else."""

    @wraps(command)
    def collected(
        *args: Any,
        json_output: bool,
        database_url: str | None = None,
        dry_run: bool = False,
        **others: Any,
    ) -> ExitCode:
        return command(Run(database_url, json_output, dry_run), *args, **others)

    return as_json(collected)


def reading(command: Callable[..., ExitCode]) -> Callable[..., ExitCode]:
    """What `shown` takes, and `--database`."""
    return database(shown(command))


def changing(command: Callable[..., ExitCode]) -> Callable[..., ExitCode]:
    """What `reading` takes, and `--dry-run`."""
    return dry_run(reading(command))


def refuse_with_queue(asked: Mapping[str, object]) -> None:
    """Raises click's ``UsageError`` if an option was given that a queued import could not keep."""
    others = sorted(name for name, given in asked.items() if given and name not in QUEUEABLE)
    if others:
        names = ", ".join(f"--{name.replace('_', '-')}" for name in others)
        raise click.UsageError(texts_jobs.QUEUE_AND.format(others=names))


def chosen_priority(word: str | None, *, queue: bool) -> Priority | None:
    """What the word means. Raises click's ``UsageError`` where nothing is queued."""
    if word and not queue:
        raise click.UsageError(texts_jobs.PRIORITY_AND_QUEUE)
    return Priority[word.upper()] if word else None


def passwords(file: Path | None) -> PasswordBook:
    """The file's, then those of the environment, then what a person at a terminal is asked for.
    Raises ``PasswordFileUnreadable``."""
    return PasswordBook.gather(file, with_secret_files(os.environ), terminal_ask())


def confirmed(question: str) -> bool:
    """Whether a person at the terminal says yes; no where none sits there."""
    return sys.stdin.isatty() and click.confirm(question, err=True)


class ExampleCommand(click.Command):
    """A command whose help starts with examples: command lines with what they do. What it does and
    what its options mean is data, found by the command's ``path``: its name, after its group's."""

    def __init__(self, name: str, *, path: str = "", help: Any = None, **options: Any) -> None:
        # A function's docstring, which click takes for help, is for who reads the code.
        said = help if isinstance(help, Help) else help_of(path or name)
        super().__init__(name, help=said.text, **options)
        self.examples = said.examples
        for each in self.params:
            if isinstance(each, click.Option) and each.help is None:
                about = said.options[each.opts[0]]
                each.help, each.metavar = about.text, about.metavar

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Examples first, each unbroken on a line of its own, so that it can be pasted."""
        formatter.write_heading(texts.EXAMPLES)
        for line, does in self.examples:
            formatter.write(f"  {line}\n      {does}\n")
        formatter.write_paragraph()
        super().format_help(ctx, formatter)


class ExampleGroup(ExampleCommand, click.Group):
    """A group whose help starts with examples, and that says which verb may have been meant."""

    command_class = ExampleCommand

    def command(self, name: str, **options: Any) -> Callable[..., click.Command]:  # type: ignore[override]
        """A verb of this one, whose texts are found by both names."""
        return super().command(name, path=f"{self.name} {name}", **options)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Raises click's ``UsageError``."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            if near := get_close_matches(args[0], self.list_commands(ctx)):
                names = ", ".join(f"{ctx.command_path} {name}" for name in near)
                meant = texts.DID_YOU_MEAN.format(names=names)
                raise click.UsageError(error.message + meant, ctx) from None
            raise


class VerbGroup(ExampleGroup):
    """The group of `verbs`: the module of each is imported at its first use, for `VERB_command`."""

    def __init__(self, name: str, *, verbs: Mapping[str, str], **options: Any) -> None:
        super().__init__(name, **options)
        self.verbs = verbs

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """In the order of a day's work, not of the alphabet."""
        return " ".join(texts.VERBS.values()).split()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the verb's module; None for a word that is no verb."""
        if cmd_name not in self.verbs:
            return None
        module = import_module(self.verbs[cmd_name])
        command = getattr(module, f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the verbs by what they are for, from their summaries, without importing any."""
        for heading, names in texts.VERBS.items():
            with formatter.section(heading):
                formatter.write_dl([(name, help_of(name).summary) for name in names.split()])


def of_source(command: Wrapped) -> Wrapped:
    """What a person may have to say of the file that a ledger is kept in."""
    orders = click.Choice(["day-first", "month-first", "year-first"])
    for option in (
        click.option("--amount"),
        click.option("--date"),
        click.option("--signs", type=click.Choice(["in", "out"])),
        click.option("--decimal", type=click.Choice(["point", "comma"])),
        click.option("--dates", type=orders),
        click.option("--currency"),
        click.option("--format", "form"),
    ):
        command = option(command)
    return command


def wishes(*, kind: str | None, **said: Any) -> "Wishes":
    """What was said with `of_source`, and which accounts of the source are meant."""
    from app.acts.accounts import Wishes

    own = ("form", "account", "accounts", "only", "flipped")
    meant = {name: said.pop(name) for name in own if name in said}
    given = {name: value for name, value in said.items() if value is not None}
    return Wishes(kind=AccountKind(kind) if kind else None, options=given, **meant)
