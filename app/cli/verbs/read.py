"""`tieout read`: read one document and show it, touching no database."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import click

from app import texts
from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, show
from app.shapes.reading import ReadShape, read_shape
from pipeline.intake.file import MAX_BYTES
from pipeline.intake.passwords import PasswordBook
from pipeline.pages.errors import PasswordNeeded
from pipeline.reading.from_bytes import DocumentReading, read_bytes


@click.command("read", cls=ExampleCommand, examples=texts.READ_EXAMPLES, help=texts.READ_HELP)
@click.argument("file", type=click.File("rb"))
@options.as_json
@options.password_file
@options.certificate
def command(
    file: BinaryIO, json_output: bool, password_file: Path | None, target: Path | None
) -> ExitCode:
    """Read FILE, show it, and say by the exit code whether all of it is proven."""
    document = _read(file, options.passwords(password_file))
    read = read_shape(document)
    if target is not None:
        from app.certificates import certificates_read
        from app.cli.certified import certify

        certify(certificates_read(document), file.name, target)
    if json_output:
        emit_json(read)
    else:
        from app.cli.screens.reading import reading_screen

        show(lambda _width: reading_screen(read))
    return _verdict(read)


def _read(file: BinaryIO, passwords: PasswordBook) -> DocumentReading:
    """Try the known passwords, then ask for one if a person sits at a terminal."""
    # One byte over the limit is enough for intake to refuse the rest.
    data = file.read(MAX_BYTES + 1)
    try:
        return read_bytes(data, passwords)
    except PasswordNeeded:
        answer = passwords.ask_for(file.name)
        if answer is None:
            raise
        return read_bytes(data, (answer,))


def _verdict(read: ReadShape) -> ExitCode:
    statements = read["statements"]
    proven = all(statement["status"] == "proven" for statement in statements)
    return ExitCode.DONE if statements and proven else ExitCode.NEEDS_REVIEW
