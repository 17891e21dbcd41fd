"""A phrase with two meanings that contradict each other is refused when words are loaded."""

from __future__ import annotations

import itertools

import pytest

from pipeline.proof.tables.languages import tables
from pipeline.proof.tables.phrases import squeeze
from pipeline.proof.tables.roles import MEANINGS, refuse_two_roles

#: Every pair of meanings of one group that some phrase has today, and may.
TOGETHER = {
    ("columns", "description", "amount"),
    ("columns", "debit", "other"),
    ("columns", "debit", "repaid"),
    ("labels", "closing_day", "statement_date"),
    ("labels", "closing_day", "ends_on"),
    ("labels", "statement_date", "ends_on"),
    ("labels", "period", "ends_on"),
    ("labels", "balance_on", "ends_on"),
    ("labels", "closing", "balance_on"),
    ("labels", "due", "total_out"),
    ("labels", "balance_on", "statement_date"),
    ("labels", "total", "count"),
    ("labels", "period", "statement_date"),
    ("labels", "period", "month"),
    ("kinds", "current", "savings"),
}


def test_no_phrase_of_any_language_has_two_roles() -> None:
    refuse_two_roles(tables()["phrases"], squeeze)


@pytest.mark.parametrize(
    ("group", "one", "other"),
    [
        (group, one, other)
        for group, meanings in MEANINGS.items()
        for one, other in itertools.combinations(meanings, 2)
    ],
)
def test_two_meanings_of_a_group_stand_together_only_where_banks_mean_both(
    group: str, one: str, other: str
) -> None:
    groups = {group: {one: ["Same word"], other: ["same  Word!"]}}
    if (group, one, other) in TOGETHER:
        refuse_two_roles(groups, squeeze)
        return
    with pytest.raises(ValueError, match="sameword"):
        refuse_two_roles(groups, squeeze)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("columns.credit", "sections.debit"),
        ("columns.debit", "labels.total_in"),
        ("columns.credit", "labels.total_out"),
        ("sections.debit", "labels.total_in"),
        ("sections.credit", "labels.total_out"),
        ("moved.in", "sections.debit"),
        ("moved.out", "sections.credit"),
        ("moved.in", "columns.debit"),
        ("moved.out", "columns.credit"),
    ],
)
def test_opposites_of_two_groups_are_refused(one: str, other: str) -> None:
    groups = {group: {meaning: ["word"]} for group, meaning in (r.split(".") for r in (one, other))}
    with pytest.raises(ValueError, match="word"):
        refuse_two_roles(groups, squeeze)


@pytest.mark.parametrize("groups", [{"column": {"date": ["day"]}}, {"columns": {"day": ["day"]}}])
def test_a_group_or_meaning_that_nothing_reads_is_refused(
    groups: dict[str, dict[str, list[str]]],
) -> None:
    with pytest.raises(ValueError, match="nothing reads"):
        refuse_two_roles(groups, squeeze)
