"""Writes app/locale: every text that the pages can say, with its German, French and Spanish.

`python -m docs.catalogue`, after a text was added, changed or taken away. It needs Babel, which is
for development alone. What is not translated yet is left empty, and then said in English.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from app.texts.language import ENGLISH, LANGUAGES, po_file
from docs.spoken_texts import Said, spoken_texts

TRANSLATED: Final = tuple(code for code, _name in LANGUAGES if code != ENGLISH)
_WIDTH: Final = 96
_NO_DAY: Final = datetime(2026, 1, 1, tzinfo=UTC)


def main() -> None:
    """Bring every language up to what is said."""
    wanted = template()
    for code in TRANSLATED:
        catalogue = merged(code, wanted)
        with po_file(code).open("wb") as file:
            write_po(file, catalogue, width=_WIDTH, omit_header=False, include_lineno=False)
        print(f"{code}: {len(catalogue)} texts, not translated: {len(untranslated(catalogue))}")  # noqa: T201


def template() -> Catalog:
    """Every text, in order, without a translation."""
    found = _catalogue(None)
    for text, places in sorted(spoken_texts().items(), key=_in_order):
        found.add(text, locations=[(place, 0) for place in sorted(places)])
    return found


def merged(code: str, wanted: Catalog) -> Catalog:
    """The wanted texts with the translations that there are; never those of a similar text."""
    known = translations(code)
    found = _catalogue(code)
    for message in wanted:
        if message.id:
            said = known.get(message.id)
            found.add(message.id, said.string if said else None, message.locations)
    return found


def translations(code: str) -> Catalog:
    """What is translated into a language."""
    place = po_file(code)
    if not place.exists():
        return _catalogue(code)
    with place.open("rb") as file:
        return read_po(file, locale=code)


def untranslated(catalogue: Catalog) -> list[Said]:
    """The texts that are said in English still."""
    return [_said(each) for each in catalogue if each.id and not _is_translated(each)]


def _said(message: Message) -> Said:
    return message.id if isinstance(message.id, str) else (message.id[0], message.id[1])


def _is_translated(message: Message) -> bool:
    string = message.string
    return all(string) if isinstance(string, list | tuple) else bool(string)


def _catalogue(code: str | None) -> Catalog:
    # No date of today: the same texts give the same file.
    return Catalog(
        locale=code,
        domain="tieout",
        header_comment="# The texts of tieout.",
        project="tieout",
        version="1",
        msgid_bugs_address="-",
        last_translator="-",
        language_team="-",
        creation_date=_NO_DAY,
        revision_date=_NO_DAY,
        fuzzy=False,
    )


def _in_order(item: tuple[Said, set[str]]) -> tuple[str, ...]:
    text, _places = item
    return text if isinstance(text, tuple) else (text,)


if __name__ == "__main__":
    main()
