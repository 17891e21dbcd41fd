"""What waits for a person, what an import offers to change, and the yes or no to it."""

from typing import Annotated, ClassVar, Final

from fastapi import APIRouter, Query
from pydantic import Field, StrictBool
from starlette.responses import Response

from app.acts import imports as acts
from app.acts.deciding import accept_all, seen_of_all
from app.acts.undoable import take_suggested
from app.api.problems import documented
from app.api.requests import (
    Day,
    DayInQuery,
    Decides,
    Fenced,
    Looks,
    Name,
    Number,
    Reasoned,
    RowInPath,
)
from app.api.route import ApiRoute, Cursor, PageShape, answer, day_of, place_of, written
from app.queries.listing import offer_of
from app.queries.reviews import explained, one_import, waiting
from app.shapes.decisions import DecisionShape
from app.shapes.lists import AcceptedAllShape, OfferShape, SuggestedShape
from app.shapes.reading import ExplainedShape
from app.shapes.review import ReviewShape

router: Final = APIRouter(tags=["review"], route_class=ApiRoute, responses=documented())
_LIST: Final = "review"
_OFFER: Final = "GET /imports/{import_id}/offer"
_MOST_CHANGES: Final = 100_000
#: Each holds whole statements with their lines.
FewAtOnce = Annotated[int, Query(ge=1, le=50)]
Whose = Annotated[str | None, Query(min_length=1, max_length=200)]
#: The names of an object's fields are texts.
NumberAsKey = Annotated[int, Field(ge=1, le=_MOST_CHANGES)]
Numbers = Annotated[tuple[Number, ...], Field(max_length=_MOST_CHANGES)]


class Accept(Fenced):
    """Which changes are accepted: their numbers, or all if no number is given.

    Of those, the ones `as_before` are added with the `payee` that they show. `legs` are accounts
    on the other side of what is added to a journal, by the number of the change. With `from_ask` it
    is only about what a model proposed when it was asked."""

    seen_in: ClassVar[str] = _OFFER
    only: Numbers = ()
    as_before: Numbers = ()
    legs: dict[NumberAsKey, Name] = Field(default={}, max_length=_MOST_CHANGES)
    from_ask: StrictBool = False


class Reject(Fenced, Reasoned):
    """Why the changes are refused."""

    seen_in: ClassVar[str] = _OFFER
    from_ask: StrictBool = False


class Take(Fenced):
    """Which differences' suggestions are taken: their numbers, or all if no number is given."""

    only: Numbers = ()


class AcceptAll(Fenced):
    """What is accepted at once: all after which a statement ties out, or with `new` the accounts
    that proven statements propose, `names` by their digits."""

    new: StrictBool = False
    account: Name | None = None
    month: Day | None = None
    names: dict[Name, Name] = Field(default={}, max_length=1000)


@router.get("/review", response_model=PageShape[ReviewShape])
def list_review(
    caller: Looks,
    account: Whose = None,
    month: DayInQuery = None,
    limit: FewAtOnce = 10,
    cursor: Cursor = None,
) -> Response:
    """The imports that need a person, by cause, the oldest first."""
    place = place_of(_LIST, cursor, str, int)
    after = None if place is None else (day_of(str(place[0])), int(place[1]))
    found = waiting(caller.engine, account=account, month=month, limit=limit, after=after)
    last = found.last if found.more else None
    following = None if last is None else written(_LIST, [last[0].isoformat(), last[1]])
    return answer(PageShape(items=tuple(found.reviews), next=following))


@router.post("/review/accept-all", response_model=AcceptedAllShape)
def accept_many(caller: Decides, wanted: AcceptAll) -> Response:
    """Accept everything after which a statement ties out: all or nothing.

    A dry run gives `seen`, which goes back with a yes; the numbers of what is yet to be made may
    come out otherwise."""
    found = accept_all(
        caller.engine,
        new=wanted.new,
        account=wanted.account,
        month=wanted.month,
        names=wanted.names,
        **wanted.how(caller),
    )
    return answer(AcceptedAllShape(seen=seen_of_all(found), accepted=tuple(found)))


@router.get("/imports/{import_id}/review", response_model=ReviewShape)
def get_review(caller: Looks, import_id: RowInPath) -> Response:
    """One import with its statements, lines and differences, whatever its status."""
    return answer(one_import(caller.engine, import_id))


@router.get("/imports/{import_id}/explanation", response_model=ExplainedShape)
def explain(caller: Looks, import_id: RowInPath) -> Response:
    """Why each statement of an import is not matched, and the call that helps."""
    return answer(explained(caller.engine, import_id))


@router.get("/imports/{import_id}/offer", response_model=OfferShape)
def get_offer(caller: Looks, import_id: RowInPath) -> Response:
    """The changes that a yes would carry out, and `seen`, which goes back with it."""
    return answer(offer_of(caller.engine, import_id))


@router.post("/imports/{import_id}/accept", response_model=list[DecisionShape])
def accept(caller: Decides, import_id: RowInPath, wanted: Accept) -> Response:
    """Carry out what the import offers, if it is what was `seen`.

    After a dry run the numbers of what is yet to be made may come out otherwise."""
    found = acts.accept(
        caller.engine,
        import_id,
        wanted.only,
        from_ask=wanted.from_ask,
        as_before=wanted.as_before,
        legs=wanted.legs,
        **wanted.how(caller),
    )
    return answer(found)


@router.post("/imports/{import_id}/reject", response_model=list[DecisionShape])
def reject(caller: Decides, import_id: RowInPath, wanted: Reject) -> Response:
    """Refuse what the import offers, for a reason."""
    found = acts.reject(
        caller.engine,
        import_id,
        wanted.reason.strip(),
        from_ask=wanted.from_ask,
        **wanted.how(caller),
    )
    return answer(found)


@router.post("/imports/{import_id}/propose-again", response_model=OfferShape)
def propose_again(caller: Decides, import_id: RowInPath) -> Response:
    """Make the offer again, against the ledger as it is now."""
    acts.propose_again(caller.engine, import_id)
    return answer(offer_of(caller.engine, import_id))


@router.post("/imports/{import_id}/suggestions", response_model=SuggestedShape)
def take_suggestions(caller: Decides, import_id: RowInPath, wanted: Take) -> Response:
    """Take what a model suggests for the differences, all of it or nothing.

    A dry run gives `seen`, which goes back with a yes."""
    taken = take_suggested(caller.engine, import_id, wanted.only, **wanted.how(caller))
    return answer(SuggestedShape(seen=taken.seen, decisions=tuple(taken.decisions)))
