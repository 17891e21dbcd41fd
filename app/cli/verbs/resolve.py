"""`tieout resolve`: settle one difference as a person says."""

from __future__ import annotations

from datetime import datetime

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, show
from app.texts import resolving as texts_resolving
from app.texts import terminal as texts


class WithActs(ExampleCommand):
    """A command whose help says what each act does."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The acts, then the options."""
        with formatter.section(texts_resolving.ACTS_HEADING):
            formatter.write_dl(list(texts_resolving.ACTS.items()))
        super().format_options(ctx, formatter)


@click.command(
    "resolve",
    cls=WithActs,
    examples=texts_resolving.RESOLVE_EXAMPLES,
    help=texts_resolving.RESOLVE_HELP,
)
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@click.argument("number", metavar=texts_resolving.NUMBER_WORD, type=click.IntRange(0))
@click.argument(
    "act", metavar=texts_resolving.ACT_WORD, type=click.Choice(list(texts_resolving.ACTS))
)
@click.option(
    "--line",
    "lines",
    type=click.IntRange(1),
    multiple=True,
    metavar=texts_resolving.LINE_WORD,
    help=texts_resolving.LINE_HELP,
)
@click.option(
    "--entry",
    "entries",
    type=options.ROW,
    multiple=True,
    metavar=texts_resolving.ENTRY_WORD,
    help=texts_resolving.ENTRY_HELP,
)
@click.option(
    "--to-day", type=options.DAY, metavar=texts.ISO_DATE, help=texts_resolving.TO_DAY_HELP
)
@click.option("--to-account", metavar=texts.ACCOUNT_WORD, help=texts_resolving.TO_ACCOUNT_HELP)
@click.option(
    "--amount",
    "amounts",
    multiple=True,
    metavar=texts_resolving.AMOUNT_WORD,
    help=texts_resolving.AMOUNT_HELP,
)
@click.option("--reason", default="", metavar=texts.TEXT_WORD, help=texts.REASON_HELP)
@options.dry_run
@options.database
@options.as_json
def command(
    import_id: int,
    number: int,
    act: str,
    lines: tuple[int, ...],
    entries: tuple[int, ...],
    to_day: datetime | None,
    to_account: str | None,
    amounts: tuple[str, ...],
    reason: str,
    dry_run: bool,
    database_url: str | None,
    json_output: bool,
) -> ExitCode:
    """Settle it, and say by the exit code whether anything is open now."""
    from app.acts.imports import resolve
    from app.acts.proposals import anything_waits
    from app.acts.wishes import Asked, understood
    from app.cli.screens.decisions import decisions_screen
    from app.environment.opening import open_ledger
    from db.words import Verdict

    engine = open_ledger(database_url)
    asked = Asked(
        act=act,
        lines=lines,
        entries=entries,
        day=to_day.date() if to_day else None,
        account=to_account,
        amounts=amounts,
        reason=reason,
    )
    wish = understood(engine, import_id, number, asked)
    decision = resolve(engine, import_id, number, wish, dry_run=dry_run)
    if json_output:
        emit_json(decision)
    else:
        show(lambda _width: decisions_screen([decision]))
    if dry_run:
        note(texts.DRY_RUN)
    elif anything_waits(engine, import_id):
        note(texts.MORE_WAITS.format(import_id=import_id))
        return ExitCode.NEEDS_REVIEW
    left = act == "leave" and decision.rest is None
    settled = left or decision.verdict is Verdict.MATCHED
    return ExitCode.DONE if settled else ExitCode.NEEDS_REVIEW
