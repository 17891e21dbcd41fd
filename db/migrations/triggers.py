"""What the database does by itself: triggers, and the index of texts, as SQL in files beside."""

from pathlib import Path
from typing import Final

import sqlalchemy as sa
from alembic import op

_OF_ACCOUNT: Final = "opening_balance_minor, opened_on, currency, mask"


def create_triggers() -> None:
    """Make all of them; the tables are there."""
    _run(f"triggers.{op.get_bind().dialect.name}.sql")
    count_account_changes()


def count_account_changes(*, again: bool = False) -> None:
    """Count a change of what an account is known by; ``again``, of its whole number too."""
    postgresql = op.get_bind().dialect.name == "postgresql"
    if again:
        op.execute("DROP TRIGGER version_account" + (" ON accounts" if postgresql else ""))
    known = f"{_OF_ACCOUNT}, number" if again else _OF_ACCOUNT
    does = "BEGIN UPDATE accounts SET version = version + 1 WHERE id = NEW.id; END"
    if postgresql:
        does = "FOR EACH ROW EXECUTE FUNCTION count_account_change()"
    op.execute(f"CREATE TRIGGER version_account AFTER UPDATE OF {known} ON accounts {does}")


def index_texts() -> None:
    if op.get_bind().dialect.name == "postgresql":
        _texts_on_postgresql()
    else:
        _run("texts.sqlite.sql")


def _run(name: str) -> None:
    """Run a file's statements, which blank lines part; a line with -- is a comment."""
    text = Path(__file__).with_name(name).read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("--")]
    for statement in "\n".join(lines).split("\n\n"):
        op.execute(statement)


def _texts_on_postgresql() -> None:
    connection = op.get_bind()
    attempt = connection.begin_nested()
    try:
        # From PostgreSQL 13 on, everybody may who may create anything in the database.
        connection.execute(sa.text("CREATE EXTENSION IF NOT EXISTS pg_trgm"))
    except sa.exc.DBAPIError:
        attempt.rollback()
        return
    attempt.commit()
    # Where it is already, it may be in a schema that is not searched.
    schema = connection.scalar(
        sa.text("SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = 'pg_trgm'")
    )
    text = f"(lower(description) {schema}.gin_trgm_ops)"
    op.execute(f"CREATE INDEX ix_lines_text ON lines USING gin {text}")
    # Of an expression nothing is known before, and the planner would go through all lines.
    op.execute("ANALYZE lines")
