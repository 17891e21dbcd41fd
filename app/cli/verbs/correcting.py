"""`tieout state`, `correct`, `note`: what a statement does not say, what was misread, remarks."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from app.cli import options
from app.cli.options import ExampleCommand
from app.cli.output import ExitCode, Run, emit_json, note, say
from app.texts import accounts as texts_accounts
from app.texts import deciding as texts_deciding
from app.texts import terminal as texts
from db.words import ImportStatus

if TYPE_CHECKING:
    from app.shapes.decisions import StatedShape
    from pipeline.record.correcting import Correction, What

#: The cells of a line, and the balances, that may be corrected.
CELLS: Final[tuple[What, ...]] = ("amount", "day", "second", "balance")
ENDS: Final[tuple[What, ...]] = ("opening", "closing")


@click.command("state", ExampleCommand)
@click.argument("import_id", metavar=texts.IMPORT_WORD, type=options.ROW)
@click.option("--account")
@click.option("--period", nargs=2, type=options.DAY)
@click.option("--largest", type=click.Choice(("in", "out")))
@click.option("--balance", type=click.Choice(("have", "owe")))
@click.option("--currency")
@click.option("--order", type=click.Choice(("dmy", "mdy", "ymd")))
@click.option("--booking", type=click.Choice(("day", "second")))
@click.option("--decimals", type=click.Choice(("as-read",)))
@click.option("--remember/--only-here", default=True)
@click.option("--stands/--does-not-stand", default=None)
@click.option("--take-back")
@click.option("--statement", "number", type=int)
@click.option("--reason", default="")
@options.changing
def state_command(
    run: Run,
    import_id: int,
    take_back: str | None,
    number: int | None,
    reason: str,
    **stated: Any,
) -> ExitCode:
    from app.acts.correcting import StatedByPerson, state_facts, take_back_answered

    said = StatedByPerson(**stated)
    if take_back is not None:
        done = take_back_answered(
            run.ledger, import_id, take_back, number=number, dry_run=run.dry_run
        )
    else:
        done = state_facts(
            run.ledger, import_id, said, number=number, reason=reason, dry_run=run.dry_run
        )
    return _tell(run, done, import_id)


def _tell(run: Run, done: StatedShape, import_id: int) -> ExitCode:
    """What the statement is now, and by the exit code whether it still waits for a person."""
    from app.texts.sentences import period_text

    account = done.account or texts.UNKNOWN
    period = period_text(done.period_start, done.period_end)
    stated = texts_accounts.STATED.format(
        import_id=import_id, account=account, period=period, verdict=done.verdict.value
    )
    emit_json(done) if run.json_output else say(stated)
    if run.dry_run:
        note(texts.DRY_RUN)
    waits = done.status is ImportStatus.NEEDS_REVIEW
    return ExitCode.NEEDS_REVIEW if waits else ExitCode.DONE


@click.command("correct", ExampleCommand)
@click.argument("import_id", metavar=texts.IMPORT_WORD, type=options.ROW)
@click.option("--line", type=click.IntRange(min=1))
@click.option("--amount")
@click.option("--day")
@click.option("--second")
@click.option("--balance")
@click.option("--opening")
@click.option("--closing")
@click.option("--missing-after", type=click.IntRange(min=0))
@click.option("--about")
@click.option("--in", "way", flag_value="in")
@click.option("--out", "way", flag_value="out")
@click.option("--no-line", type=click.IntRange(min=1))
@click.option("--no-figure")
@click.option("--page", type=click.IntRange(min=1))
@click.option("--take-back", is_flag=True)
@click.option("--statement", "number", type=int)
@click.option("--reason", default="")
@options.changing
def correct_command(
    run: Run,
    import_id: int,
    take_back: bool,
    number: int | None,
    reason: str,
    **shown: Any,
) -> ExitCode:
    from app.acts.correcting import correct_reading, take_back_correction

    said = list(_corrections(shown))
    if bool(said) is take_back:
        raise click.UsageError(texts_accounts.NOTHING_SAID)
    if take_back:
        done = take_back_correction(run.ledger, import_id, number=number, dry_run=run.dry_run)
    else:
        done = correct_reading(
            run.ledger, import_id, said, number=number, reason=reason, dry_run=run.dry_run
        )
    return _tell(run, done, import_id)


def _corrections(shown: Mapping[str, Any]) -> Iterator[Correction]:
    """What the page shows, by the options that state it."""
    from pipeline.record.correcting import Correction

    if (after := shown["missing_after"]) is not None:
        cells: dict[str, Any] = {
            name: shown[name] or "" for name in ("day", "balance", "about", "way")
        }
        yield Correction("line", after, shown["amount"] or "", **cells)
    elif (line := shown["line"]) is not None:
        for cell in CELLS:
            if shown[cell] is not None:
                yield Correction(cell, line, shown[cell])
    for end in ENDS:
        if shown[end] is not None:
            yield Correction(end, text=shown[end])
    if (none := shown["no_line"]) is not None:
        yield Correction("no_line", line=none)
    if shown["no_figure"] is not None:
        yield Correction("no_figure", text=shown["no_figure"], page=shown["page"] or 0)


@click.command("note", ExampleCommand)
@click.argument("import_id", metavar="IMPORT", type=options.ROW)
@click.argument("line", metavar="[LINE]", type=click.IntRange(1), required=False)
@click.argument("text", metavar="[TEXT]", default="")
@click.option("--tag", default="")
@click.option("--attach", type=options.FILE)
@click.option("--file-of", "file_of", type=options.ROW)
@click.option("--remove", type=options.ROW)
@click.option("--statement", "number", type=int)
@options.changing
def note_command(
    run: Run,
    import_id: int,
    line: int | None,
    text: str,
    tag: str,
    attach: Path | None,
    file_of: int | None,
    remove: int | None,
    number: int | None,
) -> ExitCode:
    from app.acts import correcting as acts
    from app.cli.screens.review import notes_screen
    from db.statements.notes import Attached, Noted

    if [line is not None, file_of is not None, remove is not None].count(True) > 1:
        raise click.UsageError(texts_deciding.ONE_OF_NOTES)
    if file_of is not None:
        sys.stdout.buffer.write(acts.attached_to(run.ledger, import_id, file_of).data)
        return ExitCode.DONE
    if remove is not None:
        found = acts.remove_note_of(run.ledger, import_id, remove, dry_run=run.dry_run)
    elif line is not None:
        file = Attached(attach.name, attach.read_bytes()) if attach else None
        noted = Noted(text, tag, file)
        found = acts.note_line(
            run.ledger, import_id, line, noted, number=number, dry_run=run.dry_run
        )
    else:
        found = acts.notes_on(run.ledger, import_id)
    return run.show(found, notes_screen)
