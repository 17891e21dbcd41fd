"""Notes on lines, and a chain of hashes through the log that begins with the rows there are."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op
from sqlalchemy.orm import Session

from db.chain import add_links
from db.models import AuditLog

revision = "r0004"
down_revision = "r0003"
branch_labels = None
depends_on = None

_BIG: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_FIXED: Final = ("position", "log_id", "content", "previous", "hash")


def upgrade() -> None:
    """Make the tables, link every row, and let nothing change a link but taking its salt away."""
    op.create_table(
        "line_notes",
        sa.Column("id", _BIG, primary_key=True),
        sa.Column("statement_id", _BIG, sa.ForeignKey("statements.id"), index=True),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("booked_on", sa.Date()),
        sa.Column("amount_minor", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("tag", sa.Text()),
        sa.Column("file_name", sa.Text()),
        sa.Column("file", sa.LargeBinary()),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "audit_chain",
        sa.Column("position", _BIG, primary_key=True, autoincrement=False),
        sa.Column(
            "log_id",
            _BIG,
            sa.ForeignKey("audit_log.id", name="fk_audit_chain_log_id_audit_log"),
            nullable=False,
            unique=True,
        ),
        sa.Column("salt", sa.String(32)),
        *(sa.Column(name, sa.String(64), nullable=False) for name in _FIXED[2:]),
    )
    with Session(op.get_bind()) as session:
        last = 0
        while rows := _rows_after(session, last):
            add_links(op.get_bind(), rows)
            last = rows[-1].id
            session.expunge_all()
    if op.get_bind().dialect.name == "postgresql":
        _let_it_only_grow_on_postgresql()
    else:
        _let_it_only_grow_on_sqlite()


def _rows_after(session: Session, last: int) -> list[AuditLog]:
    query = sa.select(AuditLog).where(AuditLog.id > last).order_by(AuditLog.id).limit(1000)
    return list(session.scalars(query))


def _only_unsalted(differs: str) -> str:
    same = " AND ".join(f"NOT (NEW.{name} {differs} OLD.{name})" for name in _FIXED)
    return f"{same} AND NEW.salt IS NULL"


def _let_it_only_grow_on_sqlite() -> None:
    unless = f"WHEN NOT ({_only_unsalted('IS NOT')})"
    for verb, when in (("UPDATE", unless), ("DELETE", "")):
        op.execute(
            f"CREATE TRIGGER audit_chain_no_{verb.lower()} BEFORE {verb} ON audit_chain {when} "
            "BEGIN SELECT RAISE(ABORT, 'audit_chain is append-only'); END"
        )


def _let_it_only_grow_on_postgresql() -> None:
    op.execute(
        "CREATE OR REPLACE FUNCTION audit_chain_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF TG_OP = 'UPDATE' THEN IF {_only_unsalted('IS DISTINCT FROM')} THEN "
        "RETURN NEW; END IF; END IF; RAISE EXCEPTION 'audit_chain is append-only'; END $$"
    )
    op.execute(
        "CREATE TRIGGER audit_chain_append_only BEFORE UPDATE OR DELETE ON audit_chain "
        "FOR EACH ROW EXECUTE FUNCTION audit_chain_append_only()"
    )
