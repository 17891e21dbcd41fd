"""Statements that other people made, each with its true rows; they are no part of the project."""

import os
from pathlib import Path
from typing import Final

import pytest

PEOPLES: Final = Path(
    os.environ.get("TIEOUT_STATEMENTS")
    or Path(__file__).parents[3] / "shared" / "statements"  # beside the checkout
)
LOCK: Final = "SING1234"

needs_peoples = pytest.mark.skipif(
    not PEOPLES.is_dir(),
    reason="no folder of other people's statements: set TIEOUT_STATEMENTS to one",
)
