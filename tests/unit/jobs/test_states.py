"""The states of an import fall into those that ended and those that work may be claimed from."""

from __future__ import annotations

from db.words import ImportStatus
from jobs.states import CLAIMABLE, ENDED


def test_every_state_is_one_or_the_other() -> None:
    assert set(ImportStatus) == ENDED | CLAIMABLE
    assert not ENDED & CLAIMABLE
