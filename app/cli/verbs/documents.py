"""`tieout documents`, `forget`, `backup` and `restore`: what is kept, and what is not."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.cli import options
from app.cli.options import ExampleCommand, ExampleGroup
from app.cli.output import ExitCode, emit_json, note, say
from app.environment import settings
from app.environment.opening import open_ledger
from app.shapes.writing import Versioned, by_name, shaped
from app.texts import documents as texts_documents
from app.texts import terminal as texts


@click.group(
    "documents",
    cls=ExampleGroup,
    examples=texts_documents.DOCUMENTS_EXAMPLES,
    help=texts_documents.DOCUMENTS_HELP,
)
def documents_command() -> None:
    """Holds those below."""


@documents_command.command(
    "check", examples=texts_documents.CHECK_EXAMPLES, help=texts_documents.CHECK_HELP
)
@click.option("--remove", is_flag=True, help=texts_documents.CHECK_REMOVE_HELP)
@options.database
@options.as_json
def check(remove: bool, database_url: str | None, json_output: bool) -> ExitCode:
    """Say what is lost, damaged, or of no row."""
    from app.environment.listing import documents_of
    from app.shapes.administration import CheckedShape
    from jobs.documents.finding import check as held_to_the_ledger

    chosen = settings.from_environment().over(database_url=database_url)
    engine = open_ledger(chosen.database_url)
    found = held_to_the_ledger(engine, documents_of(chosen), remove=remove)
    if json_output:
        emit_json(shaped(CheckedShape, found))
    else:
        say(texts_documents.CHECKED.format(whole=found.whole, unclaimed=found.unclaimed))
        for text, imports in (
            (texts_documents.CHECK_LOST, found.lost),
            (texts_documents.CHECK_DAMAGED, found.damaged),
        ):
            for import_id in imports:
                say(text.format(import_id=import_id))
    return ExitCode.SOME_FAILED if found.lost or found.damaged else ExitCode.DONE


@documents_command.command(
    "separate", examples=texts_documents.SEPARATE_EXAMPLES, help=texts_documents.SEPARATE_HELP
)
@options.dry_run
@options.database
@options.as_json
def separate(dry_run: bool, database_url: str | None, json_output: bool) -> ExitCode:
    """Say which ledger it is from now on."""
    from app.environment.listing import documents_of
    from app.shapes.administration import SeparatedShape
    from jobs.documents.finding import separate as made_its_own

    chosen = settings.from_environment().over(database_url=database_url)
    engine = open_ledger(chosen.database_url)
    done = made_its_own(engine, documents_of(chosen), dry_run=dry_run)
    _told(shaped(SeparatedShape, done), texts_documents.SEPARATED, dry_run, json_output)
    return ExitCode.DONE


def _told(done: Versioned, text: str, dry_run: bool, json_output: bool) -> None:
    if json_output:
        emit_json(done)
    else:
        say(text.format(**by_name(done)))
    if dry_run:
        note(texts.DRY_RUN)


if TYPE_CHECKING:
    from app.shapes.administration import ForgottenShape

    Act = Callable[[bool], ForgottenShape]


@click.group(
    "forget",
    cls=ExampleGroup,
    examples=texts_documents.FORGET_EXAMPLES,
    help=texts_documents.FORGET_HELP,
)
def forget_command() -> None:
    """Holds the two below."""


def _how(verb: Callable[..., ExitCode]) -> Callable[..., ExitCode]:
    """The options of both."""
    verb = click.option("--locked", is_flag=True, help=texts_documents.LOCKED_HELP)(verb)
    verb = click.option("--yes", is_flag=True, help=texts_documents.YES_HELP)(verb)
    return options.dry_run(options.as_json(options.database(verb)))


@forget_command.command(
    "document",
    examples=texts_documents.FORGET_DOCUMENT_EXAMPLES,
    help=texts_documents.FORGET_DOCUMENT_HELP,
)
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@_how
def document(
    import_id: int,
    locked: bool,
    yes: bool,
    dry_run: bool,
    json_output: bool,
    database_url: str | None,
) -> ExitCode:
    """The document of one import."""
    from app.acts import backups
    from app.environment.listing import documents_of

    chosen = settings.from_environment().over(database_url=database_url)
    engine, documents = open_ledger(chosen.database_url), documents_of(chosen)

    def act(dry: bool) -> ForgottenShape:
        return backups.document(engine, documents, import_id, locked=locked, dry_run=dry)

    return _carry_out(act, yes=yes, dry_run=dry_run, json_output=json_output)


@forget_command.command(
    "account",
    examples=texts_documents.FORGET_ACCOUNT_EXAMPLES,
    help=texts_documents.FORGET_ACCOUNT_HELP,
)
@click.argument("account", metavar=texts.ACCOUNT_WORD)
@_how
def account(
    account: str,
    locked: bool,
    yes: bool,
    dry_run: bool,
    json_output: bool,
    database_url: str | None,
) -> ExitCode:
    """One account and all that is of it."""
    from app.acts import backups
    from app.environment.listing import documents_of
    from app.queries.books import account_id

    chosen = settings.from_environment().over(database_url=database_url)
    engine, documents = open_ledger(chosen.database_url), documents_of(chosen)
    found = account_id(engine, account)
    assert found is not None

    def act(dry: bool) -> ForgottenShape:
        return backups.account(engine, documents, found, locked=locked, dry_run=dry)

    return _carry_out(act, yes=yes, dry_run=dry_run, json_output=json_output)


def _carry_out(act: Act, *, yes: bool, dry_run: bool, json_output: bool) -> ExitCode:
    """Show what would go, ask, and do it."""
    shown = act(True)
    for sentence in _sentences(shown):
        note(sentence)
    if dry_run or not (yes or _asked()):
        if json_output:
            emit_json(shown)
        note(texts.DRY_RUN if dry_run else texts_documents.FORGET_NOT_ASKED)
        return ExitCode.DONE if dry_run else ExitCode.NEEDS_REVIEW
    done = act(False)
    if json_output:
        emit_json(done)
    else:
        say(texts_documents.FORGOTTEN)
    if not done.cleaned:
        note(texts_documents.FORGET_NOT_CLEANED)
    return ExitCode.DONE


def _sentences(shown: ForgottenShape) -> Iterator[str]:
    yield texts_documents.FORGET_WILL.format(**by_name(shown))
    for import_id in shown.shared:
        yield texts_documents.FORGET_SHARED.format(import_id=import_id)


def _asked() -> bool:
    """Whether somebody at a terminal says yes."""
    return sys.stdin.isatty() and click.confirm(texts_documents.FORGET_ASK, err=True)


@click.command(
    "backup",
    cls=ExampleCommand,
    examples=texts_documents.BACKUP_EXAMPLES,
    help=texts_documents.BACKUP_HELP,
)
@click.argument("folder", type=options.FOLDER)
@options.database
@options.as_json
def backup_command(folder: Path, database_url: str | None, json_output: bool) -> ExitCode:
    """Say how much was copied, and by the exit code whether all of it could be."""
    from app.acts.backups import back_up
    from app.environment.listing import documents_of

    chosen = settings.from_environment().over(database_url=database_url)
    engine = open_ledger(chosen.database_url, as_it_is=True)
    done = back_up(engine, documents_of(chosen), folder)
    if json_output:
        emit_json(done)
    else:
        say(texts_documents.BACKED_UP.format(**by_name(done)))
    if done.missing:
        note(texts_documents.BACKUP_MISSING.format(missing=done.missing))
    return ExitCode.SOME_FAILED if done.missing else ExitCode.DONE


@click.command(
    "restore",
    cls=ExampleCommand,
    examples=texts_documents.RESTORE_EXAMPLES,
    help=texts_documents.RESTORE_HELP,
)
@click.argument("folder", type=options.FOLDER)
@click.option("--replace", is_flag=True, help=texts_documents.RESTORE_REPLACE_HELP)
@click.option("--keep-access", is_flag=True, help=texts_documents.RESTORE_KEEP_ACCESS_HELP)
@options.dry_run
@options.database
@options.as_json
def restore_command(
    folder: Path,
    replace: bool,
    keep_access: bool,
    dry_run: bool,
    database_url: str | None,
    json_output: bool,
) -> ExitCode:
    """Say what was restored, and by the exit code whether every proof was made again."""
    from app.acts.backups import restore
    from app.environment.listing import documents_of

    chosen = settings.from_environment().over(database_url=database_url)
    kept = documents_of(chosen)
    done = restore(
        folder,
        chosen.database_url,
        kept,
        replace=replace,
        keep_access=keep_access,
        dry_run=dry_run,
    )
    if json_output:
        emit_json(done)
    else:
        text = texts_documents.COULD_RESTORE if dry_run else texts_documents.RESTORED
        say(text.format(**by_name(done)))
    return ExitCode.DONE if done.proven == done.statements else ExitCode.NEEDS_REVIEW
