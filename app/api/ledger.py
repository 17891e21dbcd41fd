"""Coverage, locks, discrepancies and the log: how far the ledger is proven, and who did what."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, ClassVar, Final

from fastapi import APIRouter, Query
from starlette.responses import Response

from app.acts import imports as acts
from app.acts.patches import forget_rule
from app.acts.undoable import undo_decision as undo_act
from app.api.problems import BadRequest, documented
from app.api.requests import (
    DayInQuery,
    Decides,
    DryRun,
    Fenced,
    FlagInQuery,
    Looks,
    Reasoned,
    RowInPath,
    Trial,
    Words,
)
from app.api.route import (
    USUAL,
    ApiRoute,
    Cursor,
    Limit,
    PageShape,
    answer,
    day_of,
    number_of,
    paged,
    place_of,
    written,
)
from app.queries import history
from app.queries.coverage import months_of_some
from app.queries.history import acts as acts_of
from app.queries.sources import rules
from app.shapes.answers import UnlockedShape
from app.shapes.decisions import ActShape, ChainShape, DecisionsUndoneShape, MonthShape
from app.shapes.lists import DiscrepancyShape, DismissedShape, LockShape
from app.shapes.sources import RuleShape
from db.log import LogFilter

router: Final = APIRouter(tags=["ledger"], route_class=ApiRoute, responses=documented())
_COVERAGE: Final = "coverage"
_LOCKS: Final = "locks"
_DISCREPANCIES: Final = "discrepancies"
_LOG: Final = "log"
_A_YEAR: Final = timedelta(days=366)
_LONGEST: Final = 10 * _A_YEAR
Whose = Annotated[str | None, Query(min_length=1, max_length=200)]
AccountsAtOnce = Annotated[int, Query(ge=1, le=100, description="How many accounts at most.")]
Numbered = Annotated[int | None, Query(ge=1, le=(1 << 63) - 1)]
Head = Annotated[
    str | None,
    Query(pattern="^[0-9a-f]{64}$", description="A head of earlier, which must be there still."),
]
Actions = Annotated[list[str] | None, Query(max_length=50)]


class ForgetRule(Trial):
    """The words of the rules that are to be proposed no more, as they are listed."""

    words: Words


class Unlock(Fenced, Reasoned):
    """Why a lock is released."""

    seen_in: ClassVar[str] = "GET /locks"


@router.get("/coverage", response_model=PageShape[MonthShape])
def list_coverage(
    caller: Looks,
    since: DayInQuery = None,
    until: DayInQuery = None,
    limit: AccountsAtOnce = 20,
    cursor: Cursor = None,
) -> Response:
    """Every account's months, account by account; a year back from `until`, or today, if no more
    is said, and ten years at most."""
    last = until or datetime.now(UTC).date()
    first = since or (max(last, date.min + _A_YEAR) - _A_YEAR)
    if last - first > _LONGEST:
        raise BadRequest(why="since and until lie more than ten years apart")
    if first.year == date.min.year or last.year == date.max.year:
        raise BadRequest(why="since and until lie in the years 2 to 9998")
    after = number_of(_COVERAGE, cursor) or 0
    found, until_account = months_of_some(caller.engine, last, first, after, limit)
    following = None if until_account is None else written(_COVERAGE, [until_account])
    return answer(PageShape(items=tuple(found), next=following))


@router.get("/locks", response_model=PageShape[LockShape])
def list_locks(
    caller: Looks,
    account: Whose = None,
    released: FlagInQuery = False,
    limit: Limit = USUAL,
    cursor: Cursor = None,
) -> Response:
    """The locked periods, with `released` those that were released too."""
    after = number_of(_LOCKS, cursor) or 0
    found = history.locks_after(
        caller.engine, account, released_too=released, after=after, limit=limit + 1
    )
    return answer(paged(found, limit, _LOCKS, lambda each: [each.id]))


@router.post("/locks/{lock_id}/unlock", response_model=UnlockedShape)
def unlock(caller: Decides, lock_id: RowInPath, wanted: Unlock) -> Response:
    """Release a locked period, for a reason, if it is the lock that was `seen`."""
    acts.unlock(caller.engine, lock_id, wanted.reason.strip(), **wanted.how(caller))
    return answer(UnlockedShape(lock_id=lock_id, released=True))


@router.get("/discrepancies", response_model=PageShape[DiscrepancyShape])
def list_discrepancies(
    caller: Looks,
    account: Whose = None,
    closed: FlagInQuery = False,
    limit: Limit = USUAL,
    cursor: Cursor = None,
) -> Response:
    """What the locks refuse; with `closed` also what was dismissed."""
    after = _discrepancy_of(cursor)
    found = history.discrepancies_after(caller.engine, account, after, limit + 1, closed_too=closed)
    return answer(paged(found, limit, _DISCREPANCIES, _place_of_discrepancy))


@router.post("/discrepancies/{discrepancy_id}/dismiss", response_model=DismissedShape)
def dismiss(caller: Decides, discrepancy_id: RowInPath, wanted: Reasoned) -> Response:
    """Leave a discrepancy as it is, for a reason."""
    history.dismiss(caller.engine, discrepancy_id, wanted.reason.strip(), **wanted.how(caller))
    return answer(DismissedShape(discrepancy_id=discrepancy_id, dismissed=True))


@router.get("/log", response_model=PageShape[ActShape])
def list_log(
    caller: Looks,
    account: Whose = None,
    import_id: Numbered = None,
    actor: Whose = None,
    action: Actions = None,
    since: DayInQuery = None,
    limit: Limit = USUAL,
    cursor: Cursor = None,
) -> Response:
    """What was done, the newest first; it never changes and nothing leaves it."""
    wanted = LogFilter(
        limit=limit + 1,
        before=number_of(_LOG, cursor),
        since=datetime.combine(since, time(), UTC) if since else None,
        actor=actor,
        actions=tuple(action or ()),
        import_id=import_id,
    )
    found = acts_of(caller.engine, wanted, account).acts
    return answer(paged(found, limit, _LOG, lambda each: [each.id]))


@router.get("/log/chain", response_model=ChainShape)
def check_log(caller: Looks, head: Head = None) -> Response:
    """Whether the log is as it was written. Keep `head` elsewhere, and give it again later: then
    an end that was cut off shows too."""
    return answer(history.chain(caller.engine, head))


@router.post("/log/{act}/undo", response_model=DecisionsUndoneShape)
def undo_decision(
    caller: Decides, act: RowInPath, group: FlagInQuery = False, dry_run: DryRun = False
) -> Response:
    """Take back a decision by its number in the log, or with `group` all that were made by the same
    yes; the documents stay."""
    return answer(undo_act(caller.engine, act, group=group, dry_run=dry_run, actor=caller.name))


def _place_of_discrepancy(each: DiscrepancyShape) -> list[int | str]:
    if each.id is not None:
        return [each.id, "", 0]
    return [0, each.lock.period_start.isoformat(), each.lock.id]


def _discrepancy_of(cursor: str | None) -> history.DiscrepancyPlace:
    place = place_of(_DISCREPANCIES, cursor, int, str, int)
    if place is None:
        return history.DiscrepancyPlace()
    refused, day, lock = place
    return history.DiscrepancyPlace(int(refused), (day_of(str(day)), int(lock)) if day else None)


@router.get("/rules", response_model=list[RuleShape])
def list_rules(caller: Looks) -> Response:
    """What earlier decisions propose for new entries: payees and counter-accounts."""
    return answer(rules(caller.engine))


@router.post("/rules/forget", response_model=list[RuleShape])
def forget_rules(caller: Decides, wanted: ForgetRule) -> Response:
    """Propose no more what was decided so far for these words. Entries stay."""
    return answer(forget_rule(caller.engine, wanted.words, **wanted.how(caller)))
