"""What compose.yaml and the Kubernetes manifests say, and whether tieout understands a command."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

import click
from ruamel.yaml import YAML

from app.cli.main import tieout

ROOT: Final = Path(__file__).parents[2]
KUBERNETES: Final = ROOT / "deploy" / "kubernetes"


def compose_services() -> dict[str, Any]:
    """Each service of compose.yaml by its name."""
    found = YAML(typ="safe").load(ROOT / "compose.yaml")["services"]
    assert isinstance(found, dict)
    return found


def kustomization() -> dict[str, Any]:
    """What the manifests are put together by."""
    found = YAML(typ="safe").load(KUBERNETES / "kustomization.yaml")
    assert isinstance(found, dict)
    return found


@cache
def manifests() -> list[dict[str, Any]]:
    """Every object of the manifests, read as Kubernetes does: 0440 is an octal number."""
    found: list[dict[str, Any]] = []
    for name in kustomization()["resources"]:
        yaml = YAML(typ="safe")
        yaml.version = (1, 1)
        found += yaml.load_all((KUBERNETES / name).read_text(encoding="utf-8"))
    return found


def not_understood(command: Iterable[object]) -> set[str]:
    """What of a command line, or of several with `&&` between them, no verb knows."""
    line = " ".join(map(str, command)).removeprefix("tieout ")
    wrong = set()
    for part in line.split(" && tieout "):
        verb, *rest = part.split()
        known = tieout.get_command(click.Context(tieout), verb)
        options = {name for each in known.params for name in each.opts} if known else set()
        wrong |= {word for word in rest if word.startswith("-")} - options
        wrong |= set() if known else {verb}
    return wrong
