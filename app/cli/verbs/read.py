"""`tieout read`: read documents, and show or export them, touching no database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, cast

import click

from app.cli import options
from app.cli.exits import ExitCode, exit_code
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, show
from app.cli.progress import progress
from app.environment.sources import find_sources
from app.exports.files import ExportOutcome, ExportTarget, read_all, write_export
from app.exports.kinds import FileKind, require
from app.shapes.reading import ExportedDocument, ReadShape, is_proven, read_shape, with_statements
from app.texts import documents as texts_documents
from app.texts import terminal as texts
from db.text import one_line
from pipeline.intake.file import MAX_BYTES, PasswordBook
from pipeline.pages.errors import PasswordNeeded
from pipeline.reading.from_bytes import DocumentReading, read_bytes

KINDS = ("csv", "xlsx", "json")


@click.command("read", cls=ExampleCommand, examples=texts.READ_EXAMPLES, help=texts.READ_HELP)
@click.argument("paths", nargs=-1, required=True, metavar=texts.PATHS, type=options.EXISTING)
@click.option("--to", "kind", type=click.Choice(list(KINDS)), help=texts_documents.TO_HELP)
@click.option("-o", "--output", metavar=texts_documents.OUTPUT, help=texts_documents.OUTPUT_HELP)
@click.option("--only-proven", is_flag=True, help=texts_documents.ONLY_PROVEN_HELP)
@options.as_json
@options.password_file
@options.certificate
def read_command(
    paths: tuple[str, ...],
    kind: str | None,
    output: str | None,
    only_proven: bool,
    json_output: bool,
    password_file: Path | None,
    target: Path | None,
) -> ExitCode:
    """Read, show or export, and say by the exit code whether all of it is proven."""
    if kind is None:
        _refuse(texts_documents.NEEDS_TO, {"-o": output, "--only-proven": only_proven})
        return _show(_opened(paths), options.passwords(password_file), target, json_output)
    _refuse(texts_documents.NOT_WITH_TO, {"--json": json_output, "--certificate": target})
    if not output:
        raise click.UsageError(texts_documents.NEEDS_OUTPUT.format(kind=kind))
    from app.exports.kinds import FileKind

    passwords = options.passwords(password_file)
    return export(paths, FileKind(kind), output, passwords, only_proven=only_proven)


def _refuse(why: str, given: Mapping[str, object]) -> None:
    """Raises click's ``UsageError`` if one of these options was given."""
    named = ", ".join(name for name, value in given.items() if value)
    if named:
        raise click.UsageError(why.format(options=named))


def _opened(paths: tuple[str, ...]) -> BinaryIO:
    if len(paths) > 1 or Path(paths[0]).is_dir():
        raise click.UsageError(texts_documents.ONE_FILE)
    context = click.get_current_context()
    file = click.File("rb").convert(paths[0], context.command.params[0], context)
    return cast(BinaryIO, file)


def _show(
    file: BinaryIO, passwords: PasswordBook, target: Path | None, json_output: bool
) -> ExitCode:
    """Show one document, and keep what proves it if that is wanted."""
    document = _read(file, passwords)
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
    proven = all(map(is_proven, read.statements))
    return ExitCode.DONE if read.statements and proven else ExitCode.NEEDS_REVIEW


def export(
    paths: Iterable[str], kind: FileKind, output: str, passwords: PasswordBook, *, only_proven: bool
) -> ExitCode:
    """Read every document, write what they say, and give the most serious that happened.

    Raises:
        XlsxMissing, NoDocuments, ExportThere, ExportUnwritable, TooManyRows.
    """
    target = ExportTarget.named(output, kind)
    if target is None:
        raise click.UsageError(texts_documents.ODD_OUTPUT.format(output=output, kind=kind.value))
    target.check()
    require(kind)
    outcomes = _read_for_export(paths, passwords)
    _report(outcomes)
    documents = [each.document for each in outcomes if each.document]
    if documents:
        _write(documents, kind, target, only_proven=only_proven)
    return _export_verdict(outcomes)


def _read_for_export(paths: Iterable[str], passwords: PasswordBook) -> list[ExportOutcome]:
    sources = find_sources(paths)
    outcomes = []
    with progress(len(sources)) as shown:
        for outcome in read_all(sources, passwords, shown):
            shown.done(outcome.name, outcome.status, outcome.seconds)
            outcomes.append(outcome)
    return outcomes


def _report(outcomes: Iterable[ExportOutcome]) -> None:
    """What no file shows: failures, twins, documents without statements, and warnings."""
    for each in outcomes:
        file = one_line(each.name)
        if each.error:
            note(texts_documents.FAILED.format(file=file, message=each.error, code=each.error.code))
        if each.twin:
            note(texts_documents.TWIN.format(file=file, twin=one_line(each.twin)))
        if each.document and not each.document.statements:
            note(texts_documents.NO_STATEMENT.format(file=file))
        for warning in each.document.warnings if each.document else ():
            note(texts_documents.WARNING.format(file=file, text=one_line(warning)))


def _write(
    documents: Sequence[ExportedDocument],
    kind: FileKind,
    target: ExportTarget,
    *,
    only_proven: bool,
) -> None:
    unproven = sum(not is_proven(one) for each in documents for one in each.statements)
    if only_proven:
        documents = [_proven_of(each) for each in documents]
    write_export(documents, kind, target)
    if unproven:
        note(
            (texts_documents.LEFT_OUT if only_proven else texts_documents.UNPROVEN).format(
                count=unproven
            )
        )
    statements = [one for each in documents for one in each.statements]
    rows = sum(len(one.lines) for one in statements)
    path = one_line(str(target.path))
    note(texts_documents.WRITTEN.format(rows=rows, statements=len(statements), path=path))


def _proven_of(document: ExportedDocument) -> ExportedDocument:
    return with_statements(document, [one for one in document.statements if is_proven(one)])


def _export_verdict(outcomes: Sequence[ExportOutcome]) -> ExitCode:
    failed = [each.error for each in outcomes if each.error]
    if failed:
        every = len(failed) == len(outcomes)
        return exit_code(type(failed[0])) if every else ExitCode.SOME_FAILED
    unproven = any(each.status == "unproven" for each in outcomes)
    return ExitCode.NEEDS_REVIEW if unproven else ExitCode.DONE
