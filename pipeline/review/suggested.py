"""Carries out what a model suggests for differences, because a person asks for it.

Each suggestion becomes what a person could have typed with `tieout resolve`, and nothing else: the
kernel proves the statement again, and undoing the import takes it back.
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from uuid import uuid4

from sqlalchemy.orm import Session

from db.ledger.bookkeeping import hold
from db.ledger.queries import entries_of
from db.ledger.views import Entry
from db.models import Reconciliation
from db.session import batches
from db.statements.pages import import_of
from pipeline.claims import Act, Asked, Opinion
from pipeline.drafts import Line
from pipeline.matching.shapes import Difference, DifferenceKind
from pipeline.record.proposing import (
    RowsSaid,
    asked_of,
    entries_named,
    left_of_each,
    not_left,
    opinions_of,
    recorded_differences,
)
from pipeline.review.deciding import Decided
from pipeline.review.errors import CannotResolve, NothingSuggested, SuggestionMoved
from pipeline.review.resolving import (
    Numbered,
    Wish,
    changes_of,
    decided_on,
    numbered_differences,
    resolve,
    seen_of,
    seen_with,
)


@dataclass(frozen=True, slots=True)
class Heard:
    """What ``model`` said of a difference. ``wish`` is what it suggests, None if that is nothing
    that can be carried out now, and ``seen`` identifies exactly that and its difference."""

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
    """Those that can be carried out now, by difference. Raises ``NoSuchImport``."""
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
    return heard_of_each(session, [(row, lines)])[0]


def heard_of_each(
    session: Session, read: Iterable[tuple[Reconciliation, Sequence[Line]]]
) -> list[list[Heard | None]]:
    """The same of many statements, asked together."""
    found = [_Listened(row, lines, asked_of(row), recorded_differences(row)) for row, lines in read]
    now = _now(session, [each for each in found if each.is_to_be_heard])
    return [
        _heard(now, each) if each.is_to_be_heard else [None] * len(each.differences)
        for each in found
    ]


def take(
    session: Session, import_id: int, only: Collection[int], actor: str, seen: str | None = None
) -> Iterator[Decided]:
    """Carry them out, or of them ``only`` those for differences of these numbers.

    ``seen`` says what the person looked at (`seen_as`). Each is looked for again after the one
    before, which may have settled it. Raises ``NothingSuggested``, ``SuggestionMoved`` and what
    `resolve` raises.
    """
    import_of(session, import_id, hold=True)  # before the accounts, as everyone does
    first = chosen(session, import_id, only)
    _hold(session, first)
    wanted = chosen(session, import_id, only)
    group = uuid4().hex if len(wanted) > 1 else None
    if seen_as(wanted) != (seen or seen_as(first)):
        raise SuggestionMoved(import_id=import_id)
    for each in wanted:
        session.flush()  # whatever holds the account forgets what was not written
        now = _again(session, import_id, each.heard.opinion)
        if now is not None:
            shown = seen_of(session, now.meant)
            yield resolve(session, import_id, now.meant.number, now.wish, actor, shown, group)


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
    """Identifies these suggestions, their differences, and what was decided on them until now."""
    return " ".join(each.heard.seen for each in found)


def _hold(session: Session, found: Sequence[Suggestion]) -> None:
    """From now on no one else changes the accounts that these are about."""
    moving = {entry for each in found for entry in each.wish.entries}
    accounts = {entry.account_id for entry in entries_of(session, moving)}
    for each in found:
        if (own := each.meant.row.statement.account_id) is not None:
            accounts.add(own)
    for account_id in sorted(accounts):
        hold(session, account_id)
    # Anyone who had to wait must see what the other has made of it.
    session.expire_all()


@dataclass(frozen=True, slots=True)
class _Listened:
    """A statement's differences, and what a model was asked about them, if one was."""

    row: Reconciliation
    lines: Sequence[Line]
    asked: Asked | None
    differences: Sequence[Difference]

    @property
    def is_to_be_heard(self) -> bool:
        said = self.asked is not None and bool(self.asked.opinions)
        return said and self.row.statement.account_id is not None


@dataclass(frozen=True, slots=True)
class _Now:
    """What opinions are held to: entries by id, what was left by statement, and what was decided
    by what is recorded of each."""

    entries: Mapping[int, Entry]
    left: Mapping[int | None, Collection[RowsSaid]]
    decided: Mapping[int | None, Sequence[int]]


def _now(session: Session, heard: Sequence[_Listened]) -> _Now:
    if not heard:
        return _Now({}, {}, {})
    named = {n for each in heard if each.asked for n in entries_named(each.asked, each.differences)}
    return _Now(
        {entry.id: entry for some in batches(sorted(named)) for entry in entries_of(session, some)},
        left_of_each(session, [each.row for each in heard]),
        decided_on(session, {each.row.id for each in heard}),
    )


def _heard(now: _Now, of: _Listened) -> list[Heard | None]:
    assert of.asked is not None
    asked, open_ = of.asked, not_left(now.left[of.row.statement_id], of.lines, of.differences)
    opinions = opinions_of(asked, of.lines, now.entries, of.differences)
    return [
        None
        if said is None
        else _one_heard(now, asked, said, Numbered(0, of.row, each, of.lines), open_)
        for each, said in zip(of.differences, opinions, strict=True)
    ]


def _one_heard(
    now: _Now, asked: Asked, opinion: Opinion, meant: Numbered, open_: Collection[Difference]
) -> Heard:
    wish = _wish(asked, opinion, meant) if meant.difference in open_ else None
    if wish is None:
        return Heard(asked.model, opinion)
    said = repr((seen_with(now.decided, meant), opinion, wish))
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
