"""Runs an import's stored model traces again and compares how they end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Final

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from db.errors import TieoutError
from db.models import Reconciliation, Statement
from db.session import read_only
from db.statements.pages import import_of
from jobs.documents.finding import document_of
from jobs.imports.execution import ImportRunner
from jobs.imports.queued import as_asked
from jobs.lease.heartbeat import RunningProgress
from jobs.options import ImportOptions
from pipeline.progress import Silent
from pipeline.reading.from_bytes import PageReader, Reader
from pipeline.results import DocumentResult
from tools.formats.choose import FormatName, format_named
from tools.loop.json_text import Plain, canonical
from tools.loop.loop import ToolLoop
from tools.loop.outcome import Limits
from tools.loop.trace import Capture, Trace
from tools.providers.base import AnswerMode
from tools.providers.replay import ReplayMismatchError, ReplayRuns, TraceNotReplayableError, runs_of

#: What is another at every run.
_PASSING: Final = frozenset({"at", "seconds", "run", "parent"})


class NothingToReplay(TieoutError):
    """No model was asked about import {import_id}, so there is no run to replay. To have one asked:
    TIEOUT_TRACE=full tieout reprocess {import_id} --model NAME"""

    code: ClassVar[str] = "nothing_to_replay"


class TraceRedacted(TieoutError):
    """The trace of import {import_id} holds names, sizes and hashes only, so it cannot be replayed.
    To keep every word of its next run: TIEOUT_TRACE=full tieout reprocess {import_id} --model NAME
    """

    code: ClassVar[str] = "trace_redacted"


@dataclass(frozen=True, slots=True)
class Replayed:
    """Its outcome; ``difference`` is the first one, None where all was the same."""

    import_id: int
    model: str
    runs: int
    requests: int
    difference: str | None

    @property
    def same(self) -> bool:
        """Whether every byte that was sent, and everything that came of it, was as before."""
        return self.difference is None


def replay(
    engine: Engine,
    import_id: int,
    options: ImportOptions,
    file: Path | None = None,
    read: Reader | None = None,
) -> Replayed:
    """Read and prove the document again with what the model said then; nothing is stored.

    The ledger is that of today. Raises ``NoSuchImport``, ``DocumentGone``, ``NothingToReplay``,
    ``TraceRedacted``, and what the reader raises.
    """
    with read_only(engine) as session:
        asked = import_of(session, import_id).options or {}
        lines, claims = _recorded(session, import_id)
    runs = runs_of(lines)
    if not runs:
        raise NothingToReplay(import_id=import_id)
    try:
        model = ReplayRuns(runs)
    except TraceNotReplayableError:
        raise TraceRedacted(import_id=import_id) from None
    own = as_asked(replace(options, language_model=_loop(model, runs)), asked)
    _, intake = document_of(engine, import_id, options.documents, file)
    runner = ImportRunner(
        engine, own, read or PageReader(own.password_book), RunningProgress(Silent())
    )
    try:
        found = runner.prove(intake, runner.read_document(intake), import_id)
        difference = _difference(model, lines, claims, found)
    except ReplayMismatchError as error:
        difference = error.message()
    return Replayed(import_id, model.model, len(runs), model.requests, difference)


def _recorded(session: Session, import_id: int) -> tuple[list[Mapping[str, Any]], list[Plain]]:
    """The lines of all its traces and its claims, in the order of its statements."""
    rows = session.scalars(
        select(Reconciliation)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .where(Statement.import_id == import_id)
        .order_by(Statement.ordinal)
    ).all()
    return [line for row in rows for line in row.trace or ()], [row.claim for row in rows]


def _loop(model: ReplayRuns, runs: Sequence[Trace]) -> ToolLoop:
    """The loop as it was: format, room for an answer and mode are those that were recorded."""
    lines = [line for run in runs for line in run.entries]
    asked: list[Any] = [line["options"] for line in lines if line["kind"] == "request"]
    modes = [options["output"].split()[0] for options in asked if options["output"]]
    return ToolLoop(
        model,
        format=format_named(FormatName(str(lines[0]["format"]))),
        limits=replace(Limits(), answer_tokens=asked[0]["max_tokens"]) if asked else None,
        mode=AnswerMode(modes[0]) if modes else AnswerMode.JSON_SCHEMA,
        capture=Capture.FULL,
    )


def _difference(
    model: ReplayRuns,
    lines: Sequence[Mapping[str, Any]],
    claims: Sequence[Plain],
    found: DocumentResult,
) -> str | None:
    """The first thing that came out otherwise, though the model was asked the same."""
    if model.unasked:
        return f"{model.unasked} of its runs were not asked for again"
    before = [_lasting(line) for run in runs_of(lines) for line in run.entries]
    now = [
        _lasting(line)
        for statement in found.statements
        for run in runs_of(statement.use.trace)
        for line in run.entries
    ]
    for number, (was, became) in enumerate(zip(before, now, strict=False), start=1):
        if was != became:
            return f"line {number} of the trace, {_byte(was, became)}"
    if len(before) != len(now):
        return f"the trace has {len(now)} lines instead of {len(before)}"
    said = [each.claim for each in found.statements]
    claimed = [claim.model_dump(mode="json") if claim else None for claim in said]
    return None if claimed == list(claims) else "the model's claim was taken otherwise"


def _lasting(line: Mapping[str, Any]) -> str:
    return canonical({name: value for name, value in line.items() if name not in _PASSING})


def _byte(was: str, became: str) -> str:
    pairs = enumerate(zip(was.encode(), became.encode(), strict=False))
    return f"byte {next((at for at, (a, b) in pairs if a != b), min(len(was), len(became)))}"
