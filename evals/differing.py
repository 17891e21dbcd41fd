"""Statements that differ from their ledger, the truth of each difference, and how that is played.

The real program brings the statement in and asks the model about the differences. Rules alone say
nothing of them, so whatever is solved here is a model's merit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, Final, cast

from sqlalchemy import Engine, select

from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewAccount, NewEntry
from db.models import Line as LineRow
from db.models import Reconciliation, Transaction
from db.session import read_only, unit_of_work
from db.words import AccountKind, Verdict
from evals.frame import Kind, Played, failed
from evals.fresh_ledger import fresh_ledger
from evals.hearing import answer
from evals.typeset import Entry as Printed
from evals.typeset import Sheet, bound, draft_of
from jobs.imports.inline import import_all
from jobs.options import DocumentSource, ImportOptions
from pipeline.claims import Opinion, What
from pipeline.drafts import ReadStatements, StatementDraft
from pipeline.intake.file import Intake
from pipeline.matching.shapes import Difference
from pipeline.progress import Progress
from pipeline.reading.from_bytes import ReadDocument, Reader
from pipeline.record.pairing import lines_of
from pipeline.record.proposing import recorded_differences
from pipeline.review.suggested import heard, take
from tools.loop.json_text import Plain, loads
from tools.loop.loop import ToolLoop
from tools.loop.messages import Role
from tools.providers.base import ModelRequest, ModelResponse

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

OPENING: Final = 500_000
_YEAR, _MONTH, _LAST = 2026, 3, 31
_BANK: Final = "Nordbank"
_OWN: Final = "Everyday"
_MASKS: Final = {_OWN: "4711", "Savings": "0815"}


@dataclass(frozen=True, slots=True)
class Row:
    """A line or an entry; ``month`` is March 2026 unless said, ``account`` the entry's."""

    day: int
    amount: int
    text: str
    month: int = _MONTH
    account: str = _OWN

    @property
    def date(self) -> date:
        """Its day."""
        return date(_YEAR, self.month, self.day)


@dataclass(frozen=True, slots=True)
class Said:
    """An opinion in the texts of the rows that it names."""

    what: What | None
    pairs: Mapping[str, str]
    rows: frozenset[str]


@dataclass(frozen=True, slots=True)
class Truth:
    """What is true of the difference about these rows, by their texts, which are all different.

    ``what`` are the words that are true of it. ``pairs`` are lines, each with its entry. ``rests``
    are the rows besides its own that a right opinion has to name.
    """

    about: frozenset[str]
    what: tuple[What, ...] = ()
    pairs: Mapping[str, str] = field(default_factory=dict)
    rests: frozenset[str] = frozenset()
    why: str = ""

    def holds(self, said: Said) -> bool:
        """Whether the opinion is right, and names what it rests on."""
        if self.pairs:
            return said.pairs == self.pairs
        return said.what in self.what and bool(said.rows & self.about) and said.rows >= self.rests

    def denies(self, said: Said) -> bool:
        """Whether something of it is not so; to leave something out is none of that."""
        if self.pairs:
            return any(self.pairs.get(line) != entry for line, entry in said.pairs.items())
        return said.what not in (None, *self.what)


@dataclass(frozen=True, slots=True)
class DifferingCase:
    """A statement of March 2026 beside the ledger's entries, with the truth of each difference.

    Rows that are the same fact have the same text, but for what ``truths`` pair.
    """

    name: str
    kind: Kind
    lines: tuple[Row, ...]
    entries: tuple[Row, ...]
    truths: tuple[Truth, ...]

    def play(self, mind: ToolLoop) -> Played:
        """Solved is what is said right of every difference; of pairs, when a person then takes what
        is suggested, also what the kernel has paired after it."""
        with ledger_of(self.entries) as engine:
            options = ImportOptions(language_model=mind, named_account=1, pauses=())
            read = _reader(self.draft)
            (outcome,) = import_all(engine, [_source(self.name)], options, read=read)
            if outcome.document is None:
                return failed(outcome)
            (result,) = outcome.document.statements
            with read_only(engine) as session:
                seen = _Seen.of(session)
            said = {about: each for about, each in seen.said.items() if each is not None}
            right = sum(t.about in said and t.holds(said[t.about]) for t in self.truths)
            solved = right == len(self.truths) and self._taken(engine)
            return Played(
                solved=solved,
                wrong_claims=sum(t.about in said and t.denies(said[t.about]) for t in self.truths),
                false_proofs=self._false(seen),
                uses=(result.use,),
                detail=f"{right} of {len(self.truths)} right, {len(said)} said",
            )

    def oracle(self, request: ModelRequest) -> ModelResponse:
        """Says what is true of each difference that it is asked about."""
        text = next(m.content for m in request.messages if m.role is Role.USER)
        shown = cast("dict[str, Any]", loads(text))
        elsewhere = shown.get("entries_of_other_accounts", {}).values()
        lines = {row[3]: row[0] for row in shown["lines"]}
        entries = {row[3]: row[0] for rows in (shown["entries"], *elsewhere) for row in rows}
        said: list[Plain] = []
        for number, _kind, _reason, own_lines, own_entries in shown["differences"]:
            texts = {text for text, n in lines.items() if n in own_lines}
            texts |= {text for text, n in entries.items() if n in own_entries}
            said += [
                {"n": number, **_as_said(truth, lines, entries)}
                for truth in self.truths
                if truth.about == texts
            ]
        return answer({"opinions": said})

    @property
    def draft(self) -> StatementDraft:
        """The statement as it is printed."""
        rows = tuple(Printed(row.date, row.text, row.amount) for row in self.lines)
        start, end = date(_YEAR, _MONTH, 1), date(_YEAR, _MONTH, _LAST)
        return draft_of(Sheet(rows, OPENING, bank=_BANK, mask=_MASKS[_OWN], start=start, end=end))

    def _false(self, seen: _Seen) -> int:
        """What was proven, paired or changed without anybody's yes and is not so."""
        wrong = sum(line != entry for line, entry in seen.pairs.items())
        kept = sorted((row.date, row.amount, row.text) for row in self.entries)
        return wrong + (seen.verdict is Verdict.MATCHED) + (sorted(seen.entries) != kept)

    def _taken(self, engine: Engine) -> bool:
        """Whether what is suggested leads to the pairs that are true."""
        wanted = {line: entry for truth in self.truths for line, entry in truth.pairs.items()}
        if not wanted:
            return True
        with unit_of_work(engine) as session:
            list(take(session, 1, (), "person"))
        with read_only(engine) as session:
            pairs = _Seen.of(session).pairs
        return {line: entry for line, entry in pairs.items() if line != entry} == wanted


@dataclass(frozen=True, slots=True)
class _Seen:
    """What is recorded of the statement, by the texts of rows."""

    verdict: Verdict
    said: Mapping[frozenset[str], Said | None]
    pairs: Mapping[str, str]
    entries: tuple[tuple[date, int, str], ...]

    @classmethod
    def of(cls, session: Session) -> _Seen:
        """As the session sees it."""
        row = session.scalars(select(Reconciliation)).one()
        lines = lines_of(session, [row.statement_id])[row.statement_id]
        entries = {each.id: each for each in session.scalars(select(Transaction))}
        texts = {line.ordinal: line.description for line in lines}
        named = {number: each.description for number, each in entries.items()}
        of_line = {line.id: line.description for line in session.scalars(select(LineRow))}
        said = zip(recorded_differences(row), heard(session, row, lines), strict=True)
        return cls(
            row.verdict,
            {
                frozenset(_texts(each, texts, named)): None
                if one is None
                else _in_words(one.opinion, texts, named)
                for each, one in said
            },
            {of_line[each.line_id]: named[each.transaction_id] for each in row.matches},
            tuple((e.booked_on, e.amount_minor, e.description) for e in entries.values()),
        )


def _texts(
    about: Difference | Opinion, lines: Mapping[int, str], entries: Mapping[int, str]
) -> Iterator[str]:
    yield from (lines[number] for number in about.lines)
    yield from (entries[number] for number in about.entries)


def _in_words(opinion: Opinion, lines: Mapping[int, str], entries: Mapping[int, str]) -> Said:
    pairs = {lines[each.line]: entries[each.entry] for each in opinion.pairs}
    return Said(opinion.what, pairs, frozenset(_texts(opinion, lines, entries)))


def _as_said(
    truth: Truth, lines: Mapping[str, Plain], entries: Mapping[str, Plain]
) -> dict[str, Plain]:
    """The truth as an answer, with the numbers of the rows that were shown."""
    named = truth.about | truth.rests
    return {
        "what": truth.what[0].value if truth.what else None,
        "pairs": [{"line": lines[one], "entry": entries[two]} for one, two in truth.pairs.items()],
        "why": truth.why,
        "lines": [number for text, number in lines.items() if text in named],
        "entries": [number for text, number in entries.items() if text in named],
        "act": None,
    }


@contextmanager
def ledger_of(entries: Sequence[Row]) -> Iterator[Engine]:
    """A ledger with these entries, which is gone when the block ends."""
    with fresh_ledger() as engine:
        with unit_of_work(engine) as session:
            for name, mask in _MASKS.items():
                own = [
                    NewEntry(row.date, row.amount, row.text)
                    for row in entries
                    if row.account == name
                ]
                add_transactions(session, add_account(session, _account(name, mask)), own)
        yield engine


def _account(name: str, mask: str) -> NewAccount:
    return NewAccount(
        name=name,
        kind=AccountKind.CHECKING,
        currency="EUR",
        institution=_BANK,
        mask=mask,
        opening_balance_minor=OPENING,
        opened_on=date(_YEAR, 1, 1),
    )


def _source(name: str) -> DocumentSource:
    return DocumentSource(f"{name}.pdf", data=b"%PDF-1.7 " + name.encode())


def _reader(draft: StatementDraft) -> Reader:
    pages, drafts = bound((draft,))

    def read(_intake: Intake, progress: Progress) -> ReadDocument:
        progress.stage("reading")
        return ReadDocument(pages, ReadStatements(drafts))

    return read
