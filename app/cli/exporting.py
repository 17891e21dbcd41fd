"""Writes exports and certificates for a verb, and says where each went."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from app.cli.output import ExitCode, exit_code, note
from app.cli.progress import progress
from app.environment.sources import find_sources
from app.errors import NothingProven
from app.exports.files import ExportOutcome, ExportTarget, read_all, writable, write_export
from app.exports.kinds import AnyKind, StatementKind, require
from app.shapes.reading import ExportedDocument, is_proven, with_statements
from app.texts import documents as texts_documents
from app.texts import proof as texts_proof
from db.text import one_line
from pipeline.intake.passwords import PasswordBook
from pipeline.proof import Certificate


def export(
    paths: Iterable[str], kind: AnyKind, output: str, passwords: PasswordBook, *, only_proven: bool
) -> ExitCode:
    """Read every document, write what they say, and give the most serious that happened. Raises
    ``XlsxMissing``, ``NoDocuments``, ``ExportThere``, ``ExportUnwritable``, ``TooManyRows``,
    ``NothingProven``, ``AmountTooLong``."""
    target = ExportTarget.named(output, kind)
    if target is None:
        raise click.UsageError(texts_documents.ODD_OUTPUT.format(output=output, ending=kind.ending))
    target.check()
    require(kind)
    outcomes = read_for_export(paths, passwords)
    report(outcomes)
    documents = [each.document for each in outcomes if each.document]
    if documents:
        _write(documents, kind, target, only_proven=only_proven)
    return verdict_on(outcomes)


def read_for_export(paths: Iterable[str], passwords: PasswordBook) -> list[ExportOutcome]:
    sources = find_sources(paths)
    outcomes = []
    with progress(len(sources)) as shown:
        for outcome in read_all(sources, passwords, shown):
            shown.done(outcome.name, outcome.status, outcome.seconds)
            outcomes.append(outcome)
    return outcomes


def report(outcomes: Iterable[ExportOutcome]) -> None:
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
    documents: Sequence[ExportedDocument], kind: AnyKind, target: ExportTarget, *, only_proven: bool
) -> None:
    unproven = sum(not is_proven(one) for each in documents for one in each.statements)
    if isinstance(kind, StatementKind):
        documents = _writable(documents, kind, target)
    elif only_proven:
        documents = [_proven_of(each) for each in documents]
    write_export(documents, kind, target)
    if unproven and not isinstance(kind, StatementKind):
        note(
            (texts_documents.LEFT_OUT if only_proven else texts_documents.UNPROVEN).format(
                count=unproven
            )
        )
    statements = [one for each in documents for one in each.statements]
    rows = sum(len(one.lines) for one in statements)
    path = one_line(str(target.path))
    note(texts_documents.WRITTEN.format(rows=rows, statements=len(statements), path=path))


def _writable(
    documents: Sequence[ExportedDocument], kind: StatementKind, target: ExportTarget
) -> Sequence[ExportedDocument]:
    """The documents with what such a form can hold; what is left out is noted."""
    kept = [writable(each) for each in documents]
    there = sum(len(each.statements) for each in documents)
    left_out = there - sum(len(each.statements) for each in kept)
    if left_out == there:
        raise NothingProven(file=target.path, kind=kind.value)
    if left_out:
        note(texts_documents.NOT_WRITABLE.format(count=left_out, kind=kind.value))
    return kept


def _proven_of(document: ExportedDocument) -> ExportedDocument:
    return with_statements(document, [one for one in document.statements if is_proven(one)])


def verdict_on(outcomes: Sequence[ExportOutcome]) -> ExitCode:
    failed = [each.error for each in outcomes if each.error]
    if failed:
        every = len(failed) == len(outcomes)
        return exit_code(type(failed[0])) if every else ExitCode.SOME_FAILED
    unproven = any(each.status == "unproven" for each in outcomes)
    return ExitCode.NEEDS_REVIEW if unproven else ExitCode.DONE


def certify(found: Sequence[Certificate | None], name: str, target: Path) -> None:
    """Write those that there are, and name the statements without one."""
    # What it loads, an export has no use for.
    from app.certificates import write_certificates

    for number, file in write_certificates(found, name, target):
        if file is None:
            note(texts_proof.CERTIFICATE_NONE.format(number=number))
        else:
            note(texts_proof.CERTIFICATE_WRITTEN.format(file=file))
