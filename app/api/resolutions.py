"""Differences one by one, and what a person wants of each or states of a statement."""

from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal, Self

from fastapi import APIRouter, Path, Query
from pydantic import (
    Base64Bytes,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    model_validator,
)
from starlette.responses import Response

from app.acts import imports as acts
from app.acts.correcting import (
    SaidOfStatement,
    StatedByPerson,
    attached_to,
    correct_reading,
    note_line,
    remove_note_of,
    state_facts,
    take_back_answered,
    take_back_correction,
)
from app.acts.imports import ResolutionRequest, understood
from app.api.problems import documented
from app.api.requests import (
    Amount,
    Day,
    Decides,
    Fenced,
    FlagInQuery,
    Looks,
    Name,
    Number,
    Row,
    RowInPath,
    Trial,
    Words,
)
from app.api.route import ApiRoute, Cursor, Limit, PageShape, answer, number_of, paged
from app.one_statement.selected import USUAL_DAYS, Search, candidates
from app.queries.listing import differences_after
from app.shapes.decisions import DecisionShape, StatedShape
from app.shapes.differences import FoundShape
from app.shapes.lists import SeenDifferenceShape
from app.shapes.review import NotesShape
from db.statements.notes import Attached, Noted
from pipeline.record.correcting import Correction, What
from pipeline.review.resolving import ACTS

router: Final = APIRouter(
    prefix="/imports/{import_id}", tags=["review"], route_class=ApiRoute, responses=documented()
)
_LIST: Final = "differences"
_MOST_ROWS: Final = 10_000
if TYPE_CHECKING:
    Act = str
else:
    Act = Literal[tuple(ACTS)]
NumberInPath = Annotated[int, Path(ge=0, le=100_000, description="0 is the statement as a whole.")]


class Resolution(Fenced):
    """What is wanted of a difference, as `tieout resolve` has it.

    `lines` and `entries` are those of the difference if empty; `to_day` and `to_account` say where
    an entry moves, `amounts` what it is split into."""

    seen_in: ClassVar[str] = "GET /imports/{import_id}/differences"
    act: Act
    lines: tuple[Number, ...] = Field(default=(), max_length=_MOST_ROWS)
    entries: tuple[Row, ...] = Field(default=(), max_length=_MOST_ROWS)
    to_day: Day | None = None
    to_account: Name | None = None
    amounts: tuple[Amount, ...] = Field(default=(), max_length=_MOST_ROWS)
    reason: Words = ""


class Facts(Fenced):
    """What a person says that arithmetic cannot see, as `tieout state` has it.

    `statement` counts the import's statements from 1, and may be left out where there is one."""

    seen_in: ClassVar[str] = "GET /statements"
    statement: Number | None = None
    account: Name | None = None
    period_start: Day | None = None
    period_end: Day | None = None
    largest: Literal["in", "out"] | None = None
    balance: Literal["have", "owe"] | None = None
    currency: Name | None = None
    order: Literal["dmy", "mdy", "ymd"] | None = None
    booking: Literal["day", "second"] | None = None
    decimals: Literal["as-read"] | None = None
    stands: StrictBool | None = None
    remember: StrictBool = True
    reason: Words = ""

    @model_validator(mode="after")
    def _whole_period(self) -> Self:
        if (self.period_start is None) != (self.period_end is None):
            raise ValueError("period_start and period_end go together")
        return self


class Corrected(BaseModel):
    """One thing that the page shows otherwise than it was read, as `tieout correct` has it: a cell
    of a line, an end, a missing line behind `line`, or that a line or a figure is not one.

    `text` is what the picture shows there, empty for nothing."""

    model_config = ConfigDict(extra="forbid")

    what: What
    line: Annotated[StrictInt, Field(ge=0, le=100_000)] = 0
    text: Words = ""
    day: Words = ""
    balance: Words = ""
    about: Words = ""
    way: Literal["in", "out", ""] = ""
    page: Annotated[StrictInt, Field(ge=0, le=100_000)] = 0


class Corrections(Fenced):
    """What a person corrects of how a statement was read, all of it or nothing."""

    seen_in: ClassVar[str] = "GET /statements"
    statement: Number | None = None
    corrections: Annotated[tuple[Corrected, ...], Field(min_length=1, max_length=1000)]
    reason: Words = ""


class Attachment(BaseModel):
    """A file that goes with a note: `content` is base64."""

    model_config = ConfigDict(extra="forbid")

    name: Name
    content: Base64Bytes


class NewNote(Trial):
    """What is noted on a line: a text, a tag, a file, or several of them."""

    statement: Number | None = None
    line: Number
    text: Words = ""
    tag: Words = ""
    attachment: Attachment | None = None


class TakeBack(Fenced):
    """What is taken back: the answer about `hypothesis`, or the last correction."""

    seen_in: ClassVar[str] = "GET /statements"
    statement: Number | None = None
    hypothesis: Name | None = None


@router.get("/differences", response_model=PageShape[SeenDifferenceShape])
def list_differences(
    caller: Looks, import_id: RowInPath, limit: Limit = 50, cursor: Cursor = None
) -> Response:
    """The import's differences by number, each with `seen`, which goes back with a resolution."""
    of = f"{_LIST}/{import_id}"
    after = number_of(of, cursor)
    found = differences_after(caller.engine, import_id, -1 if after is None else after, limit + 1)
    return answer(paged(found, limit, of, lambda each: [each.number]))


@router.get("/differences/{number}/candidates", response_model=FoundShape)
def find(
    caller: Looks,
    import_id: RowInPath,
    number: NumberInPath,
    payee: Annotated[str, Query(max_length=200)] = "",
    amount: Annotated[Amount | None, Query()] = None,
    days: Annotated[int, Query(ge=0, le=40_000)] = USUAL_DAYS,
    other_accounts: FlagInQuery = False,
) -> Response:
    """What the difference may be paired with: unpaired entries that are at most so many `days`
    away, and lines without an entry."""
    search = Search(payee.strip(), amount or "", days, other_accounts)
    return answer(candidates(caller.engine, import_id, number, search))


@router.post("/differences/{number}/resolve", response_model=DecisionShape)
def resolve(
    caller: Decides, import_id: RowInPath, number: NumberInPath, wanted: Resolution
) -> Response:
    """Settle one difference, if it is what was `seen`."""
    asked = ResolutionRequest(
        act=wanted.act,
        lines=wanted.lines,
        entries=wanted.entries,
        day=wanted.to_day,
        account=wanted.to_account,
        amounts=wanted.amounts,
        reason=wanted.reason,
    )
    wish = understood(caller.engine, import_id, number, asked)
    decided = acts.resolve(caller.engine, import_id, number, wish, **wanted.how(caller))
    return answer(decided)


@router.post("/notes", response_model=NotesShape)
def add_note(caller: Decides, import_id: RowInPath, wanted: NewNote) -> Response:
    """Note something on a line, as `tieout note` does; all notes of the import."""
    file = wanted.attachment
    noted = Noted(wanted.text, wanted.tag, Attached(file.name, file.content) if file else None)
    line, number = wanted.line, wanted.statement
    return answer(
        note_line(caller.engine, import_id, line, noted, number=number, **wanted.how(caller))
    )


@router.post("/notes/{note_id}/remove", response_model=NotesShape)
def remove_note(
    caller: Decides, import_id: RowInPath, note_id: RowInPath, wanted: Trial
) -> Response:
    """Take a note away; the notes that are left."""
    return answer(remove_note_of(caller.engine, import_id, note_id, **wanted.how(caller)))


@router.get("/notes/{note_id}/file", response_class=Response)
def get_attachment(caller: Looks, import_id: RowInPath, note_id: RowInPath) -> Response:
    """The file of a note."""
    found = attached_to(caller.engine, import_id, note_id)
    headers = {"Content-Disposition": "attachment"}
    return Response(found.data, 200, headers, "application/octet-stream")


@router.post("/facts", response_model=StatedShape)
def state(caller: Decides, import_id: RowInPath, wanted: Facts) -> Response:
    """Say what arithmetic cannot see; `seen` is that of the statement in the list."""
    start, end = wanted.period_start, wanted.period_end
    own = {"dry_run", "seen", "statement", "reason", "period_start", "period_end"}
    period = (start, end) if start and end else None
    said = StatedByPerson(period=period, **wanted.model_dump(exclude=own))
    how = SaidOfStatement(number=wanted.statement, reason=wanted.reason, **wanted.how(caller))
    return answer(state_facts(caller.engine, import_id, said, **how))


@router.post("/corrections", response_model=StatedShape)
def correct(caller: Decides, import_id: RowInPath, wanted: Corrections) -> Response:
    """Say what the page shows where it was misread; `seen` is that of the statement in the list."""
    said = [Correction(**each.model_dump()) for each in wanted.corrections]
    how = SaidOfStatement(number=wanted.statement, reason=wanted.reason, **wanted.how(caller))
    return answer(correct_reading(caller.engine, import_id, said, **how))


@router.post("/take-back", response_model=StatedShape)
def take_back(caller: Decides, import_id: RowInPath, wanted: TakeBack) -> Response:
    """Take back what a person answered, or the last correction."""
    number, how = wanted.statement, wanted.how(caller)
    if (name := wanted.hypothesis) is not None:
        return answer(take_back_answered(caller.engine, import_id, name, number=number, **how))
    return answer(take_back_correction(caller.engine, import_id, number=number, **how))
