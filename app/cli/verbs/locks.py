"""`tieout locks`: see which periods are locked."""

from __future__ import annotations

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, show
from app.texts import history as texts_history
from app.texts import terminal as texts


@click.command(
    "locks",
    cls=ExampleCommand,
    examples=texts_history.LOCKS_EXAMPLES,
    help=texts_history.LOCKS_HELP,
)
@click.option("--account", metavar=texts.ACCOUNT_WORD, help=texts_history.ACCOUNT_HELP)
@click.option("--all", "released_too", is_flag=True, help=texts_history.LOCKS_ALL_HELP)
@options.database
@options.as_json
def command(
    account: str | None, released_too: bool, database_url: str | None, json_output: bool
) -> ExitCode:
    """List the locks, and say how much stands against them."""
    from app.cli.screens.locks import locks_screen
    from app.environment.opening import open_ledger
    from app.queries.locks import listed, open_discrepancies

    engine = open_ledger(database_url)
    found = listed(engine, account, released_too=released_too)
    if json_output:
        emit_json(found)
    else:
        against = len(open_discrepancies(engine, account))
        show(lambda _width: locks_screen(found, against))
    return ExitCode.DONE
