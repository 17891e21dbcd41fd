"""Which words are cited for a statement's number and its period."""

from __future__ import annotations

from tests.support.typewritten import read, words_at

PAGE = """
    Account number {number}
    Statement period 01/{month}/2025 to 30/{month}/2025

    Date         Description              Paid out     Paid in      Balance
                 Opening balance                                     {start}.00
    {day}/{month}/2025   Rent                       50.00                   {middle}.00
    {day}/{month}/2025   Coffee                      5.00                   {end}.00
                 Closing balance                                     {end}.00
    """


def page(start: int, month: str, number: str) -> str:
    said = {"start": start, "middle": start - 50, "end": start - 55}
    return PAGE.format(day="14", month=month, number=number, **said)


def cited(*texts: str) -> list[tuple[str, str]]:
    """The number and the first day of each statement."""
    found = []
    for draft in read(*texts).statements:
        assert draft.witness is not None
        number, period = draft.witness.number, draft.witness.period
        days = (period.first, period.last) if period else (None, None)
        found.append((words_at(draft, number.value if number else None), words_at(draft, days[0])))
    return found


def test_each_statement_of_a_document_cites_its_own_number() -> None:
    assert cited(page(900, "06", "1234 5678"), page(700, "06", "8765 4321")) == [
        ("5678", "01/06/2025"), ("4321", "01/06/2025"),
    ]  # fmt: skip


def test_a_number_that_only_the_first_page_prints_is_that_of_the_second_as_well() -> None:
    first, second = page(900, "06", "1234 5678"), page(845, "07", "")
    assert [number for number, _ in cited(first, second)] == ["5678", "5678"]
