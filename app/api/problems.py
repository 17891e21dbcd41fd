"""Every error as problem details (RFC 9457), with the codes that the command line gives too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.api import errors
from app.errors import AccountUnclear, NothingWaits, NotTakenIn, XlsxMissing
from app.shapes.writing import by_name, json_text
from db.accounts.errors import CurrenciesDiffer, NameBlank, NoChangeToUndo, OpeningUnclear
from db.amending import BadSplit, NoSuchEntry, OtherCurrency
from db.discrepancies import NoSuchDiscrepancy
from db.errors import TieoutError
from db.faults import LedgerBusy, LedgerUnreachable
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
from jobs.work_queue import QueueUnreachable
from pipeline.intake.file import EmptyFile, FileTooLarge, NotAPdf
from pipeline.intake.store.errors import StoreAway
from pipeline.review import errors as review_errors

_HTTP: Final = {
    HTTPStatus.NOT_FOUND: "There is nothing at this address. See /api/v1/openapi.json.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This address takes other methods: see the header Allow.",
    HTTPStatus.BAD_REQUEST: "The body cannot be read. Compare it with /api/v1/openapi.json.",
}

MEDIA_TYPE: Final = "application/problem+json"

#: The status of each error; what is not here is a conflict with the ledger as it is (409).
_STATUS: Final[dict[type[TieoutError], int]] = {
    **dict.fromkeys(
        (
            NoSuchImport,
            NoSuchEntry,
            NoSuchDiscrepancy,
            NoSuchLock,
            UnknownAccount,
            review_errors.NoSuchDifference,
            errors.NotRecorded,
        ),
        404,
    ),
    errors.NoToken: 401,
    errors.NotAllowed: 403,
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
            CurrenciesDiffer,
            EmptyFile,
            NameBlank,
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
    NothingWaits: 409,
    NoChangeToUndo: 409,
    XlsxMissing: 501,
    errors.ApiBug: 500,
    NotTakenIn: 503,
    LedgerBusy: 503,
    LedgerUnreachable: 503,
    QueueUnreachable: 503,
    StoreAway: 503,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultyFieldShape:
    """A field of the request that cannot be taken, as a JSON pointer, and why."""

    pointer: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemShape:
    """What went wrong: ``code`` is stable, ``detail`` says it to a person, with what to do."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: tuple[FaultyFieldShape, ...] = ()


def status_of(error: TieoutError) -> int:
    """With which status an error is answered."""
    return next((_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS), 409)


def problem(
    status: int, code: str, detail: str, faulty: tuple[FaultyFieldShape, ...] = ()
) -> Response:
    """A problem as an answer."""
    shape = ProblemShape(
        type=f"urn:tieout:problem:{code}",
        title=HTTPStatus(status).phrase,
        status=status,
        detail=detail,
        code=code,
        errors=faulty,
    )
    headers = {}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = 'Bearer realm="tieout"'
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers["Retry-After"] = "5"
    return Response(json_text(by_name(shape)), status, headers, MEDIA_TYPE)


def problem_of(error: TieoutError) -> Response:
    """The same of an error of ours."""
    return problem(status_of(error), error.code, error.message())


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """How a route's errors stand in the OpenAPI: these, and those that every route may give."""
    every = {400, 401, 403, 404, 409, 422, 500, 503, *statuses}
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
    return problem(status_of(refused), refused.code, refused.message(), faulty)


def http_problem(error: HTTPException) -> Response:
    """What Starlette refuses: an unknown address, a wrong method, a body that is no form."""
    status = HTTPStatus(error.status_code)
    code = status.phrase.lower().replace(" ", "_")
    response = problem(status, code, _HTTP.get(status, status.description or status.phrase))
    response.headers.update(error.headers or {})
    return response


def _pointer(place: Sequence[int | str]) -> str:
    """`#/only/0` within the body; a query, path or header by its name."""
    where, *rest = place
    path = "/".join(str(each).replace("~", "~0").replace("/", "~1") for each in rest)
    return f"#/{path}" if where == "body" else f"{where}:{path}"
