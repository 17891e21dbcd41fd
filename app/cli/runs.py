"""Runs imports for a verb, as named or as they land in a folder, and changes those that wait."""

import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import click
from sqlalchemy import Engine

from app.acts.imports import change_work, reprocess
from app.acts.queueing import submit
from app.cli.options import passwords
from app.cli.output import ExitCode, Run, code_of, emit_json, note, say, show
from app.cli.progress import Show, progress
from app.cli.screens.imports import import_screen
from app.environment.listing import documents_of
from app.environment.opening import open_ledger
from app.environment.settings import Settings, language_model
from app.environment.sources import find_sources, folder_sources
from app.queries.books import account_id
from app.shapes.imports import ImportShape, JobsChangedShape, RefusedJobShape, import_shape
from app.shapes.sources import SyncShape
from app.telemetry.spans import tracer_of
from app.texts import deciding as texts_deciding
from app.texts import jobs as texts_jobs
from app.texts import terminal as texts
from db.errors import TieoutError
from db.words import FaultClass, ImportStatus, Priority
from jobs.imports.inline import Batch, import_all
from jobs.imports.reprocess import proven_by_another_kernel, reprocess_all
from jobs.options import DocumentSource, ImportOptions, ImportOutcome
from jobs.queue.table import JobAction, Selection, how_many
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

    ``account`` is whose statements a person says they are. Raises ``NoDocuments``,
    ``PasswordFileUnreadable``, and what `open_ledger` raises."""
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
    return list(map(import_shape, batch.outcomes_now(engine, outcomes)))


def queue_paths(
    paths: Iterable[str],
    chosen: Settings,
    account: str | None = None,
    priority: Priority | None = None,
) -> list[ImportShape]:
    """Put every document into the queue, and give a record of each; a few go before a backlog, if
    no ``priority`` is named. Raises ``NoDocuments``, ``NoQueue``, ``QueueMissing``,
    ``BadRedisUrl``, ``QueueUnreachable``, and what `open_ledger` raises."""
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
    """Read an import's document again, and give its record. Raises ``NoSuchImport``,
    ``DocumentGone``, ``PasswordFileUnreadable``, and what `open_ledger` raises."""
    end_as_by_ctrl_c()
    options = import_options(chosen, password_file, dry_run=dry_run)
    return reprocess(open_ledger(chosen.database_url), import_id, options, file)


def reprocess_every(
    chosen: Settings, password_file: Path | None, *, dry_run: bool
) -> list[ImportShape]:
    """Prove every import by another kernel again, with progress on stderr, and give their records.
    Raises ``PasswordFileUnreadable``, and what `open_ledger` raises."""
    end_as_by_ctrl_c()
    options = import_options(chosen, password_file, dry_run=dry_run, asking=False)
    engine = open_ledger(chosen.database_url)
    imports, batch = proven_by_another_kernel(engine), Batch()
    outcomes = _outcomes(
        list(imports.values()),
        lambda shown: reprocess_all(engine, imports, options, shown, batch=batch),
    )
    settled = outcomes if dry_run else batch.outcomes_now(engine, outcomes)
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
        if any(statement.differences for record in records for statement in record.statements):
            note(texts_deciding.SAFE_NEXT)
    return import_exit(records)


def import_exit(records: Sequence[ImportShape]) -> ExitCode:
    """The most serious that happened: failures, then a queue that did not answer, then what needs
    review, then nothing new."""
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
        tracer=tracer_of(chosen.spans),
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


def watch_folder(
    folder: Path,
    chosen: Settings,
    password_file: Path | None,
    *,
    settle: float,
    poll: bool,
    queue: bool,
    priority: Priority,
    looked: Callable[[], None],
) -> Iterator[ImportOutcome]:
    """Bring in, or queue, what is in the folder and what lands there; without an end. ``priority``
    is of what is queued. Raises ``WatchMissing``, ``PasswordFileUnreadable``, and what
    `queue_paths` raises."""
    from jobs.imports.watch import QuietFiles, landing
    from jobs.webhooks.delivering import delivering

    end_as_by_ctrl_c()
    quiet = QuietFiles(settle)
    given: list[DocumentSource] = []

    def sources() -> Iterator[DocumentSource]:
        for source in landing(folder, folder_sources, quiet, poll=poll, looked=looked):
            given[:] = [source]
            yield source

    if queue:
        outcomes = submit(sources(), chosen, one_by_one=True, priority=priority)
    else:
        options = import_options(chosen, password_file)
        outcomes = import_all(open_ledger(chosen.database_url), sources(), options)
    with delivering(open_ledger(chosen.database_url), chosen.book):
        for outcome in outcomes:
            if outcome.fault is FaultClass.TRANSIENT and given[0].path:
                quiet.forget(given[0].path)
            yield outcome


def follow_source(
    engine: Engine, name: str, *, yes: bool, dry_run: bool, settle: float
) -> Iterator[SyncShape | TieoutError]:
    """Bring the ledger in step with a source, now and whenever its files change; without an end. An
    error is given like a result, and the source is read again once it changes. Raises
    ``NoSuchSource``, ``SourceIsFed``, ``SourceMissing`` and ``WatchMissing``."""
    from app.acts.sources import sync
    from app.queries.sources import files_of
    from jobs.imports.watch import QuietFiles, changing

    end_as_by_ctrl_c()
    files = partial(files_of, engine, name)
    if not any(file.exists() for file in files()):
        yield sync(engine, name, yes=yes, dry_run=dry_run)
    quiet = QuietFiles(settle)
    for _ in changing(files, quiet):
        try:
            yield sync(engine, name, yes=yes, dry_run=dry_run)
        except TieoutError as error:
            yield error
            if error.fault is FaultClass.TRANSIENT:
                for file in files():
                    quiet.forget(file)


def change_chosen(run: Run, change: JobAction, selection: Selection, *, yes: bool) -> ExitCode:
    """Make the change to all of the selection. Raises click's ``Abort`` if a person says no."""
    if not (yes or selection.ids):
        _ask(change, how_many(run.ledger, change, selection))
    changed, refused = 0, []
    for each in change_work(run.ledger, change, selection):
        if each.error is None:
            changed += 1
            if not run.json_output:
                say(texts_jobs.JOBS_DONE[change].format(id=each.import_id, file=each.name))
            continue
        code, message = each.error.code, each.error.message()
        refused.append(RefusedJobShape(id=each.import_id, error_code=code, error=message))
        if not run.json_output:
            note(texts_jobs.JOBS_REFUSED.format(message=each.error, code=code))
    if run.json_output:
        emit_json(JobsChangedShape(act=change.value, changed=changed, refused=tuple(refused)))
    else:
        say(texts_jobs.JOBS_CHANGED[change].format(number=changed))
    if refused:
        return ExitCode.SOME_FAILED
    return ExitCode.DONE if changed else ExitCode.NOTHING_NEW


def _ask(change: JobAction, number: int) -> None:
    if not number:
        return
    question = texts_jobs.JOBS_ASK[change].format(number=number)
    if not sys.stdin.isatty():
        raise click.UsageError(texts_jobs.JOBS_SAY_YES.format(question=question))
    click.confirm(question, abort=True, err=True)
