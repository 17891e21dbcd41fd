"""`tieout read`: read documents, and show or export them, touching no database."""

from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, cast

import click

from app.cli import options
from app.cli.options import ExampleCommand
from app.cli.output import ExitCode, emit_json, show
from app.exports.kinds import KINDS
from app.shapes.reading import is_proven, read_shape
from app.texts import documents as texts_documents
from app.texts import terminal as texts
from pipeline.intake.file import MAX_BYTES
from pipeline.intake.passwords import PasswordBook
from pipeline.pages.errors import PasswordNeeded
from pipeline.reading.from_bytes import DocumentReading, read_bytes


@click.command("read", ExampleCommand)
@click.argument("paths", nargs=-1, required=True, metavar=texts.PATHS, type=options.EXISTING)
@click.option("--to", "kind", type=click.Choice(list(KINDS)))
@click.option("-o", "--output")
@click.option("--why", is_flag=True)
@click.option("--only-proven", is_flag=True)
@options.as_json
@options.password_file
@options.certificate
def read_command(
    paths: tuple[str, ...],
    kind: str | None,
    output: str | None,
    why: bool,
    only_proven: bool,
    json_output: bool,
    password_file: Path | None,
    target: Path | None,
) -> ExitCode:
    if kind is None:
        _refuse(texts_documents.NEEDS_TO, {"-o": output, "--only-proven": only_proven})
        if why or len(paths) > 1 or Path(paths[0]).is_dir():
            _refuse(texts_documents.ONE_FILE, {"--json": json_output, "--certificate": target})
            return _list(paths, options.passwords(password_file), why=why)
        context = click.get_current_context()
        file = click.File("rb").convert(paths[0], context.command.params[0], context)
        return _show(cast(BinaryIO, file), options.passwords(password_file), target, json_output)
    own = {"--json": json_output, "--certificate": target, "--why": why}
    _refuse(texts_documents.NOT_WITH_TO, own)
    if not output:
        raise click.UsageError(texts_documents.NEEDS_OUTPUT.format(ending=KINDS[kind].ending))
    from app.cli.exporting import export

    passwords = options.passwords(password_file)
    return export(paths, KINDS[kind], output, passwords, only_proven=only_proven)


def _refuse(why: str, given: Mapping[str, object]) -> None:
    """Raises click's ``UsageError`` if one of these options was given."""
    named = ", ".join(name for name, value in given.items() if value)
    if named:
        raise click.UsageError(why.format(options=named))


def _list(paths: tuple[str, ...], passwords: PasswordBook, *, why: bool) -> ExitCode:
    """One row a statement, and what failed."""
    from app.cli.exporting import read_for_export, report, verdict_on
    from app.cli.screens.reading import list_screen

    outcomes = read_for_export(paths, passwords)
    report(outcomes)
    show(lambda _width: list_screen([each.document for each in outcomes if each.document], why=why))
    return verdict_on(outcomes)


def _show(
    file: BinaryIO, passwords: PasswordBook, target: Path | None, json_output: bool
) -> ExitCode:
    """Show one document, and keep what proves it if that is wanted."""
    document = _read(file, passwords)
    read = read_shape(document)
    if target is not None:
        from app.certificates import certificates_read
        from app.cli.exporting import certify

        certify(certificates_read(document), file.name, target)
    if json_output:
        emit_json(read)
    else:
        from app.cli.screens.reading import reading_screen

        show(lambda _width: reading_screen(read))
    proven = all(map(is_proven, read.statements))
    return ExitCode.DONE if read.statements and proven else ExitCode.NEEDS_REVIEW


def _read(file: BinaryIO, passwords: PasswordBook) -> DocumentReading:
    """Try the known passwords, then ask for one if a person sits at a terminal."""
    # One byte over the limit is enough for intake to refuse the rest.
    data = file.read(MAX_BYTES + 1)
    try:
        return read_bytes(data, passwords, alone=True)
    except PasswordNeeded:
        answer = passwords.ask_for(file.name)
        if answer is None:
            raise
        return read_bytes(data, (answer,), alone=True)
