"""Where each entry and each account comes from, confirmed layouts, and the second certificate.

Statements of an earlier kernel stay as they are, and are shown as such, until `tieout reprocess`
proves them again. Locks that came by themselves rested on that kernel, and are released; those that
a person made stay.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

_BIG: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_ORIGIN: Final = sa.String(20)
_MACHINE: Final = "tieout"
_WHY: Final = "an earlier version of tieout proved it"

_LOG: Final = sa.table(
    "audit_log",
    sa.column("id", _BIG),
    sa.column("at", sa.DateTime(timezone=True)),
    sa.column("actor", sa.Text()),
    sa.column("action", sa.Text()),
    sa.column("subject", sa.Text()),
    sa.column("before", sa.JSON()),
    sa.column("after", sa.JSON(none_as_null=True)),
)
_LOCKS: Final = sa.table(
    "locks",
    sa.column("id", _BIG),
    sa.column("reconciliation_id", _BIG),
    sa.column("released_at", sa.DateTime(timezone=True)),
    sa.column("released_reason", sa.Text()),
)
_MATCHES: Final = sa.table(
    "matches", sa.column("reconciliation_id", _BIG), sa.column("transaction_id", _BIG)
)
_ENTRIES: Final = sa.table("transactions", sa.column("id", _BIG), sa.column("state", sa.String(20)))
_ACCOUNTS: Final = sa.table(
    "accounts",
    sa.column("id", _BIG),
    *(sa.column(f"{name}_origin", _ORIGIN) for name in ("kind", "currency", "opening")),
)
_ASSERTIONS: Final = sa.table("balance_assertions", sa.column("statement_id", _BIG))
_PROOFS: Final = sa.table("reconciliations", sa.column("id", _BIG), sa.column("statement_id", _BIG))


def upgrade() -> None:
    # In place: a table that is made again loses its triggers.
    origin = sa.Column("origin", _ORIGIN, nullable=False, server_default="source")
    op.add_column("transactions", origin)
    op.execute("UPDATE transactions SET origin = 'reading' WHERE import_id IS NOT NULL")
    for name in ("kind", "currency", "opening"):
        column = sa.Column(f"{name}_origin", _ORIGIN, nullable=False, server_default="source")
        op.add_column("accounts", column)
    for name in ("hypotheses", "rests_on", "teaches"):
        op.add_column("reconciliations", sa.Column(name, sa.JSON(), nullable=True))
    op.drop_column("statements", "last_day")
    holds: sa.Column[bool] = sa.Column(
        "holds", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("statements", holds)
    op.create_table(
        "confirmed_layouts",
        sa.Column("id", _BIG, primary_key=True),
        sa.Column(
            "account_id", _BIG, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column(
            "statement_id", _BIG, sa.ForeignKey("statements.id", ondelete="SET NULL"), nullable=True
        ),
        sa.Column("layout", sa.JSON(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
    for on in ("account_id", "statement_id"):
        op.create_index(f"ix_confirmed_layouts_{on}", "confirmed_layouts", [on])
    _mark_what_was_read()
    _release_own_locks()


def downgrade() -> None:
    op.drop_table("confirmed_layouts")
    op.drop_column("statements", "holds")
    op.add_column("statements", sa.Column("last_day", sa.Date(), nullable=True))
    for name in ("hypotheses", "rests_on", "teaches"):
        op.drop_column("reconciliations", name)
    for name in ("kind", "currency", "opening"):
        op.drop_column("accounts", f"{name}_origin")
    op.drop_column("transactions", "origin")


def _mark_what_was_read() -> None:
    """What accounts say of themselves because somebody accepted what a page says."""
    connection = op.get_bind()
    acts = sa.select(_LOG.c.after).where(_LOG.c.action.in_(("accept", "resolve")))
    opened: set[int] = set()
    balanced: set[int] = set()
    for after in connection.scalars(acts):
        for each in (after or {}).get("applied", ()):
            said = each.get("after") or {}
            if each.get("op") == "account" and said.get("account_id"):
                opened.add(said["account_id"])
            if each.get("op") == "open" and said.get("account_id"):
                balanced.add(said["account_id"])
    for accounts, names in ((opened, ("kind", "currency", "opening")), (balanced, ("opening",))):
        values: Any = {f"{name}_origin": "reading" for name in names}
        if accounts:
            wanted = sa.update(_ACCOUNTS).where(_ACCOUNTS.c.id.in_(sorted(accounts)))
            connection.execute(wanted.values(values))


def _release_own_locks() -> None:
    """The locks that no person made, with the states of their entries put back."""
    connection = op.get_bind()
    held = sa.select(_LOCKS.c.id, _LOCKS.c.reconciliation_id).where(
        _LOCKS.c.released_at.is_(None), _LOCKS.c.reconciliation_id.is_not(None)
    )
    own: dict[int, int] = {}
    kept: list[int] = []
    for lock_id, proof_id in connection.execute(held).all():
        made = sa.select(_LOG.c.actor).where(
            _LOG.c.action == "lock", _LOG.c.subject == f"locks:{lock_id}"
        )
        by = connection.scalar(made.order_by(_LOG.c.id.desc()).limit(1))
        if by == _MACHINE:
            own[lock_id] = proof_id
        else:
            kept.append(proof_id)
    others = sa.select(_MATCHES.c.transaction_id).where(_MATCHES.c.reconciliation_id.in_(kept))
    locked = set(connection.scalars(others)) if kept else set()
    for lock_id, proof_id in own.items():
        _release(connection, lock_id, proof_id, locked)


def _release(connection: sa.Connection, lock_id: int, proof_id: int, locked: set[int]) -> None:
    now = datetime.now(UTC)
    acts = sa.select(_LOG.c.after).where(
        _LOG.c.subject == f"locks:{lock_id}", _LOG.c.action.in_(("lock", "reconcile"))
    )
    states: dict[str, str] = {}
    for after in connection.scalars(acts.order_by(_LOG.c.id.desc())):
        states |= (after or {}).get("states", {})
    for entry, state in states.items():
        if int(entry) not in locked:
            mine = (_ENTRIES.c.id == int(entry)) & (_ENTRIES.c.state == "reconciled")
            connection.execute(sa.update(_ENTRIES).where(mine).values(state=state))
    statement = sa.select(_PROOFS.c.statement_id).where(_PROOFS.c.id == proof_id)
    connection.execute(
        sa.delete(_ASSERTIONS).where(_ASSERTIONS.c.statement_id.in_(statement.scalar_subquery()))
    )
    gone = {"released_at": now, "released_reason": _WHY}
    connection.execute(sa.update(_LOCKS).where(_LOCKS.c.id == lock_id).values(gone))
    said = {"at": now, "actor": _MACHINE, "action": "unlock", "subject": f"locks:{lock_id}"}
    connection.execute(sa.insert(_LOG).values(**said, before=None, after={"reason": _WHY}))
