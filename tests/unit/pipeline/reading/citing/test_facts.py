"""Which words are cited for a statement's number and its period."""

from typing import Any

import pytest

from pipeline.drafts import StatementDraft
from pipeline.proof import Fact
from tests.support.typewritten import month_page, only, printed, read, words_at

PRINTED = printed("citing_facts")


@pytest.mark.parametrize("said", PRINTED["cited"].values(), ids=PRINTED["cited"])
def test_facts_and_days_are_cited_as_they_are_printed(said: dict[str, Any]) -> None:
    """Each oddity stands on a page, and what is cited of it is said as far as it goes."""
    draft = only(read(PRINTED[said["on"]].format(**said["with"])))
    wanted = {name: each for name, each in said.items() if name not in ("on", "with")}
    first = draft.witnesses[0]
    convention, period = first.convention, first.period
    found = {
        "number": words_of(draft, first.number),
        "numbers": [words_of(draft, each.number) for each in draft.witnesses],
        "currency": draft.currency or "none",
        "currency words": words_of(draft, first.currency),
        "period": [words_at(draft, day) for day in (period.first, period.last)] if period else [],
        "label": words_at(draft, period.label if period else None),
        "year": words_at(draft, convention.year),
        "convention": [convention.order, convention.months, convention.calendar],
        "days": [str(line.date) for line in draft.lines],
    }
    assert {name: found[name] for name in wanted} == wanted


def words_of(draft: StatementDraft, fact: Fact | None) -> str:
    return words_at(draft, fact.value if fact else None)


def cited(*texts: str) -> list[tuple[str, str]]:
    """The number and the first day of each statement."""
    found = []
    for draft in read(*texts).statements:
        assert draft.witness is not None
        period = draft.witness.period
        first = words_at(draft, period.first if period else None)
        found.append((words_of(draft, draft.witness.number), first))
    return found


def test_each_statement_of_a_document_cites_its_own_number() -> None:
    assert cited(month_page(900, "14"), month_page(700, "14", number="8765 4321")) == [
        ("1234 5678", "01/06/2025"), ("8765 4321", "01/06/2025"),
    ]  # fmt: skip


def test_a_number_that_only_the_first_page_prints_is_that_of_the_second_as_well() -> None:
    first, second = month_page(900, "14"), month_page(845, "14", month="07", number="")
    assert [number for number, _ in cited(first, second)] == ["1234 5678", "1234 5678"]


def test_a_number_is_offered_with_its_banks_code_as_well() -> None:
    (draft,) = read(month_page(900, "14", number="123456789 /0800")).statements
    numbers = [words_of(draft, each.number) for each in draft.witnesses]
    assert numbers == ["123456789", "123456789 /0800"]


def test_a_sign_in_brackets_in_the_tables_head_is_the_likeliest_currency() -> None:
    draft = only(read(PRINTED["headed"].format(head="").replace("Amount ", "Paid(€)")))
    assert draft.currency == "EUR"
