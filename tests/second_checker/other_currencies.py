"""Whether rows name another currency than the one that is guessed (section 15)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tests.second_checker.cells import cells_of
from tests.second_checker.codes import codes_in
from tests.second_checker.letters import squeezed
from tests.second_checker.row import Row
from tests.second_checker.tables import constant, currency_names

_MODULE = "other_currencies"


def denied(rows: Iterable[Row], code: str) -> bool:
    """Whether some cell of a row without figures speaks of a currency that is not this code."""
    return any(code not in codes for row in rows if not row.figures for codes in _spoken(row))


def _spoken(row: Row) -> Iterator[set[str]]:
    for cell in cells_of(row.tokens):
        texts = [token.text for token in row.tokens[cell.first : cell.last + 1]]
        if len(texts) > constant(_MODULE, "_CELL"):
            continue
        joined = " ".join(texts)
        yield from ({found} for found in codes_in(joined))
        for unit, codes in constant(_MODULE, "_UNITS").items():
            if re.search(unit, joined.casefold()):
                yield set(codes.split())
        for size in range(2, constant(_MODULE, "_NAME") + 1):
            for at in range(len(texts) - size + 1):
                name = squeezed(" ".join(texts[at : at + size]))
                if name in currency_names():
                    yield {currency_names()[name]}
