"""`tieout demo`: make a sample ledger and sample statements, tie them out, and show the result."""

from __future__ import annotations

import os
import shutil
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, say, show
from app.environment.settings import Settings
from app.texts import terminal as texts
from pipeline.intake.passwords import ENVIRONMENT

if TYPE_CHECKING:
    from app.samples import DemoPaths
    from app.shapes.imports import ImportShape


@click.command("demo", cls=ExampleCommand, examples=texts.DEMO_EXAMPLES, help=texts.DEMO_HELP)
@click.argument("folder", required=False, default="demo", type=options.FOLDER)
@options.as_json
def command(folder: Path, json_output: bool) -> ExitCode:
    """Make FOLDER anew and import its statements, always with rules alone: no key, no server."""
    from app.samples import make_samples
    from app.shapes.answers import DemoShape

    samples = make_samples(folder)
    database = folder / "tieout.db"
    if not json_output:
        say(texts.DEMO_START.format(folder=folder, run=_run(samples, database)))
    records = _import(samples, database)
    if json_output:
        emit_json(DemoShape(folder=str(folder), database=str(database), documents=tuple(records)))
    else:
        _show(records, samples, database)
    return ExitCode.DONE


def _import(samples: DemoPaths, database: Path) -> list[ImportShape]:
    from app.cli.runs import import_paths
    from app.queries.books import start_ledger

    start_ledger(str(database), samples.ledger)
    os.environ[ENVIRONMENT] = samples.password
    return import_paths([str(samples.statements)], Settings(database_url=str(database)), None)


def _show(records: list[ImportShape], samples: DemoPaths, database: Path) -> None:
    from app.cli.screens.imports import import_screen

    show(partial(import_screen, records))
    wanting = max(records, key=_differences)
    file = samples.statements / wanting.file
    facts = {"tieout": _name(), "database": database, "statement": file}
    say(texts.DEMO_NEXT.format(import_id=wanting.import_id, **facts))


def _differences(record: ImportShape) -> int:
    return sum(len(statement.differences) for statement in record.statements)


def _run(samples: DemoPaths, database: Path) -> str:
    return texts.DEMO_RUN.format(
        variable=ENVIRONMENT,
        password=samples.password,
        tieout=_name(),
        statements=samples.statements,
        database=database,
    )


def _name() -> str:
    """What to type for tieout here: in a checkout it need not be on the PATH."""
    return "tieout" if shutil.which("tieout") else os.path.relpath(sys.argv[0])
