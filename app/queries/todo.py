"""What waits for a person, by what it needs: the first page, and the number beside its name."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, TypeVar

from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session, aliased

from app.errors import CursorUnknown
from app.queries.history import account_name, discrepancies_of
from app.shapes.imports import difference_shape
from app.shapes.lists import (
    GroupShape,
    MissingMonthsShape,
    StakeShape,
    ToDoShape,
    WaitingGroup,
    WaitingImportShape,
    WaitingStatementShape,
    stake_shapes,
)
from app.shapes.writing import shaped
from app.texts.language import _
from app.texts.proof import ASSUMED_ONLY, HYPOTHESIS_NAMES, WHOSE
from app.texts.sentences import day_text, difference_text, money_text, state_word, unproven_texts
from db.models import Account, Import, Reconciliation, Statement
from db.session import read_only
from db.text import one_line
from db.words import Verdict
from pipeline.proof import KERNEL_VERSION
from pipeline.record.rows import CHECKS, DIFFERENCES, HYPOTHESES
from pipeline.review.missing import Gap, gaps, missing_months
from pipeline.review.waiting import (
    WAITING,
    Cause,
    Need,
    causes,
    speaking_of,
    stakes_of,
    waiting_rows,
)

Item = TypeVar("Item")
Place = tuple[str, int]

_NEEDS: Final = list(Need)
#: So many of each group are shown where all groups are, and of one that is looked at alone.
FEW: Final = 8
MANY: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedToDo:
    """What is to be shown; None and nothing is everything. ``after`` is where a page ended."""

    group: WaitingGroup | None = None
    account_id: int | None = None
    text: str = ""
    after: str | None = None


def to_do(engine: Engine, wanted: WantedToDo, today: date | None = None) -> ToDoShape:
    """A page of what waits, the oldest first in each group; months are missing once they are over
    on the day ``today``. Raises ``CursorUnknown``."""
    with read_only(engine) as session:
        found = [
            *_import_groups(session, wanted),
            _discrepancies(session, wanted),
            _missing(session, wanted, today or date.today()),
        ]
        query = select(func.count()).select_from(Import).where(Import.status.in_(WAITING))
        waiting = session.scalar(query) or 0
    order = list(WaitingGroup)
    shown = (each for each in found if each.count and wanted.group in (None, each.group))
    needs = {WaitingGroup(need) for need in Need}
    needing = sum(each.count for each in found if each.group in needs)
    narrowed = wanted.account_id is not None or wanted.text
    return ToDoShape(
        groups=tuple(sorted(shown, key=lambda each: order.index(each.group))),
        waiting=waiting,
        follow=0 if narrowed else waiting - needing,
    )


def how_many_wait(engine: Engine) -> int:
    """How many imports need a person: they wait, and follow from no other that does."""
    cause = aliased(Import)
    query = (
        select(func.count())
        .select_from(Import)
        .outerjoin(cause, (cause.id == Import.explained_by) & cause.status.in_(WAITING))
        .where(Import.status.in_(WAITING), cause.id.is_(None))
    )
    with read_only(engine) as session:
        return session.scalar(query) or 0


@dataclass(frozen=True, slots=True)
class NeighbourImports:
    """The imports before and after in the order of To do, by number; ``place`` is where this one is
    among those ``waiting``, counted from 1; 0 where it needs no decision of its own."""

    before: int | None
    after: int | None
    place: int
    waiting: int


def neighbours_of(session: Session, work: Import) -> NeighbourImports:
    """The neighbours of an import among those that need a person, as To do lists them."""
    last = select(func.min(Statement.period_end)).where(Statement.import_id == work.id)
    found = sorted(map(_order, causes(session)))
    own = next((each for each in found if each[-1] == work.id), None)
    here = own or (0, (session.scalar(last) or date.max).isoformat(), work.id)
    place = bisect_left(found, here)
    after = found[place + bool(own) :]
    return NeighbourImports(
        found[place - 1][-1] if place else None,
        after[0][-1] if after else None,
        place + 1 if own else 0,
        len(found),
    )


def _order(each: Cause) -> tuple[int, str, int]:
    """Where To do has it: by what it needs, and the oldest first."""
    return _NEEDS.index(each.need), *_place_of_cause(each)


def accounts_to_choose(engine: Engine) -> dict[int, str]:
    """Every account by its number, as a list to choose from names it."""
    query = select(Account.id, Account.name, Account.mask).order_by(Account.name)
    with read_only(engine) as session:
        rows = session.execute(query).all()
    return {number: account_name(name, mask) for number, name, mask in rows}


@dataclass(frozen=True, slots=True)
class AtStake:
    """How much money some statements are about, each (by import and number) and together."""

    of: dict[tuple[int, int], tuple[StakeShape, ...]]
    total: tuple[StakeShape, ...]


def at_stake_in(engine: Engine, statements: Collection[tuple[int, int]]) -> AtStake:
    imports = {import_id for import_id, _ in statements}
    query = select(Statement.id, Statement.ordinal).where(Statement.import_id.in_(sorted(imports)))
    with read_only(engine) as session:
        numbers = {id_: ordinal + 1 for id_, ordinal in session.execute(query)}
        rows, _ = waiting_rows(session)
    found = {
        (row.import_id, numbers[row.statement_id]): stakes_of([row])
        for row in rows
        if row.statement_id in numbers
    }
    stakes = {each: found.get(each, {}) for each in statements}
    of = {each: stake_shapes([those]) for each, those in stakes.items()}
    return AtStake(of, stake_shapes(stakes.values()))


def _import_groups(session: Session, wanted: WantedToDo) -> list[GroupShape]:
    found = causes(session, wanted.account_id)
    if wanted.text:
        named = speaking_of(session, wanted.text)
        found = [each for each in found if named.intersection((each.import_id, *each.explains))]
    by_need: dict[Need, list[Cause]] = {need: [] for need in Need}
    for each in found:
        by_need[each.need].append(each)
    pages = {
        need: _page(those, _place_of_cause, wanted, WaitingGroup(need))
        for need, those in by_need.items()
    }
    shown = waiting_imports(session, [each for page, _ in pages.values() for each in page])
    return [
        GroupShape(
            group=WaitingGroup(need),
            count=len(by_need[need]),
            stakes=stake_shapes(each.stakes for each in by_need[need]),
            imports=tuple(shown[each.import_id] for each in page),
            after=after,
        )
        for need, (page, after) in pages.items()
    ]


def _discrepancies(session: Session, wanted: WantedToDo) -> GroupShape:
    found = discrepancies_of(session, wanted.account_id)
    if wanted.text:
        sought = wanted.text.casefold()
        found = [each for each in found if sought in each.lock.account.casefold()]
    places = {id(each): ("", number) for number, each in enumerate(found, start=1)}
    page, after = _page(found, lambda each: places[id(each)], wanted, WaitingGroup.DISCREPANCIES)
    return GroupShape(
        group=WaitingGroup.DISCREPANCIES, count=len(found), discrepancies=tuple(page), after=after
    )


def _missing(session: Session, wanted: WantedToDo, today: date) -> GroupShape:
    found = missing_months(session, today, wanted.account_id)
    if wanted.text:
        sought = wanted.text.casefold()
        found = [each for each in found if sought in f"{each.account} *{each.mask}".casefold()]
    page, after = _page(gaps(found), _place_of_gap, wanted, WaitingGroup.MISSING)
    return GroupShape(
        group=WaitingGroup.MISSING, count=len(found), months=tuple(map(_months, page)), after=after
    )


def _months(each: Gap) -> MissingMonthsShape:
    return MissingMonthsShape(
        account_id=each.account_id,
        account=account_name(each.account, each.mask),
        first=each.first.isoformat()[:7],
        last=each.last.isoformat()[:7],
        months=each.months,
    )


def _place_of_cause(each: Cause) -> Place:
    return (each.day or date.max).isoformat(), each.import_id


def _place_of_gap(each: Gap) -> Place:
    return each.first.isoformat(), each.account_id


def _page(
    those: Sequence[Item], place: Callable[[Item], Place], wanted: WantedToDo, group: WaitingGroup
) -> tuple[list[Item], str | None]:
    """Those of the group that are shown now, and what to ask for the next ones with."""
    if wanted.group not in (None, group):
        return [], None
    limit = FEW if wanted.group is None else MANY
    beyond = _read(wanted.after) if wanted.after and wanted.group is group else None
    left = those if beyond is None else [each for each in those if place(each) > beyond]
    page = list(left[:limit])
    return page, _written(place(page[-1])) if len(left) > limit else None


def _written(place: Place) -> str:
    return f"{place[0]}.{place[1]}"


def _read(text: str) -> Place:
    day, _, number = text.partition(".")
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        raise CursorUnknown(cursor=text)
    return day, int(number)


def waiting_imports(session: Session, causes: Sequence[Cause]) -> dict[int, WaitingImportShape]:
    ids = [each.import_id for each in causes]
    works = session.execute(
        select(
            Import.id, Import.source_name, Import.status, Import.error_code, Import.error_message
        ).where(Import.id.in_(ids))
    )
    by_id = {work.id: work for work in works}
    statements = _statements(session, ids)
    return {
        each.import_id: _shape(each, by_id[each.import_id], statements[each.import_id])
        for each in causes
    }


#: So many differences of a statement are named in its row.
_TOLD: Final = 3


def _unproven(row: Any) -> Iterator[str]:
    """The checks that did not pass, or else what is open where all of them did."""
    failed = unproven_texts(row.verdict, CHECKS.validate_python(row.proof))
    yield from failed
    if not failed and row.account_id is None and row.holds:
        yield _(WHOSE)
    elif not failed:
        known = HYPOTHESES.validate_python(row.hypotheses)
        names = [_(HYPOTHESIS_NAMES[each.name]) for each in known if each.source == "assumed"]
        if names:
            yield _(ASSUMED_ONLY).format(what=", ".join(names))


def _told(recorded: Sequence[Any], exponent: int) -> Iterator[str]:
    for each in DIFFERENCES.validate_python(recorded):
        shape = difference_shape(each, exponent)
        amount = money_text(shape.found if shape.expected is None else shape.expected)
        said = f"{day_text(shape.date, '')} {amount} {one_line(shape.description)}".strip()
        yield _("{act}: {what}").format(act=said, what=difference_text(shape))


def _shape(
    cause: Cause, work: Any, statements: Sequence[WaitingStatementShape]
) -> WaitingImportShape:
    return WaitingImportShape(
        import_id=work.id,
        file=work.source_name,
        status=work.status,
        error_code=work.error_code,
        error=work.error_message,
        statements=tuple(statements),
        stakes=stake_shapes([cause.stakes]),
        explains=cause.explains,
        explained_by=cause.explained_by,
    )


def _statements(session: Session, ids: Sequence[int]) -> dict[int, list[WaitingStatementShape]]:
    found: dict[int, list[WaitingStatementShape]] = defaultdict(list)
    query = (
        select(
            Statement.import_id,
            Statement.account_id,
            Account.name,
            Statement.institution,
            Statement.account_name,
            Statement.account_mask,
            Statement.period_start,
            Statement.period_end,
            Statement.kernel_version,
            Reconciliation.verdict,
            func.json_array_length(Reconciliation.differences).label("differences"),
            *(Reconciliation.differences[n].label(f"difference_{n}") for n in range(_TOLD)),
            Statement.exponent,
            Reconciliation.proof,
            Reconciliation.hypotheses,
            Statement.holds,
        )
        .outerjoin(Reconciliation, Reconciliation.statement_id == Statement.id)
        .outerjoin(Account, Account.id == Statement.account_id)
        .where(Statement.import_id.in_(ids))
        .order_by(Statement.import_id, Statement.ordinal)
    )
    for row in session.execute(query):
        found[row.import_id].append(_statement(row))
    return found


def _statement(row: Any) -> WaitingStatementShape:
    unproven = row.verdict is Verdict.UNPROVEN
    first = [each for n in range(_TOLD) if (each := getattr(row, f"difference_{n}"))]
    return shaped(
        WaitingStatementShape,
        row,
        account=row.name,
        state=state_word(row.verdict or "", row.account_id, proven=bool(row.holds)),
        earlier=row.kernel_version != KERNEL_VERSION,
        differences=row.differences or 0,
        why=tuple(_unproven(row) if unproven else _told(first, row.exponent)),
    )
