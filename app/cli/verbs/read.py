"""`tieout read`: read one document and show it, touching no database."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from app import texts
from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, show
from app.shapes.reading import ReadShape, read_shape
from pipeline.read import read_bytes


@click.command("read", cls=ExampleCommand, examples=texts.READ_EXAMPLES, help=texts.READ_HELP)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@options.as_json
@options.password_file
def command(file: str, json_output: bool, password_file: Path | None) -> ExitCode:
    """Read FILE, show it, and say by the exit code whether all of it is proven."""
    read = read_shape(read_bytes(input_bytes(file), options.passwords(password_file)))
    if json_output:
        emit_json(read)
    else:
        from app.cli.screens.reading import reading_screen

        show(reading_screen(read))
    return _verdict(read)


def input_bytes(file: str) -> bytes:
    """The bytes of a path, or of standard input for `-`."""
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def _verdict(read: ReadShape) -> ExitCode:
    statements = read["statements"]
    proven = all(statement["status"] == "proven" for statement in statements)
    return ExitCode.DONE if statements and proven else ExitCode.NEEDS_REVIEW
