"""One document through every stage, from its pages to a verdict on each statement."""

from __future__ import annotations

from collections.abc import Iterator

from db.words import Verdict
from pipeline.account.comparison import ScopedLedger
from pipeline.account.selection import Selected, select_account
from pipeline.drafts import StatementDraft
from pipeline.errors import NoStatement
from pipeline.intake.file import Intake
from pipeline.model_choice import ModelChoice, together
from pipeline.progress import Progress
from pipeline.reading.from_bytes import ReadDocument, proven_here
from pipeline.results import DocumentResult, StatementResult
from pipeline.words import DocumentPages


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
    if document.reading.statements:
        statements = tuple(_statements(document, scoped, models, progress))
    else:
        statements = tuple(_unknown_layout(document.pages, scoped, models, progress))
    if not statements:
        raise NoStatement(name=intake.name)
    statements = tuple(_with_opinions(each, scoped, models, progress) for each in statements)
    return DocumentResult(
        name=intake.name,
        sha256=intake.sha256,
        pages=len(document.pages.pages),
        encrypted=document.pages.encrypted,
        engine=document.pages.engine,
        statements=statements,
        warnings=document.reading.warnings,
        readings_tried=document.reading.readings_tried,
    )


def _statements(
    document: ReadDocument,
    scoped: ScopedLedger,
    models: ModelChoice,
    progress: Progress,
) -> Iterator[StatementResult]:
    for ordinal, draft in enumerate(document.reading.statements):
        result = _statement(ordinal, draft, document.pages, scoped, models, progress)
        scoped = scoped.after(result.draft, result.comparison)
        yield result


def _unknown_layout(
    pages: DocumentPages, scoped: ScopedLedger, models: ModelChoice, progress: Progress
) -> Iterator[StatementResult]:
    """The statement that a model can read where the reader knew no layout; never proven."""
    if models.reader is None:
        return
    progress.stage("extraction")
    from pipeline.extraction.whole import read_whole

    whole = read_whole(pages, models.reader)
    if whole.draft is not None:
        progress.stage("reconcile")
        found = select_account("1", whole.draft, scoped, models).after(whole.uses)
        yield _result(0, found, scoped, extraction_skipped=False)


def _statement(
    ordinal: int,
    draft: StatementDraft,
    pages: DocumentPages,
    scoped: ScopedLedger,
    models: ModelChoice,
    progress: Progress,
) -> StatementResult:
    progress.stage("reconcile")
    found = select_account(str(ordinal + 1), draft, scoped, models, pages)
    if found.proof.verdict is Verdict.MATCHED:
        return _result(ordinal, found, scoped, extraction_skipped=True)
    progress.stage("extraction")
    return _extracted(ordinal, found, pages, scoped, models)


def _extracted(
    ordinal: int,
    found: Selected,
    pages: DocumentPages,
    scoped: ScopedLedger,
    models: ModelChoice,
) -> StatementResult:
    """Read in full what was not proven, and hold the better reading against the ledger again."""
    # Imported here alone: a matched statement must not even load it.
    from pipeline.extraction.extract import extract

    more = extract(found.draft, pages, models.reader)
    if more.draft is not found.draft:
        found = found.again(more.draft, scoped)
    return _result(ordinal, found.after(more.uses), scoped, extraction_skipped=False)


def _with_opinions(
    result: StatementResult, scoped: ScopedLedger, models: ModelChoice, progress: Progress
) -> StatementResult:
    """The result with what a model makes of its differences, if there is a model.

    Of what is matched nobody is asked, nor of a page that does not prove its own rows.
    """
    if models.reader is None or result.verdict is not Verdict.DIFFERENCES:
        return result
    progress.stage("opinion")
    from pipeline.opinion.ask import with_opinions

    return with_opinions(result, scoped, models.reader)


def _result(
    ordinal: int, found: Selected, scoped: ScopedLedger, *, extraction_skipped: bool
) -> StatementResult:
    return StatementResult(
        ordinal=ordinal,
        draft=found.draft,
        comparison=found.comparison,
        proof=found.proof,
        claim=found.claim,
        refusal=found.refusal,
        use=together(found.uses),
        extraction_skipped=extraction_skipped,
        named=found.numbered if scoped.named is None else scoped.named,
    )
