"""Which errors each operation may answer, by their codes: what the OpenAPI lists of it."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from app.access.errors import ProxyUserUnknown
from app.api import errors
from app.api.problems import status_of
from app.errors import (
    AccountUnclear,
    ListOutdated,
    NoSuchStatement,
    NothingWaits,
    NotTakenIn,
    PageOutdated,
    StatementMoved,
    TooManyRows,
    XlsxMissing,
)
from app.installation.errors import BookSlow
from db.accounts import errors as account_errors
from db.amending import BadSplit, NoSuchEntry, OtherCurrency
from db.bookkeeping import AccountExists
from db.discrepancies import NoSuchDiscrepancy
from db.errors import TieoutError
from db.faults import LedgerBusy, LedgerUnreachable, LockHolds
from db.imports import NoSuchImport
from db.ledger import UnknownAccount
from db.locks import LockMoved, NoSuchLock, PeriodLocked, WouldBreakLock
from db.money import (
    AmountOutOfRange,
    NotAnAmount,
    SumOutOfRange,
    TooManyDecimals,
    UnknownCurrency,
)
from db.names import NameTooLong
from db.revision import LedgerOutdated
from jobs.documents import (
    DocumentAway,
    DocumentDropped,
    DocumentGone,
    DocumentNotKept,
    PlaceNotSet,
)
from jobs.leases import ImportBusy
from jobs.submitting import NowhereToKeep
from jobs.table import NotFailed, NotOpen
from jobs.work_queue import QueueUnreachable
from pipeline.intake.file import EmptyFile, FileTooLarge, NotAPdf
from pipeline.intake.store.errors import StoreAway
from pipeline.record.correcting import CannotCorrect
from pipeline.review import errors as review_errors

Errors = tuple[type[TieoutError], ...]

#: What Starlette refuses has no class of ours; the guard stands before all.
_ALWAYS: Final = {
    400: ("bad_request",),
    403: ("other_host", "wrong_origin"),
    404: ("not_found",),
}
_OF_EVERY: Final[Errors] = (
    errors.NoToken,
    errors.NotAllowed,
    ProxyUserUnknown,
    errors.BadRequest,
    errors.ApiBug,
    LedgerBusy,
    LedgerUnreachable,
    LedgerOutdated,
    BookSlow,
)
#: Whatever changes something takes a key and a body.
_OF_CHANGES: Final[Errors] = (errors.KeyReused, errors.KeyBusy, errors.BodyTooLarge)
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
    account_errors.AccountMoved,
    account_errors.AccountLocked,
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
_OWN: Final[dict[str, Errors]] = {
    "hand_in": (
        AccountUnclear,
        EmptyFile,
        FileTooLarge,
        NotAPdf,
        errors.WrongMediaType,
        NotTakenIn,
        NowhereToKeep,
        QueueUnreachable,
        StoreAway,
    ),
    "list_imports": (errors.BadCursor,),
    "get_import": (NoSuchImport,),
    "undo_import": (NoSuchImport, PageOutdated, review_errors.NotUndone, *_LOCKS),
    "retry_import": (NoSuchImport, NotFailed, QueueUnreachable),
    "cancel_import": (NoSuchImport, NotOpen),
    "reprocess_import": (NoSuchImport, ImportBusy, *_DOCUMENT),
    "follow_import": (NoSuchImport,),
    "list_review": (errors.BadCursor, AccountUnclear),
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
    "list_differences": (NoSuchImport, errors.BadCursor),
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
    "list_statements": (NoSuchImport, errors.BadCursor),
    "get_rows": (
        NoSuchImport,
        NoSuchStatement,
        errors.NotAcceptable,
        TooManyRows,
        XlsxMissing,
    ),
    "get_certificate": (NoSuchImport, errors.NotRecorded),
    "list_accounts": (errors.BadCursor,),
    "add_account": (
        account_errors.NameBlank,
        account_errors.ClosedBeforeOpened,
        AccountExists,
        *_MONEY,
    ),
    "get_account": (UnknownAccount,),
    "edit_account": (
        errors.NothingNamed,
        account_errors.NameBlank,
        account_errors.CurrencyKept,
        account_errors.ClosedBeforeOpened,
        account_errors.ClosedTooEarly,
        AccountExists,
        *_MONEY,
        *_ACCOUNT,
    ),
    "merge_account": (
        account_errors.SameAccount,
        account_errors.CurrenciesDiffer,
        account_errors.OpeningUnclear,
        *_MONEY,
        *_ACCOUNT,
    ),
    "flip_signs": _ACCOUNT,
    "undo_change": (
        account_errors.NoChangeToUndo,
        account_errors.ChangedSince,
        account_errors.ClosedTooEarly,
        AccountExists,
        *_ACCOUNT,
    ),
    "list_layouts": (UnknownAccount,),
    "forget_layout": (review_errors.NoSuchLayout, *_ACCOUNT),
    "list_entries": (UnknownAccount, errors.BadCursor),
    "list_coverage": (errors.BadCursor,),
    "list_locks": (errors.BadCursor, AccountUnclear),
    "unlock": (NoSuchLock, LockMoved),
    "list_discrepancies": (errors.BadCursor, AccountUnclear),
    "dismiss": (NoSuchDiscrepancy,),
    "list_log": (errors.BadCursor, AccountUnclear),
}
#: Those that bear only so many at once.
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
