"""Examines the ledger database: there, reachable, of the right revision, its totals true."""

from __future__ import annotations

from app.doctor.findings import Finding, State
from app.texts import terminal as texts
from db.errors import TieoutError


def ledger_finding(url: str) -> Finding:
    """Opens the database as every command would; whatever it raises names its own remedy."""
    from db.engine import make_engine, place
    from db.faults import typed_errors
    from db.monthly import require_true_totals
    from db.revision import require_current
    from db.session import read_only

    try:
        engine = make_engine(url)
        with typed_errors(engine):
            require_current(engine)
            with read_only(engine) as session:
                require_true_totals(session)
    except TieoutError as error:
        return Finding("ledger", State.BAD, error.code, str(error))
    return Finding("ledger", State.GOOD, texts.DOCTOR_LEDGER_GOOD.format(place=place(engine)))
