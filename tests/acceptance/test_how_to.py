"""A reader can type every command of these how-to pages, from top to bottom, and none fails."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.how_to import commands, locked_and_refused
from tests.support.process import Demo, tieout

#: Done, somebody has to look, nothing new: what may follow from a command that worked.
GOOD = {0, 3, 5}


def as_it_is(folder: Path) -> None:
    """The demo's ledger as the demo made it."""
    assert (folder / "tieout.db").exists()


@pytest.mark.parametrize(
    ("page", "prepare"),
    [
        ("what-a-discrepancy-is.md", locked_and_refused),
        ("decide.md#Settle one difference after the other", as_it_is),
    ],
)
def test_every_command_of_the_page_works(
    demo: Demo, page: str, prepare: Callable[[Path], None]
) -> None:
    prepare(demo.folder)
    typed = commands(page)
    assert len(typed) > 3
    for words in typed:
        ran = tieout(*words, cwd=demo.folder)
        failed = ran.code not in GOOD or re.search(r"\[\w+\]$", ran.err, re.M)
        assert not failed, f"tieout {' '.join(words)}: {ran.code} {ran.err}"


def test_a_page_is_read_command_by_command() -> None:
    first = commands("what-a-discrepancy-is.md")
    assert first[:2] == [["locks"], ["locks", "--account", "4471"]]
    assert ["unlock", "1", "--reason", "the bank corrected it"] in first
