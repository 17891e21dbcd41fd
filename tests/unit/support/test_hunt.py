"""The hunt finds what is proven wrongly, and its damages change nothing of what a page says."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from tests.support.attacks.case import Case
from tests.support.hunt.damages import DAMAGES, Pages
from tests.support.hunt.search import damaged, honest_cases, hunt, save

CASES = list(islice(honest_cases(3), 6))
TAKES_AWAY = {"headless"}
ADDS = {"advert", "stranger", "terms"}


def letters(pages: Pages) -> Counter[str]:
    """Whatever is printed, without blanks and capitals."""
    return Counter("".join(word.text for page in pages for word in page.words).casefold())


def wrongly_seen(case: Case) -> Case:
    """The same page, of whose first row a person is said to see another amount."""
    first, *rest = case.truth.rows
    other = replace(first, amount=(first.amount or 0) + 1)
    return replace(case, truth=replace(case.truth, rows=(other, *rest)))


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damage_keeps_every_character(name: str) -> None:
    for case in CASES:
        before, after = (
            letters(case.pages.pages),
            letters(damaged(case, [name], Random(1)).pages.pages),
        )
        lost, more = before - after, after - before
        assert not lost or name in TAKES_AWAY
        assert not more or name in ADDS


def test_every_damage_changes_some_page() -> None:
    for name in DAMAGES:
        assert any(damaged(case, [name], Random(1)).pages != case.pages for case in CASES), name


def test_what_is_proven_and_not_seen_is_found_and_kept(tmp_path: Path) -> None:
    found = hunt(map(wrongly_seen, CASES), seconds=60)
    assert len(found.wrong) >= len(CASES)
    case, names, why = found.wrong[0]
    kept = json.loads(save(tmp_path, case, names, why).read_text("utf-8"))
    assert kept["pages"][0]["words"]
    assert kept["wrong"] == why


def test_honest_pages_are_proven_and_none_wrongly() -> None:
    found = hunt(CASES, seconds=60)
    assert found.wrong == []
    assert found.after["nothing"] == len(CASES)


def test_it_ends_when_its_time_is_spent() -> None:
    assert hunt(honest_cases(1), seconds=0).tried == 0
