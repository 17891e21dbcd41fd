"""Carries out what a model suggests for differences, because a person says so.

Each suggestion becomes what a person could have typed with `tieout resolve`, and nothing else: the
kernel proves the statement again, and undoing the import takes it back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from db.bookkeeping import hold
from db.ledger import entries_of
from pipeline.claims import Act, Asked, Opinion
from pipeline.drafts import Line
from pipeline.matching.shapes import Difference, DifferenceKind
from pipeline.record.left import left_alone
from pipeline.record.opinions import asked_of, opinions_of
from pipeline.record.shown import recorded_differences
from pipeline.review.deciding import Decided
from pipeline.review.errors import CannotResolve, NothingSuggested, SuggestionMoved
from pipeline.review.resolving import numbered_differences, resolve, seen_of
from pipeline.review.wishing import Numbered, Wish, changes_of

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from db.models import Reconciliation


@dataclass(frozen=True, slots=True)
class Heard:
    """What ``model`` said of a difference. ``wish`` is what it suggests, None if that is nothing
    that can be carried out now, and ``seen`` stands for exactly that and its difference."""

    model: str
    opinion: Opinion
    wish: Wish | None = None
    seen: str = ""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What a person may take: the difference that it is about, and what was said."""

    meant: Numbered
    heard: Heard
    wish: Wish


def suggestions(session: Session, import_id: int) -> list[Suggestion]:
    """Those that can be carried out now, by the numbers of their differences. Raises
    ``NoSuchImport``."""
    found: list[Suggestion] = []
    for row, some in groupby(numbered_differences(session, import_id), key=lambda each: each.row):
        meant = list(some)
        for each, said in zip(meant, heard(session, row, meant[0].lines), strict=True):
            if said is not None and said.wish is not None:
                found.append(Suggestion(each, said, said.wish))
    return found


def heard(session: Session, row: Reconciliation, lines: Sequence[Line]) -> list[Heard | None]:
    """For each difference of the statement, as they were recorded, what a model said of it, if the
    difference is still as the model saw it."""
    asked, differences = asked_of(row), recorded_differences(row)
    if asked is None or row.statement.account_id is None:
        return [None] * len(differences)
    open_ = left_alone(session, row, lines, differences)
    return [
        None if said is None else _heard(session, asked, said, Numbered(0, row, each, lines), open_)
        for each, said in zip(
            differences, opinions_of(session, asked, lines, differences), strict=True
        )
    ]


def take(
    session: Session, import_id: int, only: Collection[int], actor: str, seen: str | None = None
) -> Iterator[Decided]:
    """Carry them out, or of them ``only`` those for differences of these numbers.

    ``seen`` says what the person looked at (`seen_as`). Each is looked for again after the one
    before, which may have settled it. Raises ``NothingSuggested``, ``SuggestionMoved`` and what
    `resolve` raises.
    """
    first = chosen(session, import_id, only)
    _hold(session, first)
    wanted = chosen(session, import_id, only)
    if seen_as(wanted) != (seen or seen_as(first)):
        raise SuggestionMoved(import_id=import_id)
    for each in wanted:
        session.flush()  # whatever holds the account forgets what was not written
        now = _again(session, import_id, each.heard.opinion)
        if now is not None:
            shown = seen_of(session, now.meant)
            yield resolve(session, import_id, now.meant.number, now.wish, actor, shown)


def chosen(session: Session, import_id: int, only: Collection[int]) -> list[Suggestion]:
    """The suggestions that are meant. Raises ``NothingSuggested`` and ``NoSuchImport``."""
    found = suggestions(session, import_id)
    missing = sorted(set(only) - {each.meant.number for each in found})
    if missing:
        raise NothingSuggested(
            about=f"difference {missing[0]} of import {import_id}", import_id=import_id
        )
    if not found:
        raise NothingSuggested(about=f"import {import_id}", import_id=import_id)
    return [each for each in found if not only or each.meant.number in only]


def seen_as(found: Sequence[Suggestion]) -> str:
    """Stands for exactly these suggestions and their differences, and for what was decided on their
    statements until now."""
    return " ".join(each.heard.seen for each in found)


def _hold(session: Session, found: Sequence[Suggestion]) -> None:
    """From now on nobody else changes the accounts that these are about."""
    moving = {entry for each in found for entry in each.wish.entries}
    accounts = {entry.account_id for entry in entries_of(session, moving)}
    for each in found:
        if (own := each.meant.row.statement.account_id) is not None:
            accounts.add(own)
    for account_id in sorted(accounts):
        hold(session, account_id)
    # Whoever had to wait must see what the other has made of it.
    session.expire_all()


def _heard(
    session: Session,
    asked: Asked,
    opinion: Opinion,
    meant: Numbered,
    open_: Collection[Difference],
) -> Heard:
    wish = _wish(asked, opinion, meant) if meant.difference in open_ else None
    if wish is None:
        return Heard(asked.model, opinion)
    said = repr((seen_of(session, meant), opinion, wish))
    return Heard(asked.model, opinion, wish, hashlib.sha256(said.encode()).hexdigest())


def _wish(asked: Asked, opinion: Opinion, meant: Numbered) -> Wish | None:
    """What a person would type to do what is suggested; None if that can be nothing."""
    if opinion.act is None or meant.difference is None:
        return None
    lone = meant.difference.kind is DifferenceKind.MISSING_IN_LEDGER
    other = lone and opinion.act in (Act.PAIR, Act.MOVE)
    wish = Wish(
        opinion.act.value,
        entries=opinion.entries if other else (),
        pairs=tuple((each.line, each.entry) for each in opinion.pairs),
        # An entry that moves comes from another account to the statement's.
        account_id=meant.row.statement.account_id if opinion.act is Act.MOVE else None,
        reason=f"{asked.model}: {opinion.why}" if opinion.why else asked.model,
    )
    try:
        changes_of(meant, wish)
    except CannotResolve:
        return None
    return wish


def _again(session: Session, import_id: int, opinion: Opinion) -> Suggestion | None:
    found = suggestions(session, import_id)
    return next((each for each in found if each.heard.opinion == opinion), None)
