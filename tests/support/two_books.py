"""A page beside a ledger of its own, fresh each time, and what the program says of the two."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Final

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from db.engine import make_engine
from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewAccount, NewEntry
from db.models import Lock, Proposal, Reconciliation
from db.money import exponent_of, to_minor
from db.session import read_only, unit_of_work
from db.words import AccountKind, ImportStatus, Origin, ProposalStatus
from evals.typeset import bound
from jobs.imports.inline import import_all
from jobs.options import DocumentSource, ImportOptions, ImportOutcome
from pipeline.drafts import ReadStatements, StatementDraft
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS
from pipeline.reading.from_bytes import ReadDocument, proven_here, read_document
from pipeline.record.settling import settle
from tests.strangers.pages import Account as Truth
from tests.strangers.pages import StrangerPage, all_pages
from tests.support.databases import share_compiled
from tools.loop.loop import ToolLoop
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.replay import ScriptedProvider, calls, says

_KINDS: Final = {
    "card": AccountKind.CARD, "loan": AccountKind.LOAN, "savings": AccountKind.SAVINGS,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ledgers:
    """Makes empty ledgers, one after the other."""

    template: Path
    compiled: Engine
    folder: Path

    @contextmanager
    def fresh(self) -> Iterator[Engine]:
        """An empty ledger, for as long as the block lasts."""
        file = Path(shutil.copy(self.template, self.folder / "fresh.sqlite"))
        engine = make_engine(str(file), create=True)
        share_compiled(engine, self.compiled)
        try:
            yield engine
        finally:
            engine.dispose()
            for each in self.folder.glob("fresh.sqlite*"):
                each.unlink()


@dataclass(frozen=True)
class Book:
    """An account of a ledger, as a person keeps it."""

    name: str = "Everyday"
    kind: AccountKind = AccountKind.CHECKING
    currency: str = "EUR"
    opening: int = 100_000
    entries: tuple[NewEntry, ...] = ()
    mask: str | None = None
    bank: str | None = None
    opening_origin: Origin = Origin.SOURCE

    def keep(self, engine: Engine) -> int:
        """Add it to a ledger; its id."""
        new = NewAccount(
            name=self.name,
            kind=self.kind,
            currency=self.currency,
            institution=self.bank,
            mask=self.mask,
            opening_balance_minor=self.opening,
            origin=Origin.SOURCE,
            opening_origin=self.opening_origin,
        )
        with unit_of_work(engine) as session:
            account_id = add_account(session, new)
            add_transactions(session, account_id, self.entries)
            settle(session)
        return account_id


def entries_of(truth: Truth) -> tuple[NewEntry, ...]:
    """The true ledger's entries."""
    digits = exponent_of(truth.currency)
    return tuple(
        NewEntry(
            date.fromisoformat(each.date),
            to_minor(each.amount, digits),
            each.description,
            origin=Origin.SOURCE,
        )
        for each in truth.true_ledger()
    )


def book_of(truth: Truth) -> Book:
    """The account as an honest person keeps it."""
    return Book(
        kind=_KINDS.get(truth.kind, AccountKind.CHECKING),
        currency=truth.currency,
        opening=to_minor(truth.opening, exponent_of(truth.currency)),
        entries=entries_of(truth),
        mask=truth.last4,
    )


@cache
def strangers() -> dict[str, StrangerPage]:
    """The pages that strangers drew, by name."""
    return {page.name: page for page in all_pages()}


@cache
def read_of(pdf: bytes) -> ReadDocument:
    """A document, read once, however many ledgers it is held to."""
    return read_document(pdf, (), DEFAULT_LIMITS)


def draft_in(pdf: bytes) -> StatementDraft:
    """The only statement of a document, proven."""
    (draft,) = proven_here(read_of(pdf)).reading.statements
    return draft


@dataclass(frozen=True)
class Said:
    """What the program says of a statement: its verdict, what settles each hypothesis, which days
    are locked, the lines (ordinals) and entries (ids) of each kind of difference, and how many
    changes are proposed."""

    verdict: str
    account: int | None
    settled: dict[str, str]
    locked: list[tuple[date, date]]
    differences: list[tuple[str, set[int], set[int]]]
    proposals: int

    @property
    def by_ledger(self) -> set[str]:
        """The hypotheses that the ledger settled."""
        return {name for name, source in self.settled.items() if source == "ledger"}

    @property
    def lines(self) -> set[int]:
        """The lines that some difference names."""
        return {line for _, lines, _ in self.differences for line in lines}

    @property
    def entries(self) -> set[int]:
        """The entries that some difference names."""
        return {entry for _, _, entries in self.differences for entry in entries}


def bring(
    engine: Engine,
    read: ReadDocument,
    name: str = "one.pdf",
    options: ImportOptions | None = None,
    *,
    fails: bool = False,
) -> ImportOutcome:
    """Bring a document in of which a reader says this; whether that ``fails`` is known before."""
    document = DocumentSource(name, data=b"%PDF-1.7 " + name.encode())
    wanted = options or ImportOptions()
    (outcome,) = import_all(engine, [document], wanted, read=lambda _intake, _progress: read)
    assert (outcome.status is ImportStatus.FAILED) == fails, outcome.message
    return outcome


def as_read(*drafts: StatementDraft) -> ReadDocument:
    """A document of which a reader says just this."""
    pages, found = bound(drafts)
    return ReadDocument(pages, ReadStatements(found))


def said(engine: Engine) -> list[Said]:
    """What the program says of every statement, in the order in which they came."""
    with read_only(engine) as session:
        rows = session.scalars(select(Reconciliation).order_by(Reconciliation.id)).all()
        return [_said(session, row) for row in rows]


def _said(session: Session, row: Reconciliation) -> Said:
    held = select(Lock.period_start, Lock.period_end).where(
        Lock.reconciliation_id == row.id, Lock.released_at.is_(None)
    )
    waiting = select(Proposal.changes).where(
        Proposal.reconciliation_id == row.id, Proposal.status == ProposalStatus.PENDING
    )
    return Said(
        verdict=row.verdict.value,
        account=row.statement.account_id,
        settled={each["name"]: each["source"] for each in row.hypotheses or ()},
        locked=[(start, end) for start, end in session.execute(held)],
        differences=[
            (each["kind"], set(each["lines"]), set(each["entries"])) for each in row.differences
        ],
        proposals=sum(map(len, session.scalars(waiting))),
    )


def naming(account_id: int | None) -> ToolLoop:
    """A model that says of every statement that it is of this account, and that all is well."""
    answer = {"document_type": "statement", "account_id": account_id, "verdict": "matched"}

    def step(request: ModelRequest) -> ModelResponse:
        offered = {tool.name for tool in request.tools}
        asked = any(message.role == "tool" for message in request.messages)
        if "get_accounts" in offered and not asked:
            return calls(("get_accounts", {}))
        return says(json.dumps(answer))

    return ToolLoop(ScriptedProvider([step] * 30))
