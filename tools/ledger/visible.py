"""What a run may see of the ledger, and the errors a model gets for anything else."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from tools.errors import ToolError
from tools.ledger.workspace import StatementFacts, Workspace

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from db.views import AccountView

#: Opens a read-only session, such as ``partial(db.session.read_only, engine)``.
Sessions: TypeAlias = "Callable[[], AbstractContextManager[Session]]"


class AccountNotVisibleError(ToolError):
    """No account {account_id} is visible here."""

    code: ClassVar[str] = "account_not_visible"
    hint: ClassVar[str | None] = "use an id that get_accounts returned"
    field: ClassVar[str | None] = "account_id"


class StatementNotVisibleError(ToolError):
    """No such statement is visible here; there are: {names}."""

    code: ClassVar[str] = "statement_not_visible"
    hint: ClassVar[str | None] = "use one of these names"
    field: ClassVar[str | None] = "statement"


def visible_account(session: Session, workspace: Workspace, account_id: int) -> AccountView:
    """The account. Raises AccountNotVisibleError, also for one that exists out of scope."""
    from db.ledger import accounts

    found = accounts(session, scope=[account_id]) if account_id in workspace.scope else []
    if not found:
        raise AccountNotVisibleError(account_id=account_id)
    return found[0]


def visible_statement(workspace: Workspace, statement: str) -> StatementFacts:
    """The statement's facts. Raises StatementNotVisibleError."""
    facts = workspace.statements.get(statement)
    if facts is None:
        raise StatementNotVisibleError(names=", ".join(workspace.statements) or "none")
    return facts
