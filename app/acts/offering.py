"""Offers a ledger to a model: what it may look up, check and propose, in `ask` and over MCP."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from app.access.rights import Right
from app.shapes.verifying import ledger_shape
from app.texts.sentences import checked_texts, not_checked_texts
from db.errors import TieoutError
from db.session import read_only
from jobs.options import NOWHERE, Documents, ImportOptions
from pipeline.account.ledger_query import accounts_in_scope
from pipeline.review.for_model import ModelProposing, named_statement, place_on_page, recorded
from tools.ledger.recorded_statements import GetDifferences, build_ledger_tools
from tools.ledger.workspace import Arguments, Workspace, as_data, table, without_numbers
from tools.loop.errors import ToolError
from tools.loop.registry import CostClass, Tool, ToolRegistry

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from app.shapes.imports import ImportShape
    from app.shapes.sources import CheckShape, LedgerRowShape


class RefusedError(ToolError, code="refused"):
    """The program refused this: {why}"""


class NotServedError(ToolError, code="not_served"):
    """There is no file {name!r} in the folder that is served."""

    hint: ClassVar[str | None] = "name a file by its path within that folder, such as march.pdf"


class VerifyCertificate(GetDifferences):
    """Which statement, as find_statements names it."""


class CheckLedger(Arguments):
    """``ledger`` is a journal, a book or a CSV file, ``statements`` are documents or folders, by
    their paths within the folder that is served; ``patch`` asks for what mends the ledger."""

    ledger: str = Field(min_length=1, max_length=500)
    statements: tuple[str, ...] = Field(min_length=1, max_length=50)
    patch: bool = False


@dataclass(frozen=True, slots=True)
class CheckedCertificate:
    """What of a certificate holds by now; ``ledger`` is the verdict beside today's entries."""

    statement: str
    proven: bool
    certified: str | None
    ledger: str
    failed_checks: tuple[str, ...]
    checked: tuple[str, ...]
    not_checked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CheckedDocument:
    """A document, and the verdict of each of its statements."""

    file: str
    status: str
    verdicts: tuple[str, ...]
    error: str | None


@dataclass(frozen=True, slots=True)
class CheckedDifference:
    """One thing that differs, with its place on the page and in the ledger's files."""

    file: str
    kind: str
    date: date | None
    amount: Decimal | None
    ledger_amount: Decimal | None
    description: str
    reason: str
    ledger_rows: tuple[str, ...]
    page: int | None = None
    box: tuple[Decimal, ...] | None = None


@dataclass(frozen=True, slots=True)
class CheckedLedger:
    """What documents say of a ledger; rows are what differs."""

    ledger: str
    format: str
    documents: tuple[CheckedDocument, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    patch: str | None


@dataclass(frozen=True, slots=True)
class OfferedLedger:
    """A ledger as it is put before a model that acts for somebody else.

    ``models`` name it where it proposes, the last counts; ``made`` takes down proposals and
    their imports. ``marked``: what others wrote, such as the words of a page, is marked as data,
    and places on pages are shown. ``files`` is the folder in which a ledger may be checked."""

    engine: Engine
    models: Sequence[str] = ()
    made: dict[int, int] = field(default_factory=dict)
    proposes: bool = False
    whole_numbers: bool = False
    marked: bool = False
    documents: Documents = NOWHERE
    files: Path | None = None

    def looking(self) -> ToolRegistry:
        """What can be asked of the ledger, and with ``proposes`` what can be suggested to it."""
        sessions = partial(read_only, self.engine)
        with sessions() as session:
            every = accounts_in_scope(session, None)
        proposing = ModelProposing(self.engine, every, self.models, self.made)
        space = Workspace(
            every,
            propose=proposing.propose if self.proposes else None,
            whole_numbers=self.whole_numbers,
            marked=self.marked,
        )
        on_record = recorded(sessions, every, places=self.marked)
        return build_ledger_tools(sessions, space, on_record)

    def whole(self) -> ToolRegistry:
        """The same, and what takes longer: to verify a certificate, and to check a ledger."""
        tools = [
            *self.looking().tools,
            Tool(
                "verify_certificate",
                "Prove a recorded statement again: its document, the kernel, today's ledger.",
                VerifyCertificate,
                _typed(self._verify),
                parallel=False,
                cost_class=CostClass.LONG,
            ),
        ]
        if self.files is not None:
            tools.append(
                Tool(
                    "check_ledger",
                    "Hold a ledger's file against statements beside it; nothing is kept.",
                    CheckLedger,
                    _typed(partial(_check, self.files)),
                    parallel=False,
                    cost_class=CostClass.LONG,
                )
            )
        return ToolRegistry(tools)

    def _verify(self, asked: VerifyCertificate) -> CheckedCertificate:
        from app.certificates import certificates_recorded
        from jobs.documents.finding import document_of
        from pipeline.verify.document import draft_of_proof, proven_in_ledger, verify

        with read_only(self.engine) as session:
            row = named_statement(session, accounts_in_scope(session, None), asked.statement)
            statement = row.statement
            account, work, place = statement.account_id, statement.import_id, statement.ordinal
        certificate = certificates_recorded(self.engine, work)[1][place]
        if certificate is None:
            raise RefusedError(why="Nothing was offered for proof of this statement.")
        _, intake = document_of(self.engine, work, self.documents)
        found = verify(certificate, intake.data)
        draft = draft_of_proof(found.proof)
        with read_only(self.engine) as session:
            ledger = ledger_shape(*proven_in_ledger(session, draft, account, certificate.document))
        failed = (*found.proof.obligations, *ledger.checks)
        return CheckedCertificate(
            asked.statement,
            found.proof.proven,
            found.agreement.verdict if found.agreement else None,
            ledger.verdict.value,
            tuple(each.name for each in failed if each.state == "failed"),
            tuple(checked_texts(certificate, found, ledger)),
            tuple(not_checked_texts(found, ledger)),
        )


def of_right(registry: ToolRegistry, right: Right) -> ToolRegistry:
    """What somebody of that right may have a model do: to suggest needs the right to decide."""
    return ToolRegistry(t for t in registry.tools if t.read_only or right >= Right.DECIDE)


def _typed(function: Callable[..., object]) -> Callable[[object], object]:
    """The same, with what is refused said to the model as to a person."""

    def called(asked: object) -> object:
        try:
            return function(asked)
        except ToolError:
            raise
        except TieoutError as error:
            raise RefusedError(why=error.message()) from None

    return called


def _check(folder: Path, asked: CheckLedger) -> object:
    from app.acts.accounts import Wishes
    from app.acts.checking import brought_in, check
    from app.environment.sources import find_sources

    ledger, *paths = (_within(folder, each) for each in (asked.ledger, *asked.statements))

    def bring_in(url: str) -> list[ImportShape]:
        return brought_in(url, find_sources(map(str, paths)), ImportOptions())

    return _shown(check(ledger, Wishes(), bring_in, patch=asked.patch), folder, asked.ledger)


def _shown(found: CheckShape, folder: Path, name: str) -> CheckedLedger:
    rows = {each.entry: each for each in found.rows}
    differences = [
        CheckedDifference(
            document.file,
            each.kind.value,
            each.date,
            each.expected,
            each.found,
            as_data(without_numbers(each.description)),
            each.reason.value,
            tuple(_place(rows[e], folder) for e in each.entries if e in rows),
            **place_on_page(each.evidence),
        )
        for document in found.documents
        for statement in document.statements
        for each in statement.differences
    ]
    listed = table([each.name for each in fields(CheckedDifference)], differences)
    return CheckedLedger(
        name,
        found.format,
        tuple(
            CheckedDocument(
                each.file,
                each.status.value,
                tuple(one.verdict.value for one in each.statements),
                each.error,
            )
            for each in found.documents
        ),
        listed.columns,
        listed.rows,
        found.patch,
    )


def _place(row: LedgerRowShape, folder: Path) -> str:
    file, served = Path(row.file or ""), folder.resolve()
    name = file.relative_to(served) if file.is_relative_to(served) else file.name
    return f"{name}:{row.line}"


def _within(folder: Path, name: str) -> Path:
    """The file of that name. Raises NotServedError for one that is elsewhere, by links too."""
    found = (folder / name).resolve()
    if not found.is_relative_to(folder.resolve()) or not found.exists():
        raise NotServedError(name=name)
    return found
