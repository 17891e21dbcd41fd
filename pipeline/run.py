"""One document through every stage, from its pages to a verdict on each statement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from db.words import Verdict
from pipeline.account.choosing import Selected, select_account
from pipeline.account.comparison import ScopedLedger
from pipeline.drafts import StatementDraft
from pipeline.errors import NoStatement
from pipeline.intake.file import Intake
from pipeline.model_choice import ModelChoice, PagePictures, together
from pipeline.progress import Progress
from pipeline.reading.from_bytes import ReadDocument, proven_here
from pipeline.results import DocumentResult, StatementResult

if TYPE_CHECKING:
    from pipeline.extraction.extract import Extracted


def run_document(
    intake: Intake,
    document: ReadDocument,
    scoped: ScopedLedger,
    models: ModelChoice,
    progress: Progress,
) -> DocumentResult:
    """Reconcile, match and prove every statement that was read; nothing is stored.

    Where the reader found none, a model is asked for one, if there is a model. Raises
    ``NoStatement``.
    """
    document = proven_here(document)
    work = _Work(document, PagePictures(intake.data), models, progress)
    if document.reading.statements:
        statements = tuple(_statements(work, scoped))
    else:
        statements = tuple(_unknown_layout(work, scoped))
    if not statements:
        from pipeline.extraction.copying import about

        said, away = about(document.pages, models.reader)
        raise NoStatement(said, away, name=intake.name)
    statements = tuple(_with_opinions(each, scoped, models, progress) for each in statements)
    return DocumentResult(
        name=intake.name,
        sha256=intake.sha256,
        pages=len(document.pages.pages),
        encrypted=document.pages.encrypted,
        engine=document.pages.engine,
        statements=statements,
        warnings=(
            *document.reading.warnings,
            *(remark for statement in statements for remark in statement.remarks),
        ),
        readings_tried=document.reading.readings_tried,
    )


@dataclass(frozen=True, slots=True)
class _Work:
    """One document as read, the pictures of its pages, whom to ask and whom to tell."""

    document: ReadDocument
    pictures: PagePictures
    models: ModelChoice
    progress: Progress


def _statements(work: _Work, scoped: ScopedLedger) -> Iterator[StatementResult]:
    for ordinal, draft in enumerate(work.document.reading.statements):
        result = _statement(ordinal, draft, work, scoped)
        scoped = scoped.after(result.comparison)
        yield result


def _unknown_layout(work: _Work, scoped: ScopedLedger) -> Iterator[StatementResult]:
    """The statement that a model can point out where the reader knew no layout."""
    if work.models.reader is None:
        return
    work.progress.stage("extraction")
    from pipeline.extraction.extract import read_whole

    pages = work.document.pages
    whole = read_whole(pages, work.models.reader, work.pictures)
    if whole is not None:
        work.progress.stage("reconcile")
        found = select_account("1", whole.draft, scoped, work.models, pages).after(whole.uses)
        yield _result(0, found, scoped, extraction_skipped=False, more=whole)


def _statement(
    ordinal: int, draft: StatementDraft, work: _Work, scoped: ScopedLedger
) -> StatementResult:
    work.progress.stage("reconcile")
    found = select_account(str(ordinal + 1), draft, scoped, work.models, work.document.pages)
    if found.findings.verdict is Verdict.MATCHED:
        return _result(ordinal, found, scoped, extraction_skipped=True)
    work.progress.stage("extraction")
    # Read in full what was not proven, and hold the better reading against the ledger again.
    # Imported here alone: a matched statement must not even load it.
    from pipeline.extraction.extract import extract

    more = extract(
        found.draft,
        work.document.pages,
        work.models.reader,
        alone=len(work.document.reading.statements) == 1,
        pictures=work.pictures,
    )
    if more.draft is not found.draft:
        found = found.again(more.draft, scoped)
    found = found.after(more.uses)
    return _result(ordinal, found, scoped, extraction_skipped=False, more=more)


def _with_opinions(
    result: StatementResult, scoped: ScopedLedger, models: ModelChoice, progress: Progress
) -> StatementResult:
    """The result with what a model makes of its differences, if there is a model.

    Of what is matched no one is asked, nor of a page that does not prove its own rows."""
    if models.reader is None or result.verdict is not Verdict.DIFFERENCES:
        return result
    progress.stage("opinion")
    from pipeline.opinion.ask import with_opinions

    return with_opinions(result, scoped, models.reader)


def _result(
    ordinal: int,
    found: Selected,
    scoped: ScopedLedger,
    *,
    extraction_skipped: bool,
    more: Extracted | None = None,
) -> StatementResult:
    return StatementResult(
        ordinal=ordinal,
        draft=found.comparison.draft if found.comparison else found.draft,
        comparison=found.comparison,
        findings=found.findings,
        claim=found.claim,
        refusal=found.refusal,
        use=together(found.uses),
        extraction_skipped=extraction_skipped,
        named=scoped.named,
        cited=(*found.cited, *(more.cited if more else ())),
        remarks=more.warnings if more else (),
    )
