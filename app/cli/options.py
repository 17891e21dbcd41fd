"""The options that several verbs share, help that leads with examples, and verbs on demand."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

import click

from app.environment import settings
from app.environment.settings import with_secret_files
from app.texts import accounts as texts_accounts
from app.texts import deciding as texts_deciding
from app.texts import jobs as texts_jobs
from app.texts import proof as texts_proof
from app.texts import terminal as texts
from db.words import Priority
from pipeline.intake.passwords import PasswordBook, terminal_ask

#: A day as ISO writes it.
ISO_DAY = click.DateTime(["%Y-%m-%d"])
_AGO = re.compile(r"(\d{1,4})([mhdw])")
_UNITS = {
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}


class DayOrBlank(click.ParamType[date | Literal[""]]):
    """A day such as 2026-11-01, or an empty text."""

    name = "day"

    def convert(
        self,
        value: object,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> date | Literal[""]:
        """Raises click's ``BadParameter``."""
        if value == "":
            return ""
        return ISO_DAY.convert(value, param, ctx).date()


class Since(click.ParamType[date | timedelta]):
    """A day such as 2026-11-01, or a time back from now such as 30m, 3h, 2d or 1w."""

    name = "since"

    def convert(
        self,
        value: object,
        param: click.Parameter | None,
        ctx: click.Context | None,
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

FOLDER = click.Path(file_okay=False, path_type=Path)

#: A day as ISO writes it.
DAY = ISO_DAY

#: A day as ISO writes it, or nothing: '' takes the day away.
DAY_OR_BLANK = DayOrBlank()

#: A day as ISO writes it, or how long ago: `3h`.
SINCE = Since()

#: A number that a row of the ledger can have.
ROW = click.IntRange(1, 2**63 - 1)

#: The options that a queued import keeps, or that say where it is kept.
QUEUEABLE = ("database_url", "escalate")

Wrapped = TypeVar("Wrapped", bound=Callable[..., object])


def as_json(command: Wrapped) -> Wrapped:
    """`--json`, handed on as `json_output`."""
    return click.option("--json", "json_output", is_flag=True, help=texts.JSON_HELP)(command)


def certificate(command: Wrapped) -> Wrapped:
    """`--certificate`, handed on as the path `target`, or None."""
    return click.option(
        "--certificate",
        "target",
        type=click.Path(path_type=Path),
        help=texts_proof.CERTIFICATE_HELP,
    )(command)


def of_account(command: Wrapped) -> Wrapped:
    """`--account`, handed on as the word that a person calls one by, or None."""
    said = texts_deciding.OF_ACCOUNT_HELP
    return click.option("--account", metavar=texts.ACCOUNT_WORD, help=said)(command)


def month(command: Wrapped) -> Wrapped:
    """`--month`, handed on as the moment that it begins with, or None."""
    kind, said = click.DateTime(["%Y-%m"]), texts_deciding.OF_MONTH_HELP
    return click.option("--month", type=kind, metavar=texts_deciding.MONTH_WORD, help=said)(command)


def database(command: Wrapped) -> Wrapped:
    """`--database`, handed on as `database_url`, or None to go by the environment."""
    return click.option("--database", "database_url", metavar="URL", help=texts.DATABASE_HELP)(
        command
    )


def password_file(command: Wrapped) -> Wrapped:
    """`--password-file`, handed on as a path or None. Passwords are never arguments."""
    return click.option(
        "--password-file",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help=texts.PASSWORD_FILE_HELP,
    )(command)


def model(command: Wrapped) -> Wrapped:
    """What `server` gives, and `--escalate`; each None to go by the environment."""
    escalations = click.Choice(settings.ESCALATIONS)
    command = click.option("--escalate", type=escalations, help=texts.ESCALATE_HELP)(command)
    return server(command)


def server(command: Wrapped) -> Wrapped:
    """`--model` and `--base-url`, each None to go by the environment."""
    command = click.option("--base-url", help=texts.BASE_URL_HELP)(command)
    return click.option("--model", help=texts.MODEL_HELP)(command)


def metrics(command: Wrapped) -> Wrapped:
    """`--metrics`, or None to go by the environment."""
    return click.option("--metrics", metavar="HOST:PORT", help=texts_jobs.METRICS_HELP)(command)


def dry_run(command: Wrapped) -> Wrapped:
    """`--dry-run`, which shows what would come of it and changes nothing."""
    return click.option("--dry-run", is_flag=True, help=texts.DRY_RUN_HELP)(command)


def refuse_with_queue(asked: Mapping[str, object]) -> None:
    """Raises click's ``UsageError`` if an option was given that a queued import could not keep."""
    others = sorted(name for name, given in asked.items() if given and name not in QUEUEABLE)
    if others:
        names = ", ".join(f"--{name.replace('_', '-')}" for name in others)
        raise click.UsageError(texts_jobs.QUEUE_AND.format(others=names))


def priority(command: Wrapped) -> Wrapped:
    """`--priority`, handed on as a word, or None to go by how many documents there are."""
    words = click.Choice([each.name.lower() for each in Priority])
    return click.option("--priority", type=words, help=texts_jobs.PRIORITY_HELP)(command)


def chosen_priority(word: str | None, *, queue: bool) -> Priority | None:
    """What the word means. Raises click's ``UsageError`` where nothing is queued."""
    if word and not queue:
        raise click.UsageError(texts_jobs.PRIORITY_AND_QUEUE)
    return Priority[word.upper()] if word else None


def passwords(file: Path | None) -> PasswordBook:
    """The file's, then those of the environment, then what a person at a terminal is asked for.

    Raises:
        PasswordFileUnreadable: the file is not readable text.
    """
    return PasswordBook.gather(file, with_secret_files(os.environ), terminal_ask())


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
    """A group whose help starts with `examples`, and that says which verb may have been meant."""

    command_class = ExampleCommand

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
        """List the verbs by what they are for, from their summaries, without importing any."""
        for heading, names in texts.VERBS.items():
            with formatter.section(heading):
                formatter.write_dl([(name, self.verbs[name].summary) for name in names.split()])


def write_examples(formatter: click.HelpFormatter, examples: Sequence[texts.Example]) -> None:
    """Each example unbroken on a line of its own, so that it can be pasted."""
    formatter.write_heading(texts.EXAMPLES)
    for line, does in examples:
        formatter.write(f"  {line}\n      {does}\n")
    formatter.write_paragraph()


def of_source(command: Wrapped) -> Wrapped:
    """What a person may have to say of the file that a ledger is kept in."""
    columns = texts_accounts.COLUMN_WORD
    orders = click.Choice(["day-first", "month-first", "year-first"])
    for option in (
        click.option("--amount", metavar=columns, help=texts_accounts.CSV_AMOUNT_HELP),
        click.option("--date", metavar=columns, help=texts_accounts.CSV_DATE_HELP),
        click.option(
            "--signs", type=click.Choice(["in", "out"]), help=texts_accounts.CSV_SIGNS_HELP
        ),
        click.option(
            "--decimal", type=click.Choice(["point", "comma"]), help=texts_accounts.CSV_DECIMAL_HELP
        ),
        click.option("--dates", type=orders, help=texts_accounts.CSV_DATES_HELP),
        click.option(
            "--currency",
            metavar=texts_accounts.CURRENCY_WORD,
            help=texts_accounts.SOURCE_CURRENCY_HELP,
        ),
        click.option("--format", "form", metavar=texts.TEXT_WORD, help=texts_accounts.FORMAT_HELP),
    ):
        command = option(command)
    return command
