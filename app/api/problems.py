"""What can be wrong with a request, as problem details (RFC 9457), and how much it may hold."""

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final

from fastapi.exceptions import RequestValidationError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.texts.terminal import VERBS
from app.web.problem import (
    MEDIA_TYPE,
    FaultyFieldShape,
    ProblemShape,
    by_code,
    http_problem,
    problem,
)
from app.web.receiving import counted
from db.errors import TieoutError
from db.words import FaultClass
from pipeline.intake.file import MAX_BYTES, MEBIBYTE


class NoToken(TieoutError):
    """The request has no token that is in force. Send the header "Authorization: Bearer TOKEN" with
    one that somebody who manages this ledger made, on the page People."""


class NotAllowed(TieoutError):
    """{name} may {has}, and this needs the role {needs}. Send a token that has it, or sign in as
    somebody who has it."""


class BadRequest(TieoutError):
    """The request cannot be read: {why}. Compare it with /api/v1/openapi.json."""


class BadCursor(TieoutError):
    """This list did not return that cursor. Start again without one."""


class NothingNamed(TieoutError):
    """No change was named. Name at least one fact."""


class NotRecorded(TieoutError):
    """There is no {what} {number} here. See those there are one level up."""


class NotAcceptable(TieoutError):
    """None of the requested media types is available. Accept one of: {known}; or leave Accept out
    and add ?to=."""


class WrongMediaType(TieoutError):
    """A document is sent as multipart/form-data with the field "file", or raw with its own type,
    such as application/pdf. This is {given}."""


class BodyTooLarge(TieoutError):
    """The request's body is larger than {most} bytes. Send less at once."""


class KeyReused(TieoutError):
    """This Idempotency-Key was used for another request. Use a new key for each request, and the
    same one only to send the same request again."""


class KeyBusy(TieoutError):
    """The first request with this Idempotency-Key has not ended. Send it again in a moment."""


class ApiBug(TieoutError):
    """This is a bug ({kind}), and nothing was changed by what it interrupted. Look into the
    server's log, and please report it."""


#: The status of each code; what is not here has that of its fault.
STATUSES: Final = by_code(
    {
        401: "no_token",
        403: "not_allowed proxy_user_unknown",
        404: "no_such_import no_such_entry no_such_discrepancy no_such_lock no_such_source"
        " no_such_statement unknown_account no_such_difference not_recorded no_such_line"
        " no_such_note no_such_conversation",
        406: "not_acceptable",
        409: "import_busy",
        413: "body_too_large file_too_large attachment_too_large",
        415: "not_a_pdf wrong_media_type",
        422: "account_unclear amount_out_of_range entry_malformed bad_split closed_before_opened"
        " currencies_differ empty_file name_blank name_too_long not_an_amount opening_unclear"
        " other_currency sum_out_of_range too_many_decimals unknown_currency bad_cursor"
        " bad_request key_reused nothing_named note_too_long"
        " nothing_noted no_such_change nothing_stated which_statement",
        500: "api_bug",
        501: "mcp_missing xlsx_missing",
        503: "ask_needs_model no_answer not_taken_in",
    }
)
#: What passes, and what the operator has to mend, is no conflict with the ledger.
_OF_FAULTS: Final = {FaultClass.TRANSIENT: 503, FaultClass.CONFIGURATION: 503}


def status_of(error: type[TieoutError]) -> int:
    codes = (getattr(kind, "code", None) for kind in error.__mro__)
    own = (STATUSES[code] for code in codes if code in STATUSES)
    return next(own, _OF_FAULTS.get(error.fault, 409))


#: What does over HTTP what a command does that an error names.
_CALLS: Final = tuple(
    (re.compile(rf"`?\btieout {command}(?! ?[a-z-])`?"), call)
    for command, call in (
        (r"ledger accounts", "GET /accounts"),
        (r"account layouts", "GET /accounts/ID/layouts"),
        (r"account edit", "PATCH /accounts/ID"),
        (r"ledger sync \S+", "POST /sources/ID/sync"),
        (r"ledger", "GET /accounts/ID/entries"),
        (r"review (\d+)", r"GET /imports/\1/review"),
        (r"review", "GET /review"),
        (r"locks", "GET /locks"),
        (r"unlock (\d+) --reason TEXT", r"POST /locks/\1/unlock"),
        (r"discrepancies", "GET /discrepancies"),
        (r"log", "GET /log"),
        (r"jobs retry (\d+)", r"POST /imports/\1/retry"),
        (r"reprocess \d+ --file PATH", "POST /imports"),
        (r"reprocess (\d+)", r"POST /imports/\1/reprocess"),
        (r"accept (\d+)", r"POST /imports/\1/accept"),
        (r"state (\d+) --account ACCOUNT", r"POST /imports/\1/facts"),
        (r"reject IMPORT --reason TEXT", "POST /imports/ID/reject"),
    )
)
_VERBS: Final = "|".join(verb for group in VERBS.values() for verb in group.split())
_OF_A_TERMINAL: Final = re.compile(rf"\btieout ({_VERBS})\b|(?<![\w-])--?[a-z]|\bRun: |\bgit ")
_SENTENCES: Final = re.compile(r"(?<=[.!?]) +(?=[A-Z])")
_SERVER: Final = re.compile(r"\b(?:postgresql|rediss?|sqlite|s3|gs|az|file)\b[+\w]*:/{2,}\S+")
_PATH: Final = re.compile(r"(?<![\w:/.#])/(?!api/)(?:[^\s/'\"]+/)+([^\s/'\"]*)")
_ASK: Final = "Ask the operator of this server, who can mend it."


def outward(message: str) -> str:
    """An error's sentences for a program elsewhere: its calls in place of commands, and no place
    where this server keeps something but by its last name."""
    text = _PATH.sub(r"\1", _SERVER.sub("this server's store", message))
    for command, call in _CALLS:
        text = command.sub(call, text)
    said = _SENTENCES.split(text)
    kept = [each for each in said if not _OF_A_TERMINAL.search(each)]
    return " ".join(kept if len(kept) == len(said) else [*kept, _ASK])


def problem_of(error: TieoutError) -> Response:
    return problem(status_of(type(error)), error.code, outward(error.message()))


def problem_of_any(error: Exception) -> Response:
    if isinstance(error, HTTPException):
        return http_problem(error)
    known = error if isinstance(error, TieoutError) else ApiBug(kind=type(error).__name__)
    return problem_of(known)


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """How a route's errors appear in the OpenAPI: these, and those that most routes may give. What
    one cannot (`app.api.app`) is taken out again."""
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
    """A request that is not what the OpenAPI says; what it held is not repeated."""
    faulty = tuple(
        FaultyFieldShape(pointer=_pointer(each["loc"]), detail=str(each["msg"]))
        for each in error.errors()
    )
    why = "; ".join(f"{each.pointer} {each.detail}" for each in faulty[:3])
    refused = BadRequest(why=why)
    return problem(status_of(BadRequest), refused.code, outward(refused.message()), faulty)


def _pointer(place: Sequence[int | str]) -> str:
    """`#/only/0` within the body; a query, path or header by its name."""
    where, *rest = place
    path = "/".join(str(each).replace("~", "~0").replace("/", "~1") for each in rest)
    return f"#/{path}" if where == "body" else f"{where}:{path}"


#: A document, and what a form says around it.
MOST_OF_A_DOCUMENT: Final = MAX_BYTES + MEBIBYTE
MOST: Final = MEBIBYTE
#: Ten thousand entries with what each has to say.
MOST_OF_ENTRIES: Final = 8 * MEBIBYTE
_LARGER: Final = re.compile(r"/accounts/\d+/entries|/sources|/imports/\d+/notes|/sources/\d+/file")


class RequestLimits:
    """Refuses what is too long. ``uploads`` are the paths to which documents are sent."""

    def __init__(self, app: ASGIApp, uploads: frozenset[str]) -> None:
        self._app = app
        self._uploads = uploads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The app's answer, or a refusal."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        is_upload = scope["method"] == "POST" and path in self._uploads
        usual = MOST_OF_ENTRIES if _LARGER.fullmatch(path) else MOST
        most = MOST_OF_A_DOCUMENT if is_upload else usual
        said, too_large = Headers(scope=scope).get("content-length", ""), BodyTooLarge(most=most)
        counting = counted(receive, most, too_large)
        if said.isdecimal() and int(said[:18]) > most:
            await problem_of(too_large)(scope, receive, send)
        elif is_upload:
            await self._app(scope, counting, send)
        else:
            await self._whole(scope, counting, send)

    async def _whole(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read it first: what is raised inside of the app would be taken for a bad body."""
        messages: list[Message] = []
        try:
            while not messages or messages[-1].get("more_body"):
                messages.append(await receive())
        except (HTTPException, BodyTooLarge) as refused:  # too slow, or too large
            await problem_of_any(refused)(scope, receive, send)
            return

        async def again() -> Message:
            return messages.pop(0) if messages else await receive()

        await self._app(scope, again, send)
