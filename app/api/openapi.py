"""The OpenAPI: made from routes and shapes, with the errors that each operation may answer."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from app.access.errors import ProxyUserUnknown
from app.api import problems
from app.api.problems import status_of
from app.environment.books import BookSlow
from app.errors import (
    AccountHasSource,
    AccountUnclear,
    BadFedEntry,
    CurrencyDiffers,
    ListOutdated,
    NoSuchSource,
    NoSuchStatement,
    NothingWaits,
    NotTakenIn,
    PageOutdated,
    SourceIsFed,
    SourceKnown,
    SourceMoved,
    SourceWasSent,
    StatementMoved,
    TooManyRows,
    UnknownSourceAccount,
    XlsxMissing,
)
from app.texts.api_fields import EXAMPLES, FIELDS, PARAMETERS
from db.accounts import facts as account_facts
from db.engine import LedgerBusy, LedgerUnreachable, LockHolds
from db.errors import NameTooLong, TieoutError
from db.formats import csv_table, snapshot
from db.formats.bank import qif
from db.formats.csv_files import mapping
from db.ledger.amending import BadSplit, NoSuchEntry, OtherCurrency
from db.ledger.bookkeeping import AccountExists
from db.ledger.locks import LockMoved, NoSuchDiscrepancy, NoSuchLock, PeriodLocked, WouldBreakLock
from db.ledger.queries import UnknownAccount
from db.money import AmountOutOfRange, NotAnAmount, SumOutOfRange, TooManyDecimals, UnknownCurrency
from db.sources.applying import NothingToUndo
from db.statements.pages import NoSuchImport
from db.upgrade import DatabaseTaken, LedgerOutdated, LedgerTooOld
from jobs.documents.finding import (
    DocumentAway,
    DocumentDropped,
    DocumentGone,
    DocumentNotKept,
    PlaceNotSet,
)
from jobs.lease.lease import ImportBusy
from jobs.queue.submit import NowhereToKeep
from jobs.queue.table import NotFailed, NotOpen
from jobs.queue.work_queue import QueueUnreachable
from pipeline.intake.file import EmptyFile, FileTooLarge, NotAPdf
from pipeline.intake.places import StoreAway
from pipeline.record.correcting import CannotCorrect
from pipeline.review import errors as review_errors

#: Counted like a shape's version: a new name or route does not count.
VERSION: Final = "1"
SUMMARY: Final = "Proves a ledger against the bank's statements."
DESCRIPTION: Final = (
    "Hand in a statement, see whether it ties out, decide what is open. Amounts are decimal"
    " strings, days are ISO dates, moments are UTC. Errors are problem details (RFC 9457) with a"
    " stable `code`. Lists come in pages: `next` is the cursor of the next one. A request with an"
    " `Idempotency-Key` is carried out once, and answered the same for 24 hours. `HEAD` is answered"
    " wherever `GET` is, without a body."
)
#: What a page of a list is called, so that a generated client has a name for it.
_PAGE: Final = re.compile(r"\bPageShape_(\w+?)_(?!\w)")
#: Where the codes are that a problem of this status may have.
CODES: Final = "x-codes"
_FIRST_PROBLEM: Final = 400
_BY_FASTAPI: Final = ("HTTPValidationError", "ValidationError")
_KEY: Final = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "Carried out once: the same key again is answered as it was the first time.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
}


def described(app: FastAPI) -> dict[str, Any]:
    """The document, made once."""
    if app.openapi_schema is None:
        app.openapi_schema = _made(app)
    return app.openapi_schema


def _made(app: FastAPI) -> dict[str, Any]:
    found = get_openapi(
        title=app.title,
        version=app.version,
        summary=app.summary,
        description=app.description,
        routes=app.routes,
        servers=app.servers,
    )
    for name in _BY_FASTAPI:
        found["components"]["schemas"].pop(name, None)
    for name, schema in found["components"]["schemas"].items():
        schema["title"] = _PAGE.sub(r"\1Page", name)
        for field, about in schema.get("properties", {}).items():
            _explain_field(name, field, about)
    for path in found["paths"].values():
        for method, operation in path.items():
            _as_it_is(method, operation)
            for each in operation.get("parameters", []):
                own = f"{operation['operationId']}.{each['name']}", each["name"]
                each.setdefault("description", _first(PARAMETERS, own) or "")
    described: dict[str, Any] = json.loads(_PAGE.sub(r"\1Page", json.dumps(found)))
    return described


def _explain_field(shape: str, field: str, about: dict[str, Any]) -> None:
    own = f"{shape}.{field}", field
    said, example = _first(FIELDS, own), _first(EXAMPLES, own)
    if said is not None:
        about.setdefault("description", said)
    # A field that another shape has for something else: an amount may be a list of them.
    if example is not None and "$ref" not in about and "array" not in json.dumps(about):
        about.setdefault("examples", [example])


def _first(table: Mapping[str, str], names: tuple[str, ...]) -> str | None:
    return next((table[each] for each in names if each in table), None)


def _as_it_is(method: str, operation: dict[str, Any]) -> None:
    """Problems have one media type and the codes that may come, and what changes takes a key."""
    codes = codes_of(operation["operationId"], changes=method != "get")
    answers = operation["responses"]
    for status in [each for each in answers if int(each) >= _FIRST_PROBLEM]:
        answer, known = answers[status], codes.get(int(status))
        if known is None:  # no error of this operation is answered so
            del answers[status]
            continue
        answer["content"].pop("application/json", None)
        answer["description"] += ": " + ", ".join(f"`{each}`" for each in known) + "."
        answer[CODES] = known
    if method != "get":
        operation.setdefault("parameters", []).append(_KEY)


Errors = tuple[type[TieoutError], ...]

#: What Starlette refuses has no class of ours; the guard comes first.
_ALWAYS: Final = {
    400: ("bad_request",),
    403: ("other_host", "wrong_origin"),
    404: ("not_found",),
}
_OF_EVERY: Final[Errors] = (
    problems.NoToken,
    problems.NotAllowed,
    ProxyUserUnknown,
    problems.BadRequest,
    problems.ApiBug,
    LedgerBusy,
    LedgerUnreachable,
    DatabaseTaken,
    LedgerOutdated,
    LedgerTooOld,
    BookSlow,
)
#: Whatever changes something takes a key and a body.
_OF_CHANGES: Final[Errors] = (problems.KeyReused, problems.KeyBusy, problems.BodyTooLarge)
_TOO_SLOW: Final = {408: ("request_timeout",)}
_MONEY: Final[Errors] = (
    AmountOutOfRange,
    NotAnAmount,
    SumOutOfRange,
    TooManyDecimals,
    UnknownCurrency,
)
_LOCKS: Final[Errors] = (PeriodLocked, WouldBreakLock, LockHolds)
_ACCOUNT: Final[Errors] = (
    UnknownAccount,
    AccountUnclear,
    account_facts.AccountMoved,
    account_facts.AccountLocked,
    *_LOCKS,
)
_OFFER: Final[Errors] = (NoSuchImport, NothingWaits, PageOutdated)
_RESOLVING: Final[Errors] = (
    AccountUnclear,
    NoSuchImport,
    NoSuchEntry,
    BadSplit,
    OtherCurrency,
    review_errors.NoSuchDifference,
    review_errors.DifferenceMoved,
    review_errors.CannotResolve,
    review_errors.NoAccountYet,
    review_errors.LedgerStale,
    review_errors.EntryTaken,
    *_MONEY,
    *_LOCKS,
)
_CORRECTING: Final[Errors] = (
    NoSuchImport,
    StatementMoved,
    review_errors.WhichStatement,
    review_errors.NothingToProve,
    *_LOCKS,
)
_ACCEPTING: Final[Errors] = (
    review_errors.LedgerMovedSince,
    review_errors.LedgerStale,
    review_errors.EntryTaken,
    AccountExists,
    NameTooLong,
    *_LOCKS,
)
_DOCUMENT: Final[Errors] = (
    DocumentAway,
    DocumentDropped,
    DocumentGone,
    DocumentNotKept,
    PlaceNotSet,
    StoreAway,
)
_SYNCING: Final[Errors] = (
    problems.NotRecorded,
    NoSuchSource,
    SourceIsFed,
    SourceMoved,
    AccountHasSource,
    CurrencyDiffers,
    snapshot.SourceMissing,
    snapshot.SourceUnreadable,
    snapshot.UnknownFormat,
    snapshot.SourceMalformed,
    snapshot.SourceTruncated,
    snapshot.SourceHasDoctype,
    snapshot.SourceTooNew,
    snapshot.SourceTooLarge,
    snapshot.SourceNeedsCurrency,
    qif.QifDatesAmbiguous,
    qif.QifDatesMixed,
    mapping.CsvMappingAmbiguous,
    snapshot.OptionUnfit,
    csv_table.NoLedgerFiles,
    csv_table.NotUtf8,
    csv_table.BadCsv,
    csv_table.BadHeader,
    csv_table.WrongCellCount,
    csv_table.BadCell,
    csv_table.UnknownAccountName,
    csv_table.AccountDiffers,
    NameTooLong,
    LockHolds,
    *_MONEY,
)
_OWN: Final[dict[str, Errors]] = {
    "hand_in": (
        AccountUnclear,
        EmptyFile,
        FileTooLarge,
        NotAPdf,
        problems.WrongMediaType,
        NotTakenIn,
        NowhereToKeep,
        QueueUnreachable,
        StoreAway,
    ),
    "list_imports": (problems.BadCursor,),
    "get_import": (NoSuchImport,),
    "undo_import": (NoSuchImport, PageOutdated, review_errors.NotUndone, *_LOCKS),
    "retry_import": (NoSuchImport, NotFailed, QueueUnreachable),
    "cancel_import": (NoSuchImport, NotOpen),
    "reprocess_import": (NoSuchImport, ImportBusy, *_DOCUMENT),
    "follow_import": (NoSuchImport,),
    "list_review": (problems.BadCursor, AccountUnclear),
    "accept_many": (ListOutdated, AccountUnclear, *_ACCEPTING),
    "get_review": (NoSuchImport,),
    "get_offer": (NoSuchImport,),
    "accept": (*_OFFER, review_errors.NoSuchChange, *_ACCEPTING),
    "reject": _OFFER,
    "propose_again": (*_OFFER, review_errors.LedgerStale),
    "take_suggestions": (
        review_errors.NothingSuggested,
        review_errors.SuggestionMoved,
        *_RESOLVING,
    ),
    "list_differences": (NoSuchImport, problems.BadCursor),
    "resolve": _RESOLVING,
    "state": (
        NoSuchImport,
        AccountUnclear,
        StatementMoved,
        review_errors.WhichStatement,
        review_errors.NothingStated,
        review_errors.NothingToProve,
        review_errors.AnswersDisagree,
        *_MONEY,
        *_LOCKS,
    ),
    "correct": (CannotCorrect, *_CORRECTING),
    "take_back": (review_errors.NothingToTakeBack, *_CORRECTING),
    "list_statements": (NoSuchImport, problems.BadCursor),
    "get_rows": (
        NoSuchImport,
        NoSuchStatement,
        problems.NotAcceptable,
        TooManyRows,
        XlsxMissing,
    ),
    "get_certificate": (NoSuchImport, problems.NotRecorded),
    "list_accounts": (problems.BadCursor,),
    "add_account": (
        account_facts.NameBlank,
        account_facts.ClosedBeforeOpened,
        AccountExists,
        *_MONEY,
    ),
    "get_account": (UnknownAccount,),
    "edit_account": (
        problems.NothingNamed,
        account_facts.NameBlank,
        account_facts.CurrencyKept,
        account_facts.ClosedBeforeOpened,
        account_facts.ClosedTooEarly,
        AccountExists,
        *_MONEY,
        *_ACCOUNT,
    ),
    "merge_account": (
        account_facts.SameAccount,
        account_facts.CurrenciesDiffer,
        account_facts.OpeningUnclear,
        *_MONEY,
        *_ACCOUNT,
    ),
    "flip_signs": _ACCOUNT,
    "undo_change": (
        account_facts.NoChangeToUndo,
        account_facts.ChangedSince,
        account_facts.ClosedTooEarly,
        AccountExists,
        *_ACCOUNT,
    ),
    "list_layouts": (UnknownAccount,),
    "forget_layout": (review_errors.NoSuchLayout, *_ACCOUNT),
    "list_entries": (UnknownAccount, problems.BadCursor),
    "send_entries": (UnknownAccount, AccountHasSource, BadFedEntry, SumOutOfRange, LockHolds),
    "take_entries_back": (UnknownAccount, LockHolds),
    "list_sources": (problems.BadCursor,),
    "get_source": (problems.NotRecorded,),
    "connect_source": (
        SourceKnown,
        UnknownSourceAccount,
        UnknownAccount,
        AccountUnclear,
        AccountExists,
        *_SYNCING,
    ),
    "sync_source": (SourceWasSent, *_SYNCING),
    "send_source": _SYNCING,
    "disconnect_source": (problems.NotRecorded, NoSuchSource),
    "undo_sync": (
        problems.NotRecorded,
        NoSuchSource,
        SourceMoved,
        NothingToUndo,
        AccountExists,
        SumOutOfRange,
        *_LOCKS,
    ),
    "list_coverage": (problems.BadCursor,),
    "list_locks": (problems.BadCursor, AccountUnclear),
    "unlock": (NoSuchLock, LockMoved),
    "list_discrepancies": (problems.BadCursor, AccountUnclear),
    "dismiss": (NoSuchDiscrepancy,),
    "list_log": (problems.BadCursor, AccountUnclear),
}
#: Those that take only so many at once.
_FULL: Final = {
    "hand_in": {503: ("service_unavailable",)},
    "follow_import": {503: ("service_unavailable",)},
}


def codes_of(operation: str, *, changes: bool) -> dict[int, list[str]]:
    """The codes of each status that the operation may answer, ``changes`` if it is no GET."""
    found: dict[int, set[str]] = defaultdict(set)
    for error in (*_OF_EVERY, *_OWN[operation], *(_OF_CHANGES if changes else ())):
        found[status_of(error)].add(error.code)
    for given in (_ALWAYS, _TOO_SLOW if changes else {}, _FULL.get(operation, {})):
        for status, codes in given.items():
            found[status].update(codes)
    return {status: sorted(codes) for status, codes in sorted(found.items())}
