"""The stream of events that a page listens to."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import partial
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from app.queries.work import at_work
from app.web.coming_in import right_still
from app.web.desk import Desk, desk
from app.web.live.staying import while_they_may

_SECONDS_UNTIL_AGAIN: Final = "10"


async def events(request: Request) -> Response:
    """What is at work, what just ended, and how many there are, as server-sent events."""
    at = desk(request)
    if at.live.full:
        raise HTTPException(503, headers={"Retry-After": _SECONDS_UNTIL_AGAIN})
    stream = while_they_may(at.live.listen(_Look(at)), partial(right_still, request))
    # A proxy that gathers an answer before it hands it on would gather this one for ever.
    return StreamingResponse(
        stream, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
    )


@dataclass(slots=True)
class _Look:
    """Looks again and again, and knows what ran when it last did."""

    at: Desk
    before: frozenset[int] = frozenset()
    looks: int = 0

    def __call__(self) -> str:
        tried = self.at.background.tried() if self.at.background else frozenset()
        now = at_work(self.at.engine, self.before | tried)
        self.before = frozenset(each.id for each in now.running)
        self.looks += 1
        said = {
            "running": [asdict(each) for each in now.running],
            "ended": [[import_id, status.value] for import_id, status in now.ended],
            "counts": {status.value: number for status, number in now.counts.items()},
            # What ended is told, also if the same was said of it before.
            "look": self.looks if now.ended else 0,
        }
        return json.dumps(said, separators=(",", ":"))
