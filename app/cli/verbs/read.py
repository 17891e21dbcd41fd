"""`tieout read`: read one document and show it, touching no database."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from app import passwords, settings, texts
from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import console, emit_json
from app.shapes.reading import ReadShape, read_shape
from pipeline.read import read_bytes


@click.command("read", cls=ExampleCommand, examples=texts.READ_EXAMPLES, help=texts.READ_HELP)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@options.as_json
@options.password_file
def command(file: str, json_output: bool, password_file: Path | None) -> ExitCode:
    """Read FILE, show it, and say by the exit code whether all of it is proven."""
    tried = passwords.candidates(settings.from_environment().passwords, password_file)
    read = read_shape(read_bytes(input_bytes(file), tried))
    if json_output:
        emit_json(read)
    else:
        _show(read)
    return _verdict(read)


def input_bytes(file: str) -> bytes:
    """The bytes of a path, or of standard input for `-`."""
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def _show(read: ReadShape) -> None:
    from app.cli.screens.reading import reading_screen

    terminal = console()
    for part in reading_screen(read):
        terminal.print(part)


def _verdict(read: ReadShape) -> ExitCode:
    statements = read["statements"]
    proven = all(statement["status"] == "proven" for statement in statements)
    return ExitCode.DONE if statements and proven else ExitCode.NEEDS_REVIEW
