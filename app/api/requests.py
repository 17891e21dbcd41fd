"""Who sends a request, and its fields: each takes what the OpenAPI says and nothing else."""

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Any, ClassVar, Final, Literal

from fastapi import Depends, Path, Query
from fastapi.security import HTTPBearer
from fastapi.security.http import HTTPAuthorizationCredentials
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    StrictBool,
    StrictInt,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
)
from pydantic import StringConstraints as Text
from sqlalchemy import Engine
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.access.rights import Right, of_token
from app.access.sessions import holder
from app.acts.refusals import How, Tried
from app.api.problems import NotAllowed, NoToken
from app.web.coming_in import entrance, signed_in
from app.web.desk import Desk, book_of, desk
from db.errors import LONGEST_NAME

_BEARER: Final = HTTPBearer(
    auto_error=False, scheme_name="token", description="Made by `tieout token add`."
)
_LONGEST_KEY: Final = 80
Given = Annotated[HTTPAuthorizationCredentials | None, Depends(_BEARER)]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who acts, on which ledger: ``name`` goes into the log, ``key`` tells one caller from
    another."""

    name: str
    right: Right
    key: str
    request: Request = field(repr=False, compare=False)

    @property
    def desk(self) -> Desk:
        """Raises what kept the book from being opened."""
        return desk(self.request)

    @property
    def engine(self) -> Engine:
        """Raises as `desk`."""
        return self.desk.engine


async def caller_of(request: Request) -> Caller:
    """The sender. Raises ``NoToken``, and ``HTTPException`` 404 for another book's token."""
    known: Caller | None = getattr(request.state, "caller", None)
    if known is None:
        known = request.state.caller = await _known(request)
    return known


async def right_still(request: Request) -> Right:
    """What who sent it may do by now, which is no sign of life. Raises as `caller_of`."""
    try:
        return (await _known(request, lives=False)).right
    except NoToken:
        return Right.NONE


async def _known(request: Request, *, lives: bool = True) -> Caller:
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if not scheme:
        # A browser of ours; the guard has seen to it that no other site's page sends anything.
        who = await signed_in(request, lives=lives)
        if who is None:
            raise NoToken
        return Caller(who.name, who.right, f"user:{who.name}"[:_LONGEST_KEY], request)
    if scheme.lower() != "bearer":
        raise NoToken
    found = await run_in_threadpool(holder, entrance(request).engine, secret.strip())
    if found is None:
        raise NoToken
    book = book_of(request)
    if not found.may_use(book.identity if book else None):
        raise HTTPException(404)
    return Caller(of_token(found.name), found.right, f"token:{found.id}", request)


class Needs:
    """Lets a request through that may do as much."""

    def __init__(self, right: Right) -> None:
        self._right = right

    async def __call__(self, request: Request, _given: Given) -> Caller:
        """The caller. Raises ``NoToken`` and ``NotAllowed``."""
        caller = await caller_of(request)
        self.check(caller)
        return caller

    def check(self, caller: Caller) -> None:
        """Raises ``NotAllowed``."""
        if caller.right < self._right:
            raise NotAllowed(
                name=caller.name, has=caller.right.name.lower(), needs=self._right.name.lower()
            )


Looks = Annotated[Caller, Depends(Needs(Right.LOOK))]
Decides = Annotated[Caller, Depends(Needs(Right.DECIDE))]


#: What the database can hold.
_MOST: Final = (1 << 63) - 1
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_WORDS: Final = {"true": True, "false": False}


def _day(given: Any) -> Any:
    """Raises ``ValueError`` for a moment, or a number of seconds."""
    if not isinstance(given, date) and not (isinstance(given, str) and _DAY.fullmatch(given)):
        raise ValueError("a day is written as YYYY-MM-DD")
    return given


def _day_or_blank(given: Any) -> date | Literal[""]:
    """Raises ``ValueError`` for anything but a day and an empty text."""
    return "" if given == "" else date.fromisoformat(_day(given))


def _flag(given: Any) -> Any:
    """Raises ``ValueError`` for anything but the words of JSON."""
    if not isinstance(given, bool) and given not in _WORDS:
        raise ValueError("this is true or false")
    return given if isinstance(given, bool) else _WORDS[given]


Day = Annotated[date, BeforeValidator(_day)]
#: One type and not two, for a fault then names the field and not one of its types.
DayOrBlank = Annotated[
    date | Literal[""],
    PlainValidator(_day_or_blank),
    WithJsonSchema(
        {"anyOf": [{"type": "string", "format": "date"}, {"type": "string", "maxLength": 0}]}
    ),
]
Row = Annotated[StrictInt, Field(ge=1, le=_MOST)]
Number = Annotated[StrictInt, Field(ge=1, le=100_000)]
Words = Annotated[str, Text(strict=True, max_length=2_000)]
Name = Annotated[str, Text(strict=True, min_length=1, max_length=LONGEST_NAME)]
Amount = Annotated[str, Text(strict=True, pattern=r"^-?\d{1,20}(\.\d{1,10})?$")]
Seen = Annotated[str, Text(strict=True, pattern=r"^[ -~]{1,200}$")]

RowInPath = Annotated[int, Path(ge=1, le=_MOST)]
DayInQuery = Annotated[Day | None, Query()]
FlagInQuery = Annotated[bool, BeforeValidator(_flag), Query()]
DryRun = Annotated[
    bool,
    BeforeValidator(_flag),
    Query(description="Do all of it, answer what it came to, and leave nothing behind."),
]


class Body(BaseModel):
    """What is sent as JSON: only names that are known."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Trial(Body):
    """Whatever can be tried first."""

    dry_run: StrictBool = Field(
        default=False, description="Answer what it would come to, and leave nothing behind."
    )

    def how(self, caller: Caller) -> Tried:
        return Tried(dry_run=self.dry_run, actor=caller.name)


class Fenced(Trial):
    """Whatever commits exactly what somebody was shown; ``seen_in`` is where that is shown."""

    seen_in: ClassVar[str] = "the dry run"
    seen: Seen | None = Field(
        default=None,
        validate_default=True,
        description="Stands for what was shown. Needed unless `dry_run` is true.",
    )

    @field_validator("seen")
    @classmethod
    def _was_shown(cls, seen: str | None, about: ValidationInfo) -> str | None:
        # Where `dry_run` itself cannot be taken, that is what is reported.
        if seen is None and about.data.get("dry_run") is False:
            raise ValueError(f"needed unless dry_run is true; it comes from {cls.seen_in}")
        return seen

    def how(self, caller: Caller) -> How:
        return How(dry_run=self.dry_run, seen=self.seen, actor=caller.name)


class Reasoned(Trial):
    """What somebody has to say why."""

    reason: Annotated[str, Text(strict=True, max_length=2_000, pattern=r"\S")]
