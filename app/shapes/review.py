"""The JSON of `tieout review`: what waits for a person, documented in docs/other-json.md."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import count
from typing import Final

from sqlalchemy.orm import Session

from app.shapes.differences import (
    AskedShape,
    HintShape,
    ModelProposalShape,
    QuestionShape,
    ResolutionShape,
    ReviewedDifferenceShape,
    asked_shape,
    hint_shapes,
    model_proposal_shapes,
    question_shape,
    resolution_shape,
    reviewed_differences,
)
from app.shapes.reading import (
    AboutShape,
    FactsShape,
    HypothesisShape,
    LineShape,
    ObjectionShape,
    about_shape,
    hypothesis_shapes,
)
from app.shapes.writing import JsonShape, Versioned, shaped
from db.models import Import, Proposal, Reconciliation, Resolution, Statement
from db.money import to_decimal
from db.statements.notes import NoteOfLine, notes_of
from db.words import ImportStatus, ReadingStatus, Verdict
from pipeline.claims import About, Citation, FactName
from pipeline.drafts import StatementDraft
from pipeline.matching.shapes import Difference
from pipeline.proof import Check
from pipeline.record.correcting import corrections_in
from pipeline.record.drafts import is_of_this_kernel
from pipeline.record.proposing import asked_of
from pipeline.record.rows import CHECKS, CITATIONS, HYPOTHESES, recorded_draft
from pipeline.review.applying import entries_changed
from pipeline.review.beside import Beside, Row, Version, apart, beside, other_versions

#: The checks that hold once the fact is borne out.
_CHECKS: Final = {
    FactName.OPENING_BALANCE: "opening",
    FactName.CLOSING_BALANCE: "closing",
    FactName.PERIOD_START: "period",
    FactName.PERIOD_END: "period",
}


class CitedShape(JsonShape):
    """A fact as a model reads it: ``value`` is a decimal string, an ISO day, an ISO currency, the
    last digits of a number, or words; ``text`` is the row of ``page`` that it is on."""

    name: FactName
    value: str
    page: int
    text: str


def _open(result: Reconciliation) -> Iterator[Citation]:
    if result.verdict is Verdict.MATCHED:
        return
    passed = {check["name"] for check in result.proof if check["state"] == "passed"}
    for each in CITATIONS.validate_python((result.claim or {}).get("cited", ())):
        if _CHECKS.get(each.name) not in passed:
            yield each


class CorrectionShape(JsonShape):
    """One correction: ``what`` is a cell of a line, an end, a missing line, or that a line or
    figure is not one; ``text`` is what the picture shows there, empty for nothing."""

    what: str
    line: int
    text: str
    day: str
    balance: str
    about: str
    way: str
    page: int
    by: str
    at: str


class PairedLineShape(LineShape):
    """A line and the ids of the entries that it was paired with; none if it has no entry."""

    entries: tuple[int, ...]


class RowShape(JsonShape):
    """A row of a statement, to tell two versions of it apart."""

    date: datetime.date | None
    amount: Decimal
    description: str


class VersionShape(JsonShape):
    """Another statement of the same account and days, with the rows that only one of them has."""

    import_id: int
    file: str
    only_here: tuple[RowShape, ...]
    only_there: tuple[RowShape, ...]


class NoteShape(JsonShape):
    """What a person noted on a line: of which statement, from 1; ``line`` is null if the document
    was read again since and no line is it. ``file`` is the name of what is attached."""

    id: int
    statement: int
    line: int | None
    text: str
    tag: str | None
    file: str | None
    size: int | None
    actor: str
    at: datetime.datetime


class ReviewedShape(FactsShape):
    """One statement with all that a person needs to judge it.

    ``at_stake`` is what its differences come to, whichever way each goes. ``kernel_version`` says
    which kernel proved it; null is an earlier version of tieout. ``resolutions`` are pairs by hand,
    what is outstanding, and a no to the statement as a whole. ``versions`` are other statements of
    the same days that are beside it. ``cited`` are facts that a model reads on the page and
    nothing proves; ``model_proposals`` are what models proposed in `tieout ask --propose` and no
    one decided on. ``question`` is what a person is asked, null where nothing is open. ``hints``
    are worked out where one import is shown alone. ``asked`` is which model was asked about the
    differences, null if none was."""

    ordinal: int
    account_id: int | None
    account: str | None
    reading: ReadingStatus
    verdict: Verdict
    at_stake: Decimal
    kernel_version: int | None
    checks: tuple[Check, ...]
    hypotheses: tuple[HypothesisShape, ...]
    objections: tuple[ObjectionShape, ...]
    corrections: tuple[CorrectionShape, ...]
    question: QuestionShape | None
    differences: tuple[ReviewedDifferenceShape, ...]
    lines: tuple[PairedLineShape, ...]
    resolutions: tuple[ResolutionShape, ...]
    versions: tuple[VersionShape, ...] = ()
    cited: tuple[CitedShape, ...] = ()
    model_proposals: tuple[ModelProposalShape, ...] = ()
    hints: tuple[HintShape, ...] = ()
    asked: AskedShape | None = None
    notes: tuple[NoteShape, ...] = ()


class NotesShape(Versioned):
    """What persons noted on the lines of an import's statements."""

    import_id: int
    notes: tuple[NoteShape, ...]


class ReviewShape(Versioned):
    """One import; a failed one has an error and no statements. ``warnings`` are what its reader has
    to say of the document, ``about`` what is said of one that holds no statement. ``explains`` are
    imports that only carry on a balance that is off here, and need no one; ``explained_by`` is one
    that was left as it differs, which this one follows from."""

    import_id: int
    file: str
    sha256: str | None
    status: ImportStatus
    error_code: str | None
    error: str | None
    warnings: tuple[str, ...]
    statements: tuple[ReviewedShape, ...]
    about: AboutShape | None = None
    explains: tuple[int, ...] = ()
    explained_by: int | None = None


def with_hints(
    session: Session, review: ReviewShape, results: Sequence[Reconciliation]
) -> ReviewShape:
    both = zip(review.statements, results, strict=True)
    found = tuple(replace(each, hints=hint_shapes(session, row)) for each, row in both)
    return replace(review, statements=found)


def review_shape(work: Import, statements: Iterable[ReviewedShape] = ()) -> ReviewShape:
    """An import with its statements, in their order."""
    document = work.document
    said = document.about if document else None
    return shaped(
        ReviewShape,
        work,
        import_id=work.id,
        file=work.source_name,
        sha256=document.sha256 if document else None,
        error=work.error_message,
        warnings=tuple(document.warnings or ()) if document else (),
        about=about_shape(About.model_validate(said) if said else None),
        statements=tuple(statements),
    )


def reviewed_shapes(
    session: Session, results: Sequence[Reconciliation]
) -> dict[int, list[ReviewedShape]]:
    """Statements as they were recorded, by their imports, whose differences they number."""
    found: dict[int, list[ReviewedShape]] = defaultdict(list)
    numbers: dict[int, Iterator[int]] = defaultdict(lambda: count(1))
    all_ = beside(session, results)
    # Held while all are listed: a session forgets what nobody holds, and asks for each again.
    kept = entries_changed(
        session, (each for one in all_ for each in one.pending if each.suggested_by is not None)
    )
    for each in all_:
        import_id = each.row.statement.import_id
        found[import_id].append(_statement(session, each, numbers[import_id]))
    del kept
    return found


def reviewed_shape(
    session: Session,
    result: Reconciliation,
    found: Sequence[Difference],
    settled: Sequence[Resolution],
    pending: Sequence[Proposal],
) -> ReviewedShape:
    """One statement as it was recorded, with all but its lines and differences, of which there may
    be thousands; ``found`` are those that were recorded, ``settled`` what persons settled,
    ``pending`` what waits of its import."""
    row = result.statement
    draft, versions = recorded_draft(row, ()), other_versions(session, row)
    notes = notes_of(session, [row.id])[row.id]
    return _reviewed(session, result, draft, row.status, found, settled, versions, pending, notes)


def _reviewed(
    session: Session,
    result: Reconciliation,
    draft: StatementDraft,
    reading: ReadingStatus,
    found: Sequence[Difference],
    settled: Sequence[Resolution],
    versions: Sequence[Version],
    pending: Sequence[Proposal],
    notes: Sequence[NoteOfLine],
) -> ReviewedShape:
    row = result.statement
    minor = sum(abs((each.expected or 0) - (each.found or 0)) for each in found)
    said = (row.certificate or {}).get("objections", ())
    return shaped(
        ReviewedShape,
        draft,
        draft.exponent,
        ordinal=row.ordinal,
        account_id=row.account_id,
        account=row.account.name if row.account else None,
        reading=reading,
        verdict=result.verdict,
        at_stake=to_decimal(minor, draft.exponent),
        kernel_version=row.kernel_version,
        checks=CHECKS.validate_python(result.proof),
        hypotheses=hypothesis_shapes(HYPOTHESES.validate_python(result.hypotheses or ())),
        objections=tuple(ObjectionShape(**each) for each in said),
        corrections=tuple(shaped(CorrectionShape, each) for each in corrections_in(row)),
        question=question_shape(session, result),
        differences=(),
        lines=(),
        resolutions=tuple(map(resolution_shape, apart(settled))),
        versions=tuple(_version(each, draft.exponent) for each in versions),
        cited=tuple(shaped(CitedShape, each) for each in _open(result)),
        model_proposals=model_proposal_shapes(session, result, pending),
        asked=asked_shape(asked_of(result)),
        notes=note_shapes(row, notes),
    )


def note_shapes(statement: Statement, notes: Iterable[NoteOfLine]) -> tuple[NoteShape, ...]:
    number = statement.ordinal + 1
    return tuple(shaped(NoteShape, each, statement=number) for each in notes)


def _statement(session: Session, of: Beside, numbers: Iterator[int]) -> ReviewedShape:
    result, draft, found = of.row, of.draft, of.differences
    ordinals = {line.id: line.ordinal for line in result.statement.lines}
    entries: dict[int, tuple[int, ...]] = dict.fromkeys(ordinals.values(), ())
    for match in result.matches:
        entries[ordinals[match.line_id]] += (match.transaction_id,)
    reading = (draft if is_of_this_kernel(result.statement) else result.statement).status
    return replace(
        _reviewed(
            *(session, result, draft, reading, found, of.settled, of.versions, of.pending, of.notes)
        ),
        differences=reviewed_differences(
            found, draft.lines, of.settled, of.heard, draft.exponent, numbers, of.pending
        ),
        lines=tuple(
            shaped(PairedLineShape, line, draft.exponent, entries=entries[line.ordinal])
            for line in draft.lines
        ),
    )


def _version(version: Version, exponent: int) -> VersionShape:
    return shaped(
        VersionShape,
        version,
        only_here=_rows(version.only_here, exponent),
        only_there=_rows(version.only_there, exponent),
    )


def _rows(rows: Iterable[Row], exponent: int) -> tuple[RowShape, ...]:
    return tuple(
        RowShape(date=day, amount=to_decimal(amount, exponent), description=said)
        for day, amount, said in rows
    )
