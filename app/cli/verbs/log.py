"""`tieout log`: see what was done, by whom and why."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, show
from app.texts import history as texts_history
from app.texts import terminal as texts


@click.command(
    "log", cls=ExampleCommand, examples=texts_history.LOG_EXAMPLES, help=texts_history.LOG_HELP
)
@click.option("--account", metavar=texts.ACCOUNT_WORD, help=texts_history.ACCOUNT_HELP)
@click.option(
    "--import",
    "import_id",
    metavar=texts_history.IMPORT_WORD,
    type=options.ROW,
    help=texts_history.LOG_IMPORT_HELP,
)
@click.option("--actor", metavar=texts_history.PERSON_WORD, help=texts_history.LOG_ACTOR_HELP)
@click.option(
    "--action",
    "actions",
    metavar=texts_history.ACT_WORD,
    multiple=True,
    help=texts_history.LOG_ACTION_HELP,
)
@click.option(
    "--since", type=options.DAY, metavar=texts.ISO_DATE, help=texts_history.LOG_SINCE_HELP
)
@click.option("--limit", type=click.IntRange(1), default=50, help=texts_history.LOG_LIMIT_HELP)
@click.option(
    "--before", type=options.ROW, metavar=texts_history.NUMBER, help=texts_history.LOG_BEFORE_HELP
)
@options.database
@options.as_json
def command(
    account: str | None,
    since: datetime | None,
    database_url: str | None,
    json_output: bool,
    **conditions: Any,
) -> ExitCode:
    """The newest first."""
    from app.cli.screens.history import log_screen
    from app.environment.opening import open_ledger
    from app.queries.history import acts
    from db.history import Wanted

    start = since.replace(tzinfo=UTC) if since else None
    found = acts(open_ledger(database_url), Wanted(since=start, **conditions), account)
    if json_output:
        emit_json(found)
    else:
        show(lambda _width: log_screen(found))
    return ExitCode.DONE
