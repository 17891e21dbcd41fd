"""What the kernel knows of all languages, by name."""

from __future__ import annotations

from pipeline.proof.tables.languages import (
    currency_names,
    month_names,
    tables,
    weekday_names,
)


def test_months_weekdays_and_currencies_are_known_by_their_letters() -> None:
    assert (month_names()["march"], month_names()["dezember"]) == (3, 12)
    assert {"monday", "dienstag"} <= weekday_names()
    assert "march" not in weekday_names()
    assert currency_names()["swissfranc"] == "CHF"


def test_the_tables_are_read_once() -> None:
    assert tables() is tables()
    assert "opening" in tables()["phrases"]["labels"]
