"""`tieout ledger`: see accounts, balances and entries; bring CSV in and out."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleGroup
from app.cli.output import emit_json, note, say, show
from app.texts import history as texts_history
from app.texts import terminal as texts


@click.group(
    "ledger",
    cls=ExampleGroup,
    examples=texts.LEDGER_EXAMPLES,
    help=texts.LEDGER_HELP,
    invoke_without_command=True,
)
@click.pass_context
def command(context: click.Context) -> ExitCode | None:
    """Holds the four below; alone it shows the accounts."""
    return None if context.invoked_subcommand else context.invoke(accounts)


@command.command(
    "accounts", examples=texts.LEDGER_ACCOUNTS_EXAMPLES, help=texts.LEDGER_ACCOUNTS_HELP
)
@click.option("--as-of", type=options.DAY, metavar=texts.ISO_DATE, help=texts.AS_OF_HELP)
@options.database
@options.as_json
def accounts(as_of: datetime | None, database_url: str | None, json_output: bool) -> ExitCode:
    """Every account with its balance at the end of the day, or after all entries."""
    from app.cli.screens.ledger import accounts_table
    from app.environment.opening import open_ledger
    from app.queries.books import account_list

    found = account_list(open_ledger(database_url), as_of.date() if as_of else None)
    if json_output:
        emit_json(found)
    else:
        show(lambda _width: [accounts_table(found)])
    return ExitCode.DONE


@command.command("entries", examples=texts.LEDGER_ENTRIES_EXAMPLES, help=texts.LEDGER_ENTRIES_HELP)
@click.argument("account", metavar=texts.ACCOUNT_WORD)
@click.option("--from", "start", type=options.DAY, metavar=texts.ISO_DATE, help=texts.FROM_HELP)
@click.option("--to", "end", type=options.DAY, metavar=texts.ISO_DATE, help=texts.TO_HELP)
@click.option("--search", metavar=texts.TEXT_WORD, help=texts.SEARCH_HELP)
@options.database
@options.as_json
def entries(
    account: str,
    start: datetime | None,
    end: datetime | None,
    search: str | None,
    database_url: str | None,
    json_output: bool,
) -> ExitCode:
    """The account's entries, oldest first."""
    from app.cli.screens.ledger import entries_table
    from app.environment.opening import open_ledger
    from app.queries.books import entry_list

    found = entry_list(open_ledger(database_url), account, _day(start), _day(end), search)
    if json_output:
        emit_json(found)
    else:
        show(lambda _width: [entries_table(found)])
    return ExitCode.DONE


@command.command("import-csv", examples=texts.IMPORT_CSV_EXAMPLES, help=texts.IMPORT_CSV_HELP)
@click.argument("folder", metavar=texts.FOLDER, type=options.FOLDER)
@click.option("--dry-run", is_flag=True, help=texts.DRY_RUN_HELP)
@options.database
@options.as_json
def import_csv(
    folder: Path, dry_run: bool, database_url: str | None, json_output: bool
) -> ExitCode:
    """Bring in a folder's CSV files; the same again adds nothing."""
    from app.environment.opening import open_ledger
    from app.queries.books import bring_in
    from app.shapes.writing import by_name

    brought = bring_in(open_ledger(database_url), folder, dry_run=dry_run)
    if json_output:
        emit_json(brought)
    else:
        say(texts.CSV_BROUGHT_IN.format(**by_name(brought)))
    if dry_run:
        note(texts.DRY_RUN)
    if brought.transactions_refused:
        note(texts_history.CSV_REFUSED.format(**by_name(brought)))
        return ExitCode.NEEDS_REVIEW
    changed = brought.accounts_added or brought.transactions_added
    return ExitCode.DONE if changed else ExitCode.NOTHING_NEW


@command.command("export-csv", examples=texts.EXPORT_CSV_EXAMPLES, help=texts.EXPORT_CSV_HELP)
@click.argument("folder", metavar=texts.FOLDER, type=options.FOLDER)
@click.option("--replace", is_flag=True, help=texts.REPLACE_HELP)
@options.database
@options.as_json
def export_csv(
    folder: Path, replace: bool, database_url: str | None, json_output: bool
) -> ExitCode:
    """Write the ledger's CSV files."""
    from app.environment.opening import open_ledger
    from app.queries.books import write_out
    from app.shapes.ledger import WrittenOutShape

    write_out(open_ledger(database_url), folder, replace=replace)
    if json_output:
        emit_json(WrittenOutShape(folder=str(folder)))
    else:
        say(texts.EXPORTED.format(folder=folder))
    return ExitCode.DONE


def _day(moment: datetime | None) -> date | None:
    return moment.date() if moment else None
