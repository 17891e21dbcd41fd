"""Runs an import for a verb: from what a person named to one record per document."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from app.acts.imports import reprocess
from app.acts.queueing import submit
from app.cli.exits import ExitCode, code_of
from app.cli.options import passwords
from app.cli.output import emit_json, note, show
from app.cli.progress import Show, progress
from app.cli.screens.imports import import_screen
from app.environment.keeping import documents_of
from app.environment.models import language_model
from app.environment.opening import open_ledger
from app.environment.settings import Settings
from app.environment.sources import find_sources
from app.queries.books import account_id
from app.shapes.imports import ImportShape, import_shape
from app.telemetry.spans import tracer_of
from app.texts import deciding as texts_deciding
from app.texts import terminal as texts
from db.words import ImportStatus, Priority
from jobs.imports.inline import Batch, import_all
from jobs.imports.reprocess import proven_by_another_kernel, reprocess_all
from jobs.options import DocumentSource, ImportOptions, ImportOutcome
from pipeline.intake.passwords import terminal_ask
from pipeline.model_choice import Escalate

#: So many documents somebody waits for; more are a backlog.
A_FEW = 10


def import_paths(
    paths: Iterable[str],
    chosen: Settings,
    password_file: Path | None,
    *,
    account: str | None = None,
    dry_run: bool = False,
    at_once: int = 1,
) -> list[ImportShape]:
    """Bring in every document, with progress on stderr, and give a record of each.

    ``account`` is whose statements a person says they are.

    Raises:
        NoDocuments, PasswordFileUnreadable, and what `open_ledger` raises.
    """
    end_as_by_ctrl_c()
    sources = find_sources(paths)
    engine = open_ledger(chosen.database_url)
    options = import_options(chosen, password_file, dry_run=dry_run)
    options = replace(options, named_account=account_id(engine, account))
    batch = Batch()
    outcomes = _outcomes(
        sources,
        lambda shown: import_all(engine, sources, options, shown, at_once=at_once, batch=batch),
    )
    return list(map(import_shape, batch.as_it_stands(engine, outcomes)))


def queue_paths(
    paths: Iterable[str],
    chosen: Settings,
    account: str | None = None,
    priority: Priority | None = None,
) -> list[ImportShape]:
    """Put every document into the queue, and give a record of each; a few go before a backlog, if
    no ``priority`` is named.

    Raises:
        NoDocuments, NoQueue, QueueMissing, BadRedisUrl, QueueUnreachable, and what `open_ledger`
            raises.
    """
    sources = find_sources(paths)
    first = Priority.HIGH if len(sources) <= A_FEW else Priority.NORMAL
    own = first if priority is None else priority
    outcomes = _outcomes(sources, lambda _shown: submit(sources, chosen, account, priority=own))
    return list(map(import_shape, outcomes))


def reprocess_import(
    import_id: int,
    file: Path | None,
    chosen: Settings,
    password_file: Path | None,
    *,
    dry_run: bool,
) -> ImportShape:
    """Read an import's document again, and give its record.

    Raises:
        NoSuchImport, DocumentGone, PasswordFileUnreadable, and what `open_ledger` raises.
    """
    end_as_by_ctrl_c()
    options = import_options(chosen, password_file, dry_run=dry_run)
    engine = open_ledger(chosen.database_url)
    return reprocess(engine, import_id, options, file)


def reprocess_every(
    chosen: Settings, password_file: Path | None, *, dry_run: bool
) -> list[ImportShape]:
    """Prove every import of another kernel again, with progress on stderr, and give their records.

    Raises:
        PasswordFileUnreadable, and what `open_ledger` raises.
    """
    end_as_by_ctrl_c()
    options = import_options(chosen, password_file, dry_run=dry_run, asking=False)
    engine = open_ledger(chosen.database_url)
    imports, batch = proven_by_another_kernel(engine), Batch()
    outcomes = _outcomes(
        list(imports.values()),
        lambda shown: reprocess_all(engine, imports, options, shown, batch=batch),
    )
    settled = outcomes if dry_run else batch.as_it_stands(engine, outcomes)
    return list(map(import_shape, settled))


def show_imports(
    records: Sequence[ImportShape], *, dry_run: bool, json_value: object = None
) -> ExitCode:
    """Show the records, or print ``json_value`` in their place, and give the exit code."""
    if json_value is None:
        show(partial(import_screen, records))
    else:
        emit_json(json_value)
    if dry_run:
        note(texts.DRY_RUN)
    elif any(record.status is ImportStatus.NEEDS_REVIEW for record in records):
        note(texts_deciding.REVIEW_BY_CAUSE)
    return import_exit(records)


def import_exit(records: Sequence[ImportShape]) -> ExitCode:
    """The most serious that happened: failures, then a queue that did not answer, then what needs
    review, then nothing new.
    """
    statuses = [record.status for record in records]
    failed = [record for record in records if record.status is ImportStatus.FAILED]
    if failed:
        whole = len(failed) == len(records)
        return code_of(failed[0].error_code) if whole else ExitCode.SOME_FAILED
    unheard = [record for record in records if record.error_code]
    if unheard:
        return code_of(unheard[0].error_code)
    if ImportStatus.NEEDS_REVIEW in statuses:
        return ExitCode.NEEDS_REVIEW
    known = all(status == ImportStatus.DUPLICATE for status in statuses)
    return ExitCode.NOTHING_NEW if known else ExitCode.DONE


def import_options(
    chosen: Settings, password_file: Path | None, *, dry_run: bool = False, asking: bool = True
) -> ImportOptions:
    """How to bring documents in, by the settings; ``asking`` a person at the terminal for
    passwords. Raises ``PasswordFileUnreadable``, ``ModelsFileError``, and what `tracer_of` raises.
    """
    return ImportOptions(
        language_model=language_model(chosen),
        escalate=Escalate(chosen.escalate),
        passwords=tuple(passwords(password_file)),
        ask=terminal_ask() if asking else None,
        dry_run=dry_run,
        documents=documents_of(chosen),
        tracer=tracer_of(chosen),
    )


def _outcomes(
    sources: Sequence[DocumentSource], outcomes: Callable[[Show], Iterable[ImportOutcome]]
) -> list[ImportOutcome]:
    found = []
    with progress(len(sources)) as shown:
        for outcome in outcomes(shown):
            shown.done(outcome.name, outcome.status.value, outcome.seconds)
            found.append(outcome)
    return found


def end_as_by_ctrl_c() -> None:
    """From here on SIGTERM raises ``KeyboardInterrupt``."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
