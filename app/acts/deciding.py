"""Decides on proposals and a model's suggestions, one or many, as a person was shown them."""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Unpack

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from app.acts.refusals import How, carried_out
from app.errors import ListOutdated, NothingWaits, PageOutdated
from app.queries.books import find_account
from app.queries.history import account_name
from app.queries.reviews import pending_of, seen_of, statement_of
from app.shapes.decisions import ManyShape, decision_shape
from app.shapes.writing import shaped
from db.ledger import queries
from db.models import Proposal
from db.session import Watch, read_only, watch
from pipeline.review.deciding import Decided
from pipeline.review.errors import NoSuchChange
from pipeline.review.waiting import Chosen, accept_new, accept_safe, how_many_to_try


def waiting_proposals(
    session: Session,
    import_id: int,
    seen: str | None = None,
    *,
    from_ask: bool = False,
    of: Collection[int] = (),
) -> Sequence[Proposal]:
    """What the import proposes and no one decided on yet, in order; with ``from_ask`` only what a
    model proposed, and with ``of`` only these proposals. Raises ``NothingWaits``, and
    ``PageOutdated`` if that is not what a person has ``seen``."""
    found = pending_of(session, import_id)
    if not found:
        raise NothingWaits(import_id=import_id)
    if seen is not None and seen != seen_of(found):
        raise PageOutdated(import_id=import_id)
    meant = [
        each
        for each in found
        if not (from_ask and each.suggested_by is None) and (not of or each.id in of)
    ]
    if not meant:
        raise NothingWaits(import_id=import_id)
    return meant


def chosen(
    proposals: Sequence[Proposal], only: Collection[int]
) -> list[tuple[Proposal, list[int] | None]]:
    """Each proposal that is meant with its own numbers, or None for all of its changes."""
    if not only:
        return [(proposal, None) for proposal in proposals]
    found: list[tuple[Proposal, list[int] | None]] = []
    before = 0
    for proposal in proposals:
        own = [n - before for n in sorted(set(only)) if 0 < n - before <= len(proposal.changes)]
        before += len(proposal.changes)
        found += [(proposal, own)] if own else []
    beyond = [number for number in only if not 1 <= number <= before]
    if beyond:
        raise NoSuchChange(proposal_id=proposals[0].id, number=beyond[0], count=before)
    return found


def anything_waits(engine: Engine, import_id: int) -> bool:
    with read_only(engine) as session:
        return bool(pending_of(session, import_id))


def accept_all(
    engine: Engine,
    *,
    new: bool,
    account: str | None = None,
    month: date | None = None,
    names: Mapping[str, str] | None = None,
    most: int | None = None,
    hears: Watch | None = None,
    **how: Unpack[How],
) -> list[ManyShape]:
    """Accept everything after which a statement ties out; or with ``new`` the accounts that proven
    statements propose, called ``names`` by their digits. All or nothing.

    ``most`` proposals are tried, the oldest first. ``seen`` says what a person was shown that it
    would come to (`seen_of_all`); ``hears`` hears the progress.

    Raises ``AccountUnclear``, ``AccountExists``, ``ListOutdated``."""
    seen = how.get("seen")

    def act(session: Session, who: str) -> list[ManyShape]:
        watch(session, hears)
        account_id = find_account(queries.accounts(session), account).id if account else None
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

    return carried_out(engine, act, "accept", how)


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
        account = statement.account
        yield shaped(
            ManyShape,
            statement,
            statement=statement.ordinal + 1,
            file=statement.work.source_name,
            account=account_name(account.name, account.mask) if account else None,
            decision=decision_shape(proposal, decided),
        )
