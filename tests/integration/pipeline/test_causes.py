"""What waits is listed by cause: a month that only carries another one's fault on waits for it."""

import io
import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import Engine

from app.cli.output import console
from app.cli.screens.review import waiting_screen
from app.queries.reviews import ToReview, waiting
from pipeline.drafts import Line, StatementDraft
from pipeline.review.deciding import accept
from pipeline.review.resolving import Wish, resolve
from pipeline.review.waiting import causes
from tests.support.books import account, all_imported, do_in, look_in
from tests.support.statements import draft, line

MONTHS = range(6, 12)


def rent(month: int) -> Line:
    return line(1, 3, -80_000 - month, f"Rent {month}", month=month)


def salary(month: int) -> Line:
    return line(2, 20, 90_000 + month, f"Salary {month}", month=month)


def statement(month: int, opening: int, mask: str = "1234") -> StatementDraft:
    last = monthrange(2026, month)[1]
    lines = [rent(month), salary(month)]
    end = date(2026, month, last)
    return draft(lines, opening=opening, mask=mask, start=date(2026, month, 1), end=end)


def statements(mask: str = "1234") -> dict[str, list[StatementDraft]]:
    """June to November, a document each."""
    found, opening = {}, 100_000
    for month in MONTHS:
        each = statement(month, opening, mask)
        found[f"{mask}-{month}.pdf"] = [each]
        assert each.closing_balance is not None
        opening = each.closing_balance
    return found


def booked(*lacking: Line) -> list[Line]:
    return [row for month in MONTHS for row in (rent(month), salary(month)) if row not in lacking]


def listed(engine: Engine) -> list[tuple[int, tuple[int, ...]]]:
    return [(each.import_id, each.explains) for each in look_in(engine, causes)]


def test_one_month_explains_all_that_need_nobody_once_it_is_mended(engine: Engine) -> None:
    account(engine, booked(rent(6)))
    all_imported(engine, statements())
    assert listed(engine) == [(1, (2, 3, 4, 5, 6))]
    do_in(engine, accept, 1, "person")
    assert listed(engine) == []


def test_a_second_fault_in_an_account_is_a_cause_of_its_own(engine: Engine) -> None:
    account(engine, booked(rent(6), salary(9)))
    all_imported(engine, statements())
    assert listed(engine) == [(1, (2, 3)), (4, (5, 6))]


def test_a_fault_explains_nothing_of_another_account(engine: Engine) -> None:
    account(engine, booked(rent(7)))
    account(engine, booked(rent(6)), name="Savings", mask="7777")
    all_imported(engine, {**statements(), **statements("7777")})
    # The oldest first, whichever account it is of.
    assert listed(engine) == [(7, (8, 9, 10, 11, 12)), (2, (3, 4, 5, 6))]


def test_faults_that_make_up_for_each_other_leave_the_months_after_them_alone(
    engine: Engine,
) -> None:
    twice = [*booked(rent(6)), line(3, 5, -80_006, "Garage", month=7)]
    account(engine, twice)
    all_imported(engine, statements())
    assert listed(engine) == [(1, ()), (2, ())]


def test_a_month_that_is_off_by_something_else_as_well_does_not_follow(engine: Engine) -> None:
    account(engine, booked(rent(6), salary(7)))
    known = statements()
    del known["1234-7.pdf"]  # nobody has July's statement, in which the salary is missing
    all_imported(engine, known)
    assert listed(engine) == [(1, ()), (2, (3, 4, 5))]


def test_the_list_fits_a_narrow_terminal_however_much_a_cause_explains(engine: Engine) -> None:
    account(engine, booked(rent(6)), name="A name that is longer than most names of accounts are")
    all_imported(engine, statements())
    out = io.StringIO()
    terminal = console(file=out, width=60)
    for part in waiting_screen(waiting(engine), 60):
        terminal.print(part)
    said = out.getvalue()
    assert re.search(r"^ *1 +.*2026-06 +differences +", said, re.M), said
    assert "explains 5 more" in said
    assert max(map(len, said.splitlines()[:8])) <= 60


def test_what_follows_from_a_cause_that_was_left_says_so(engine: Engine) -> None:
    account(engine, booked(rent(6)))
    all_imported(engine, statements())
    do_in(engine, resolve, 1, 1, Wish("leave", reason="the bank is wrong"), "person")
    (july,) = waiting(engine).reviews
    assert (july.import_id, july.explained_by, july.explains) == (2, 1, (3, 4, 5, 6))


def test_documents_that_follow_from_each_other_are_both_listed(engine: Engine) -> None:
    account(engine, booked(), opening=99_000)
    account(engine, booked(), opening=99_000, name="Savings", mask="7777")
    ours, theirs = ([each for (each,) in statements(of).values()] for of in ("1234", "7777"))
    crossed = {"a.pdf": [ours[0], theirs[1]], "b.pdf": [theirs[0], ours[1]]}
    all_imported(engine, {**crossed, "c.pdf": ours[2:3]})
    assert listed(engine) == [(1, ()), (2, (3,))]


def test_a_balance_that_is_off_from_the_beginning_is_one_cause(engine: Engine) -> None:
    account(engine, booked(), opening=99_000)
    all_imported(engine, statements())
    assert listed(engine) == [(1, (2, 3, 4, 5, 6))]
    assert waiting(engine).reviews[0].statements[0].differences == ()


def test_a_document_of_two_months_waits_once(engine: Engine) -> None:
    account(engine, booked(rent(6)))
    months = [each for (each,) in statements().values()]
    all_imported(engine, {"two.pdf": months[:2], "rest.pdf": months[2:3]})
    assert listed(engine) == [(1, (2,))]


def two_accounts(engine: Engine) -> None:
    account(engine, booked(rent(6), rent(8)))
    account(engine, booked(rent(7)), name="Savings", mask="7777")
    all_imported(engine, {**statements(), **statements("7777")})


def shown(found: ToReview) -> list[int]:
    return [each.import_id for each in found.reviews]


def test_a_page_holds_the_oldest_and_says_how_many_more_there_are(engine: Engine) -> None:
    two_accounts(engine)
    found = waiting(engine, limit=2)
    assert (shown(found), found.more) == ([1, 8], 1)
    assert (shown(waiting(engine)), waiting(engine).more) == ([1, 8, 3], 0)


def test_only_an_account_or_a_month_is_listed_if_asked_for(engine: Engine) -> None:
    two_accounts(engine)
    assert shown(waiting(engine, account="7777")) == [8]
    assert shown(waiting(engine, month=date(2026, 8, 1))) == [3]
    assert shown(waiting(engine, account="7777", month=date(2026, 8, 1))) == []


@pytest.mark.parametrize(
    ("entries", "at_stake"),
    [
        (booked(rent(6), salary(6)), "1700.12"),  # 800.06 out and 900.06 in do not cancel
        ([*booked(rent(6)), line(1, 3, -8_006, "Rent 6", month=6)], "720.00"),
        (booked(), None),
    ],
)
def test_the_sum_at_stake_is_what_the_differences_come_to(
    engine: Engine, entries: Sequence[Line], at_stake: str | None
) -> None:
    account(engine, entries)
    all_imported(engine, {"june.pdf": [statement(6, 100_000)]})
    found = [each.at_stake for review in waiting(engine).reviews for each in review.statements]
    assert found == ([Decimal(at_stake)] if at_stake else [])
