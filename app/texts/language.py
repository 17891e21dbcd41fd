"""Says texts and stored errors in the reader's language; the texts are the catalogue's keys."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations, c2py
from pathlib import Path
from typing import Final, Protocol, TypeVar

from db.errors import TieoutError

LOCALES: Final = Path(__file__).parents[1] / "locale"
ENGLISH: Final = "en"
#: What can be chosen, each by its own name.
LANGUAGES: Final = ((ENGLISH, "English"), ("de", "Deutsch"), ("fr", "Français"), ("es", "Español"))

#: A line of an entry: which part of it begins, if one does, and what is in quotes.
_PART: Final = re.compile(r'^(msg\w+(?:\[\d\])?)? ?(".*")$', re.MULTILINE)

_TERMINAL: Final = NullTranslations()
#: Set for each request; a terminal speaks English, and parts no digits, as programs do not.
spoken: ContextVar[NullTranslations] = ContextVar("spoken", default=_TERMINAL)

Texts = TypeVar("Texts")


class Readable(Protocol):
    """A file of bytes."""

    def read(self) -> bytes: ...


def _(text: str) -> str:
    """The text in that language; where it has none, the text itself."""
    return spoken.get().gettext(text) if text else text


def counted(one: str, several: str, number: int) -> str:
    """The form of the text for that number, with ``{count}`` filled in."""
    return spoken.get().ngettext(one, several, number).format(count=number)


def marked(texts: Texts) -> Texts:
    """A text, or a table of them, that is said with `_` where it is shown: the catalogue has it."""
    return texts


#: An amount, a day and a month, which each catalogue writes as its readers do: that is all that is
#: known of how a language writes them.
AMOUNT, DAY, MONTH = marked("1,234.50"), marked("YYYY-MM-DD"), marked("YYYY-MM")


def marks() -> tuple[str, str]:
    """What parts groups of three digits, and the mark before the decimals."""
    amount = _(AMOUNT)
    return ("", ".") if spoken.get() is _TERMINAL else (amount[1], amount[5])


@cache
def catalogue(code: str) -> NullTranslations:
    """The texts in one of `LANGUAGES`."""
    if code == ENGLISH:
        return NullTranslations()
    with po_file(code).open("rb") as file:
        return Translations(file)


def po_file(code: str) -> Path:
    """Where the translations into a language are."""
    return LOCALES / f"{code}.po"


class Translations(NullTranslations):
    """The texts of a .po file, so that a translation is one file and nothing compiled."""

    def _parse(self, file: Readable) -> None:
        self._forms: dict[str, list[str]] = {}
        for entry in file.read().decode().split("\n\n"):
            parts: dict[str, str] = defaultdict(str)
            name = ""
            for word, quoted in _PART.findall(entry):
                name = word or name
                parts[name] += json.loads(quoted)
            forms = [said for name, said in parts.items() if name.startswith("msgstr")]
            if forms and all(forms):
                self._forms[parts["msgid"]] = forms
        head = dict(line.split(": ", 1) for line in self._forms.pop("")[0].splitlines())
        self._language = head["Language"]
        self._form_of = c2py(head["Plural-Forms"].partition("plural=")[2].rstrip(";"))

    def info(self) -> dict[str, str]:
        return {"language": self._language}

    def gettext(self, message: str) -> str:
        return self._forms.get(message, [message])[0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        forms = self._forms.get(msgid1)
        return forms[self._form_of(n)] if forms else super().ngettext(msgid1, msgid2, n)


def language() -> str:
    return spoken.get().info().get("language", ENGLISH)


_FACT = re.compile(r"\\\{(\w+)(?:!r)?\\\}")


def error_text(
    code: str | None, message: str | None, otherwise: Mapping[str, str] | None = None
) -> str:
    """The message in the language that is spoken, with its facts; as it is if no one knows it.
    ``otherwise`` are texts by code that are said instead, filled with the same facts."""
    for template in (kind.template() for kind in TieoutError.kinds() if kind.code == code):
        if (said := _pattern(template).fullmatch(message or "")) is not None:
            return _filled(_((otherwise or {}).get(code or "", template)), said.groupdict())
    return message or ""


def retold(text: str, templates: Iterable[str]) -> str:
    """What was stored in English, part by part, as it is said in the language that is spoken; a
    part that is there several times once, with a count."""
    parts = Counter(_retold(part, templates) for part in text.split("; "))
    return "; ".join(said if often == 1 else f"{said} (×{often})" for said, often in parts.items())


def _retold(part: str, templates: Iterable[str]) -> str:
    for template in templates:
        if (said := _pattern(template).fullmatch(part)) is not None:
            return _filled(_(template), {name: _(each) for name, each in said.groupdict().items()})
    return part


def _filled(text: str, facts: dict[str, str]) -> str:
    # A fact that was quoted is in the stored sentence with its quotes.
    return text.replace("!r}", "}").format_map(facts)


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """What a sentence made of the template looks like; a fact that is there twice is the same."""
    known: set[str] = set()

    def fact(found: re.Match[str]) -> str:
        name = found[1]
        if name in known:
            return f"(?P={name})"
        known.add(name)
        return f"(?P<{name}>.*)"

    return re.compile(_FACT.sub(fact, re.escape(template)), re.DOTALL)
