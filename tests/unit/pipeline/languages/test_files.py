"""A language is one file: its words are sorted, stand there once, and all reach the reader."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from fixtures.languages.__main__ import KERNEL
from fixtures.languages.cldr import read_cldr
from fixtures.languages.compiling import compiled
from fixtures.languages.files import COMMON, FOLDER, LINE, Language, read_languages, text_of
from fixtures.languages.kernel_tables import kernel_tables
from pipeline.reading.lexing.phrases import (
    MEANINGS,
    month_names,
    phrase_book,
    squeeze,
    tables,
    weekday_names,
)
from tests.support.generated.look import languages

Tables: TypeAlias = Callable[[Mapping[str, Language]], Mapping[str, str]]

FILES = sorted(FOLDER.glob("*.toml"))
KNOWN = read_languages()
WITH_WORDS = {code: one for code, one in KNOWN.items() if one.words}


def test_every_file_is_of_a_language_with_words() -> None:
    assert {path.stem for path in FILES} == WITH_WORDS.keys()
    assert WITH_WORDS.keys() <= read_cldr().keys() | {COMMON}


def test_the_part_from_cldr_is_what_cldr_says_today() -> None:
    """After a new Babel, or a word added out of order: `python -m fixtures.languages`."""
    cldr = read_cldr()
    changed = [
        path.name
        for path in FILES
        if path.read_text("utf-8")
        != text_of(path.stem, Language(KNOWN[path.stem].words, cldr.get(path.stem, {})))
    ]
    assert changed == []


@pytest.mark.parametrize(
    ("folder", "tables"), [(FOLDER, compiled), (KERNEL, kernel_tables)], ids=["reader", "kernel"]
)
def test_what_reader_and_kernel_load_is_made_of_the_files(folder: Path, tables: Tables) -> None:
    """After a word was added: `python -m fixtures.languages`."""
    for name, text in tables(KNOWN).items():
        assert (folder / name).read_text("utf-8") == text, name


def test_no_table_is_made_of_words_with_two_roles() -> None:
    words = {"columns": {"debit": ["Out"], "credit": ["out"]}}
    with pytest.raises(ValueError, match="out"):
        compiled({**KNOWN, "xx": Language(words, {})})


def test_words_stand_one_a_line_sorted_and_once() -> None:
    for path in FILES:
        lists = re.findall(r"= \[\n(.*?)\]\n", path.read_text("utf-8"), re.DOTALL)
        assert lists, path.name
        for lines in (each.splitlines() for each in lists):
            words = [json.loads(line.strip().removesuffix(",")) for line in lines]
            assert words == sorted(set(words)), path.name


def meant() -> Iterator[tuple[str, str, list[str]]]:
    """The words of each meaning that the reader looks up as phrases, by language."""
    for language in WITH_WORDS.values():
        for group in MEANINGS.keys() & language.words.keys() - {"marks"}:
            for meaning, words in language.words[group].items():
                yield group, meaning, words


def test_no_two_words_of_a_meaning_have_the_same_letters() -> None:
    for group, meaning, words in meant():
        letters = [squeeze(word) for word in words]
        assert len(letters) == len(set(letters)), (group, meaning, words)


def test_every_word_of_a_file_has_its_meaning_to_the_reader() -> None:
    for group, meaning, words in meant():
        for word in words:
            assert (group, meaning) in phrase_book().meanings(word), word


def test_every_language_of_the_made_up_statements_has_a_file_with_words() -> None:
    assert {each.code.partition("_")[0] for each in languages()} <= WITH_WORDS.keys()


def test_words_written_by_hand_stand_above_the_line() -> None:
    for code in WITH_WORDS.keys() - {COMMON}:
        above, _, below = (FOLDER / f"{code}.toml").read_text("utf-8").partition(LINE)
        assert "[cldr." not in above, code
        assert set(re.findall(r"^\[(\w+)", below, re.MULTILINE)) == {"cldr"}, code


def test_a_name_that_means_two_months_means_neither() -> None:
    names = month_names()
    assert names["jan"] == 1
    assert names["kovo"] == names["mars"] == 3
    assert "listopad" not in names  # Croatian October, Czech and Polish November
    assert "jui" not in names  # French June or July, cut short


def test_a_weekday_is_no_word_of_statements() -> None:
    assert {"monday", "mon", "montag", "pirmadienis", "þriðjudagur"} <= weekday_names()
    assert [name for name in weekday_names() if phrase_book().meanings(name)] == []


def test_the_tables_name_all_that_is_loaded() -> None:
    assert set(tables()) == {
        "codes", "labelled", "marks", "months", "names", "other_account", "phrases", "single",
        "solar_months", "symbols", "terms", "titles", "weekdays", "within",
    }  # fmt: skip
