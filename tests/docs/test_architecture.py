"""The drawings of docs/architecture.md are those that `make imports` holds, and what is named in
the pages for those who change the program exists."""

import ast
import re
import tomllib
from collections.abc import Iterable
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

from app.environment.settings import SPANS, TRACE
from tests.docs.test_docs import found_command, known_options
from tests.support.misbehaviour import MISBEHAVIOURS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
ROOMS = ("app", "jobs", "pipeline", "tools", "db")
PACKAGES = (*ROOMS, "evals", "tests", "fixtures", "benchmarks")
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
    "contracts"
]


def drawn(title: str) -> list[str]:
    """The layers of the drawing below this line, the highest first."""
    block = TEXT.split(title, 1)[1].split("```")[1]
    lines = [line for line in block.splitlines() if line and not line.startswith(" ")]
    return [re.split(r"\s{2,}", line)[0].strip() for line in lines]


def held(container: str | None) -> list[str]:
    """The layers of the import contract, the highest first."""
    (found,) = (
        each["layers"]
        for each in CONTRACTS
        if each["type"] == "layers" and each.get("containers", [None])[0] == container
    )
    return list(found)


@pytest.mark.parametrize(
    ("title", "container"),
    [
        ("The five rooms", None),
        ("The rooms of `app`", "app"),
        ("The stages of `pipeline`", "pipeline"),
    ],
)
def test_the_drawing_shows_the_layers_that_imports_are_held_to(
    title: str, container: str | None
) -> None:
    assert drawn(title) == held(container)


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = grimp.build_graph(*ROOMS)
    imported = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    TopologicalSorter(imported).prepare()


#: The pages for those who change the program, each with the folders that it names modules in.
PAGES = {
    "CONTRIBUTING.md": ("",),
    "docs/architecture.md": ("",),
    "docs/glossary.md": ("",),
    "docs/hunts.md": ("",),
    "docs/local-models.md": ("", "evals/kinds"),
    "docs/model-quirks.md": ("",),
    "docs/models.md": ("",),
    "docs/mutation.md": ("",),
    "docs/operations.md": ("",),
    "docs/pages.md": ("pipeline/pages",),
    "docs/reading.md": ("pipeline/reading", ""),
    "docs/scale.md": ("",),
    "docs/seeds.md": ("",),
    "docs/tool-loop.md": ("",),
    "fixtures/README.md": ("", "fixtures"),
    "tools/README.md": ("",),
}


@pytest.mark.parametrize("page", PAGES)
def test_every_module_that_a_page_names_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    dotted = set(re.findall(rf"(?<![\w/.])((?:{'|'.join(PACKAGES)})(?:\.[a-zA-Z_]\w*)+)", text))
    files = set(re.findall(r"(?<![\w/.-])((?:[a-z]\w*/)*[a-z]\w*\.py)\b", text))
    missing = {name for name in dotted if not exists(name.split("."))}
    missing |= {name for name in files if not is_in(PAGES[page], name)}
    assert missing == set()


@pytest.mark.parametrize("name", ["pipeline.account.finding", "db.money.dollars", "db.pounds"])
def test_a_module_that_is_gone_is_missed(name: str) -> None:
    assert not exists(name.split("."))


def test_every_module_in_the_tables_of_the_reader_exists() -> None:
    text = (ROOT / "docs/reading.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?`) \|", text.split("## One document")[1].split("##")[0], re.M)
    named = {name for row in rows for name in re.findall(r"`([\w/]+)`", row)}
    assert len(named) > 30
    missing = [
        name
        for name in named
        if not (name.endswith("/") and is_in(PAGES["docs/reading.md"], name))
        and not is_in(PAGES["docs/reading.md"], f"{name}.py")
    ]
    assert missing == []


def is_in(folders: Iterable[str], name: str) -> bool:
    """Whether one of the folders has it."""
    return any((ROOT / folder / name).exists() for folder in folders)


def exists(parts: list[str]) -> bool:
    """Whether it is a module, a folder, or something defined in a module or a class of one."""
    for end in range(len(parts), 1, -1):
        place = ROOT.joinpath(*parts[:end])
        file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if place.is_dir() or file.is_file():
            inside = file.read_text() if file.is_file() else ""
            return all(re.search(rf"\b{name}\b", inside) for name in parts[end:])
    return False


def test_the_kernel_is_as_small_as_it_is_said_to_be() -> None:
    said = re.search(
        r"kernel has at most ([\d,]+) lines of code", (ROOT / "CONTRIBUTING.md").read_text()
    )
    assert said is not None
    counted = sum(map(code_lines, (ROOT / "pipeline/proof").rglob("*.py")))
    assert 1_000 < counted <= int(said[1].replace(",", ""))


def code_lines(path: Path) -> int:
    """The lines of a module that are neither blank, comment nor docstring."""
    text = path.read_text(encoding="utf-8")
    strings = [
        each.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        for each in node.body[:1]
        if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
    ]
    within = {at for each in strings for at in range(each.lineno, (each.end_lineno or 0) + 1)}
    return sum(
        bool(line.strip()) and not line.strip().startswith("#") and at not in within
        for at, line in enumerate(text.splitlines(), 1)
    )


TABLE = (ROOT / "docs" / "seeds.md").read_text(encoding="utf-8")
PATHS = sorted(
    set(re.findall(r"`((?:app|jobs|tools|pipeline|evals|tests)/[\w/]+\.(?:py|toml))`", TABLE))
)


def test_what_the_table_names_is_there() -> None:
    assert len(PATHS) > 50
    assert [path for path in PATHS if not (ROOT / path).is_file()] == []


def test_each_of_the_merged_list_names_a_test() -> None:
    merged = TABLE.split("## The merged list")[1]
    rows = re.findall(r"^\| \d+ \|.*$", merged, re.MULTILINE)
    named = [re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", row) for row in rows]
    assert [row for row, found in zip(rows, named, strict=True) if len(found) != 1] == []
    assert len(rows) == 51


def test_each_test_that_the_tables_name_is_there() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TABLE)
    missing = [name for path, name in named if f"\ndef {name}(" not in (ROOT / path).read_text()]
    assert (missing, len(named) > 51) == ([], True)


def test_every_feature_names_a_module_and_a_test() -> None:
    features = TABLE.split("## Done otherwise")[0]
    rows = [line for line in features.splitlines() if line.startswith("| ") and "---" not in line]
    without = [row for row in rows if "| feature |" not in row and "`tests/" not in row]
    assert without == []


def test_every_row_says_how_a_person_reaches_it_by_commands_that_exist() -> None:
    tables = [table for table in re.findall(r"(?:^\|.*\n)+", TABLE, re.M) if "reached by" in table]
    rows = [row.rstrip(" |") for table in tables for row in table.splitlines()[2:]]
    reached = [row.rpartition("|")[2] for row in rows]
    assert len(reached) > 80
    assert [row for row, by in zip(rows, reached, strict=True) if "`" not in by] == []
    typed = {each for by in reached for each in re.findall(r"`(tieout [^`]+)`", by)}
    settings = {each for by in reached for each in re.findall(r"`(TIEOUT_\w+)`", by)}
    assert [each for each in sorted(typed) if not understood(each.split()[1:])] == []
    assert settings <= {TRACE, SPANS}


def understood(words: list[str]) -> bool:
    """Whether `tieout` has that verb, and the verb those options."""
    command, rest = found_command(words)
    known = known_options(command)
    return bool(command.name) and command.name != "tieout" and set(rest) <= known


def test_every_misbehaviour_stands_in_the_docs_with_its_status() -> None:
    page = (ROOT / "docs" / "model-quirks.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| ([^|]+) \| `(\w+)` \|", page.split("## The thirty-two")[1], re.MULTILINE
    )
    assert rows == [(case.name, case.status.value) for case in MISBEHAVIOURS]
