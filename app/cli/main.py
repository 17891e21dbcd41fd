"""The `tieout` command: finds the verb, and turns whatever happens into an exit code."""

import gc
import io
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import click

from app.cli.options import VerbGroup
from app.cli.output import ExitCode, exit_code, note
from app.environment import settings
from app.texts import terminal as texts
from db.errors import TieoutError

#: The modules with the verbs' commands.
_MODULES: Final = {
    "setup": "demo init book db",
    "imports": "import check reprocess watch replay",
    "read": "read",
    "verify": "verify",
    "review": "review explain find unlock locks discrepancies dismiss log coverage",
    "web": "web webhook",
    "access": "user token",
    "decisions": "accept reject resolve undo",
    "correcting": "state correct note",
    "documents": "documents backup restore forget",
    "work": "jobs schedule worker health doctor",
    "accounts": "account",
    "ledger": "ledger",
    "models": "ask mcp models",
}
#: The module of each verb.
VERBS: Final = {
    verb: f"app.cli.verbs.{module}" for module, verbs in _MODULES.items() for verb in verbs.split()
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
