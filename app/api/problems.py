"""Every error as problem details (RFC 9457), with the codes that the command line gives too."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.access.errors import ProxyUserUnknown
from app.api import errors
from app.api.problem import (
    MEDIA_TYPE,
    FaultyFieldShape,
    ProblemShape,
    http_problem,
    problem,
)
from app.errors import AccountUnclear, NoSuchStatement, NotTakenIn, XlsxMissing
from db.accounts.errors import ClosedBeforeOpened, CurrenciesDiffer, NameBlank, OpeningUnclear
from db.amending import BadSplit, NoSuchEntry, OtherCurrency
from db.discrepancies import NoSuchDiscrepancy
from db.errors import TieoutError
from db.imports import NoSuchImport
from db.ledger import UnknownAccount
from db.locks import NoSuchLock
from db.money import (
    AmountOutOfRange,
    NotAnAmount,
    SumOutOfRange,
    TooManyDecimals,
    UnknownCurrency,
)
from db.names import NameTooLong
from db.words import FaultClass
from jobs.leases import ImportBusy
from pipeline.intake.file import EmptyFile, FileTooLarge, NotAPdf
from pipeline.review import errors as review_errors

#: The status of each error; what is not here has that of its fault.
_STATUS: Final[dict[type[TieoutError], int]] = {
    **dict.fromkeys(
        (
            NoSuchImport,
            NoSuchEntry,
            NoSuchDiscrepancy,
            NoSuchLock,
            NoSuchStatement,
            UnknownAccount,
            review_errors.NoSuchDifference,
            errors.NotRecorded,
        ),
        404,
    ),
    errors.NoToken: 401,
    errors.NotAllowed: 403,
    ProxyUserUnknown: 403,
    errors.NotAcceptable: 406,
    errors.BodyTooLarge: 413,
    FileTooLarge: 413,
    NotAPdf: 415,
    errors.WrongMediaType: 415,
    **dict.fromkeys(
        (
            AccountUnclear,
            AmountOutOfRange,
            BadSplit,
            ClosedBeforeOpened,
            CurrenciesDiffer,
            EmptyFile,
            NameBlank,
            NameTooLong,
            NotAnAmount,
            OpeningUnclear,
            OtherCurrency,
            SumOutOfRange,
            TooManyDecimals,
            UnknownCurrency,
            errors.BadCursor,
            errors.BadRequest,
            errors.KeyReused,
            errors.NothingNamed,
            review_errors.NoSuchChange,
            review_errors.NothingStated,
            review_errors.WhichStatement,
        ),
        422,
    ),
    ImportBusy: 409,
    XlsxMissing: 501,
    errors.ApiBug: 500,
    NotTakenIn: 503,
}
#: What passes, and what whoever runs the server has to mend, is no conflict with the ledger.
_OF_FAULTS: Final = {FaultClass.TRANSIENT: 503, FaultClass.CONFIGURATION: 503}


def status_of(error: type[TieoutError]) -> int:
    """With which status an error is answered."""
    own = (_STATUS[kind] for kind in error.__mro__ if kind in _STATUS)
    return next(own, _OF_FAULTS.get(error.fault, 409))


def problem_of(error: TieoutError) -> Response:
    """The same of an error of ours."""
    return problem(status_of(type(error)), error.code, error.message())


def problem_of_any(error: Exception) -> Response:
    """The same of whatever kept a request from reaching the API."""
    if isinstance(error, HTTPException):
        return http_problem(error)
    known = error if isinstance(error, TieoutError) else errors.ApiBug(kind=type(error).__name__)
    return problem_of(known)


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """How a route's errors stand in the OpenAPI: these, and those that most routes may give. What
    one cannot (`app.api.codes`) is taken out again."""
    every = {400, 401, 403, 404, 408, 409, 413, 422, 500, 503, *statuses}
    return {
        status: {
            "description": HTTPStatus(status).phrase,
            "model": ProblemShape,
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemShape"}}},
        }
        for status in sorted(every)
    }


def invalid(error: RequestValidationError) -> Response:
    """A request that is not what the OpenAPI says; what it held is not told again."""
    faulty = tuple(
        FaultyFieldShape(pointer=_pointer(each["loc"]), detail=str(each["msg"]))
        for each in error.errors()
    )
    why = "; ".join(f"{each.pointer} {each.detail}" for each in faulty[:3])
    refused = errors.BadRequest(why=why)
    return problem(status_of(errors.BadRequest), refused.code, refused.message(), faulty)


def _pointer(place: Sequence[int | str]) -> str:
    """`#/only/0` within the body; a query, path or header by its name."""
    where, *rest = place
    path = "/".join(str(each).replace("~", "~0").replace("/", "~1") for each in rest)
    return f"#/{path}" if where == "body" else f"{where}:{path}"
