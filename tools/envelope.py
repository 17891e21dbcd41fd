"""The one shape in which every tool answers a model, whether it worked or not."""

from __future__ import annotations

from dataclasses import dataclass

from db.text import storable
from tools.errors import ToolError, UnserialisableError
from tools.jsontext import compact, plain


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that went wrong, with how to mend the call."""

    code: str
    message: str
    hint: str | None = None
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Envelope:
    """``{ok, data, warnings[], errors[{code, message, hint?, field?}]}``; data is plain JSON."""

    ok: bool
    data: object = None
    warnings: tuple[str, ...] = ()
    errors: tuple[Fault, ...] = ()

    def text(self) -> str:
        """Compact JSON, all four keys always present."""
        errors = [plain(fault) for fault in self.errors]
        whole = {
            "ok": self.ok,
            "data": self.data,
            "warnings": list(self.warnings),
            "errors": errors,
        }
        return storable(compact(whole))

    @property
    def code(self) -> str | None:
        """The first error's code, or None when it worked."""
        return self.errors[0].code if self.errors else None


def success(data: object, warnings: tuple[str, ...] = ()) -> Envelope:
    """What a tool returned; a value without an exact JSON form becomes an error, never a repr."""
    try:
        return Envelope(True, plain(data), warnings)
    except UnserialisableError:
        return failure(
            "unserialisable",
            "the tool's result has no exact JSON form",
            hint="do not repeat this call; answer with what you have",
        )


def failure(
    code: str, message: str, *, hint: str | None = None, field: str | None = None
) -> Envelope:
    """One error."""
    return Envelope(False, errors=(Fault(code, message, hint, field),))


def from_error(error: ToolError) -> Envelope:
    """A tool's own, declared error: the only exception whose text a model may read."""
    return failure(error.code, error.message(), hint=error.hint, field=error.field)
