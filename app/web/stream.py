"""The stream of events that a page listens to, for as long as its reader may see it."""

import json
import logging
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from contextvars import copy_context
from dataclasses import asdict, dataclass
from functools import partial
from queue import SimpleQueue
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from app.access.errors import ProxyUserUnknown
from app.access.rights import Right
from app.acts.asking import Listener
from app.queries.reviews import at_work
from app.shapes.answers import AnswerShape
from app.shapes.writing import json_text
from app.texts import terminal as texts
from app.texts.language import _
from app.web.coming_in import right_still
from app.web.desk import Desk, desk
from db.errors import TieoutError, without_text

_LOG = logging.getLogger(__name__)
_SECONDS_UNTIL_AGAIN: Final = "10"


async def events(request: Request) -> Response:
    """What is at work, what just ended, and how many there are, as server-sent events."""
    at = desk(request)
    if at.live.full:
        raise HTTPException(503, headers={"Retry-After": _SECONDS_UNTIL_AGAIN})
    stream = while_they_may(at.live.listen(_LookAgain(at)), partial(right_still, request))
    # A proxy that gathers an answer before it hands it on would gather this one for ever.
    return StreamingResponse(
        stream, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
    )


@dataclass(slots=True)
class _LookAgain:
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
            # What ended is sent, also if the same was said of it before.
            "look": self.looks if now.ended else 0,
        }
        return json.dumps(said, separators=(",", ":"))


Has = Callable[[], Awaitable[Right]]
"""What anyone who listens may do now. Raises ``TieoutError``, and ``HTTPException`` for a book in
which that is nothing."""


async def while_they_may(stream: AsyncGenerator[str, None], has: Has) -> AsyncIterator[str]:
    """The stream until it ends, or anyone who listens may look no more: asked before anything is
    told, so at the latest when a comment would keep the connection."""
    async with aclosing(stream) as told:
        async for each in told:
            if not await _may_look(has):
                return
            yield each


async def _may_look(has: Has) -> bool:
    try:
        return await has() >= Right.LOOK
    except (ProxyUserUnknown, HTTPException):
        return False
    except TieoutError:
        # The ledger is away for a moment: they could look when it was there.
        return True


def asked_in_stream(ask: Callable[[Listener], AnswerShape]) -> Response:
    """What a model looks up while it is asked, and at the end its answer, as events."""
    news: SimpleQueue[str | None] = SimpleQueue()

    def tell(event: str, data: str) -> None:
        news.put(f"event: {event}\ndata: {data}\n\n")

    def asked() -> None:
        looked = Listener(
            lambda tool: tell("look", json.dumps({"tool": tool})), lambda: tell("writes", "{}")
        )
        try:
            tell("answer", json_text(ask(looked), indent=None))
        except TieoutError as error:
            tell("problem", json.dumps({"code": error.code, "detail": error.message(_)}))
        except Exception as error:  # noqa: BLE001 - it ends the stream, and its text is no one's
            _LOG.error("a question failed with %s", without_text(error))
            tell("problem", json.dumps({"code": "bug", "detail": type(error).__name__}))
        finally:
            news.put(None)

    threading.Thread(target=copy_context().run, args=(asked,), daemon=True).start()
    return StreamingResponse(
        iter(news.get, None), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
    )


def stage_texts() -> dict[str, str]:
    return {name: _(text) for name, text in texts.STAGES.items()}
