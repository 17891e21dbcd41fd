"""Statements: what was read, the rows in every form, and the certificates that prove them."""

import re
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Query
from starlette.responses import Response

from app.api.problems import NotAcceptable, NotRecorded, documented
from app.api.requests import DayInQuery, Looks, RowInPath
from app.api.route import USUAL, ApiRoute, Cursor, Limit, PageShape, answer, number_of, paged
from app.certificates import certificates_recorded
from app.exports.entries import rows_of
from app.exports.kinds import Kind
from app.queries.listing import WantedStatements, statements_before
from app.shapes.lists import ListedStatementShape
from db.words import Verdict

router: Final = APIRouter(tags=["statements"], route_class=ApiRoute, responses=documented())
_LIST: Final = "statements"
_TYPES: Final = {
    Kind.CSV: "text/csv",
    Kind.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    Kind.JSON: "application/json",
}
_ROWS: Final[dict[int | str, dict[str, Any]]] = {
    **documented(406, 501),
    200: {
        "description": "The rows, as a file of that kind.",
        "content": {each: {"schema": {"type": "string"}} for each in _TYPES.values()}
        | {"application/json": {"schema": {"type": "object"}}},
    },
}
_CERTIFICATE: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "description": "As docs/certificate.schema.json has it; `tieout verify` checks it again.",
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
}
#: How much something is liked, from 0 (not at all) to 1.
_WEIGHT: Final = re.compile(r"(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)", re.ASCII)
Account = Annotated[int | None, Query(ge=1, le=(1 << 63) - 1)]
Number = Annotated[int | None, Query(ge=1, le=100_000)]


@router.get("/statements", response_model=PageShape[ListedStatementShape])
def list_statements(
    caller: Looks,
    account_id: Account = None,
    import_id: Account = None,
    verdict: Verdict | None = None,
    month: DayInQuery = None,
    limit: Limit = USUAL,
    cursor: Cursor = None,
) -> Response:
    """The statements, the newest first; `month` is any day of a month that they touch."""
    wanted = WantedStatements(
        account_id=account_id, import_id=import_id, verdict=verdict, month=month
    )
    before = number_of(_LIST, cursor)
    found = statements_before(caller.engine, wanted, before, limit + 1)
    return answer(paged(found, limit, _LIST, lambda each: [each.id]))


@router.get("/imports/{import_id}/rows", responses=_ROWS, response_class=Response)
def get_rows(
    caller: Looks,
    import_id: RowInPath,
    to: Kind | None = None,
    statement: Number = None,
    accept: Annotated[str, Header()] = "*/*",
) -> Response:
    """The import's rows as CSV, a workbook or JSON: by `to`, or else by the header Accept."""
    kind = to or _accepted(accept)
    content = rows_of(caller.engine, import_id, kind, statement)
    name = f"import-{import_id}{kind.ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Vary": "Accept"}
    return Response(content, 200, headers, _TYPES[kind])


@router.get(
    "/imports/{import_id}/certificates/{number}", responses=_CERTIFICATE, response_class=Response
)
def get_certificate(caller: Looks, import_id: RowInPath, number: RowInPath) -> Response:
    """The certificate of the import's statement of that number, counted from 1."""
    _, found = certificates_recorded(caller.engine, import_id)
    certificate = found[number - 1] if number <= len(found) else None
    if certificate is None:
        raise NotRecorded(what="certificate", number=number)
    return Response(certificate.text(), media_type="application/json")


def _accepted(accept: str) -> Kind:
    """The kind that the one who asks likes best; of several that they like alike, JSON before
    CSV."""
    asked = dict(_weighed(each) for each in accept.split(",") if each.strip()) or {"*/*": 1.0}
    likings = {kind: _liking(asked, _TYPES[kind]) for kind in (Kind.JSON, Kind.CSV, Kind.XLSX)}
    best = max(likings, key=lambda kind: likings[kind])
    if likings[best] <= 0:
        raise NotAcceptable(known=", ".join(_TYPES.values()))
    return best


def _weighed(asked: str) -> tuple[str, float]:
    """A media type, or a range of them, and how much it is liked (RFC 9110, 12.4.2)."""
    media_type, *parameters = (each.strip().lower() for each in asked.split(";"))
    weights = (each.removeprefix("q=") for each in parameters if each.startswith("q="))
    weight = next(weights, "1")
    return media_type, float(weight) if _WEIGHT.fullmatch(weight) else 0.0


def _liking(asked: dict[str, float], media_type: str) -> float:
    """What names it most closely decides."""
    names = (media_type, f"{media_type.partition('/')[0]}/*", "*/*")
    return next((asked[each] for each in names if each in asked), 0.0)
