"""What a verb is told is refused before it reaches the ledger, if the ledger cannot hold it."""

import pytest
from click.testing import CliRunner

from app.cli.main import run
from app.cli.main import tieout as group
from app.cli.output import ExitCode
from tests.unit.app.cli.test_dry_run import commands

TOO_LARGE = str(2**63)
NUMBERED = [
    (name, parameter.name)
    for name, command in commands(group)
    for parameter in command.params
    if parameter.name and parameter.name.endswith("_id")
]


def test_there_are_verbs_that_take_a_number() -> None:
    assert len(NUMBERED) > 8


@pytest.mark.parametrize(("name", "parameter"), NUMBERED)
@pytest.mark.parametrize("number", [TOO_LARGE, "0"])
def test_a_number_that_no_row_can_have_is_a_wrong_call(
    name: str, parameter: str, number: str
) -> None:
    command = dict(commands(group))[name]
    (taken,) = (each for each in command.params if each.name == parameter)
    words = [number] if taken.param_type_name == "argument" else [taken.opts[0], number]
    ran = CliRunner().invoke(command, words)
    assert (ran.exit_code, "range" in ran.output) == (ExitCode.USAGE, True)


def test_the_program_says_so_too() -> None:
    assert run(["review", TOO_LARGE]) == ExitCode.USAGE
