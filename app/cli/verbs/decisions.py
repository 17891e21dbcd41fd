"""`tieout accept`, `reject`, `resolve` and `undo`: what a person decides."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import click

from app.cli import options
from app.cli.options import ExampleCommand, ExampleGroup
from app.cli.output import ExitCode, emit_json, note, show
from app.environment.opening import open_ledger
from app.texts import deciding as texts_deciding
from app.texts import terminal as texts
from db.words import ImportStatus, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.text import Text
    from sqlalchemy import Engine

    from app.shapes.decisions import (
        DecisionShape,
        DecisionsUndoneShape,
        ManyShape,
        UndoneShape,
    )

Undone = TypeVar("Undone", "UndoneShape", "DecisionsUndoneShape")


@click.command(
    "accept",
    cls=ExampleCommand,
    examples=texts_deciding.ACCEPT_EXAMPLES,
    help=texts_deciding.ACCEPT_HELP,
)
@click.argument("import_id", metavar=texts.IMPORT_WORD, type=options.ROW, required=False)
@click.option("--only", type=int, multiple=True, metavar="NUMBER", help=texts.ONLY_HELP)
@click.option("--from-ask", is_flag=True, help=texts_deciding.FROM_ASK_HELP)
@click.option("--suggested", is_flag=True, help=texts_deciding.SUGGESTED_HELP)
@click.option("--all-safe", is_flag=True, help=texts_deciding.ALL_SAFE_HELP)
@click.option("--all-new", is_flag=True, help=texts_deciding.ALL_NEW_HELP)
@click.option(
    "--name", "named", multiple=True, metavar="DIGITS=NAME", help=texts_deciding.NAME_HELP
)
@options.of_account
@options.month
@click.option("--yes", is_flag=True, help=texts_deciding.YES_HELP)
@options.dry_run
@options.database
@options.as_json
def accept_command(
    import_id: int | None,
    only: tuple[int, ...],
    from_ask: bool,
    suggested: bool,
    all_safe: bool,
    all_new: bool,
    named: tuple[str, ...],
    account: str | None,
    month: datetime | None,
    yes: bool,
    dry_run: bool,
    database_url: str | None,
    json_output: bool,
) -> ExitCode:
    """Carry the changes out, and say by the exit code whether all of it ties out now."""
    if [import_id is not None, all_safe, all_new].count(True) != 1:
        raise click.UsageError(texts_deciding.ONE_OR_ALL)
    if suggested and import_id is None:
        raise click.UsageError(texts_deciding.SUGGESTED_ALONE)
    engine = open_ledger(database_url)
    if import_id is not None and suggested:
        return _suggested(
            engine, import_id, only, yes=yes, dry_run=dry_run, json_output=json_output
        )
    if import_id is not None:
        chosen = partial(_accept, engine, import_id, only, from_ask=from_ask)
        return _one(engine, import_id, chosen, dry_run=dry_run, json_output=json_output)
    from app.acts.deciding import accept_all

    names = _names(named)
    day = month.date() if month else None
    accept = partial(accept_all, engine, new=all_new, account=account, month=day, names=names)
    nothing = texts_deciding.NOTHING_NEW if all_new else texts_deciding.NOTHING_SAFE
    return _many(accept, nothing, yes=yes, dry_run=dry_run, json_output=json_output)


def _accept(
    engine: Engine, import_id: int, only: Sequence[int], *, from_ask: bool, dry_run: bool
) -> list[DecisionShape]:
    from app.acts.imports import accept

    return accept(engine, import_id, only, dry_run=dry_run, from_ask=from_ask)


def _one(
    engine: Engine,
    import_id: int,
    accept: Callable[..., list[DecisionShape]],
    *,
    dry_run: bool,
    json_output: bool,
) -> ExitCode:
    from app.acts.deciding import anything_waits
    from app.cli.screens.history import decisions_screen

    decisions = accept(dry_run=dry_run)
    if json_output:
        emit_json(decisions)
    else:
        show(lambda _width: decisions_screen(decisions))
    if dry_run:
        note(texts.DRY_RUN)
    elif _how_to_undo(decisions) and anything_waits(engine, import_id):
        note(texts.MORE_WAITS.format(import_id=import_id))
        return ExitCode.NEEDS_REVIEW
    matched = all(decision.verdict is Verdict.MATCHED for decision in decisions)
    return ExitCode.DONE if matched else ExitCode.NEEDS_REVIEW


def _suggested(
    engine: Engine,
    import_id: int,
    only: Sequence[int],
    *,
    yes: bool,
    dry_run: bool,
    json_output: bool,
) -> ExitCode:
    """Show what a model suggests as the changes that it comes to, and do exactly that if a person
    says yes."""
    from app.acts.undoable import take_suggested
    from app.cli.screens.history import decisions_screen
    from app.queries.reviews import one_job

    shown = take_suggested(engine, import_id, only, dry_run=True)
    if not json_output:
        show(lambda _width: decisions_screen(shown.decisions))
    if dry_run or not (yes or _asked()):
        emit_json(shown.decisions) if json_output else None
        note(texts.DRY_RUN if dry_run else texts_deciding.NOT_ASKED)
        return ExitCode.DONE if dry_run else ExitCode.NEEDS_REVIEW
    done = take_suggested(engine, import_id, only, dry_run=False, seen=shown.seen)
    if json_output:
        emit_json(done.decisions)
    _how_to_undo(done.decisions)
    still_open = one_job(engine, import_id).status is ImportStatus.NEEDS_REVIEW
    return ExitCode.NEEDS_REVIEW if still_open else ExitCode.DONE


def _many(
    accept: Callable[..., list[ManyShape]],
    nothing: str,
    *,
    yes: bool,
    dry_run: bool,
    json_output: bool,
) -> ExitCode:
    """Show what it comes to, and do it if a person says yes."""
    from app.cli.screens.history import many_screen

    shown = accept(dry_run=True)
    if not json_output:
        show(lambda _width: many_screen(shown))
    if not shown:
        emit_json(shown) if json_output else note(nothing)
        return ExitCode.NOTHING_NEW
    if dry_run or not (yes or _asked()):
        emit_json(shown) if json_output else None
        note(texts.DRY_RUN if dry_run else texts_deciding.NOT_ASKED)
        return ExitCode.DONE if dry_run else ExitCode.NEEDS_REVIEW
    done = accept(dry_run=False)
    if json_output:
        emit_json(done)
    elif done != shown:
        show(lambda _width: many_screen(done))
    _how_to_undo([each.decision for each in done])
    return ExitCode.DONE


def _asked() -> bool:
    """Whether somebody at a terminal says yes."""
    return sys.stdin.isatty() and click.confirm(texts_deciding.ASK, err=True)


def _names(named: Sequence[str]) -> Mapping[str, str]:
    found = {}
    for each in named:
        digits, sign, name = each.partition("=")
        if not sign or not digits.strip() or not name.strip():
            raise click.UsageError(texts_deciding.BAD_NAME)
        found[digits.strip()] = name.strip()
    return found


@click.command("reject", cls=ExampleCommand, examples=texts.REJECT_EXAMPLES, help=texts.REJECT_HELP)
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@click.option("--reason", required=True, help=texts.REASON_HELP)
@click.option("--from-ask", is_flag=True, help=texts_deciding.FROM_ASK_HELP)
@click.option("--dry-run", is_flag=True, help=texts.DRY_RUN_HELP)
@options.database
@options.as_json
def reject_command(
    import_id: int,
    reason: str,
    from_ask: bool,
    dry_run: bool,
    database_url: str | None,
    json_output: bool,
) -> ExitCode:
    """Refuse the import's proposals."""
    from app.acts.imports import reject
    from app.cli.screens.history import decisions_screen

    engine = open_ledger(database_url)
    decisions = reject(engine, import_id, reason, dry_run=dry_run, from_ask=from_ask)
    if json_output:
        emit_json(decisions)
    else:
        show(lambda _width: decisions_screen(decisions))
    if dry_run:
        note(texts.DRY_RUN)
    else:
        _how_to_undo(decisions)
    return ExitCode.DONE


def _how_to_undo(decisions: Sequence[DecisionShape]) -> bool:
    """Say how what was done is undone; true, for it is said."""
    if decisions:
        what = "group" if len(decisions) > 1 else "decision"
        note(texts_deciding.UNDO_HINT.format(what=what, act=decisions[-1].act))
    return True


class WithActs(ExampleCommand):
    """A command whose help says what each act does."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The acts, then the options."""
        with formatter.section(texts_deciding.ACTS_HEADING):
            formatter.write_dl(list(texts_deciding.RESOLVE_ACTS.items()))
        super().format_options(ctx, formatter)


@click.command(
    "resolve",
    cls=WithActs,
    examples=texts_deciding.RESOLVE_EXAMPLES,
    help=texts_deciding.RESOLVE_HELP,
)
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@click.argument("number", metavar=texts_deciding.NUMBER_WORD, type=click.IntRange(0))
@click.argument(
    "act", metavar=texts_deciding.ACT_WORD, type=click.Choice(list(texts_deciding.RESOLVE_ACTS))
)
@click.option(
    "--line",
    "lines",
    type=click.IntRange(1),
    multiple=True,
    metavar=texts_deciding.LINE_WORD,
    help=texts_deciding.LINE_HELP,
)
@click.option(
    "--entry",
    "entries",
    type=options.ROW,
    multiple=True,
    metavar=texts_deciding.ENTRY_WORD,
    help=texts_deciding.ENTRY_HELP,
)
@click.option("--to-day", type=options.DAY, metavar=texts.ISO_DATE, help=texts_deciding.TO_DAY_HELP)
@click.option("--to-account", metavar=texts.ACCOUNT_WORD, help=texts_deciding.TO_ACCOUNT_HELP)
@click.option(
    "--amount",
    "amounts",
    multiple=True,
    metavar=texts_deciding.AMOUNT_WORD,
    help=texts_deciding.AMOUNT_HELP,
)
@click.option("--reason", default="", metavar=texts.TEXT_WORD, help=texts.REASON_HELP)
@options.dry_run
@options.database
@options.as_json
def resolve_command(
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
    from app.acts.deciding import anything_waits
    from app.acts.imports import ResolutionRequest, resolve, understood
    from app.cli.screens.history import decisions_screen

    engine = open_ledger(database_url)
    asked = ResolutionRequest(
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
    elif _how_to_undo([decision]) and anything_waits(engine, import_id):
        note(texts.MORE_WAITS.format(import_id=import_id))
        return ExitCode.NEEDS_REVIEW
    left = act == "leave" and decision.rest is None
    settled = left or decision.verdict is Verdict.MATCHED
    return ExitCode.DONE if settled else ExitCode.NEEDS_REVIEW


@click.group(
    "undo", cls=ExampleGroup, examples=texts_deciding.UNDO_EXAMPLES, help=texts_deciding.UNDO_HELP
)
def undo_command() -> None:
    """Holds the commands below."""


def _of_decisions(group: bool) -> Callable[..., ExitCode]:
    """Takes one decision back, or all that were made by the same yes."""

    def command(act: int, dry_run: bool, database_url: str | None, json_output: bool) -> ExitCode:
        from app.acts.undoable import undo_decision
        from app.cli.screens.history import decisions_undone_screen

        undone = undo_decision(open_ledger(database_url), act, group=group, dry_run=dry_run)
        return _told(undone, decisions_undone_screen, dry_run=dry_run, json_output=json_output)

    for option in (options.as_json, options.database, options.dry_run):
        command = option(command)
    return click.argument("act", metavar=texts_deciding.LOG_NUMBER_WORD, type=options.ROW)(command)


for _name, _help in (
    ("decision", texts_deciding.UNDO_DECISION_HELP),
    ("group", texts_deciding.UNDO_GROUP_HELP),
):
    undo_command.command(
        _name, cls=ExampleCommand, examples=texts_deciding.UNDO_EXAMPLES_OF[_name], help=_help
    )(_of_decisions(_name == "group"))


@undo_command.command(
    "import",
    cls=ExampleCommand,
    examples=texts_deciding.UNDO_EXAMPLES_OF["import"],
    help=texts_deciding.UNDO_IMPORT_HELP,
)
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@options.dry_run
@options.database
@options.as_json
def undo_import_command(
    import_id: int, dry_run: bool, database_url: str | None, json_output: bool
) -> ExitCode:
    """Put the ledger back, and say by the exit code whether all of it could be."""
    from app.acts.imports import undo
    from app.cli.screens.history import undone_screen

    undone = undo(open_ledger(database_url), import_id, dry_run=dry_run)
    return _told(undone, undone_screen, dry_run=dry_run, json_output=json_output)


def _told(
    undone: Undone, screen: Callable[[Undone], Iterator[Text]], *, dry_run: bool, json_output: bool
) -> ExitCode:
    if json_output:
        emit_json(undone)
    else:
        show(lambda _width: screen(undone))
    if dry_run:
        note(texts.DRY_RUN)
    return ExitCode.NEEDS_REVIEW if undone.left else ExitCode.DONE
