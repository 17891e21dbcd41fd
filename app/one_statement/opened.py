"""Opens one statement of an import: everything that its page shows, in few queries."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Final

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session, joinedload

from app.one_statement.after import figures_of
from app.one_statement.lines import (
    AT_ONCE,
    difference_shapes,
    lines_from,
    lines_of_differences,
    listed,
)
from app.one_statement.paper import PaperShape, paper_of
from app.one_statement.proposed import ChosenStatement, chosen_of, proposed_for, results_of, shown
from app.one_statement.selected import Search, selected_difference, selected_line
from app.one_statement.shapes import (
    AskedModelShape,
    DifferenceRowShape,
    DifferencesShape,
    FiguresShape,
    LinesShape,
    SelectedShape,
    StatementOfferShape,
    TabShape,
    check_of,
)
from app.queries.reviews import pending_of, seen_of, seen_of_facts
from app.queries.todo import NeighbourImports, neighbours_of
from app.shapes.differences import hint_shapes
from app.shapes.review import ReviewedShape, ReviewShape, review_shape, reviewed_shape
from app.shapes.writing import shaped
from app.texts.sentences import state_word
from db.models import Document, Import, Proposal, Reconciliation, Resolution
from db.session import read_only
from db.statements.pages import NoSuchImport, import_of
from jobs.documents.finding import Wanted
from pipeline.proof import CheckState
from pipeline.review.beside import settled_of


@dataclass(frozen=True, slots=True)
class PageRequest:
    """What is asked for: which statement (from 1), which of its differences, and what is looked
    at: a difference by its number in the import, or a line by its own. ``marked``: all that was
    read of the page is shown. ``ticked`` are the changes that a person ticked, None before they
    did; ``search`` is what they look for."""

    number: int | None = None
    kind: str | None = None
    start: int = 1
    difference: int | None = None
    line: int | None = None
    page: int | None = None
    marked: bool = False
    ticked: frozenset[int] | None = None
    search: Search | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedStatement:
    """One statement, ready to be decided on. ``about`` says what else is known of it; its lines and
    differences are in ``listed``. ``lock`` is the lock of its period, if it is locked; ``seen``
    goes back with what a person states of it, and ``pending_seen`` with a yes or a no to what a
    model proposed."""

    number: int
    about: ReviewedShape
    listed: DifferencesShape
    offer: StatementOfferShape | None
    figures: FiguresShape
    selected: SelectedShape | None
    asked: AskedModelShape | None
    lock: int | None
    seen: str
    pending_seen: str

    @property
    def ticked(self) -> Decimal | None:
        """How far the ledger would be from the page after all that is ticked at first."""
        if self.offer is None or self.figures.left is None or not self.offer.ticked:
            return self.figures.left
        own = [row.proposed.effect for row in self.listed.rows if row.proposed]
        own += [each.effect for each in self.offer.besides]
        minor = sum(own) + self.offer.beyond_effect
        return self.figures.left - Decimal(minor).scaleb(-self.figures.exponent)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """An import with one of its statements open; none if it failed or holds none. ``document`` says
    where its bytes are to be."""

    work: ReviewShape
    tabs: tuple[TabShape, ...]
    one: OpenedStatement | None
    neighbours: NeighbourImports
    paper: PaperShape
    document: Wanted | None


def opened(engine: Engine, import_id: int, asked: PageRequest) -> Opened | None:
    """The import and the statement that is asked for, or None. Raises ``NoSuchImport``."""
    with read_only(engine) as session:
        with_words = joinedload(Import.document).undefer(Document.words)
        work = session.get(Import, import_id, options=[with_words])
        if work is None:
            raise NoSuchImport(import_id=import_id)
        rows = results_of(session, import_id)
        chosen = chosen_of(rows, asked.number)
        if chosen is None and asked.number is not None:
            return None
        one = None if chosen is None else _opened(session, work, chosen, asked)
        looked_at = one.selected if one else None
        return Opened(
            work=review_shape(work),
            tabs=tuple(_tab(at, row) for at, row in enumerate(rows, start=1)),
            one=one,
            neighbours=neighbours_of(session, work),
            paper=paper_of(
                session, work.document, chosen, looked_at, asked.page, marked=asked.marked
            ),
            document=Wanted.of(work),
        )


def _tab(number: int, row: Reconciliation) -> TabShape:
    statement = row.statement
    return TabShape(
        number=number,
        account=_account(row),
        period_start=statement.period_start,
        period_end=statement.period_end,
        state=state_word(row.verdict, statement.account_id, proven=statement.holds),
        differences=len(row.differences),
    )


def _account(row: Reconciliation) -> str:
    statement = row.statement
    if statement.account is not None:
        return str(statement.account.name)
    digits = f"*{statement.account_mask}" if statement.account_mask else None
    return " ".join(filter(None, (statement.institution, statement.account_name, digits)))


def _opened(
    session: Session, work: Import, chosen: ChosenStatement, asked: PageRequest
) -> OpenedStatement:
    first = max(asked.start, 1)
    numbers = chosen.in_order(asked.kind)[first - 1 : first - 1 + AT_ONCE]
    other = asked.difference if asked.difference in chosen.differences else None
    wanted = numbers if other is None or other in numbers else [*numbers, other]
    settled = settled_of(session, chosen.statement.id)
    lines = lines_of_differences(session, chosen, wanted)
    shapes = difference_shapes(session, chosen, wanted, settled, lines)
    pending = pending_of(session, work.id)
    found = proposed_for(session, pending, chosen)
    offer, proposed = shown(session, found, numbers, asked.ticked) if found else (None, {})
    list_ = listed(chosen, asked.kind, first, {n: shapes[n] for n in numbers}, proposed)
    figures, lock = figures_of(session, chosen.row)
    looked_at = other or (numbers[0] if numbers and asked.line is None else None)
    selected = None
    if looked_at is not None:
        row = DifferenceRowShape(difference=shapes[looked_at], proposed=proposed.get(looked_at))
        selected = selected_difference(session, chosen, row, lines, asked.search)
    elif asked.line is not None:
        selected = selected_line(session, chosen, asked.line)
    return OpenedStatement(
        number=1 + list(chosen.all_rows).index(chosen.row),
        about=_about(session, chosen, settled, pending, figures),
        listed=list_,
        offer=offer,
        figures=figures,
        selected=selected,
        asked=asked_model(session, chosen.row),
        lock=lock,
        seen=seen_of_facts(chosen.row),
        pending_seen=seen_of(pending),
    )


def _about(
    session: Session,
    chosen: ChosenStatement,
    settled: Sequence[Resolution],
    pending: Sequence[Proposal],
    figures: FiguresShape,
) -> ReviewedShape:
    """The statement, with the one mistake that would explain it, if that may be found."""
    found = tuple(chosen.differences.values())
    about = reviewed_shape(session, chosen.row, found, settled, pending)
    # Whether it pays to look: most lines differ, or a balance or the currency does from the
    # beginning on. Of a few differences among many lines one mistake is no cause.
    balances = check_of(about.checks, "balances")
    begins_off = chosen.row.opening_off_minor is not None
    off = balances is not None and balances.state is CheckState.FAILED and begins_off
    if not (off or 0 < figures.lines <= 2 * len(chosen.differences)):
        return about
    return replace(about, hints=hint_shapes(session, chosen.row))


def some_lines(engine: Engine, import_id: int, asked: PageRequest) -> LinesShape | None:
    """A hundred of the statement's lines, or None without one. Raises ``NoSuchImport``."""
    with read_only(engine) as session:
        import_of(session, import_id)
        chosen = chosen_of(results_of(session, import_id), asked.number)
        if chosen is None:
            return None
        return lines_from(session, chosen.statement, asked.start)


#: More steps than these are no reading for a person.
_MOST_STEPS: Final = 60


def asked_model(session: Session, row: Reconciliation) -> AskedModelShape | None:
    """What was asked; None where arithmetic settled all, and where only rules answered."""
    if row.model is None or row.model == "offline" or not row.turns:
        return None
    trace = session.scalar(select(Reconciliation.trace).where(Reconciliation.id == row.id))
    cost = Decimal(row.cost_usd) if row.cost_usd else None
    return shaped(AskedModelShape, row, cost=cost, steps=tuple(_steps(trace or ())))


def _steps(trace: Any) -> Iterator[str]:
    for line in list(trace)[:_MOST_STEPS]:
        if isinstance(line, Mapping):
            named = (line.get(name) for name in ("tool", "name", "status", "code"))
            yield " ".join([str(line.get("kind", "")), *(str(each) for each in named if each)])
