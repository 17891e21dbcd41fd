"""The `tieout` command: finds the verb, and turns whatever happens into an exit code."""

import gc
import io
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from app.cli.options import Verb, VerbGroup
from app.cli.output import ExitCode, exit_code, note
from app.environment import settings
from app.texts import accounts as texts_accounts
from app.texts import administration as texts_administration
from app.texts import deciding as texts_deciding
from app.texts import documents as texts_documents
from app.texts import history as texts_history
from app.texts import jobs as texts_jobs
from app.texts import models as texts_models
from app.texts import proof as texts_proof
from app.texts import terminal as texts
from app.texts import web as texts_web
from db.errors import TieoutError

VERBS = {
    "demo": Verb("app.cli.verbs.setup", texts.DEMO_SUMMARY),
    "init": Verb("app.cli.verbs.setup", texts.INIT_SUMMARY),
    "import": Verb("app.cli.verbs.imports", texts.IMPORT_SUMMARY),
    "read": Verb("app.cli.verbs.read", texts.READ_SUMMARY),
    "check": Verb("app.cli.verbs.imports", texts.CHECK_SUMMARY),
    "verify": Verb("app.cli.verbs.verify", texts_proof.VERIFY_SUMMARY),
    "review": Verb("app.cli.verbs.review", texts.REVIEW_SUMMARY),
    "explain": Verb("app.cli.verbs.review", texts_proof.EXPLAIN_SUMMARY),
    "web": Verb("app.cli.verbs.web", texts_web.WEB_SUMMARY),
    "user": Verb("app.cli.verbs.access", texts_administration.USER_SUMMARY),
    "token": Verb("app.cli.verbs.access", texts_administration.TOKEN_SUMMARY),
    "webhook": Verb("app.cli.verbs.web", texts_administration.WEBHOOK_SUMMARY),
    "accept": Verb("app.cli.verbs.decisions", texts.ACCEPT_SUMMARY),
    "reject": Verb("app.cli.verbs.decisions", texts.REJECT_SUMMARY),
    "state": Verb("app.cli.verbs.correcting", texts_accounts.STATE_SUMMARY),
    "correct": Verb("app.cli.verbs.correcting", texts_accounts.CORRECT_SUMMARY),
    "note": Verb("app.cli.verbs.correcting", texts_deciding.NOTE_SUMMARY),
    "find": Verb("app.cli.verbs.review", texts_deciding.FIND_SUMMARY),
    "resolve": Verb("app.cli.verbs.decisions", texts_deciding.RESOLVE_SUMMARY),
    "undo": Verb("app.cli.verbs.decisions", texts.UNDO_SUMMARY),
    "reprocess": Verb("app.cli.verbs.imports", texts.REPROCESS_SUMMARY),
    "documents": Verb("app.cli.verbs.documents", texts_documents.DOCUMENTS_SUMMARY),
    "backup": Verb("app.cli.verbs.documents", texts_documents.BACKUP_SUMMARY),
    "restore": Verb("app.cli.verbs.documents", texts_documents.RESTORE_SUMMARY),
    "forget": Verb("app.cli.verbs.documents", texts_documents.FORGET_SUMMARY),
    "unlock": Verb("app.cli.verbs.review", texts.UNLOCK_SUMMARY),
    "locks": Verb("app.cli.verbs.review", texts_history.LOCKS_SUMMARY),
    "discrepancies": Verb("app.cli.verbs.review", texts_history.DISCREPANCIES_SUMMARY),
    "dismiss": Verb("app.cli.verbs.review", texts_history.DISMISS_SUMMARY),
    "log": Verb("app.cli.verbs.review", texts_history.LOG_SUMMARY),
    "coverage": Verb("app.cli.verbs.review", texts.COVERAGE_SUMMARY),
    "watch": Verb("app.cli.verbs.imports", texts_jobs.WATCH_SUMMARY),
    "jobs": Verb("app.cli.verbs.work", texts_jobs.JOBS_SUMMARY),
    "schedule": Verb("app.cli.verbs.work", texts_jobs.SCHEDULE_SUMMARY),
    "worker": Verb("app.cli.verbs.work", texts_jobs.WORKER_SUMMARY),
    "health": Verb("app.cli.verbs.work", texts_jobs.HEALTH_SUMMARY),
    "book": Verb("app.cli.verbs.setup", texts_administration.BOOK_SUMMARY),
    "account": Verb("app.cli.verbs.accounts", texts_accounts.ACCOUNT_SUMMARY),
    "ledger": Verb("app.cli.verbs.ledger", texts.LEDGER_SUMMARY),
    "doctor": Verb("app.cli.verbs.work", texts.DOCTOR_SUMMARY),
    "db": Verb("app.cli.verbs.setup", texts.DB_SUMMARY),
    "replay": Verb("app.cli.verbs.imports", texts_history.REPLAY_SUMMARY),
    "ask": Verb("app.cli.verbs.models", texts_models.ASK_SUMMARY),
    "mcp": Verb("app.cli.verbs.models", texts_models.MCP_SUMMARY),
    "models": Verb("app.cli.verbs.models", texts_models.MODELS_SUMMARY),
}


@click.group("tieout", VerbGroup, verbs=VERBS, help=texts.TIEOUT_HELP, invoke_without_command=True)
@click.version_option(package_name="tieout")
@click.option("--book", metavar="NAME", help=texts_administration.OPTION_HELP)
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
