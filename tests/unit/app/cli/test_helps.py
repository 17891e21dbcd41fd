"""Every help starts with an example that really runs, and listing the verbs loads none of them."""

import subprocess
import sys
from collections.abc import Iterator

import click
import pytest

from app.cli.main import VERBS, tieout


def commands(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    """The command and all below it, with what one types for it."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from commands(below, f"{path} {name}")


ALL = dict(commands(tieout, "tieout"))


@pytest.mark.parametrize("path", ALL)
def test_help_leads_with_an_example_of_the_command_itself(path: str) -> None:
    text = ALL[path].get_help(click.Context(ALL[path], info_name=path)).splitlines()

    assert text[0] == "Examples:"
    assert path in text[1]


def test_listing_the_verbs_imports_none_of_them() -> None:
    listing = "import sys; from app.cli.main import run; run(['--help']); print(*sys.modules)"
    answer = subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True)

    assert all(name in answer.stdout for name in VERBS)
    assert "app.cli.verbs" not in answer.stdout


def test_the_help_of_a_verb_loads_no_database_and_nothing_else_that_takes_long() -> None:
    ask = "import sys; from app.cli.main import run;"
    ask += f"[run([name, '--help']) for name in {sorted(VERBS)}]; print(*sys.modules)"
    answer = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True)

    loaded = answer.stdout.splitlines()[-1].split()
    heavy = {"fastapi", "numpy", "openai", "pydantic", "redis", "rq", "sqlalchemy", "starlette"}
    assert "app.cli.verbs.work" in loaded
    assert heavy.isdisjoint(loaded)
