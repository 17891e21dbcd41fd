"""Hypothesis strategies for whole statements: any layout and language, with the true rows.

@given(generated_statements())
def test_reading_is_exact_or_unproven(made: Generated) -> None:
    reading = read(made.pages)  # or made.pdf, some thirty times slower
    ...
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import TypeVar
from unittest.mock import patch

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from fixtures.pdf import pdf_bytes
from fixtures.sheet import Sheet
from fixtures.truth import TrueRow, TrueStatement, balance_at_day_end, balance_in_each_row
from pipeline.words import DocumentPages
from tests.support.generated.look import Amounts, Balances, Language, Look, looks
from tests.support.generated.printing import Slip, Where, pages_of, sheets_of

MOST_ROWS = 40

NOISE = (
    "REF 20250314 0042",
    "Card ****4417",
    "12.03. 14:22",
    "EUR 45.00 x 1.0833",
    "1-800-555-0142",
    "Invoice 2024/0093",
)
"""Further description lines, with digits that are neither the row's date nor its amount."""


@dataclass(frozen=True, slots=True)
class Generated:
    """One made-up statement: how it looks and what it truly says, its rows in printed order.

    With a ``slip`` one printed figure is wrong, so that the page contradicts itself.
    """

    look: Look
    truth: TrueStatement
    slip: Slip | None = None

    @property
    def sheets(self) -> list[Sheet]:
        """The drawn pages."""
        return sheets_of(self.look, self.truth, self.slip)

    @property
    def pages(self) -> DocumentPages:
        """The words with boxes, made without a PDF."""
        return pages_of(self.sheets, leftward=self.look.language.leftward, visual=self.look.visual)

    @property
    def pdf(self) -> bytes:
        """The pages as a PDF."""
        return pdf_bytes(self.sheets, title="generated")


def generated_statements(
    most_rows: int = MOST_ROWS, among: tuple[Language, ...] = ()
) -> st.SearchStrategy[Generated]:
    """A statement that adds up, of at most ``most_rows`` rows, printed by any bank of these
    languages, or of all."""
    return _statements_of(looks(among), most_rows)


@st.composite
def _statements_of(draw: st.DrawFn, banks: st.SearchStrategy[Look], most_rows: int) -> Generated:
    look = draw(banks)
    start = draw(st.dates(date(2012, 1, 1), date(2030, 12, 1)))
    days = draw(st.sampled_from((6, 27, 30, 30, 61, 92)))
    count = draw(st.integers(0, most_rows))
    rows = draw(st.lists(_rows(look, start, days), min_size=count, max_size=count))
    truth = TrueStatement(
        institution="Bank of Somewhere",
        account="Account",
        mask="4417",
        kind="card" if look.amounts is Amounts.CARD else "checking",
        currency=look.currency,
        start=start,
        end=start + timedelta(days=days),
        opening=draw(_opening(look)),
        rows=tuple(sorted(rows, key=lambda row: row.date)),
    )
    return Generated(look, _as_printed(look, truth))


@st.composite
def slipped_statements(draw: st.DrawFn, most_rows: int = MOST_ROWS) -> Generated:
    """A statement with one figure printed wrong: no reading of it may be proven."""
    made = draw(generated_statements(most_rows).filter(lambda made: made.truth.rows))
    where = draw(st.sampled_from(Where))
    with_figure = [
        index
        for index, row in enumerate(made.truth.rows)
        if where is not Where.BALANCE or row.balance is not None
    ]
    digit = draw(st.integers(1, 9)) * 10 ** draw(st.integers(0, 3))
    place = where if with_figure else Where.AMOUNT
    index = draw(st.sampled_from(with_figure or range(len(made.truth.rows))))
    return replace(made, slip=Slip(place, index, _money(made.look, digit)))


@st.composite
def several_statements(draw: st.DrawFn) -> tuple[Generated, ...]:
    """Two or three statements of one bank that stand in one file, the months in a row or not."""
    first = draw(generated_statements(20))
    count = draw(st.integers(1, 2))
    return (first, *(draw(_statements_of(st.just(first.look), 20)) for _ in range(count)))


def pages_together(statements: Sequence[Generated]) -> DocumentPages:
    """The words of statements that stand one after the other in one file."""
    look = statements[0].look
    return pages_of(
        [sheet for each in statements for sheet in each.sheets],
        leftward=look.language.leftward,
        visual=look.visual,
    )


def _opening(look: Look) -> st.SearchStrategy[Decimal]:
    lowest, highest = (-900_000, 5_000) if look.amounts is Amounts.CARD else (-80_000, 9_000_000)
    return st.integers(lowest, highest).map(lambda minor: _money(look, minor))


def _rows(look: Look, start: date, days: int) -> st.SearchStrategy[TrueRow]:
    return st.builds(
        _row,
        st.just(look),
        st.integers(0, days).map(lambda after: start + timedelta(days=after)),
        st.sampled_from(look.language.payees),
        st.lists(st.sampled_from(NOISE), max_size=2, unique=True),
        st.one_of(st.integers(1, 20_000), st.integers(1, 900_000), st.integers(1, 40_000_000)),
        st.integers(0, 3).map(lambda roll: roll > 0),
        st.integers(0, 999_999),
    )


def _row(
    look: Look,
    when: date,
    payee: str,
    more: list[str],
    minor: int,
    goes_out: bool,
    number: int,
) -> TrueRow:
    if payee[0] in "+-":
        payee, goes_out = payee[1:], payee[0] == "-"
    return TrueRow(
        date=when,
        lines=(payee, *more),
        amount=_money(look, -minor if goes_out else minor),
        alt_date=when + timedelta(days=number % 3) if look.value_dates else None,
        extra=f"{number:06d}" if look.references and number % 2 else "",
    )


def _money(look: Look, minor: int) -> Decimal:
    return Decimal(minor).scaleb(-look.exponent)


def _as_printed(look: Look, truth: TrueStatement) -> TrueStatement:
    if look.balances is Balances.EACH_ROW:
        truth = balance_in_each_row(truth)
    elif look.balances is Balances.DAY_END:
        truth = balance_at_day_end(truth)
    rows = truth.rows[::-1] if look.newest_first else truth.rows
    if look.sections:
        rows = tuple(sorted(rows, key=lambda row: row.amount <= 0))
    return replace(truth, rows=rows)


_Any = TypeVar("_Any")
_APART = 1_000_003  # keeps the draws of neighbouring seeds apart


def drawn(strategy: st.SearchStrategy[_Any], count: int, seed_: int) -> Iterator[_Any]:
    """So many values, each from a run of its own, so that a share of them is a share of all.

    In one run of 60, seven statements were the same one with other cents, and counted as seven.
    """
    for number in range(count):
        yield _one(strategy, seed_ * _APART + number)


def _one(strategy: st.SearchStrategy[_Any], number: int) -> _Any:
    found: list[_Any] = []

    # The first example of a run is the simplest there is, whatever the seed.
    @seed(number)
    @settings(
        max_examples=2,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(made: _Any) -> None:
        found.append(made)

    # It draws constants out of the modules that happen to be loaded: then no seed would be one.
    with patch.object(providers, "_get_local_constants", Constants):
        collect()
    return found[-1]
