"""The pages of accounts, one with its entries, its balance over time, and entries as a file."""

from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from anyio import CancelScope
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from app.access.rights import Right
from app.acts.correcting import forget_layout_of, layouts_of_account
from app.exports.entries import MadeFile, entry_file
from app.exports.kinds import Kind
from app.queries.account_pages import (
    BalanceHistory,
    BalancePoint,
    EntryWish,
    account_page,
    balance_history,
    entry_page,
    one_account,
)
from app.texts import pages as texts_pages
from app.texts.language import _
from app.web.desk import desk
from app.web.forms import (
    chosen_day,
    chosen_names,
    chosen_place,
    chosen_text,
    named,
    one_of,
    place_text,
)
from app.web.guard import person
from app.web.pages.account_changes import act, form_page
from app.web.pages.coverage import month_of, words_of
from app.web.receiving import Limiter
from app.web.rendering import page
from app.web.routing import does, shows
from db.words import fields_of
from pipeline.review.coverage import Month, MonthState


def list_page(request: Request) -> Response:
    """All accounts by name."""
    text = chosen_text(request, "q")
    found = account_page(desk(request).engine, date.today(), chosen_names(request), text)
    return page(
        request,
        "accounts/list.html",
        found=found,
        strips=[strip_of(each.months) for each in found.accounts],
        text=text,
        words=texts_pages,
        said=said(request),
    )


def account_page_of(request: Request) -> Response:
    """One account: its balance over time, and a page of its entries."""
    engine, account_id = desk(request).engine, named(request, "account_id")
    facts, account = one_account(engine, account_id)
    until = chosen_day(request, "until")
    before = chosen_place(request, "before")
    if before is None and until is not None and until < date.max:
        before = (until + timedelta(days=1), 0)
    wish = EntryWish(before, chosen_place(request, "after"), chosen_text(request, "q"))
    history = balance_history(engine, account_id)
    return page(
        request,
        "accounts/account.html",
        facts=facts,
        texts_known=[name for name, said in fields_of(facts).items() if isinstance(said, str)],
        account=account,
        layouts=layouts_of_account(engine, str(account_id)),
        found=entry_page(engine, account, wish),
        points=history.points,
        chart=chart_of(history),
        text=wish.text,
        narrowed=any(name != "said" for name in request.query_params),
        place_text=place_text,
        kinds=list(Kind),
        words=texts_pages,
        said=said(request),
    )


def said(request: Request) -> str:
    return _(texts_pages.ACCOUNT_DONE.get(request.query_params.get("said", ""), ""))


async def forget_layout(request: Request) -> Response:
    account_id = named(request, "account_id")
    layout_id, actor = request.path_params["layout_id"], person(request)
    await run_in_threadpool(
        forget_layout_of, desk(request).engine, str(account_id), layout_id, actor=actor
    )
    return RedirectResponse(f"/accounts/{account_id}?said=layout_forgotten#layouts", 303)


#: Each holds one of the ledger's connections for as long as somebody takes to read it.
AT_ONCE: Final = 4
_SENDING: Final = Limiter(AT_ONCE)


def entries_file(request: Request) -> Response:
    """All entries of an account as a file. Raises ``HTTPException`` 503 while others are sent."""
    kind = one_of({each.value: each for each in Kind}, request.path_params["kind"])
    engine, account = desk(request).engine, named(request, "account_id")
    with ExitStack() as held:
        held.enter_context(_SENDING.turn())
        made = entry_file(engine, account, kind)
        held.enter_context(closing(made.parts))
        return _Sent(made, held.pop_all())


class _Sent(StreamingResponse):
    """Lets go of the ledger however the sending ends, and not some time after."""

    def __init__(self, made: MadeFile, held: ExitStack) -> None:
        headers = {"Content-Disposition": f'attachment; filename="{made.name}"'}
        super().__init__(made.parts, media_type=made.media_type, headers=headers)
        self._held = held

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            with CancelScope(shield=True):
                await run_in_threadpool(self._held.close)


_ONE: Final = "/accounts/{account_id}"
_ON_ONE: Final = ("edit", "merge", "flip-signs", "undo")

ROUTES: Final = (
    shows("/accounts", list_page),
    shows("/accounts/new", form_page("new"), needs=Right.DECIDE),
    does("/accounts/new", act("new")),
    shows(_ONE, account_page_of),
    shows(_ONE + "/entries.{kind}", entries_file),
    *(shows(f"{_ONE}/{word}", form_page(word), needs=Right.DECIDE) for word in _ON_ONE),
    does(_ONE + "/layouts/{layout_id}", forget_layout),
    *(does(f"{_ONE}/{word}", act(word)) for word in _ON_ONE),
)


#: In units of the drawing.
WIDTH: Final = 720
HEIGHT: Final = 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 8, 8, 12, 24
_MARK: Final = 5


@dataclass(frozen=True, slots=True)
class Mark:
    """What a statement says: a disc where the ledger agrees, else a rhombus (``agrees`` False)."""

    x: int
    y: int
    agrees: bool
    rhombus: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing of `WIDTH` by `HEIGHT`; ``nought`` is where 0 is, None if it is not in sight."""

    line: str
    marks: tuple[Mark, ...]
    nought: int | None
    first: date
    last: date
    highest: Decimal
    lowest: Decimal
    differing: int
    width: int = WIDTH
    height: int = HEIGHT


def chart_of(history: BalanceHistory) -> Chart | None:
    """The drawing; None of less than two days, for there is no time between."""
    points = history.points
    if len(points) < 2:
        return None
    said = [each.page for each in points if each.page is not None]
    values = [*(balance for _, balance in history.course), *said]
    scale = _ChartScale(points[0].day, points[-1].day, min(values), max(values))
    marks = tuple(_mark(each, each.page, scale) for each in points if each.page is not None)
    # A balance stays as it is up to the day that changes it.
    course = [(scale.x(day), scale.y(balance)) for day, balance in history.course]
    before = course[0][1]
    corners = []
    for x, y in course:
        corners += [f"{x},{before}"] if y != before else []
        corners.append(f"{x},{y}")
        before = y
    return Chart(
        line=" ".join(corners),
        marks=marks,
        nought=scale.y(Decimal()) if scale.lowest <= 0 <= scale.highest else None,
        first=scale.first,
        last=scale.last,
        highest=scale.highest,
        lowest=scale.lowest,
        differing=sum(not mark.agrees for mark in marks),
    )


@dataclass(frozen=True, slots=True)
class _ChartScale:
    first: date
    last: date
    lowest: Decimal
    highest: Decimal

    def x(self, day: date) -> int:
        span = (self.last - self.first).days
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * (day - self.first).days // span

    def y(self, balance: Decimal) -> int:
        """Where a balance is; in the middle if all are the same."""
        span, height = self.highest - self.lowest, HEIGHT - _TOP - _BOTTOM
        if not span:
            return _TOP + height // 2
        return _TOP + int(height * (self.highest - balance) / span)


def _mark(point: BalancePoint, page: Decimal, scale: _ChartScale) -> Mark:
    x, y = scale.x(point.day), scale.y(page)
    corners = (x, y - _MARK), (x + _MARK, y), (x, y + _MARK), (x - _MARK, y)
    return Mark(x, y, page == point.ledger, " ".join(f"{a},{b}" for a, b in corners))


#: How wide a month is drawn, and how high, by its state.
STEP: Final = 10
HIGH: Final = 16
_BAR: Final = 8
_HEIGHTS: Final = {
    MonthState.COVERED: HIGH,
    MonthState.PARTLY: HIGH,
    MonthState.MISSING: HIGH,
    MonthState.MISMATCHED: HIGH // 2,
    MonthState.AMBIGUOUS: HIGH // 2,
    MonthState.DUPLICATE: HIGH // 2,
    MonthState.NOT_EXPECTED: 2,
}


@dataclass(frozen=True, slots=True)
class Bar:
    """One month."""

    kind: str
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Strip:
    """The months, and the same in words: ``covered 3, missing 9``."""

    bars: tuple[Bar, ...]
    words: str
    first: str
    last: str
    width: int
    height: int = HIGH


def strip_of(months: Sequence[Month]) -> Strip:
    """The strip of some months, of which there is at least one."""
    counts = Counter(words_of(each) for each in months)
    return Strip(
        tuple(_bar(number, each) for number, each in enumerate(months)),
        ", ".join(f"{words} {count}" for words, count in counts.items()),
        month_of(months[0]),
        month_of(months[-1]),
        STEP * len(months),
    )


def _bar(number: int, month: Month) -> Bar:
    closed = month.locked and month.state is MonthState.COVERED
    height = _HEIGHTS[month.state]
    kind = "locked" if closed else month.state.value
    return Bar(kind, number * STEP + 1, HIGH - height, _BAR, height)
