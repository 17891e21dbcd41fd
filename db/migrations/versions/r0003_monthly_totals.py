"""Sums of whole months per account, kept true by triggers, so that balances need not add it all."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_FILL = """
INSERT INTO monthly_totals (account_id, month, entries, moved_minor)
SELECT account_id, {month}, count(*), sum(amount_minor) FROM transactions GROUP BY 1, 2
"""
_ADD = """
INSERT INTO monthly_totals (account_id, month, entries, moved_minor)
VALUES (NEW.account_id, {new}, 1, NEW.amount_minor)
ON CONFLICT (account_id, month) DO UPDATE SET
  entries = monthly_totals.entries + 1,
  moved_minor = monthly_totals.moved_minor + excluded.moved_minor;
"""
_TAKE = """
UPDATE monthly_totals SET entries = entries - 1, moved_minor = moved_minor - OLD.amount_minor
WHERE account_id = OLD.account_id AND month = {old};
DELETE FROM monthly_totals
WHERE account_id = OLD.account_id AND month = {old} AND entries = 0;
"""
_FIGURES = "account_id, booked_on, amount_minor"


def upgrade() -> None:
    op.create_table(
        "monthly_totals",
        sa.Column(
            "account_id",
            _BIG,
            sa.ForeignKey("accounts.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("month", sa.Date(), primary_key=True),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("moved_minor", sa.BigInteger(), nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        _postgresql()
    else:
        _sqlite()


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION keep_monthly_totals() CASCADE")
    else:
        for verb in ("insert", "update", "delete"):
            op.execute(f"DROP TRIGGER monthly_totals_{verb}")
    op.drop_table("monthly_totals")


def _sqlite() -> None:
    month = "date({}, 'start of month')".format
    add = _ADD.format(new=month("NEW.booked_on"))
    take = _TAKE.format(old=month("OLD.booked_on"))
    op.execute(_FILL.format(month=month("booked_on")))
    for verb, event, work in (
        ("insert", "INSERT", add),
        ("update", f"UPDATE OF {_FIGURES}", take + add),
        ("delete", "DELETE", take),
    ):
        op.execute(
            f"CREATE TRIGGER monthly_totals_{verb} AFTER {event} ON transactions BEGIN {work} END"
        )


def _postgresql() -> None:
    month = "date_trunc('month', {})::date".format
    add = _ADD.format(new=month("NEW.booked_on"))
    take = _TAKE.format(old=month("OLD.booked_on"))
    op.execute(_FILL.format(month=month("booked_on")))
    op.execute(
        "CREATE FUNCTION keep_monthly_totals() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF TG_OP = 'TRUNCATE' THEN DELETE FROM monthly_totals; END IF; "
        f"IF TG_OP IN ('UPDATE', 'DELETE') THEN {take} END IF; "
        f"IF TG_OP IN ('INSERT', 'UPDATE') THEN {add} END IF; "
        "RETURN NULL; END $$"
    )
    for verb, event, each in (
        ("change", f"INSERT OR DELETE OR UPDATE OF {_FIGURES}", "ROW"),
        ("truncate", "TRUNCATE", "STATEMENT"),
    ):
        op.execute(
            f"CREATE TRIGGER monthly_totals_{verb} AFTER {event} ON transactions "
            f"FOR EACH {each} EXECUTE FUNCTION keep_monthly_totals()"
        )
