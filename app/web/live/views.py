"""The stream of events that a page listens to."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Final

from sqlalchemy import Engine
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from app.web.desk import desk
from app.work import at_work

_SECONDS_UNTIL_AGAIN: Final = "10"


async def events(request: Request) -> Response:
    """What is at work, what just ended, and how many there are, as server-sent events."""
    at = desk(request)
    if at.live.full:
        raise HTTPException(503, headers={"Retry-After": _SECONDS_UNTIL_AGAIN})
    stream = at.live.listen(_Look(at.engine))
    # A proxy that gathers an answer before it hands it on would gather this one for ever.
    return StreamingResponse(
        stream, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
    )


@dataclass(slots=True)
class _Look:
    """Looks again and again, and knows what ran when it last did."""

    engine: Engine
    before: frozenset[int] = frozenset()

    def __call__(self) -> str:
        now = at_work(self.engine, self.before)
        self.before = frozenset(each.id for each in now.running)
        said = {
            "running": [asdict(each) for each in now.running],
            "ended": [[import_id, status.value] for import_id, status in now.ended],
            "counts": {status.value: number for status, number in now.counts.items()},
        }
        return json.dumps(said, separators=(",", ":"))
