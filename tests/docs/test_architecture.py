"""The drawings of docs/architecture.md are those that `make imports` holds, and its names exist."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
ROOMS = ("app", "jobs", "pipeline", "tools", "db")
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


def test_every_module_that_it_names_exists() -> None:
    named = set(re.findall(rf"`((?:{'|'.join(ROOMS)})(?:\.\w+)+)`", TEXT))
    assert len(named) > 40
    missing = [name for name in named if not exists(name.split("."))]
    assert missing == []


def exists(parts: list[str]) -> bool:
    """Whether it is a module, a folder, or something defined in a module."""
    place = ROOT.joinpath(*parts)
    if place.is_dir() or place.with_suffix(".py").is_file():
        return True
    module = ROOT.joinpath(*parts[:-1]).with_suffix(".py")
    return (
        module.is_file()
        and re.search(rf"\b(def|class) {parts[-1]}\b", module.read_text()) is not None
    )
