"""`tieout discrepancies`: see what stands against a lock."""

from __future__ import annotations

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, show
from app.texts import history as texts_history
from app.texts import terminal as texts


@click.command(
    "discrepancies",
    cls=ExampleCommand,
    examples=texts_history.DISCREPANCIES_EXAMPLES,
    help=texts_history.DISCREPANCIES_HELP,
)
@click.option("--account", metavar=texts.ACCOUNT_WORD, help=texts_history.ACCOUNT_HELP)
@click.option("--all", "closed_too", is_flag=True, help=texts_history.DISCREPANCIES_ALL_HELP)
@options.database
@options.as_json
def command(
    account: str | None, closed_too: bool, database_url: str | None, json_output: bool
) -> ExitCode:
    """List them, and say by the exit code whether one waits for a person."""
    from app.cli.screens.locks import discrepancies_screen
    from app.environment.opening import open_ledger
    from app.queries.locks import is_open, open_discrepancies

    found = open_discrepancies(open_ledger(database_url), account, closed_too=closed_too)
    if json_output:
        emit_json(found)
    else:
        show(lambda _width: discrepancies_screen(found))
    return ExitCode.NEEDS_REVIEW if any(map(is_open, found)) else ExitCode.DONE
