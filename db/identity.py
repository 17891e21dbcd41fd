"""Which ledger this is: by that name its documents are told from those of others."""

from __future__ import annotations

from uuid import uuid4

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from db.models import Ledger
from db.session import read_only


def identity_of(engine: Engine) -> str:
    """The ledger's identity: random, made with its tables."""
    with read_only(engine) as session:
        return session.scalars(select(Ledger.identity)).one()


def new_identity() -> str:
    """One that no ledger has."""
    return uuid4().hex


def change_identity(session: Session, identity: str) -> None:
    """From now on the ledger is this one."""
    session.scalars(select(Ledger).with_for_update()).one().identity = identity
