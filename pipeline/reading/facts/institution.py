"""The bank's name: the largest run of words near the top that looks like one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.reading.facts.cells import Cell, cells_of
from pipeline.reading.facts.kind import is_statement
from pipeline.reading.lexing.phrases import phrase_book, squeeze
from pipeline.reading.lexing.rows import Row
from pipeline.reading.lexing.wording import within

_NOT_A_NAME = re.compile(r"@|www\.|https?:|\.com\b|\d{3,}|:$|[.!?]\s|^\W*$", re.IGNORECASE)
#: Behind a name: a registration, a number of any sort, or the rest of a legal line.
_BEHIND_NAME = re.compile(
    r"\s+(?:[-–|•·]\s.*|(?:ABN|BLZ|BIC|IBAN|RCS|CNPJ|CUIT|NIF)\b.*|\S*\d{3}.*)$"
)
_DOMAIN = re.compile(
    r"^(?:https?://)?(?:www\.)?([a-z0-9-]{3,})\.(?:[a-z]{2,3}\.)?[a-z]{2,8}[/.,]?$", re.IGNORECASE
)
_LONGEST = 60
_WORDS = 4  # of a name that is an address on the web as well


def institution_of(rows: Sequence[Row]) -> str | None:
    """The name, or None where nothing on the first page but its entries looks like one."""
    titles = [row for row in rows if not row.looks_like_entry and row.page == rows[0].page]
    first = [_named_alone(cell) for cell in cells_of(titles)]
    likely = [cell for cell in first if _could_name(cell)]
    named = [cell for cell in likely if within("bank").search(cell.text)]
    if named:
        return _clean(max(named, key=lambda cell: (round(cell.size), -cell.top)).text)
    return _named_by_domain(rows) or _largest_at_the_top(likely, first)


def _largest_at_the_top(likely: Sequence[Cell], cells: Sequence[Cell]) -> str | None:
    """What stands larger than the usual one of ``cells`` where a letterhead does."""
    top = [cell for cell in likely if cell.top < 150 and cell.size > 1.25 * _usual(cells)]
    top = [cell for cell in top if not _is_phrase(cell.text)]
    return _clean(max(top, key=lambda cell: (round(cell.size), -cell.top)).text) if top else None


def _named_by_domain(rows: Sequence[Row]) -> str | None:
    """Words above the entries that are those of an address on the web there: "Coralo" beside
    www.coralo.com."""
    entry = next((i for i, row in enumerate(rows) if row.looks_like_entry), len(rows))
    above = [cell.text.split() for cell in cells_of(rows[:entry])]
    found = (_DOMAIN.match(word) for words in above for word in words)
    domains = {squeeze(each[1]) for each in found if each}
    names = {
        _clean(" ".join(words[:count]))
        for words in above
        for count in range(1, min(len(words), _WORDS) + 1)
        if squeeze("".join(words[:count])) in domains and not _DOMAIN.match(words[0])
    }
    return names.pop() if len(names) == 1 else None


def _named_alone(cell: Cell) -> Cell:
    """The cell with its bank's name alone, where it goes on with something else."""
    name = _BEHIND_NAME.sub("", cell.text)
    return cell._replace(text=name) if within("bank").search(name) else cell


def _could_name(cell: Cell) -> bool:
    text = cell.text
    if not 3 <= len(text) <= _LONGEST or not text[0].isalnum():
        return False
    return not (_NOT_A_NAME.search(text) or within("no_bank").search(text))


def _usual(cells: Sequence[Cell]) -> float:
    sizes = sorted(cell.size for cell in cells)
    return sizes[len(sizes) // 2]


def _is_phrase(text: str) -> bool:
    """Whether the words are a statement's own, such as "Account summary"."""
    words = text.split()
    covered = {i for hit in phrase_book().find(words) for i in range(hit.first, hit.last + 1)}
    return len(covered) * 2 >= len(words) or is_statement(text)


def _clean(text: str) -> str:
    return text.strip(" :|,-")
