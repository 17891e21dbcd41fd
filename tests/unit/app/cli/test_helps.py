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


#: Verbs that change no ledger: they look, or make or write something that was not there before.
HARMLESS = {
    "ask", "backup", "coverage", "db check", "db current", "demo", "discrepancies", "doctor",
    "explain", "find", "health", "init",
    "ledger accounts", "ledger entries", "ledger export-csv", "ledger sources",
    "locks", "log", "models check",
    "models get", "models list", "models serve", "read", "replay", "review", "verify",
    # A model may propose, which waits for a person.
    "mcp",
    # What it makes is gone when it ends.
    "check",
    # It prints what --write would change in the files of a source, and nothing here.
    "ledger patch",
    # It only looks; with --remove it takes away what belongs to no import.
    "documents check",
    # The list of books, and nothing that is in them.
    "book add", "book list", "book remove",
    # Who may come in, and nothing of what the ledger says.
    "token add", "token list", "token revoke",
    "user add", "user list", "user password", "user remove", "user role",
    # They change no ledger, but who is told of it.
    "webhook add", "webhook deliveries", "webhook list", "webhook remove", "webhook rotate",
    "webhook test",
    # Its pages show what a yes would change before it can be said.
    "web",
}  # fmt: skip
#: Verbs that only bring the queue's own work about; what they do is an import, tried with
#: `tieout import --dry-run`.
OF_THE_QUEUE = {"worker", "jobs", "watch", "schedule"}


def every_command(group: click.Group, above: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from every_command(command, f"{above}{name} ")
        else:
            yield f"{above}{name}", command


def test_every_command_that_changes_a_ledger_has_a_dry_run() -> None:
    without = {
        name
        for name, command in every_command(tieout)
        if not any("--dry-run" in option.opts for option in command.params)
    }
    assert {name for name in without if name.split()[0] not in OF_THE_QUEUE} <= HARMLESS
