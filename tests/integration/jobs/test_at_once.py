"""Thousands of statements come at once: each ends once, and who waits for one is served first."""

from pathlib import Path

import pytest
from sqlalchemy import Engine

from db.words import ImportStatus
from tests.support.at_once import Found, Plan, at_once

ENDED = {
    ImportStatus.MATCHED,
    ImportStatus.NEEDS_REVIEW,
    ImportStatus.DUPLICATE,
    ImportStatus.FAILED,
}
#: What Redis may hold of each priority; more could not be overtaken by another folder.
WINDOW = 128


def nothing_is_lost_and_a_person_is_served_first(found: Found, plan: Plan) -> None:
    assert sum(found.ended.values()) == found.documents >= plan.documents
    assert set(found.ended) <= ENDED
    # Each worker ends what it has in its hands, and the others go on with one more meanwhile.
    assert max(found.overtook) <= 3 * plan.workers
    assert found.longest <= 2 * WINDOW


@pytest.mark.parametrize("engine", ["postgresql"], indirect=True)
def test_what_a_person_uploads_overtakes_what_landed_and_was_handed_in(
    engine: Engine, redis_url: str, tmp_path: Path
) -> None:
    plan = Plan(documents=40, uploads=3)
    found = at_once(tmp_path, plan, engine, redis_url)
    nothing_is_lost_and_a_person_is_served_first(found, plan)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["postgresql"], indirect=True)
def test_a_thousand_of_each_leave_room_for_a_folder_of_three(
    engine: Engine, redis_url: str, tmp_path: Path
) -> None:
    plan = Plan(documents=2_000, uploads=20)
    found = at_once(tmp_path, plan, engine, redis_url)
    nothing_is_lost_and_a_person_is_served_first(found, plan)
    assert found.three <= 2 * WINDOW
