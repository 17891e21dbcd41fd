"""Carries out what a model suggests for differences, because a person says so.

Each suggestion becomes what a person could have typed with `tieout resolve`, and nothing else: the
kernel proves the statement again, and undoing the import takes it back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pipeline.claims import Act, Asked, Opinion
from pipeline.matching.shapes import Difference, DifferenceKind
from pipeline.record.left import left_alone
from pipeline.record.opinions import asked_of, opinions_of
from pipeline.review.deciding import Decided
from pipeline.review.errors import CannotResolve, NothingSuggested, SuggestionMoved
from pipeline.review.resolving import numbered_differences, resolve, seen_of
from pipeline.review.wishing import Numbered, Wish, changes_of

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What a model suggests for one difference, as a person would wish it."""

    meant: Numbered
    opinion: Opinion
    wish: Wish


def suggestions(session: Session, import_id: int) -> list[Suggestion]:
    """Those that are about differences as they are now, that nobody left, and that can be carried
    out. Raises ``NoSuchImport``."""
    found = numbered_differences(session, import_id)
    by_row: dict[int, list[Numbered]] = {}
    for each in found:
        by_row.setdefault(each.row.id, []).append(each)
    return [one for some in by_row.values() for one in _of_statement(session, some)]


def take(
    session: Session, import_id: int, only: Collection[int], actor: str, seen: str | None = None
) -> Iterator[Decided]:
    """Carry them out, or of them ``only`` those for differences of these numbers.

    ``seen`` says what the person looked at (`seen_as`). Each is looked for again after the one
    before, which may have settled it. Raises ``NothingSuggested``, ``SuggestionMoved`` and what
    `resolve` raises.
    """
    wanted = chosen(session, import_id, only)
    if seen is not None and seen != seen_as(session, wanted):
        raise SuggestionMoved(import_id=import_id)
    for each in wanted:
        session.flush()  # whatever holds the account forgets what was not written
        now = _again(session, import_id, each)
        if now is not None:
            number = now.meant.number
            yield resolve(session, import_id, number, now.wish, actor, seen_of(session, now.meant))


def chosen(session: Session, import_id: int, only: Collection[int]) -> list[Suggestion]:
    """The suggestions that are meant. Raises ``NothingSuggested`` and ``NoSuchImport``."""
    found = suggestions(session, import_id)
    there = {each.meant.number for each in found}
    missing = sorted(set(only) - there)
    if missing or not found:
        about = (
            f"difference {missing[0]} of import {import_id}" if missing else f"import {import_id}"
        )
        raise NothingSuggested(about=about, import_id=import_id)
    return [each for each in found if not only or each.meant.number in only]


def seen_as(session: Session, found: Sequence[Suggestion]) -> str:
    """Stands for exactly these suggestions and their differences, and for what was decided on their
    statements until now."""
    said = [(seen_of(session, each.meant), each.opinion, each.wish) for each in found]
    return hashlib.sha256(repr(said).encode()).hexdigest()


def wish_of(asked: Asked, opinion: Opinion, difference: Difference) -> Wish | None:
    """What a person would type to do what the opinion suggests; None if it suggests nothing."""
    if opinion.act is None:
        return None
    reason = f"{asked.model}: {opinion.why}" if opinion.why else asked.model
    if opinion.pairs:
        pairs = tuple((each.line, each.entry) for each in opinion.pairs)
        return Wish(opinion.act.value, pairs=pairs, reason=reason)
    lone = difference.kind is DifferenceKind.MISSING_IN_LEDGER
    entries = opinion.entries if lone and opinion.act in (Act.PAIR, Act.MOVE) else ()
    return Wish(opinion.act.value, entries=entries, reason=reason)


def _of_statement(session: Session, meant: Sequence[Numbered]) -> Iterator[Suggestion]:
    row, lines = meant[0].row, meant[0].lines
    asked = asked_of(row)
    if asked is None or row.statement.account_id is None:
        return
    differences = [each.difference for each in meant if each.difference is not None]
    open_ = left_alone(session, row, lines, differences)
    said = opinions_of(session, asked, lines, differences)
    for each, difference, opinion in zip(meant, differences, said, strict=True):
        wish = wish_of(asked, opinion, difference) if opinion else None
        if opinion and wish and difference in open_:
            wish = _towards(wish, row.statement.account_id)
            if _is_possible(each, wish):
                yield Suggestion(each, opinion, wish)


def _towards(wish: Wish, account_id: int) -> Wish:
    """An entry that moves comes from another account to the statement's."""
    return replace(wish, account_id=account_id) if wish.act == Act.MOVE else wish


def _is_possible(meant: Numbered, wish: Wish) -> bool:
    try:
        changes_of(meant, wish)
    except CannotResolve:
        return False
    return True


def _again(session: Session, import_id: int, wanted: Suggestion) -> Suggestion | None:
    same = (each for each in suggestions(session, import_id) if each.opinion == wanted.opinion)
    return next(same, None)
