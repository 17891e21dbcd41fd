"""A demo folder that the real `tieout` made."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.process import Demo, tieout


@pytest.fixture(scope="session")
def made_demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """Made once; never changed by a test."""
    cwd = tmp_path_factory.mktemp("demo")
    ran = tieout("demo", "demo", "--json", cwd=cwd)
    assert ran.code == 0, ran.err
    return Demo(cwd / "demo", {record["file"]: record for record in ran.json["documents"]})


@pytest.fixture
def demo(made_demo: Demo, tmp_path: Path) -> Demo:
    """A copy that a test may change."""
    shutil.copytree(made_demo.folder, tmp_path / "demo")
    return Demo(tmp_path / "demo", made_demo.documents)
