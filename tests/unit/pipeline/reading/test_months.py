"""The month names that ship are those of CLDR."""

from __future__ import annotations

from fixtures.months import names_from_cldr
from pipeline.proof.tables.months import month_names


def test_the_shipped_names_are_those_that_cldr_gives_today() -> None:
    assert month_names() == names_from_cldr()


def test_one_table_knows_the_months_of_many_languages() -> None:
    names = month_names()
    assert names["january"] == 1
    assert names["marz"] == 3
    assert names["fevrier"] == 2
    assert names["okt"] == 10
    assert names["августа"] == 8
