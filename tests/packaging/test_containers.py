"""The container files start commands that exist, with what the image holds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click
from ruamel.yaml import YAML

from app.cli.main import tieout

ROOT = Path(__file__).parents[2]


def services() -> dict[str, Any]:
    found = YAML(typ="safe").load(ROOT / "compose.yaml")["services"]
    assert isinstance(found, dict)
    return found


def test_every_service_of_ours_starts_a_verb_with_options_that_it_has() -> None:
    ours = {name: one["command"] for name, one in services().items() if one["image"] == "tieout"}
    assert set(ours) == {"tables", "worker", "watch", "web"}
    lines = [" ".join(map(str, command)).removeprefix("tieout ") for command in ours.values()]
    for line in [part for whole in lines for part in whole.split(" && tieout ")]:
        verb, *rest = line.split()
        command = tieout.get_command(click.Context(tieout), verb)
        assert command is not None, verb
        options = {name for option in command.params for name in option.opts}
        assert {word for word in rest if word.startswith("-")} <= options


def test_the_image_holds_the_rooms_and_only_what_is_locked() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    copied = set(re.findall(r"^COPY (\w+) \w+$", text, re.M))
    assert copied == {"app", "db", "evals", "jobs", "pipeline", "tools"}
    assert "--require-hashes -r requirements-run.lock" in text
    assert "--no-deps ." in text


def test_what_runs_is_pinned_as_it_was_tested() -> None:
    tested, running = (_pins(f"requirements{kind}.lock") for kind in ("", "-run"))
    assert running.items() <= tested.items()
    assert "pytest" not in running


def _pins(name: str) -> dict[str, str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.M))
