"""What an address of a statement asks for: which difference is looked at, from where, how large."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlencode

from starlette.requests import Request

from app.one_statement.listed import Window
from app.one_statement.opened import Asked
from app.web.forms import beyond, in_ranges, numbers, plain_number
from pipeline.matching.shapes import DifferenceKind

#: How large the page can be shown, in percent of the pane's width.
ZOOMS: Final = (100, 125, 150, 200, 300)
_NAMES: Final = ("statement", "kind", "from", "difference", "line", "page", "zoom")


@dataclass(frozen=True, slots=True)
class Address:
    """An import's address, and what its query says; what it says wrongly is left out.

    ``ticked`` are the changes that a person ticked; None: all that are proposed.
    """

    import_id: int
    query: Mapping[str, str] = field(default_factory=dict)
    ticked: frozenset[int] | None = None

    @property
    def asked(self) -> Asked:
        """The same as the ledger is asked for it."""
        return Asked(
            self._number("statement"),
            Window(self.kind, self._number("from") or 1),
            self._number("difference"),
            self._number("line"),
            self._number("page"),
            self.ticked,
        )

    @property
    def kind(self) -> str | None:
        """The kind of difference that is listed, None for all."""
        said = self.query.get("kind")
        return said if said in list(DifferenceKind) else None

    @property
    def zoom(self) -> int:
        """How large the page is shown."""
        said = self._number("zoom")
        return said if said in ZOOMS else ZOOMS[0]

    def to(self, **changed: object) -> str:
        """The address with these parts of its query changed; None takes one away. What is ticked
        stays, but in another statement."""
        query = {**self.query, **{name.rstrip("_"): value for name, value in changed.items()}}
        kept = [(name, query[name]) for name in _NAMES if query.get(name) is not None]
        if self.ticked is not None and "statement" not in changed:
            kept += [("ticked", "1"), ("beyond", in_ranges(self.ticked))]
        return f"/imports/{self.import_id}" + (f"?{urlencode(kept)}" if kept else "")

    def nearer(self, steps: int) -> int | None:
        """The zoom that is so many steps larger, None if there is none."""
        at = ZOOMS.index(self.zoom) + steps
        return ZOOMS[at] if 0 <= at < len(ZOOMS) else None

    def _number(self, name: str) -> int | None:
        return plain_number(self.query.get(name))


def address_of(request: Request, import_id: int) -> Address:
    """What the request's own address asks for. Raises ``HTTPException`` 400."""
    said = request.query_params
    own = {name: said[name] for name in _NAMES if name in said}
    ticked = None
    if not {"ticked", "only", "beyond"}.isdisjoint(said.keys()):
        ticked = frozenset(numbers(said, "only") | beyond(said))
    return Address(import_id, own, ticked)
