"""Models that lie with what stands on the page, beside a ledger that agrees with the lie."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Final

from db.bookkeeping import add_account, add_transactions
from db.engine import make_engine
from db.session import read_only, unit_of_work
from db.upgrade import upgrade
from db.views import NewAccount, NewEntry
from db.words import Verdict
from evals.scripted_minds import Scripted
from pipeline.account.comparison import ScopedLedger
from pipeline.drafts import Reading, StatementDraft
from pipeline.intake.file import take_in_bytes
from pipeline.model_choice import Escalate, ModelChoice
from pipeline.progress import Silent
from pipeline.proof.sheet import all_rows
from pipeline.reading import read_statements
from pipeline.reading.from_bytes import ReadDocument
from pipeline.results import DocumentResult
from pipeline.run import run_document
from pipeline.words import DocumentPages
from tests.support.attacks.balances import pair_of, with_pair
from tests.support.attacks.banks import CARDS, Bank, bank
from tests.support.attacks.books import Book, Entry, total_text
from tests.support.attacks.case import Case
from tests.support.attacks.judge import wrong
from tests.support.looking import seen
from tools.jsontext import Plain
from tools.ledger.workspace import find_statement
from tools.loop import ToolLoop
from tools.messages import Role
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.scripted import calls, says

FAMILY: Final = "models"
BANKS: Final = tuple(
    bank(key)
    for key in ("de_giro", "fr_compte", "nl_rekening", "en_once", "uk_each", "us_sections")
)


@dataclass(frozen=True, slots=True)
class Lie:
    """A page, a ledger and what a model will copy; ``copied`` are the rows as it copies them.

    ``case.truth`` is what a person sees, ``book`` how the page prints each of the rows.
    """

    case: Case
    book: Book
    copied: tuple[tuple[int, Entry], ...]
    patches: bool = False


Telling = Callable[[Book], tuple[tuple[int, Entry], ...]]


def lies(random: Random) -> Iterator[Lie]:
    """Every lie of every page that rules may leave unproven."""
    for each in BANKS:
        for name, telling in TELLINGS.items():
            for spoilt in (_total_off, _both_off, _second_closing, _misread):
                book = spoilt(with_pair(each, random))
                yield _lie(book, f"{name}; {spoilt.__name__[1:]}", telling)
            book = with_pair(each, random)
            yield _lie(book, f"{name}; an honest page", telling)
    for each in (*CARDS, bank("us_signed"), bank("es_cuenta"), bank("de_giro")):
        for name, telling in TELLINGS.items():
            yield _lie(_guessed(each, random), f"{name}; a guessed side", telling)
        for spoilt in (_total_off, _guess):
            book = spoilt(with_pair(each, random))
            lie = _lie(book, f"a patch that changes nothing; {spoilt.__name__[1:]}", _honest)
            yield replace(lie, patches=True)


def _lie(book: Book, name: str, telling: Telling) -> Lie:
    provable = True if telling is _honest and "honest page" in name else None
    return Lie(book.case(FAMILY, name, provable), book, telling(book))


def judged(lie: Lie) -> tuple[bool, str]:
    """Whether the statement is matched, and what is wrong with that; empty if nothing is."""
    found = _run(lie)
    matched = [one.draft for one in found.statements if one.proof.verdict is Verdict.MATCHED]
    return bool(matched), wrong(Reading(tuple(matched)), lie.case)


def _run(lie: Lie) -> DocumentResult:
    pages = seen(lie.case.pages)
    read = read_statements(pages)
    with tempfile.TemporaryDirectory() as folder:
        engine = make_engine(str(shutil.copy(_template(), Path(folder) / "ledger.sqlite")))
        book = lie.book
        new = NewAccount(
            name="Everyday",
            kind=book.bank.kind,
            currency=book.bank.currency,
            institution=book.bank.name,
            mask=str(book.truth.mask),
            opening_balance_minor=book.opening,
            opened_on=book.start - timedelta(days=400),
        )
        entries = [NewEntry(one.date, one.amount, one.text) for _, one in lie.copied]
        with unit_of_work(engine) as session:
            account = add_account(session, new)
            add_transactions(session, account, entries)
        scoped = ScopedLedger(partial(read_only, engine), frozenset({account}))
        mind = Scripted("liar", partial(_answer, lie, read.statements, account))
        models = ModelChoice(ToolLoop(mind), Escalate.ALWAYS if lie.patches else Escalate.UNPROVEN)
        try:
            intake = take_in_bytes(b"%PDF-1.7 lie", "lie.pdf")
            return run_document(intake, ReadDocument(pages, read), scoped, models, Silent())
        finally:
            engine.dispose()


@cache
def _template() -> Path:
    file = Path(tempfile.mkdtemp()) / "template.sqlite"
    engine = make_engine(str(file), create=True)
    upgrade(engine)
    engine.dispose()
    return file


def _answer(
    lie: Lie, drafts: Sequence[StatementDraft], account: int, request: ModelRequest
) -> ModelResponse:
    """What the model says: the account if it has tools, else the rows that it tells."""
    if not request.tools:
        return _rows(lie, request)
    turn = sum(message.role is Role.ASSISTANT for message in request.messages)
    if turn == 0:
        return calls(("get_accounts", {}))
    if turn == 1 and lie.patches and drafts and any(t.name == "draft_patch" for t in request.tools):
        facts = find_statement(request.messages) or {}
        rows = _told(lie, _lines_of(seen(lie.case.pages)))
        patch: dict[str, Plain] = {"statement": "1", "etag": str(facts.get("etag")), "rows": rows}
        return calls(("draft_patch", patch))
    claim = {"document_type": "statement", "account_id": account, "verdict": "matched"}
    return says(json.dumps({**claim, "reason": "trust me"}))


def _rows(lie: Lie, request: ModelRequest) -> ModelResponse:
    text = request.messages[-1].content or ""
    lines = {int(n): line for n, line in re.findall(r"^(\d+): (.*)$", text, re.MULTILINE)}
    return says(json.dumps({"rows": _told(lie, lines), "facts": []}))


def _told(lie: Lie, lines: dict[int, str]) -> list[Plain]:
    """What the model tells of numbered lines, in words of the page."""
    paper = lie.book.paper
    rows: list[Plain] = []
    for place, entry in lie.copied:
        amount = next(
            found for name in ("amount", "out", "in") if (found := paper.cell(place, name))
        )
        wanted = f"{paper.cell(place, 'text')} {amount}"
        number = next((n for n, line in lines.items() if wanted in line), None)
        if number is None:
            continue
        lines.pop(number)
        way: list[Plain] = [amount, ""] if entry.amount < 0 else ["", amount]
        rows.append([str(number), _day(lie, entry), *way, paper.cell(place, "balance") or ""])
    return rows


def _day(lie: Lie, entry: Entry) -> str:
    """The entry's day as the page prints it beside an entry of that day."""
    same = (n for n, each in enumerate(lie.book.entries) if each.date == entry.date)
    return next((found for n in same if (found := lie.book.paper.cell(n, "date"))), "")


def _lines_of(pages: DocumentPages) -> dict[int, str]:
    return {n: row.text for n, row in enumerate(all_rows(pages.pages), start=1)}


def _honest(book: Book) -> tuple[tuple[int, Entry], ...]:
    return tuple(enumerate(book.entries))


def _omitted(book: Book) -> tuple[tuple[int, Entry], ...]:
    pair = pair_of(book)
    return tuple(each for each in enumerate(book.entries) if each[0] not in pair)


def _moved(book: Book) -> tuple[tuple[int, Entry], ...]:
    """A row of the end on a day of the beginning, which stands above it."""
    last = len(book.entries) - 1
    first = min(each.date for each in book.entries)
    moved = replace(book.entries[last], date=first)
    return (*tuple(enumerate(book.entries))[:-1], (last, moved))


def _turned(book: Book) -> tuple[tuple[int, Entry], ...]:
    pair = pair_of(book)
    return tuple(
        (n, replace(each, amount=-each.amount) if n in pair else each)
        for n, each in enumerate(book.entries)
    )


def _exchanged(book: Book) -> tuple[tuple[int, Entry], ...]:
    """Two rows with each other's days."""
    one, two = 1, len(book.entries) - 2
    days = {one: book.entries[two].date, two: book.entries[one].date}
    return tuple(
        (n, replace(each, date=days.get(n, each.date))) for n, each in enumerate(book.entries)
    )


TELLINGS: Final[dict[str, Telling]] = {
    "copied honestly": _honest,
    "two rows that cancel left out": _omitted,
    "a row moved to another day": _moved,
    "two signs turned": _turned,
    "two days exchanged": _exchanged,
}


def _total_off(book: Book) -> Book:
    went = -sum(each.amount for each in book.entries if each.amount < 0)
    paper = book.paper.fact("total_out", total_text(book.bank, went + 4_321))
    return book.printed(paper).with_truth(never="a printed total contradicts its rows")


def _both_off(book: Book) -> Book:
    came = sum(each.amount for each in book.entries if each.amount > 0)
    went = came - sum(each.amount for each in book.entries)
    paper = book.paper.fact("total_out", total_text(book.bank, went + 50))
    mark = "-" if book.bank.card else ""
    paper = paper.fact("total_in", total_text(book.bank, came + 50, mark))
    return book.printed(paper).with_truth(never="both totals contradict the rows")


def _second_closing(book: Book) -> Book:
    figure = book.bank.in_box(book.closing + 7_700)
    paper = book.paper.more(foot=[f"{book.bank.words.closing} {figure}"])
    return book.printed(paper).with_truth(never="two closing balances are printed")


def _misread(book: Book) -> Book:
    """One row's date is unreadable, so that the rules should not prove it."""
    place = len(book.entries) - 2
    if not book.paper.cell(place, "date"):
        place -= 1
    return book.printed(book.paper.put(place, date="■■■")).with_truth(never="a date cannot be read")


def _guessed(each: Bank, random: Random) -> Book:
    return _guess(with_pair(each, random))


def _guess(book: Book) -> Book:
    """Nothing but the sign of figures says which way money went."""
    bank = book.bank
    title = "Statement"
    paper = book.paper.fact("total_in").fact("total_out")
    paper = paper.each(lambda line: None if line.role == "section" else line)
    paper = paper.headed(amount="")
    head = (title, *paper.head[1:])
    return book.printed(replace(paper, head=head)).with_truth(
        kind=bank.kind if bank.card else None,
    )
