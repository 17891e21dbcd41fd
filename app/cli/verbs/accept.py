"""`tieout accept`: say yes to what an import proposes."""

from __future__ import annotations

import click

from app import texts
from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, show


@click.command("accept", cls=ExampleCommand, examples=texts.ACCEPT_EXAMPLES, help=texts.ACCEPT_HELP)
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@click.option("--only", type=int, multiple=True, metavar="NUMBER", help=texts.ONLY_HELP)
@options.dry_run
@options.database
@options.as_json
def command(
    import_id: int,
    only: tuple[int, ...],
    dry_run: bool,
    database_url: str | None,
    json_output: bool,
) -> ExitCode:
    """Carry the changes out, and say by the exit code whether all of it ties out now."""
    from app.acts import accept
    from app.cli.screens.decisions import decisions_screen
    from app.opening import open_ledger
    from app.proposals import anything_waits
    from db.words import Verdict

    engine = open_ledger(database_url)
    decisions = accept(engine, import_id, only, dry_run=dry_run)
    if json_output:
        emit_json(decisions)
    else:
        show(lambda _width: decisions_screen(decisions))
    if dry_run:
        note(texts.DRY_RUN)
    elif anything_waits(engine, import_id):
        note(texts.MORE_WAITS.format(import_id=import_id))
        return ExitCode.NEEDS_REVIEW
    matched = all(decision.verdict is Verdict.MATCHED for decision in decisions)
    return ExitCode.DONE if matched else ExitCode.NEEDS_REVIEW
