"""A printed statement that the reader does not understand, brought in with a model at hand.

The case goes the whole way: the real import, into a ledger of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches

from sqlalchemy import Engine, select

from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewAccount, NewEntry
from db.models import Reconciliation
from db.session import read_only, unit_of_work
from db.words import AccountKind, ReadingStatus, Verdict
from evals.bank_page import Printed, Truth
from evals.frame import Kind, Played, failed
from evals.fresh_ledger import fresh_ledger
from evals.typewriter import typed
from jobs.imports.inline import import_one
from jobs.options import DocumentSource, ImportOptions
from pipeline.intake.file import Intake
from pipeline.progress import Progress, Silent
from pipeline.reading import read_statements
from pipeline.reading.from_bytes import ReadDocument
from pipeline.results import DocumentResult, StatementResult
from pipeline.words import DocumentPages
from tools.ledger.workspace import without_numbers
from tools.loop.loop import ToolLoop
from tools.loop.messages import Role
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.replay import says

_LINE = re.compile(r"^(\d+): (.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PageCase:
    """One statement as ``lines``, the ledger's ``entries`` beside it, and what must come of it."""

    name: str
    kind: Kind
    truth: Truth
    lines: tuple[Printed, ...]
    entries: tuple[tuple[date, int, str], ...]
    verdict: Verdict = Verdict.MATCHED

    @property
    def pages(self) -> DocumentPages:
        """The words as a reader finds them."""
        return typed([line.text for line in self.lines])

    def play(self, mind: ToolLoop) -> Played:
        """Solved is what is proven as it is, and has the true verdict against the ledger."""
        with ledger(self.truth, self.entries) as engine:
            done = import_one(
                engine,
                DocumentSource(f"{self.name}.pdf", data=b"%PDF-1.7 " + self.name.encode()),
                ImportOptions(language_model=mind, pauses=()),
                self.read,
                Silent(),
            )
            if done.document is None:
                return failed(done)
            return self._judged(done.document, _verdict(engine))

    def oracle(self, request: ModelRequest) -> ModelResponse:
        """Copies the entries and facts of the lines that it is given."""
        return copied(self.lines, request)

    def read(self, _intake: Intake, _progress: Progress) -> ReadDocument:
        """A reader of this one statement, whatever the document."""
        pages = self.pages
        return ReadDocument(pages, read_statements(pages))

    def _judged(self, document: DocumentResult, verdict: Verdict) -> Played:
        uses = tuple(each.use for each in document.statements)
        if len(document.statements) != 1:
            return Played(False, 0, 0, uses, f"{len(document.statements)} statements")
        (statement,) = document.statements
        proven = statement.draft.status is ReadingStatus.PROVEN
        exact = _rows(statement) == sorted((row.date, row.amount) for row in self.truth.rows)
        wrong = proven and not (exact or _is_turned(statement, self.truth))
        false = wrong + (verdict is Verdict.MATCHED is not self.verdict)
        solved = proven and exact and verdict is self.verdict
        return Played(solved, _wrong_claims(statement, self.truth), int(false), uses, verdict)


def copied(lines: Sequence[Printed], request: ModelRequest) -> ModelResponse:
    """The entries and facts of the lines that a request shows."""
    said = {_bare(without_numbers(line.text)): line for line in lines}
    asked = next(m.content for m in reversed(request.messages) if m.role is Role.USER)
    given = [(n, said[near]) for n, text in _LINE.findall(asked) for near in _near(text, said)]
    rows = [[n, *line.row] for n, line in given if line.row]
    facts = [[name, n, words] for n, line in given for name, words in line.facts]
    return says(json.dumps({"rows": rows, "facts": facts}))


def _rows(statement: StatementResult) -> list[tuple[date, int]]:
    """The rows in one order: some statements print what came in before what went out."""
    days = [(line.date or date.min, line.amount) for line in statement.draft.lines]
    return sorted(days)


def _is_turned(statement: StatementResult, truth: Truth) -> bool:
    """Whether the rows are the true ones with every sign turned, and whose money it is assumed."""
    assumed = any(each.name == "side" and each.is_assumed for each in statement.draft.hypotheses)
    return assumed and _rows(statement) == sorted((row.date, -row.amount) for row in truth.rows)


def _wrong_claims(statement: StatementResult, truth: Truth) -> int:
    """Rows that a model made and the page does not have, and facts that are not so."""
    true = [(row.date, row.amount) for row in truth.rows]
    rows = sum(
        (line.date, line.amount) not in true
        for line in statement.draft.lines
        if line.method == "model"
    )
    facts = sum(not _is_so({each.name.value: each.value}, truth) for each in statement.cited)
    return rows + facts


def _is_so(cited: dict[str, str], truth: Truth) -> bool:
    """Whether each of the facts is that of the statement."""
    true = {
        "period_start": truth.start.isoformat(),
        "period_end": truth.end.isoformat(),
        "opening_balance": f"{truth.opening / 100:.2f}",
        "closing_balance": f"{truth.closing / 100:.2f}",
        "currency": truth.currency,
        "account_number": truth.mask,
        "institution": truth.bank,
    }
    return all(true.get(name, value) == value for name, value in cited.items())


@contextmanager
def ledger(truth: Truth, entries: Sequence[tuple[date, int, str]]) -> Iterator[Engine]:
    """A ledger with the statement's account and these entries, gone when the block ends."""
    with fresh_ledger() as engine:
        with unit_of_work(engine) as session:
            account = add_account(session, account_of(truth))
            add_transactions(session, account, [NewEntry(*entry) for entry in entries])
        yield engine


def account_of(truth: Truth) -> NewAccount:
    """The account that the statement is of."""
    return NewAccount(
        name="Everyday",
        kind=AccountKind.CHECKING,
        currency=truth.currency,
        institution=truth.bank,
        mask=truth.mask,
        opening_balance_minor=truth.opening,
        opened_on=truth.start.replace(year=truth.start.year - 1),
    )


def _verdict(engine: Engine) -> Verdict:
    with read_only(engine) as session:
        return session.scalars(select(Reconciliation.verdict)).one()


def _near(text: str, said: Collection[str]) -> list[str]:
    """The printed line that was meant; a scan's text may have other letters than the page."""
    return get_close_matches(_bare(text), said, n=1, cutoff=0.9)


def _bare(text: str) -> str:
    return " ".join(text.split())
