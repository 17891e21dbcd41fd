"""`tieout accept`, `reject`, `resolve` and `undo`: what a person decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from app.cli import options
from app.cli.options import ExampleCommand, ExampleGroup
from app.cli.output import ExitCode, Run, emit_json, note, show
from app.texts import deciding as texts_deciding
from app.texts import terminal as texts
from db.words import ImportStatus, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.shapes.decisions import DecisionShape, DecisionsUndoneShape, ManyShape, UndoneShape

Undone = TypeVar("Undone", "UndoneShape", "DecisionsUndoneShape")


@click.command("accept", ExampleCommand)
@click.argument("import_id", metavar=texts.IMPORT_WORD, type=options.ROW, required=False)
@click.option("--only", type=int, multiple=True)
@click.option("--as-before", type=int, multiple=True)
@click.option("--leg", "legs", type=(int, str), multiple=True)
@click.option("--from-ask", is_flag=True)
@click.option("--suggested", is_flag=True)
@click.option("--all-safe", is_flag=True)
@click.option("--all-new", is_flag=True)
@click.option("--name", "named", multiple=True)
@options.of_account
@options.month
@click.option("--yes", is_flag=True)
@options.changing
def accept_command(
    run: Run,
    import_id: int | None,
    only: tuple[int, ...],
    as_before: tuple[int, ...],
    legs: tuple[tuple[int, str], ...],
    from_ask: bool,
    suggested: bool,
    all_safe: bool,
    all_new: bool,
    named: tuple[str, ...],
    account: str | None,
    month: date | None,
    yes: bool,
) -> ExitCode:
    if [import_id is not None, all_safe, all_new].count(True) != 1:
        raise click.UsageError(texts_deciding.ONE_OR_ALL)
    if suggested and import_id is None:
        raise click.UsageError(texts_deciding.SUGGESTED_ALONE)
    if import_id is not None and suggested:
        return _suggested(run, import_id, only, yes=yes)
    if import_id is not None:
        from app.acts.imports import accept
        from app.cli.screens.history import decisions_screen

        done = accept(
            run.ledger,
            import_id,
            only,
            dry_run=run.dry_run,
            from_ask=from_ask,
            as_before=as_before,
            legs=dict(legs),
        )
        run.show(done, decisions_screen)
        matched = all(decision.verdict is Verdict.MATCHED for decision in done)
        return _after(run, import_id, done, settled=matched)
    from app.acts.deciding import accept_all

    accept_them = partial(
        accept_all, run.ledger, new=all_new, account=account, month=month, names=_names(named)
    )
    nothing = texts_deciding.NOTHING_NEW if all_new else texts_deciding.NOTHING_SAFE
    return _many(run, accept_them, nothing, yes=yes)


def _after(
    run: Run, import_id: int, decisions: Sequence[DecisionShape], *, settled: bool
) -> ExitCode:
    """Say how to undo them, and what waits: more of the import, or another."""
    from app.acts.deciding import anything_waits

    if not run.dry_run:
        _how_to_undo(decisions)
        if anything_waits(run.ledger, import_id):
            note(texts.MORE_WAITS.format(import_id=import_id))
            return ExitCode.NEEDS_REVIEW
        _what_waits(run)
    return ExitCode.DONE if settled else ExitCode.NEEDS_REVIEW


def _suggested(run: Run, import_id: int, only: Sequence[int], *, yes: bool) -> ExitCode:
    """Show the changes that a model suggests, and make exactly those after a yes."""
    from app.acts.undoable import take_suggested
    from app.cli.screens.history import decisions_screen
    from app.queries.reviews import one_job

    shown = take_suggested(run.ledger, import_id, only, dry_run=True)
    if not run.json_output:
        show(lambda _width: decisions_screen(shown.decisions))
    if run.dry_run or not (yes or options.confirmed(texts_deciding.ASK)):
        return run.not_done(shown.decisions, texts_deciding.NOT_ASKED)
    done = take_suggested(run.ledger, import_id, only, dry_run=False, seen=shown.seen)
    if run.json_output:
        emit_json(done.decisions)
    _how_to_undo(done.decisions)
    still_open = one_job(run.ledger, import_id).status is ImportStatus.NEEDS_REVIEW
    return ExitCode.NEEDS_REVIEW if still_open else ExitCode.DONE


def _many(run: Run, accept: Callable[..., list[ManyShape]], nothing: str, *, yes: bool) -> ExitCode:
    from app.cli.screens.history import many_screen

    shown = accept(dry_run=True)
    if not run.json_output:
        show(lambda _width: many_screen(shown))
    if not shown:
        emit_json(shown) if run.json_output else note(nothing)
        return ExitCode.NOTHING_NEW
    if run.dry_run or not (yes or options.confirmed(texts_deciding.ASK)):
        return run.not_done(shown, texts_deciding.NOT_ASKED)
    done = accept(dry_run=False)
    if run.json_output:
        emit_json(done)
    elif done != shown:
        show(lambda _width: many_screen(done))
    _how_to_undo([each.decision for each in done])
    _what_waits(run)
    return ExitCode.DONE


def _what_waits(run: Run) -> None:
    """Name the statement that needs a person next, or say that none does. A program that decides
    one after the other does not pay for looking."""
    from app.queries.reviews import waiting

    if run.json_output:
        return
    found = waiting(run.ledger, limit=1)
    for each in found.reviews:
        left = texts_deciding.NEXT if found.more else texts_deciding.LAST
        note(left.format(more=found.more, import_id=each.import_id))
    if not found.reviews:
        note(texts.REVIEW_NOTHING)


def _names(named: Sequence[str]) -> Mapping[str, str]:
    found = {}
    for each in named:
        digits, sign, name = each.partition("=")
        if not sign or not digits.strip() or not name.strip():
            raise click.UsageError(texts_deciding.BAD_NAME)
        found[digits.strip()] = name.strip()
    return found


@click.command("reject", ExampleCommand)
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@click.option("--reason", required=True)
@click.option("--from-ask", is_flag=True)
@options.changing
def reject_command(run: Run, import_id: int, reason: str, from_ask: bool) -> ExitCode:
    from app.acts.imports import reject
    from app.cli.screens.history import decisions_screen

    decisions = reject(run.ledger, import_id, reason, dry_run=run.dry_run, from_ask=from_ask)
    run.show(decisions, decisions_screen)
    if not run.dry_run:
        _how_to_undo(decisions)
    return ExitCode.DONE


def _how_to_undo(decisions: Sequence[DecisionShape]) -> None:
    if decisions:
        what = "group" if len(decisions) > 1 else "decision"
        note(texts_deciding.UNDO_HINT.format(what=what, act=decisions[-1].act))


class WithActs(ExampleCommand):
    """A command whose help says what each act does."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(texts_deciding.ACTS_HEADING):
            formatter.write_dl(list(texts_deciding.RESOLVE_ACTS.items()))
        super().format_options(ctx, formatter)


@click.command("resolve", WithActs)
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@click.argument("number", metavar=texts_deciding.NUMBER_WORD, type=click.IntRange(0))
@click.argument(
    "act", metavar=texts_deciding.ACT_WORD, type=click.Choice(list(texts_deciding.RESOLVE_ACTS))
)
@click.option("--line", "lines", type=click.IntRange(1), multiple=True)
@click.option("--entry", "entries", type=options.ROW, multiple=True)
@click.option("--to-day", type=options.DAY)
@click.option("--to-account")
@click.option("--amount", "amounts", multiple=True)
@click.option("--reason", default="")
@options.changing
def resolve_command(
    run: Run,
    import_id: int,
    number: int,
    act: str,
    to_day: date | None,
    to_account: str | None,
    **said: Any,
) -> ExitCode:
    from app.acts.imports import ResolutionRequest, resolve, understood
    from app.cli.screens.history import decisions_screen

    asked = ResolutionRequest(act=act, day=to_day, account=to_account, **said)
    wish = understood(run.ledger, import_id, number, asked)
    decision = resolve(run.ledger, import_id, number, wish, dry_run=run.dry_run)
    run.show(decision, lambda decision: decisions_screen([decision]))
    left = act == "leave" and decision.rest is None
    settled = left or decision.verdict is Verdict.MATCHED
    return _after(run, import_id, [decision], settled=settled)


undo_command = ExampleGroup("undo")


@undo_command.command("decision")
@click.argument("act", metavar=texts_deciding.LOG_NUMBER_WORD, type=options.ROW)
@options.changing
def undo_one(run: Run, act: int) -> ExitCode:
    return _undo(run, act, group=False)


@undo_command.command("group")
@click.argument("act", metavar=texts_deciding.LOG_NUMBER_WORD, type=options.ROW)
@options.changing
def undo_group(run: Run, act: int) -> ExitCode:
    return _undo(run, act, group=True)


def _undo(run: Run, act: int, *, group: bool) -> ExitCode:
    from app.acts.undoable import undo_decision
    from app.cli.screens.history import decisions_undone_screen

    undone = undo_decision(run.ledger, act, group=group, dry_run=run.dry_run)
    run.show(undone, decisions_undone_screen)
    return ExitCode.NEEDS_REVIEW if undone.left else ExitCode.DONE


@undo_command.command("import")
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@options.changing
def undo_import_command(run: Run, import_id: int) -> ExitCode:
    """Put the ledger back, and say by the exit code whether all of it could be."""
    from app.acts.imports import undo
    from app.cli.screens.history import undone_screen

    undone = undo(run.ledger, import_id, dry_run=run.dry_run)
    run.show(undone, undone_screen)
    return ExitCode.NEEDS_REVIEW if undone.left else ExitCode.DONE
