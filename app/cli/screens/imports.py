"""Shows what imports did and do: a table, one in full, or what lands in a folder."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter

from rich.console import RenderableType
from rich.text import Text

from app.cli.output import TableColumn, emit_json, note, say, table
from app.cli.screens.review import first_ones, indented, remarks
from app.environment.settings import OFFLINE
from app.shapes.imports import ImportShape, JobShape, JobsShape, TiedStatementShape, import_shape
from app.shapes.writing import by_name
from app.texts import jobs as texts_jobs
from app.texts import proof as texts_proof
from app.texts import terminal as texts
from app.texts.sentences import (
    about_text,
    account_text,
    counted,
    digits_text,
    file_text,
    objection_text,
    period_text,
    state_text,
    verdict_text,
)
from db.words import ImportStatus
from jobs.options import ImportOutcome

COLUMNS = (
    TableColumn(texts.FILE_AND_ACCOUNT),
    TableColumn(texts.PERIOD),
    TableColumn(texts.LINES, "right"),
    TableColumn(texts.VERDICT),
    TableColumn(texts.DIFFERENCES, "right"),
    TableColumn(texts.MODEL_CALLS, "right"),
)
#: What the columns but the first need, with the space between them.
OTHER_COLUMNS = 49
NARROWEST = 24
Row = tuple[str | Text, ...]


def import_screen(documents: Sequence[ImportShape], width: int) -> Iterator[RenderableType]:
    """The table, the differences, the failures, and one line that counts everything."""
    names = max(NARROWEST, width - OTHER_COLUMNS)
    yield table(COLUMNS, [row for document in documents for row in _rows(document, names)])
    shown: set[str | None] = set()
    for document in documents:
        # A queue that is away is so for all of them alike.
        if document.status != ImportStatus.QUEUED or document.error_code not in shown:
            if document.error:
                yield _heading(document.file)
                said = f"{document.error} [{document.error_code}]"
                yield from indented([Text(said, style="red")])
            if document.about:
                yield from indented([Text(about_text(document.about))])
            for statement in document.statements:
                objected = statement.objections if statement.verdict == "matched" else ()
                if statement.verdict != "matched" or objected:
                    yield _heading(f"{document.file}  {digits_text(statement)}")
                    lines = remarks(statement.verdict, statement.checks, statement.differences)
                    yield from indented(first_ones(lines, document.import_id))
                    yield from indented(Text(objection_text(e), "yellow") for e in objected)
                    yield from indented(_open(statement, document.import_id))
        shown.add(document.error_code)
    yield Text()
    counts = Counter(texts.VERDICTS.get(each.status, each.status) for each in documents)
    listed = ", ".join(f"{count} {status}" for status, count in counts.most_common())
    yield Text(texts.IMPORT_SUMMARY_LINE.format(count=len(documents), counts=listed))


def _rows(document: ImportShape, width: int) -> Iterator[Row]:
    file = file_text(document.file, width)
    if not document.statements:
        yield (file, "", "", verdict_text(document.status), "", "")
    for number, statement in enumerate(document.statements):
        account = f"  {account_text(statement, width - 2)}"
        yield _row(account if number else f"{file}\n{account}", statement)


def _row(name: str, statement: TiedStatementShape) -> Row:
    return (
        name,
        period_text(statement.period_start, statement.period_end, "\n"),
        str(statement.line_count),
        state_text(statement),
        str(len(statement.differences)),
        # Rules alone go through the same loop as a model, but no model was called.
        "0" if statement.model in (None, OFFLINE) else str(statement.turns),
    )


def _open(statement: TiedStatementShape, import_id: int | None) -> Iterator[Text]:
    """What no one and nothing settles of a statement that is not proven, in one sentence."""
    assumed = [each.name for each in statement.hypotheses if each.source == "assumed"]
    if assumed and import_id is not None and statement.verdict == "unproven":
        what = ", ".join(texts_proof.HYPOTHESIS_NAMES[name] for name in assumed)
        yield Text(texts_proof.OPEN.format(what=what, import_id=import_id))


def _heading(text: str) -> Text:
    return Text(f"\n{text}", style="bold")


JOB_COLUMNS = (
    TableColumn(texts_jobs.JOBS_ID, "right", cell=lambda job: str(job.id)),
    TableColumn(texts_jobs.JOBS_FILE, whole=False, cell=attrgetter("file")),
    TableColumn(texts.STATE, cell=lambda job: verdict_text(job.status)),
    TableColumn(texts_jobs.JOBS_TRIES, "right", cell=lambda job: str(job.attempts)),
    TableColumn(texts_jobs.JOBS_DOING, whole=False, cell=lambda job: _doing(job)),
)


def jobs_screen(found: JobsShape) -> Iterator[RenderableType]:
    """One row an import, and a line that counts everything."""
    if not found.jobs:
        yield Text(texts_jobs.JOBS_NONE)
    else:
        yield table(JOB_COLUMNS, found.jobs)
    if found.counts:
        yield Text(f"\n{_counts(found.counts)}")


def job_screen(job: JobShape) -> Iterator[RenderableType]:
    facts = by_name(job)
    rows = [
        (name, _said(facts[key]))
        for key, name in texts_jobs.JOBS_FIELDS.items()
        if facts[key] not in (None, 0, {})
    ]
    width = max(len(name) for name, _ in rows)
    for name, value in rows:
        yield Text(f"{name:<{width}}  {value}")


def _said(fact: object) -> str:
    if isinstance(fact, Mapping):
        counted = (texts_jobs.JOBS_CLASS.format(count=n, fault=each) for each, n in fact.items())
        return ", ".join(counted)
    return fact.isoformat(timespec="seconds") if isinstance(fact, datetime) else str(fact)


def _doing(job: JobShape) -> str:
    if job.error_code:
        return job.error_code
    if job.waiting_for and job.waiting_since:
        tries = sum(job.tries.values())
        since = _said(job.waiting_since)
        return texts_jobs.JOBS_WAITS.format(code=job.waiting_for, since=since, tries=tries)
    stage = texts.STAGES.get(job.stage or "", job.stage or "")
    return texts_jobs.JOBS_PAGE.format(stage=stage, page=job.page) if job.page else stage


def _counts(counts: Mapping[ImportStatus, int]) -> str:
    shown = ((texts.VERDICTS.get(status, status), counted(n)) for status, n in counts.items())
    return ", ".join(texts_jobs.JOBS_COUNT.format(number=n, status=status) for status, n in shown)


@dataclass(slots=True)
class WatchLines:
    """A line for each file; those that were known at the start are only counted."""

    as_json: bool
    known: int = 0
    starting: bool = True

    def show(self, outcome: ImportOutcome) -> None:
        """One line, at once, for anyone who reads along."""
        if self.starting and outcome.status is ImportStatus.DUPLICATE:
            self.known += 1
            return
        if self.as_json:
            emit_json(import_shape(outcome), indent=None)
        else:
            say(_line(outcome))

    def looked(self) -> None:
        self.starting = False
        if self.known:
            note(texts_jobs.WATCH_KNOWN.format(count=self.known))


def _line(outcome: ImportOutcome) -> str:
    status = texts.VERDICTS.get(outcome.status.value, outcome.status.value)
    if outcome.error_code is None:
        return texts_jobs.WATCH_LINE.format(file=outcome.name, status=status)
    return texts_jobs.WATCH_FAILED.format(
        file=outcome.name, status=status, message=outcome.message, code=outcome.error_code
    )
