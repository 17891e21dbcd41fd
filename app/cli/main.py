"""The `tieout` command: finds the verb, and turns whatever happens into an exit code."""

import gc
import io
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from app.cli.options import VerbGroup
from app.cli.output import ExitCode, exit_code, note
from app.environment import settings
from app.texts import terminal as texts
from db.errors import TieoutError

#: The module with each verb's command.
VERBS = {
    "demo": "app.cli.verbs.setup",
    "init": "app.cli.verbs.setup",
    "import": "app.cli.verbs.imports",
    "read": "app.cli.verbs.read",
    "check": "app.cli.verbs.imports",
    "verify": "app.cli.verbs.verify",
    "review": "app.cli.verbs.review",
    "explain": "app.cli.verbs.review",
    "web": "app.cli.verbs.web",
    "user": "app.cli.verbs.access",
    "token": "app.cli.verbs.access",
    "webhook": "app.cli.verbs.web",
    "accept": "app.cli.verbs.decisions",
    "reject": "app.cli.verbs.decisions",
    "state": "app.cli.verbs.correcting",
    "correct": "app.cli.verbs.correcting",
    "note": "app.cli.verbs.correcting",
    "find": "app.cli.verbs.review",
    "resolve": "app.cli.verbs.decisions",
    "undo": "app.cli.verbs.decisions",
    "reprocess": "app.cli.verbs.imports",
    "documents": "app.cli.verbs.documents",
    "backup": "app.cli.verbs.documents",
    "restore": "app.cli.verbs.documents",
    "forget": "app.cli.verbs.documents",
    "unlock": "app.cli.verbs.review",
    "locks": "app.cli.verbs.review",
    "discrepancies": "app.cli.verbs.review",
    "dismiss": "app.cli.verbs.review",
    "log": "app.cli.verbs.review",
    "coverage": "app.cli.verbs.review",
    "watch": "app.cli.verbs.imports",
    "jobs": "app.cli.verbs.work",
    "schedule": "app.cli.verbs.work",
    "worker": "app.cli.verbs.work",
    "health": "app.cli.verbs.work",
    "book": "app.cli.verbs.setup",
    "account": "app.cli.verbs.accounts",
    "ledger": "app.cli.verbs.ledger",
    "doctor": "app.cli.verbs.work",
    "db": "app.cli.verbs.setup",
    "replay": "app.cli.verbs.imports",
    "ask": "app.cli.verbs.models",
    "mcp": "app.cli.verbs.models",
    "models": "app.cli.verbs.models",
}


@click.group("tieout", VerbGroup, verbs=VERBS, invoke_without_command=True)
@click.version_option(package_name="tieout")
@click.option("--book")
@click.pass_context
def tieout(context: click.Context, book: str | None) -> None:
    if book is not None:
        # In the environment, so that whatever a verb starts is of the same book.
        context.with_resource(_of_book(book))
    if context.invoked_subcommand is None:
        from app.cli.verbs.setup import say_what_is_next

        say_what_is_next()


@contextmanager
def _of_book(book: str) -> Iterator[None]:
    before = os.environ.get(settings.BOOK)
    os.environ[settings.BOOK] = book
    try:
        yield
    finally:
        os.environ.pop(settings.BOOK)
        if before is not None:
            os.environ[settings.BOOK] = before


def run(
    arguments: Sequence[str] | None = None,
    command: click.Command | None = None,
    name: str = "tieout",
) -> int:
    """Run one command line and return its exit code; every error ends here and nowhere else."""
    gc.set_threshold(50_000)  # to load modules makes no garbage: looking for it costs a tenth
    try:
        return _run(arguments, command or tieout, name)
    finally:
        if spans := sys.modules.get("app.telemetry.spans"):
            spans.send_what_is_left()


def _run(arguments: Sequence[str] | None, command: click.Command, name: str) -> int:
    try:
        answer = command.main(arguments, prog_name=name, standalone_mode=False)
        return answer if isinstance(answer, int) else ExitCode.DONE
    except click.ClickException as error:
        said = io.StringIO()
        error.show(said)
        return _say(said.getvalue().rstrip("\n"), ExitCode.USAGE)
    except TieoutError as error:
        return _say(texts.ERROR.format(message=error, code=error.code), exit_code(type(error)))
    except (click.Abort, KeyboardInterrupt):
        return _say(texts.INTERRUPTED, ExitCode.INTERRUPTED)
    except BrokenPipeError:
        # The reader (`| head`) has left; without this the interpreter complains as it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.DONE
    except Exception as error:  # noqa: BLE001 - the last line of defence, so that a bug has a code
        if os.environ.get("TIEOUT_DEBUG") == "1":
            traceback.print_exception(error)
        return _say(texts.BUG.format(kind=type(error).__name__), ExitCode.BUG)


def _say(message: str, code: ExitCode) -> ExitCode:
    note(message)
    return code
