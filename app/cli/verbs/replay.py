"""`tieout replay`: run an import's stored model trace again, and see whether it ends the same."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, say
from app.environment import settings
from app.texts import terminal as texts
from app.texts import traces as texts_traces


@click.command(
    "replay",
    cls=ExampleCommand,
    examples=texts_traces.REPLAY_EXAMPLES,
    help=texts_traces.REPLAY_HELP,
)
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@click.option("--file", type=click.Path(path_type=Path), help=texts.REPROCESS_FILE_HELP)
@options.password_file
@options.database
@options.as_json
def command(
    import_id: int,
    file: Path | None,
    password_file: Path | None,
    database_url: str | None,
    json_output: bool,
) -> ExitCode:
    """Say whether it ends the same; exit code 3 if it does not."""
    from app.cli.runs import import_options
    from app.environment.opening import open_ledger
    from app.shapes.answers import ReplayedShape
    from app.shapes.writing import shaped
    from jobs.replaying import replay

    chosen = settings.from_environment().over(database_url=database_url, model="offline")
    engine = open_ledger(chosen.database_url)
    found = replay(engine, import_id, import_options(chosen, password_file), file)
    if json_output:
        emit_json(shaped(ReplayedShape, found))
    else:
        text = texts_traces.SAME if found.same else texts_traces.DIFFERS
        say(text.format(model=found.model, requests=found.requests, difference=found.difference))
    return ExitCode.DONE if found.same else ExitCode.NEEDS_REVIEW
