"""Understands how a person wants a difference settled: accounts by their words, money as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from app.queries.locks import account_id_of
from db.models import Account
from db.money import exponent_of, to_minor
from db.session import read_only
from pipeline.review.errors import NoAccountYet
from pipeline.review.resolving import one_difference
from pipeline.review.wishing import Wish

if TYPE_CHECKING:
    from sqlalchemy import Engine
    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a person said; ``account`` is any word for one, ``amounts`` are decimals as typed."""

    act: str
    lines: tuple[int, ...] = ()
    entries: tuple[int, ...] = ()
    day: date | None = None
    account: str | None = None
    amounts: tuple[str, ...] = ()
    reason: str = ""


def understood(engine: Engine, import_id: int, number: int, asked: Asked) -> Wish:
    """The same in the ledger's terms; amounts are in the currency of the difference's account.

    Raises ``AccountUnclear``, ``NoSuchImport``, ``NoSuchDifference``, ``NoAccountYet`` and the
    errors of `db.money`.
    """
    with read_only(engine) as session:
        return Wish(
            asked.act,
            asked.lines,
            asked.entries,
            asked.day,
            account_id_of(session, asked.account),
            _minor(session, import_id, number, asked.amounts) if asked.amounts else (),
            asked.reason.strip(),
        )


def _minor(
    session: Session, import_id: int, number: int, amounts: Sequence[str]
) -> tuple[int, ...]:
    account_id = one_difference(session, import_id, number).row.statement.account_id
    if account_id is None:
        raise NoAccountYet(import_id=import_id)
    exponent = exponent_of(session.get_one(Account, account_id).currency)
    return tuple(to_minor(amount, exponent) for amount in amounts)
