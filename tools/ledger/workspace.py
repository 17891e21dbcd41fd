"""The shapes in which a model sees statements and suggests changes, and the limits of its view."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, fields
from datetime import date
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, ClassVar, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from db.text import one_line
from tools.loop.errors import ToolError
from tools.loop.json_text import MOST_DIGITS, bounded, compact, loads, plain
from tools.loop.messages import Message, Role

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
    from sqlalchemy.orm import Session

    from db.ledger.views import AccountView


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows, all of one length."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]


def table(columns: Sequence[str], items: Iterable[object]) -> Table:
    """One row per item, from the named attributes; columns empty in every row are left out."""
    rows = [tuple(getattr(item, column) for column in columns) for item in items]
    kept = [i for i in range(len(columns)) if any(row[i] not in (None, "") for row in rows)]
    return Table(
        tuple(columns[i] for i in kept), tuple(tuple(row[i] for i in kept) for row in rows)
    )


def names_of(kind: type[DataclassInstance]) -> tuple[str, ...]:
    """The columns of a table with one for each field of a shape."""
    return tuple(each.name for each in fields(kind))


class CursorError(ToolError, code="cursor_invalid"):
    """This tool did not return that cursor."""

    hint: ClassVar[str | None] = "use next_cursor as it was given, or leave it out"
    field: ClassVar[str | None] = "cursor"


#: An IBAN, in groups or not, or any run of more digits than a date or an amount has.
_LONG_NUMBER = re.compile(
    r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b|(?<![\d.,])\d{9,}(?![\d.,])"
)


def as_data(text: str) -> str:
    """The text between tags that say it is data; nothing in it can close them, or hide."""
    return f"<data>{one_line(text).replace('<', '&lt;')}</data>" if text else text


def without_numbers(text: str) -> str:
    """The text with every number that could be an account's reduced to its last four digits."""
    return _LONG_NUMBER.sub(lambda found: "…" + found[0][-4:], text)


class Arguments(BaseModel):
    """The base of every tool's arguments: frozen, and no field that was not asked for."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def _iso_date(value: object) -> object:
    # pydantic would take a bare number for seconds since 1970.
    if isinstance(value, date):
        return value
    if not isinstance(value, str):
        raise ValueError("write the date as YYYY-MM-DD")
    try:
        return date.fromisoformat(value.strip())
    except ValueError:
        raise ValueError("write the date as YYYY-MM-DD") from None


def _decimal(value: object) -> object:
    if isinstance(value, bool | float) or not isinstance(value, str | int | Decimal):
        raise ValueError('write the amount as text, like "-12.50"')
    try:
        # A long text is refused before it is made a number, a large exponent before it is used.
        number = Decimal(value) if len(str(value)) <= 2 * MOST_DIGITS else Decimal("NaN")
    except InvalidOperation:
        raise ValueError('write the amount as text, like "-12.50"') from None
    if not bounded(number):
        raise ValueError('write the amount as text, like "-12.50"')
    return number


def _whole(value: int) -> int:
    if abs(value) >= 2**63:
        raise ValueError("there is no such number here; write one that you were given")
    return value


IsoDate = Annotated[
    date, BeforeValidator(_iso_date), WithJsonSchema({"type": "string", "format": "date"})
]
#: A number of an account, an entry, a line: no database holds a larger one.
Whole = Annotated[int, AfterValidator(_whole)]
Amount = Annotated[
    Decimal,
    BeforeValidator(_decimal),
    WithJsonSchema({"type": "string"}),
]


Cells = tuple[Annotated[str, Field(max_length=200)], ...]


class DraftPatch(Arguments):
    """Changes that are made all together or not at all; ``etag`` names the draft they are for.

    Lines are numbered as `search_statement` shows them. ``rows`` are [line, date, out, in,
    balance], each as printed and empty where nothing is, for all transactions of those lines;
    ``drop`` are lines whose rows are no transactions; ``facts`` are [name, line, words], of
    opening_balance, closing_balance, period_start, period_end, currency, account_number, kind,
    institution.
    """

    statement: str
    etag: str
    rows: tuple[Cells, ...] = Field(default=(), max_length=200)
    drop: tuple[int, ...] = Field(default=(), max_length=200)
    facts: tuple[Cells, ...] = Field(default=(), max_length=20)


class Action(StrEnum):
    """What a proposal would do about a difference."""

    ADD = "add"
    AMEND = "amend"
    REMOVE = "remove"
    PAIR = "pair"


class FactChange(Arguments):
    """One thing to do about an open difference: ``add`` each of the lines to the ledger, ``amend``
    an entry to say what a line does, ``remove`` entries, ``pair`` one with several of the others.
    Amounts and dates come from the page, never from a model."""

    action: Action
    lines: tuple[Whole, ...] = Field(default=(), max_length=50)
    entries: tuple[Whole, ...] = Field(default=(), max_length=50)


class FactsPropose(Arguments):
    """A proposal about one statement. The same ``request_id`` twice is the same proposal; ``etag``
    pins it to the differences as they were read."""

    request_id: str = Field(min_length=1, max_length=100)
    statement: str
    etag: str
    changes: tuple[FactChange, ...] = Field(min_length=1, max_length=50)
    reason: str = Field(min_length=1, max_length=500)


class ShownShape(BaseModel):
    """A frozen value a model reads; nulls are left out of its JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Patched(ShownShape):
    """The draft's new etag, which of its checks fail now, and what is open, by line."""

    etag: str
    failed_checks: tuple[str, ...] = ()
    open: tuple[tuple[int, str], ...] = ()


class Proposed(ShownShape):
    """A proposal, and what a person said to it: ``pending`` is nothing yet."""

    proposal_id: int
    status: str = "pending"


class StaleError(ToolError):
    """What you saw has changed since."""

    hint: ClassVar[str | None] = "read it again and use the new etag"
    field: ClassVar[str | None] = "etag"


class LockedError(ToolError):
    """The period {period} of account {account_id} is reconciled and locked."""

    hint: ClassVar[str | None] = "nothing automatic may change it; say so in your answer"


class NotOnPageError(ToolError):
    """The cited text is not on line {line} of the page: {why}."""

    hint: ClassVar[str | None] = "copy the words exactly as search_statement shows them"
    field: ClassVar[str | None] = "rows"


class NotProposableError(ToolError):
    """This cannot be proposed: {why}."""

    hint: ClassVar[str | None] = "propose only what get_differences lists as open"
    field: ClassVar[str | None] = "changes"


_BLOCK = re.compile(r"^```json\n(\{.*\})\n```$", re.MULTILINE)


class StatementFacts(ShownShape):
    """What the draft of one statement says, in short. Amounts are exact, in the holder's sign;
    ``statement`` is the name by which a call of a tool names it; ``etag`` names the
    draft's present state where it can be mended."""

    statement: str
    institution: str | None = None
    account_name: str | None = None
    mask: str | None = None
    kind: str | None = None
    currency: str | None = None
    period_start: date | None = None
    period_end: date | None = None
    opening: Decimal | None = None
    closing: Decimal | None = None
    lines: int = 0
    sum_in: Decimal | None = None
    sum_out: Decimal | None = None
    status: str | None = None
    failed_checks: tuple[str, ...] = ()
    etag: str | None = None


class ShownDifference(ShownShape):
    """One thing on which statement and ledger do not agree.

    ``kind`` is the design's word, such as `missing_in_ledger`; ``line`` counts the statement's
    rows from 1; ``entry`` is the ledger's transaction id.
    """

    kind: str
    line: int | None = None
    entry: int | None = None
    date: date | None
    amount: Decimal
    ledger_amount: Decimal | None = None
    description: str = ""
    reason: str = ""


class CompareResult(ShownShape):
    """What matching a statement's lines with one account's entries finds."""

    account_id: int
    lines: int
    entries: int
    matched: int
    ledger_opening: Decimal | None = None
    ledger_closing: Decimal | None = None
    differences: tuple[ShownDifference, ...] = ()


class LineView(ShownShape):
    """One row of a statement as a model sees it; ``matched`` None while nothing was compared."""

    line: int
    page: int
    date: date | None
    amount: Decimal
    balance: Decimal | None = None
    description: str = ""
    matched: bool | None = None


class ShownPage(ShownShape):
    """One page's text, line by line; ``doc`` is the document's short id, ``page`` counts from 1."""

    doc: str
    page: int
    lines: tuple[str, ...]


Compare: TypeAlias = Callable[[str, int], CompareResult]


@dataclass(frozen=True, slots=True)
class Workspace:
    """What one run may see and do: the accounts in ``scope`` (their ids), the statements by name,
    and what the pipeline offers for them. What is None is not offered to the model at all.

    Descriptions and names go out without whole account numbers, unless ``whole_numbers``.
    ``alike`` says how many entries like a statement's each of these accounts has; ``told`` are the
    accounts that the run has been shown. ``patch`` mends the draft and ``propose`` suggests a
    ledger change; both raise leaves of ToolError, and neither touches the ledger. ``numbers`` are
    the whole ones that statements print, which are told to no model. ``marked``: what others
    wrote is marked as data, for a model whose instructions are not ours.
    """

    scope: frozenset[int]
    statements: Mapping[str, StatementFacts] = field(default_factory=dict)
    compare: Compare | None = None
    alike: Callable[[str, Collection[int]], Mapping[int, int]] | None = None
    lines: Callable[[str], Sequence[LineView]] | None = None
    pages: Callable[[str], Sequence[ShownPage]] | None = None
    patch: Callable[[DraftPatch], Patched] | None = None
    propose: Callable[[FactsPropose], Proposed] | None = None
    told: set[int] = field(default_factory=set)
    numbers: Mapping[str, str | None] = field(default_factory=dict)
    whole_numbers: bool = False
    marked: bool = False

    def shown(self, text: str) -> str:
        """Text of the ledger or of a page as this run's model may see it."""
        shown = text if self.whole_numbers else without_numbers(text)
        return as_data(shown) if self.marked else shown


def statement_block(facts: StatementFacts) -> str:
    """The facts as the fenced JSON block in which a model is given a statement."""
    return f"```json\n{compact(plain(facts))}\n```"


def find_statement(messages: tuple[Message, ...]) -> dict[str, object] | None:
    """The facts in the last such block that a person or the pipeline wrote, or None."""
    for message in reversed(messages):
        if message.role is not Role.USER:
            continue
        for text in reversed(_BLOCK.findall(message.content)):
            found = _facts(text)
            if found is not None:
                return found
    return None


def _facts(text: str) -> dict[str, object] | None:
    try:
        value = loads(text)
    except ValueError:
        return None
    return dict(value) if isinstance(value, dict) and "statement" in value else None


#: Opens a read-only session, such as ``partial(db.session.read_only, engine)``.
Sessions: TypeAlias = "Callable[[], AbstractContextManager[Session]]"


class AccountNotVisibleError(ToolError):
    """No account {account_id} is visible here."""

    hint: ClassVar[str | None] = "use an id that get_accounts returned"
    field: ClassVar[str | None] = "account_id"


class StatementNotVisibleError(ToolError):
    """No such statement is visible here; there are: {names}."""

    hint: ClassVar[str | None] = "use one of these names"
    field: ClassVar[str | None] = "statement"


def visible_account(session: Session, workspace: Workspace, account_id: int) -> AccountView:
    """The account. Raises AccountNotVisibleError, also for one that exists out of scope."""
    from db.ledger.queries import accounts

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
