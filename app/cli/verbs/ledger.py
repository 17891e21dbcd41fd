"""`tieout ledger`: accounts, entries, and the files and books that they are kept in."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.cli import options
from app.cli.options import ExampleGroup
from app.cli.output import ExitCode, Run, emit_json, note, say, show
from app.cli.verbs.accounts import KINDS
from app.texts import accounts as texts_accounts
from app.texts import deciding as texts_deciding
from app.texts import history as texts_history
from app.texts import terminal as texts

if TYPE_CHECKING:
    from app.shapes.sources import SyncShape
    from db.errors import TieoutError


#: A file that may have moved: it is for the reader to say that it is not there.
SOURCE = click.Path(path_type=Path)


@click.group("ledger", ExampleGroup, invoke_without_command=True)
@click.pass_context
def ledger_command(context: click.Context) -> ExitCode | None:
    return None if context.invoked_subcommand else context.invoke(accounts)


@ledger_command.command("accounts")
@click.option("--as-of", type=options.DAY)
@options.reading
def accounts(run: Run, as_of: date | None) -> ExitCode:
    from app.cli.screens.ledger import accounts_table
    from app.queries.books import account_list

    found = account_list(run.ledger, as_of)
    return run.show(found, lambda found: [accounts_table(found) if found else texts.ACCOUNTS_NONE])


@ledger_command.command("entries")
@click.argument("account", metavar=texts.ACCOUNT_WORD)
@click.option("--from", "start", type=options.DAY)
@click.option("--to", "end", type=options.DAY)
@click.option("--search")
@options.reading
def entries(
    run: Run, account: str, start: date | None, end: date | None, search: str | None
) -> ExitCode:
    """The account's entries, oldest first."""
    from app.cli.screens.ledger import entries_table
    from app.queries.books import entry_list

    found = entry_list(run.ledger, account, start, end, search)
    return run.show(found, lambda found: [entries_table(found) if found else texts.ENTRIES_NONE])


@ledger_command.command("import-csv")
@click.argument("folder", metavar=texts.FOLDER, type=options.FOLDER)
@click.option("--yes", is_flag=True)
@options.changing
def import_csv(run: Run, folder: Path, yes: bool) -> ExitCode:
    from app.acts.sources import bring_in
    from app.shapes.writing import by_name

    brought = bring_in(run.ledger, folder, yes=yes, dry_run=run.dry_run)
    run.say(brought, texts.CSV_BROUGHT_IN)
    if brought.transactions_refused:
        note(texts_history.CSV_REFUSED.format(**by_name(brought)))
        return ExitCode.NEEDS_REVIEW
    changed = brought.accounts_added + brought.transactions_added
    changed += brought.transactions_changed + brought.transactions_gone
    return ExitCode.DONE if changed else ExitCode.NOTHING_NEW


@ledger_command.command("export-csv")
@click.argument("folder", metavar=texts.FOLDER, type=options.FOLDER)
@click.option("--replace", is_flag=True)
@options.reading
def export_csv(run: Run, folder: Path, replace: bool) -> ExitCode:
    from app.queries.books import write_out
    from app.shapes.ledger import WrittenOutShape

    write_out(run.ledger, folder, replace=replace)
    return run.say(WrittenOutShape(folder=str(folder)), texts.EXPORTED)


@ledger_command.command("connect")
@click.argument("name", metavar=texts_accounts.NAME_WORD)
@click.argument("file", metavar=texts_accounts.SOURCE_WORD, type=SOURCE)
@options.of_source
@click.option("--kind", type=KINDS)
@click.option("--account")
@click.option("--only", multiple=True)
@click.option("--as", "accounts", nargs=2, multiple=True)
@click.option("--flip", "flipped", multiple=True)
@options.changing
def connect(
    run: Run, name: str, file: Path, accounts: tuple[tuple[str, str], ...], **said: Any
) -> ExitCode:
    from app.acts import sources

    wishes = options.wishes(accounts=dict(accounts), **said)
    done = sources.connect(run.ledger, name, file, wishes, dry_run=run.dry_run)
    return _tell_synced(run, done)


@ledger_command.command("sync")
@click.argument("name", metavar=texts_accounts.NAME_WORD, required=False)
@click.option("--yes", is_flag=True)
@click.option("--file", type=SOURCE)
@click.option("--watch", is_flag=True)
@click.option("--settle", type=click.FloatRange(0), default=2.0)
@options.changing
def sync(
    run: Run, name: str | None, yes: bool, file: Path | None, watch: bool, settle: float
) -> ExitCode:
    from app.acts import sources
    from app.queries.sources import only_source

    engine = run.ledger
    name = name or only_source(engine)
    code = ExitCode.DONE
    if file is not None or not watch:
        done = sources.sync(engine, name, yes=yes, dry_run=run.dry_run, location=file)
        code = _tell_synced(run, done)
    if watch:
        from app.cli.runs import follow_source

        note(texts_accounts.FOLLOWING.format(source=name))
        for each in follow_source(engine, name, yes=yes, dry_run=run.dry_run, settle=settle):
            _tell_followed(run, each)
    return code


@ledger_command.command("undo-sync")
@click.argument("name", metavar=texts_accounts.NAME_WORD, required=False)
@options.changing
def undo_sync(run: Run, name: str | None) -> ExitCode:
    from app.acts import sources
    from app.queries.sources import only_source

    engine = run.ledger
    done = sources.undo(engine, name or only_source(engine), dry_run=run.dry_run)
    return run.say(done, texts_accounts.SYNC_UNDONE)


@ledger_command.command("disconnect")
@click.argument("name", metavar=texts_accounts.NAME_WORD)
@options.changing
def disconnect(run: Run, name: str) -> ExitCode:
    from app.acts import sources

    done = sources.disconnect(run.ledger, name, dry_run=run.dry_run)
    return run.say(done, texts_accounts.DISCONNECTED)


@ledger_command.command("sources")
@options.reading
def list_sources(run: Run) -> ExitCode:
    from app.cli.screens.ledger import sources_screen
    from app.queries.sources import sources

    return run.show(sources(run.ledger), sources_screen)


@ledger_command.command("rules")
@click.option("--forget")
@options.changing
def rules_command(run: Run, forget: str | None) -> ExitCode:
    from app.acts.patches import forget_rule
    from app.cli.screens.ledger import rules_screen
    from app.queries.sources import rules

    if forget is None:
        return run.show(rules(run.ledger), rules_screen)
    gone = forget_rule(run.ledger, forget, dry_run=run.dry_run)
    run.show(gone, rules_screen)
    note(texts_deciding.RULES_FORGOTTEN.format(count=len(gone), words=forget))
    return ExitCode.DONE


@ledger_command.command("patch")
@click.argument("name", metavar=texts_accounts.NAME_WORD, required=False)
@click.option("--write", is_flag=True)
@click.option("--leg", "legs", nargs=2, multiple=True)
@click.option("--to", "-o", "target", type=SOURCE)
@options.reading
def patch(
    run: Run, name: str | None, write: bool, legs: tuple[tuple[str, str], ...], target: Path | None
) -> ExitCode:
    from app.acts import patches
    from app.cli.screens.ledger import patch_notes
    from app.queries.sources import only_source

    engine = run.ledger
    name = name or only_source(engine)
    done = patches.patch(engine, name, dict(legs), write=write, target=target)
    if run.json_output:
        emit_json(done)
    elif target is None and sys.stdout.isatty():
        say(done.patch, end="")
    elif target is None:
        # Through a pipe it is what `patch` takes, byte by byte.
        click.echo(done.patch.encode(), nl=False)
    if not run.json_output:
        for line in patch_notes(done):
            note(line)
    failed = done.checker is not None and not done.checker.passed
    if done.left or failed or (done.sync is not None and done.sync.refused):
        return ExitCode.NEEDS_REVIEW
    return ExitCode.DONE if done.corrections or done.balances else ExitCode.NOTHING_NEW


def _tell_synced(run: Run, done: SyncShape) -> ExitCode:
    from app.cli.screens.ledger import sync_screen

    emit_json(done) if run.json_output else show(lambda _width: sync_screen(done))
    if not done.applied:
        note(texts.DRY_RUN)
    if done.refused or (done.asks and not done.applied):
        return ExitCode.NEEDS_REVIEW
    changed = done.added + done.changed + done.gone + done.recognised + done.accounts_added
    return ExitCode.DONE if changed or done.openings else ExitCode.NOTHING_NEW


def _tell_followed(run: Run, found: SyncShape | TieoutError) -> None:
    from app.cli.screens.ledger import sync_screen
    from app.shapes.sources import SyncShape

    if not isinstance(found, SyncShape):
        note(texts.ERROR.format(message=found, code=found.code))
    elif run.json_output:
        emit_json(found, indent=None)
    elif found.rows or found.accounts_added or found.openings:
        show(lambda _width: sync_screen(found))
