"""Differences one by one, and what a person wants of each or states of a statement."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal, Self

from fastapi import APIRouter, Path
from pydantic import Field, StrictBool, model_validator
from starlette.requests import Request
from starlette.responses import Response

from app.acts import imports as acts
from app.acts.stating import Statements, state_facts
from app.acts.wishes import Asked, understood
from app.api.answers import answer
from app.api.caller import Decides, Looks
from app.api.fields import Amount, Day, Fenced, Name, Number, Row, RowInPath, Words
from app.api.paging import Cursor, Limit, PageShape, number_of, paged
from app.api.problems import documented
from app.api.route import ApiRoute
from app.queries.listing import differences_after
from app.shapes.decisions import DecisionShape
from app.shapes.listing import SeenDifferenceShape
from app.shapes.stating import StatedShape
from app.web.desk import desk

router: Final = APIRouter(
    prefix="/imports/{import_id}", tags=["review"], route_class=ApiRoute, responses=documented()
)
_LIST: Final = "differences"
_MOST_ROWS: Final = 10_000
Act = Literal["add", "amend", "remove", "move", "pair", "split", "outstanding", "leave"]
NumberInPath = Annotated[int, Path(ge=0, le=100_000, description="0 is the statement as a whole.")]


class Resolution(Fenced):
    """What is wanted of a difference, as `tieout resolve` has it.

    `lines` and `entries` are those of the difference if empty; `to_day` and `to_account` say where
    an entry moves, `amounts` what it is split into.
    """

    seen_in: ClassVar[str] = "GET /imports/{import_id}/differences"
    act: Act
    lines: tuple[Number, ...] = Field(default=(), max_length=_MOST_ROWS)
    entries: tuple[Row, ...] = Field(default=(), max_length=_MOST_ROWS)
    to_day: Day | None = None
    to_account: Name | None = None
    amounts: tuple[Amount, ...] = Field(default=(), max_length=_MOST_ROWS)
    reason: Words = ""


class Facts(Fenced):
    """What a person states that the page does not print, as `tieout state` has it.

    `statement` counts the import's statements from 1, and may be left out where there is one.
    """

    seen_in: ClassVar[str] = "GET /statements"
    statement: Number | None = None
    account: Name | None = None
    period_start: Day | None = None
    period_end: Day | None = None
    opening: Amount | None = None
    closing: Amount | None = None
    stands: StrictBool | None = None
    reason: Words = ""

    @model_validator(mode="after")
    def _whole_period(self) -> Self:
        if (self.period_start is None) != (self.period_end is None):
            raise ValueError("period_start and period_end go together")
        return self


@router.get("/differences", response_model=PageShape[SeenDifferenceShape])
def list_differences(
    request: Request,
    _caller: Looks,
    import_id: RowInPath,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response:
    """The import's differences by number, each with `seen`, which goes back with a resolution."""
    engine, of = desk(request).engine, f"{_LIST}/{import_id}"
    after = number_of(of, cursor)
    found = differences_after(engine, import_id, -1 if after is None else after, limit + 1)
    return answer(paged(found, limit, of, lambda each: [each.number]))


@router.post("/differences/{number}/resolve", response_model=DecisionShape)
def resolve(
    request: Request,
    caller: Decides,
    import_id: RowInPath,
    number: NumberInPath,
    wanted: Resolution,
) -> Response:
    """Settle one difference, if it is what was `seen`."""
    engine = desk(request).engine
    asked = Asked(
        act=wanted.act,
        lines=wanted.lines,
        entries=wanted.entries,
        day=wanted.to_day,
        account=wanted.to_account,
        amounts=wanted.amounts,
        reason=wanted.reason,
    )
    wish = understood(engine, import_id, number, asked)
    decided = acts.resolve(
        engine,
        import_id,
        number,
        wish,
        dry_run=wanted.dry_run,
        seen=wanted.seen,
        actor=caller.name,
    )
    return answer(decided)


@router.post("/facts", response_model=StatedShape)
def state(request: Request, caller: Decides, import_id: RowInPath, wanted: Facts) -> Response:
    """State what the page does not print; `seen` is that of the statement in the list."""
    start, end = wanted.period_start, wanted.period_end
    said = Statements(
        account=wanted.account,
        period=(start, end) if start and end else None,
        opening=wanted.opening,
        closing=wanted.closing,
        stands=wanted.stands,
    )
    stated = state_facts(
        desk(request).engine,
        import_id,
        said,
        number=wanted.statement,
        reason=wanted.reason,
        dry_run=wanted.dry_run,
        seen=wanted.seen,
        actor=caller.name,
    )
    return answer(stated)
