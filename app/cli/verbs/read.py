"""`tieout read`: read one document and show it, touching no database."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import click

from app import texts, texts_certificates
from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, show
from app.shapes.reading import ReadShape, read_shape
from pipeline.intake import MAX_BYTES
from pipeline.pages.errors import PasswordNeeded
from pipeline.passwords import PasswordBook
from pipeline.read import DocumentReading, read_bytes


@click.command("read", cls=ExampleCommand, examples=texts.READ_EXAMPLES, help=texts.READ_HELP)
@click.argument("file", type=click.File("rb"))
@options.as_json
@options.password_file
@click.option(
    "--certificate",
    "target",
    type=click.Path(path_type=Path),
    help=texts_certificates.CERTIFICATE_HELP,
)
def command(
    file: BinaryIO, json_output: bool, password_file: Path | None, target: Path | None
) -> ExitCode:
    """Read FILE, show it, and say by the exit code whether all of it is proven."""
    document = _read(file, options.passwords(password_file))
    read = read_shape(document)
    if target is not None:
        _certify(document, file.name, target)
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


def _certify(document: DocumentReading, name: str, target: Path) -> None:
    from app.certificates import write_certificates

    for number, file in write_certificates(document, name, target):
        if file is None:
            note(texts_certificates.CERTIFICATE_NONE.format(number=number))
        else:
            note(texts_certificates.CERTIFICATE_WRITTEN.format(file=file))


def _verdict(read: ReadShape) -> ExitCode:
    statements = read["statements"]
    proven = all(statement["status"] == "proven" for statement in statements)
    return ExitCode.DONE if statements and proven else ExitCode.NEEDS_REVIEW
