"""A statement that somebody made public is a case where its file is, and only there."""

from __future__ import annotations

from datetime import date

import pytest

from evals import peoples
from evals.case_minds import CASE_MINDS
from evals.kinds.peoples import cases
from evals.trial import Grade, attempt
from tests.support.peoples import PEOPLES, needs_peoples


@needs_peoples
def test_where_it_says_its_period_an_oracle_can_point(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peoples, "STATEMENTS", PEOPLES)
    made = cases()
    assert made
    for case in made:
        assert attempt("oracle", CASE_MINDS["oracle"], case, 1).grade is Grade.SOLVED


@needs_peoples
def test_the_true_rows_lead_from_one_balance_to_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peoples, "STATEMENTS", PEOPLES)
    file = "bankstatemently__bank-statement-parsing-benchmark__bsb-003-statement"
    truth = peoples.truth_of(file, date(2025, 10, 1), date(2025, 10, 31), "0793", "Continental")
    assert (len(truth.rows), truth.opening, truth.closing) == (22, 1_532_000, 1_447_004)


def test_without_the_files_there_are_no_such_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peoples, "STATEMENTS", peoples.STATEMENTS / "nowhere")
    assert cases() == ()
