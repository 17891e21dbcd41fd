"""Habits of translated English are counted, and their number may only fall."""

import ast
import json
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from docs.spoken_texts import spoken_texts

ROOT = Path(__file__).parents[2]
ROOMS = ("app", "db", "jobs", "pipeline", "tools")
#: What people read who use the program.
PAGES = (
    "README.md",
    "docs/how-to/*.md",
    "docs/ledgers/*.md",
    "docs/tutorial.md",
    "docs/questions.md",
)
BLOCK = re.compile(r"^```.*?^```", re.M | re.S)
HABITS = re.compile(
    r"\b(?:stands?|says? so|besides|(?:is|are) none of|whoever|told|anew|speaks? of"
    r"|what came of it|bears?|but for|nought|of another)\b",
    re.I,
)
#: Lower it to what the test counts as soon as that is less; never raise it.
MOST = 24


def test_the_habits_of_translated_english_only_get_fewer() -> None:
    found = sorted(f"{place}: {word}" for place, words in prose() for word in HABITS.findall(words))
    assert len(found) <= MOST, "\n".join(found)
    assert len(found) == MOST, f"There are fewer now: set MOST to {len(found)}"


def prose() -> Iterator[tuple[str, str]]:
    """Every docstring, comment and text of the rooms, and page for users, without code, by file."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            place = str(path.relative_to(ROOT))
            for words in (*docstrings(path), *comments(path)):
                yield place, without_code(words)
    for path in (ROOT / page for pages in PAGES for page in ROOT.glob(pages)):
        yield path.name, without_code(BLOCK.sub("", path.read_text("utf-8")))
    for text in spoken_texts():
        yield "texts", without_code(" ".join(text) if isinstance(text, tuple) else text)
    for path in sorted((ROOT / "app" / "texts").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield path.name, without_code(node.value) if " " in node.value else ""
    for path in sorted((ROOT / "app" / "texts").glob("*.json")):
        yield from (
            (path.name, without_code(each)) for each in said_in(json.loads(path.read_text("utf-8")))
        )


def said_in(data: object) -> Iterator[str]:
    """Every text of a file of data; what it is found by is none."""
    match data:
        case str():
            yield data
        case dict() | list():
            for each in data.values() if isinstance(data, dict) else data:
                yield from said_in(each)


def without_code(words: str) -> str:
    """The words without names in backticks and without options such as --does-not-stand."""
    return re.sub(r"`+[^`]*`+|--[a-z-]+", "", words)


def docstrings(path: Path) -> Iterator[str]:
    """Strings that are statements of their own: docstrings of modules, classes and functions."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Expr(value=ast.Constant(value=str(words))):
                yield words


def comments(path: Path) -> Iterator[str]:
    """The text of each comment."""
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type == tokenize.COMMENT:
                yield token.string
