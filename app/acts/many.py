"""Decides on many proposals at once, for a person who was shown what that comes to."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from app.acts.actors import person
from app.acts.proposals import statement_of
from app.acts.refusals import carried_out
from app.errors import ListOutdated
from app.queries.books import find_account
from app.shapes.decisions import ManyShape, decision_shape
from db import ledger
from db.models import Account, Proposal
from db.session import read_only
from db.watched import Watch, watch
from pipeline.review.at_once import Chosen, accept_new, accept_safe, how_many_to_try
from pipeline.review.deciding import Decided


def accept_all(
    engine: Engine,
    *,
    new: bool,
    account: str | None = None,
    month: date | None = None,
    names: Mapping[str, str] | None = None,
    dry_run: bool = False,
    seen: str | None = None,
    most: int | None = None,
    actor: str | None = None,
    hears: Watch | None = None,
) -> list[ManyShape]:
    """Accept everything after which a statement ties out; or with ``new`` the accounts that proven
    statements propose, called ``names`` by their digits. All or nothing.

    ``most`` proposals are tried, the oldest first. ``seen`` says what a person was shown that it
    would come to (`seen_of_all`); ``hears`` is told how far it is.

    Raises ``AccountUnclear``, ``AccountExists``, ``ListOutdated``.
    """
    who = actor or person()

    def act(session: Session) -> list[ManyShape]:
        watch(session, hears)
        account_id = find_account(ledger.accounts(session), account).id if account else None
        chosen = Chosen(account_id, month, most)
        found = (
            accept_new(session, who, chosen, names or {})
            if new
            else accept_safe(session, who, chosen)
        )
        decided = list(_shapes(session, found))
        if seen is not None and seen != seen_of_all(decided):
            raise ListOutdated
        return decided

    return carried_out(engine, act, action="accept", actor=who, dry_run=dry_run)


def how_many_propose(engine: Engine, most: int) -> int:
    """How many proposals wait that `accept_all` would try, counted up to so many."""
    with read_only(engine) as session:
        return how_many_to_try(session, most)


def seen_of_all(decided: Iterable[ManyShape]) -> str:
    """What a form sends back, to say which changes a person was shown: all of them as they are."""
    said = [
        [each.import_id, [[change.op, change.was, change.now] for change in each.decision.changes]]
        for each in decided
    ]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()


def _shapes(session: Session, found: Iterator[tuple[Proposal, Decided]]) -> Iterator[ManyShape]:
    for proposal, decided in found:
        statement = statement_of(session, proposal)
        yield ManyShape(
            import_id=statement.import_id,
            statement=statement.ordinal + 1,
            file=statement.work.source_name,
            account=_named(statement.account),
            period_start=statement.period_start,
            period_end=statement.period_end,
            decision=decision_shape(proposal, decided),
        )


def _named(account: Account | None) -> str | None:
    if account is None:
        return None
    return f"{account.name} *{account.mask}" if account.mask else account.name
