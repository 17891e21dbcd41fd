"""The states of an import fall into those that ended and those that work may be acquired from."""

from db.words import ImportStatus
from jobs.lease.lease import ACQUIRABLE, ENDED


def test_every_state_is_one_or_the_other() -> None:
    assert set(ImportStatus) == ENDED | ACQUIRABLE
    assert not ENDED & ACQUIRABLE
