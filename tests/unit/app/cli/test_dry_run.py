"""Whatever can change a ledger can be tried first."""

from collections.abc import Iterator

import click

from app.cli.main import tieout

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


def commands(group: click.Group, above: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{above}{name} ")
        else:
            yield f"{above}{name}", command


def test_every_command_that_changes_a_ledger_has_a_dry_run() -> None:
    without = {
        name
        for name, command in commands(tieout)
        if not any("--dry-run" in option.opts for option in command.params)
    }
    assert {name for name in without if name.split()[0] not in OF_THE_QUEUE} <= HARMLESS
