"""`tieout coverage`: see which months the statements cover."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, show
from app.texts import terminal as texts


@click.command(
    "coverage", cls=ExampleCommand, examples=texts.COVERAGE_EXAMPLES, help=texts.COVERAGE_HELP
)
@click.option("--since", type=options.DAY, help=texts.SINCE_HELP)
@click.option("--until", type=options.DAY, help=texts.UNTIL_HELP)
@options.database
@options.as_json
def command(
    since: datetime | None, until: datetime | None, database_url: str | None, json_output: bool
) -> ExitCode:
    """List every account's months."""
    from app.cli.screens.coverage import coverage_screen
    from app.environment.opening import open_ledger
    from app.queries.coverage import all_months

    last = until.date() if until else date.today().replace(day=1) - timedelta(days=1)
    months = all_months(open_ledger(database_url), last, since.date() if since else None)
    if json_output:
        emit_json(months)
    else:
        show(lambda _width: coverage_screen(months))
    return ExitCode.DONE
