"""`tieout documents`, `forget`, `backup` and `restore`: what is kept, and what is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.cli import options
from app.cli.options import ExampleCommand, ExampleGroup
from app.cli.output import ExitCode, Run, emit_json, note, say
from app.environment.opening import open_ledger
from app.shapes.writing import by_name, shaped
from app.texts import documents as texts_documents
from app.texts import terminal as texts

documents_command = ExampleGroup("documents")


@documents_command.command("check")
@click.option("--remove", is_flag=True)
@options.reading
def check(run: Run, remove: bool) -> ExitCode:
    from app.environment.listing import documents_of
    from app.shapes.administration import CheckedShape
    from jobs.documents.finding import check as held_to_the_ledger

    found = held_to_the_ledger(run.ledger, documents_of(run.settings), remove=remove)
    if run.json_output:
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


@documents_command.command("separate")
@options.changing
def separate(run: Run) -> ExitCode:
    from app.environment.listing import documents_of
    from app.shapes.administration import SeparatedShape
    from jobs.documents.finding import separate as made_its_own

    done = made_its_own(run.ledger, documents_of(run.settings), dry_run=run.dry_run)
    return run.say(shaped(SeparatedShape, done), texts_documents.SEPARATED)


if TYPE_CHECKING:
    from app.shapes.administration import ForgottenShape

    Act = Callable[[bool], ForgottenShape]


forget_command = ExampleGroup("forget")


def _how(verb: Callable[..., ExitCode]) -> Callable[..., ExitCode]:
    verb = click.option("--locked", is_flag=True)(verb)
    return click.option("--yes", is_flag=True)(verb)


@forget_command.command("document")
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@_how
@options.changing
def document(run: Run, import_id: int, locked: bool, yes: bool) -> ExitCode:
    from app.acts import backups
    from app.environment.listing import documents_of

    documents = documents_of(run.settings)

    def act(dry: bool) -> ForgottenShape:
        return backups.document(run.ledger, documents, import_id, locked=locked, dry_run=dry)

    return _carry_out(run, act, yes=yes)


@forget_command.command("account")
@click.argument("account", metavar=texts.ACCOUNT_WORD)
@_how
@options.changing
def account(run: Run, account: str, locked: bool, yes: bool) -> ExitCode:
    from app.acts import backups
    from app.environment.listing import documents_of
    from app.queries.books import account_id

    documents = documents_of(run.settings)
    found = account_id(run.ledger, account)
    assert found is not None

    def act(dry: bool) -> ForgottenShape:
        return backups.account(run.ledger, documents, found, locked=locked, dry_run=dry)

    return _carry_out(run, act, yes=yes)


def _carry_out(run: Run, act: Act, *, yes: bool) -> ExitCode:
    shown = act(True)
    for sentence in _sentences(shown):
        note(sentence)
    if run.dry_run or not (yes or options.confirmed(texts_documents.FORGET_ASK)):
        return run.not_done(shown, texts_documents.FORGET_NOT_ASKED)
    done = act(False)
    if run.json_output:
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


@click.command("backup", ExampleCommand)
@click.argument("folder", type=options.FOLDER)
@options.reading
def backup_command(run: Run, folder: Path) -> ExitCode:
    from app.acts.backups import back_up
    from app.environment.listing import documents_of

    chosen = run.settings
    engine = open_ledger(chosen.database_url, as_it_is=True)
    done = back_up(engine, documents_of(chosen), folder)
    run.say(done, texts_documents.BACKED_UP)
    if done.missing:
        note(texts_documents.BACKUP_MISSING.format(missing=done.missing))
    return ExitCode.SOME_FAILED if done.missing else ExitCode.DONE


@click.command("restore", ExampleCommand)
@click.argument("folder", type=options.FOLDER)
@click.option("--replace", is_flag=True)
@click.option("--keep-access", is_flag=True)
@options.changing
def restore_command(run: Run, folder: Path, replace: bool, keep_access: bool) -> ExitCode:
    from app.acts.backups import restore
    from app.environment.listing import documents_of

    chosen = run.settings
    kept = documents_of(chosen)
    done = restore(
        folder,
        chosen.database_url,
        kept,
        replace=replace,
        keep_access=keep_access,
        dry_run=run.dry_run,
    )
    if run.json_output:
        emit_json(done)
    else:
        text = texts_documents.COULD_RESTORE if run.dry_run else texts_documents.RESTORED
        say(text.format(**by_name(done)))
    return ExitCode.DONE if done.proven == done.statements else ExitCode.NEEDS_REVIEW
