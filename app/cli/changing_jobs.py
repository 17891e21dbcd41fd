"""Retries or cancels what a person chose: asks first, and says what was done as it is done."""

from __future__ import annotations

import sys

import click
from sqlalchemy import Engine

from app.acts.imports import change_work
from app.cli.exits import ExitCode
from app.cli.output import emit_json, note, say
from app.shapes.jobs import JobsChangedShape, RefusedJobShape
from app.texts import jobs as texts_jobs
from jobs.many import Change, Changed, how_many
from jobs.selection import Selection


def change_chosen(
    engine: Engine, change: Change, selection: Selection, *, json_output: bool, yes: bool
) -> ExitCode:
    """Make the change to all of the selection. Raises click's ``Abort`` if a person says no."""
    if not (yes or selection.ids):
        _ask(change, how_many(engine, change, selection))
    changed, refused = 0, []
    for each in change_work(engine, change, selection):
        if each.error is None:
            changed += 1
        else:
            refused.append(_refused(each))
        if not json_output:
            _say(change, each)
    if json_output:
        emit_json(JobsChangedShape(act=change.value, changed=changed, refused=tuple(refused)))
    else:
        say(texts_jobs.JOBS_CHANGED[change].format(number=changed))
    if refused:
        return ExitCode.SOME_FAILED
    return ExitCode.DONE if changed else ExitCode.NOTHING_NEW


def _ask(change: Change, number: int) -> None:
    if not number:
        return
    question = texts_jobs.JOBS_ASK[change].format(number=number)
    if not sys.stdin.isatty():
        raise click.UsageError(texts_jobs.JOBS_SAY_YES.format(question=question))
    click.confirm(question, abort=True, err=True)


def _say(change: Change, each: Changed) -> None:
    if each.error is None:
        say(texts_jobs.JOBS_DONE[change].format(id=each.import_id, file=each.name))
    else:
        note(texts_jobs.JOBS_REFUSED.format(message=each.error, code=each.error.code))


def _refused(each: Changed) -> RefusedJobShape:
    assert each.error is not None
    code, message = each.error.code, each.error.message()
    return RefusedJobShape(id=each.import_id, error_code=code, error=message)
