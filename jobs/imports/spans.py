"""Traces an import: a span for it, one for each of its stages, and what models did below them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from db.errors import TieoutError
from pipeline.progress import Progress

if TYPE_CHECKING:
    from contextvars import Token

    from opentelemetry.context import Context
    from opentelemetry.trace import Span, Tracer


Fact: TypeAlias = str | int
#: What is known of an import, and how its span names that.
_NAMES: Final = {
    "import_id": "tieout.import.id",
    "attempt": "tieout.import.attempt",
    "status": "tieout.status",
    "code": "error.type",
}
_current: ContextVar[ImportTrace | None] = ContextVar("tieout_import_trace", default=None)


def note(**facts: Fact | None) -> None:
    """Put what became known of the import at work into its trace, if it has one.

    A fact is one of ``import_id``, ``attempt``, ``status`` and ``code``.
    """
    if trace := _current.get():
        trace.note({name: fact for name, fact in facts.items() if fact is not None})


def note_statement(statement_id: int, verdict: str) -> None:
    """A statement of the import at work was recorded under this id."""
    if trace := _current.get():
        trace.note_statement(statement_id, verdict)


@contextmanager
def traced(tracer: Tracer | None, to: Progress) -> Iterator[Progress]:
    """While the block runs, what this progress hears becomes the trace of one import, and so does
    what is noted; without a tracer nothing does. Either way ``to`` hears it too.
    """
    if tracer is None:
        yield to
        return
    trace = ImportTrace(tracer, to)
    token = _current.set(trace)
    try:
        yield trace
    except BaseException as error:
        # Never the text of one, which may quote a page.
        code = error.code if isinstance(error, TieoutError) else type(error).__name__
        trace.note({"code": code})
        raise
    finally:
        _current.reset(token)
        trace.close()


class ImportTrace:
    """The spans of one import; the stage at work is the parent of what begins meanwhile."""

    def __init__(self, tracer: Tracer, to: Progress) -> None:
        self._tracer, self._to = tracer, to
        self._root, self._leave = _begin(tracer, "import")
        self._stage: tuple[Span, Callable[[], None]] | None = None
        self._import_id: Fact | None = None

    def stage(self, name: str) -> None:
        """A stage begins, and with it the one before ends."""
        self._end_stage()
        self._to.stage(name)
        self._stage = _begin(self._tracer, name)

    def page(self, number: int, of: int) -> None:
        """A page is done."""
        self._to.page(number, of)

    def note(self, facts: Mapping[str, Fact]) -> None:
        """What is known of the import now."""
        self._import_id = facts.get("import_id", self._import_id)
        for name, fact in facts.items():
            self._root.set_attribute(_NAMES[name], fact)
        if "code" in facts:
            from opentelemetry.trace import StatusCode

            self._root.set_status(StatusCode.ERROR)

    def note_statement(self, statement_id: int, verdict: str) -> None:
        """A statement, as an event of the stage at work."""
        span = self._stage[0] if self._stage else self._root
        span.add_event(
            "statement", {"tieout.statement.id": statement_id, "tieout.verdict": verdict}
        )

    def close(self) -> None:
        """The import is over."""
        self._end_stage()
        self._leave()
        self._root.end()

    def _end_stage(self) -> None:
        if self._stage is None:
            return
        span, leave = self._stage
        if self._import_id is not None:
            span.set_attribute(_NAMES["import_id"], self._import_id)
        leave()
        span.end()
        self._stage = None


def _begin(tracer: Tracer, name: str) -> tuple[Span, Callable[[], None]]:
    """A span under the one that is at work, which it now is; the second puts that back."""
    from opentelemetry.context import attach, detach
    from opentelemetry.trace import set_span_in_context

    span = tracer.start_span(name)
    token: Token[Context] = attach(set_span_in_context(span))

    return span, partial(detach, token)
