"""The catalogue of texts holds every text that a page says, and no other."""

import re
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from app.texts.language import catalogue
from docs.catalogue import TRANSLATED, template, translations, untranslated

_AGAIN = "Run: .venv/bin/python -m docs.catalogue"


@pytest.fixture(scope="module")
def wanted() -> Catalog:
    return template()


def ids(texts: Catalog) -> set[object]:
    return {each.id for each in texts if each.id}


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_language_has_every_text_and_no_other(wanted: Catalog, code: str) -> None:
    kept = translations(code)
    assert ids(kept) == ids(wanted), _AGAIN
    assert not kept.obsolete, _AGAIN
    left = untranslated(kept)
    print(f"{code}: {len(left)} of {len(kept)} texts are said in English still")  # noqa: T201


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_fills_in_the_same_facts(code: str) -> None:
    wrong = [each.id for each in translations(code) if each.id and not _agrees(each)]
    assert wrong == []


def _agrees(message: Message) -> bool:
    forms = message.id if isinstance(message.id, list | tuple) else [message.id]
    strings = message.string if isinstance(message.string, list | tuple) else [message.string]
    wanted = {fact for form in forms for fact in facts(form)}
    return all(facts(str(each)) <= wanted and _whole(each, forms) for each in strings if each)


def _whole(string: object, forms: list[str] | tuple[str, ...]) -> bool:
    """A text of one form names every fact; of several, "one line" may leave its number out."""
    return len(forms) > 1 or facts(str(string)) == facts(forms[0])


def facts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("code", TRANSLATED)
def test_nothing_is_guessed_from_a_similar_text(code: str) -> None:
    assert not [each.id for each in translations(code) if each.fuzzy]


@pytest.mark.parametrize("code", TRANSLATED)
def test_what_the_program_reads_is_what_was_translated(code: str) -> None:
    spoken = catalogue(code)
    for each in translations(code):
        if isinstance(each.id, str) and each.id and each.string:
            assert spoken.gettext(each.id) == each.string, _AGAIN
        elif isinstance(each.id, tuple | list) and isinstance(each.string, tuple | list):
            said = each.string[0] or each.id[0]
            assert spoken.ngettext(each.id[0], each.id[1], 1) == said, _AGAIN


@pytest.mark.parametrize("code", TRANSLATED)
def test_commands_and_settings_are_never_translated(code: str) -> None:
    for each in translations(code):
        if isinstance(each.id, str) and each.string:
            named = set(re.findall(r"--[a-z][a-z-]+|TIEOUT_[A-Z_]+", each.id))
            assert named <= set(re.findall(r"--[a-z][a-z-]+|TIEOUT_[A-Z_]+", str(each.string)))
