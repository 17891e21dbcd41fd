"""Which imports a person means on the page of work: what a form or an address says of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from starlette.datastructures import FormData, QueryParams
from starlette.exceptions import HTTPException

from db.words import ImportStatus
from jobs.selection import Selection

_CODE: Final = re.compile(r"[a-z0-9_]{1,80}")
_MOST_CHARACTERS: Final = 200
_STATUSES: Final = {status.value: status for status in ImportStatus}


@dataclass(frozen=True, slots=True)
class Filter:
    """What was asked for, as it was written; empty is everything."""

    status: str = ""
    code: str = ""
    name: str = ""

    @property
    def selection(self) -> Selection:
        """The same, for the table."""
        return Selection(
            statuses=frozenset({_STATUSES[self.status]} if self.status else ()),
            codes=frozenset({self.code} if self.code else ()),
            name=self.name or None,
        )

    @property
    def fields(self) -> dict[str, str]:
        """What of it says anything, as fields of a form or an address."""
        told = {"status": self.status, "code": self.code, "name": self.name}
        return {name: value for name, value in told.items() if value}

    def address(self, **more: object) -> str:
        """The page with this filter."""
        told = urlencode({**self.fields, **more})
        return f"/work?{told}" if told else "/work"


def filter_of(said: QueryParams | FormData) -> Filter:
    """What the fields say. Raises ``HTTPException`` 400 for what no page of ours offers."""
    status, code, name = (_text(said, each) for each in ("status", "code", "name"))
    if (status and status not in _STATUSES) or (code and not _CODE.fullmatch(code)):
        raise HTTPException(400)
    return Filter(status, code, name)


def _text(said: QueryParams | FormData, name: str) -> str:
    text = said.get(name, "")
    return text.strip()[:_MOST_CHARACTERS] if isinstance(text, str) else ""
