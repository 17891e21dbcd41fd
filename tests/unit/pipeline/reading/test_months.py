"""Months are known by name in every language, and where languages disagree in none."""

from pipeline.reading.lexing.phrases import month_names


def test_one_table_knows_the_months_of_many_languages() -> None:
    names = month_names()
    assert names["january"] == 1
    assert names["marz"] == 3
    assert names["fevrier"] == 2
    assert names["okt"] == 10
    assert names["августа"] == 8
    assert names["mars"] == names["kovo"] == 3
