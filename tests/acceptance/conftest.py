"""A demo folder that the real `tieout` made."""

import shutil
import subprocess
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


@pytest.fixture(scope="session")
def made_books(made_demo: Demo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a ledger of the demo's accounts and entries, and nothing imported."""
    cwd = tmp_path_factory.mktemp("books")
    ran = tieout("init", "--ledger", made_demo.folder / "ledger", cwd=cwd)
    assert ran.code == 0, ran.err
    return cwd


@pytest.fixture
def books(made_books: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copytree(made_books, tmp_path / "books"))


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A certificate of this machine, and its key."""
    folder = tmp_path_factory.mktemp("certificate")
    pem, key = str(folder / "cert.pem"), str(folder / "key.pem")
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
    name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run([*made, *name, "-out", pem, "-keyout", key], check=True, capture_output=True)
    return pem, key
