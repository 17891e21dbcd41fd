"""How an import stands as work: whether it is under way, locked, or can be tried again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.web.live.stages import stage_texts
from db.words import ImportStatus
from jobs.states import OPEN
from pipeline.pages.errors import PasswordNeeded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.shapes.review import ReviewShape
    from app.web.desk import Desk


@dataclass(frozen=True, slots=True)
class Standing:
    """``opening``: a password was given and will be tried; ``refused``: the last one did not open
    it. ``elsewhere``: workers do what this server does not; ``stages`` are called so."""

    at_work: bool
    opening: bool
    locked: bool
    refused: bool
    retried: bool
    elsewhere: bool
    stages: Mapping[str, str]


def standing_of(at: Desk, work: ReviewShape) -> Standing:
    """How it stands now, and what the server that is asked can do about it."""
    failed, number = work.status is ImportStatus.FAILED, work.import_id
    locked = failed and work.error_code == PasswordNeeded.code
    waits = work.status in OPEN or locked
    opening = waits and at.background is not None and at.background.holds_password(number)
    return Standing(
        at_work=work.status in OPEN or opening,
        opening=opening,
        locked=locked and at.background is not None,
        refused=at.background is not None and at.background.was_refused(number),
        retried=failed and at.carries_out,
        elsewhere=at.queue,
        stages=stage_texts(),
    )
