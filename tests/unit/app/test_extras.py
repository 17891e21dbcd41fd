"""What is advised works where it is shown: in a checkout, beside a wheel, in uv's environment."""

import json
import pickle
import re
import shlex
import sys
from importlib import metadata
from pathlib import Path

import pytest

from app.errors import WebMissing, XlsxMissing
from db import errors
from db.engine import DriverMissing
from db.errors import ExtraMissing, install_command
from jobs.imports.watch import WatchMissing
from jobs.queue.work_queue import QueueMissing
from pipeline.pages.errors import HeicNotInstalled, OcrNotInstalled
from tools.loop.errors import ProviderMissingError

ROOT = Path(__file__).parents[3]


class Installed:
    """A distribution as pip records it."""

    requires = metadata.requires("tieout")

    def __init__(self, origin: object) -> None:
        self.origin = origin

    def read_text(self, _name: str) -> str | None:
        return json.dumps(self.origin) if self.origin else None


def installed(monkeypatch: pytest.MonkeyPatch, origin: object) -> None:
    monkeypatch.setattr(metadata, "distribution", lambda _name: Installed(origin))


def test_in_a_checkout_the_extra_is_installed_from_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    checkout = {"url": ROOT.as_uri(), "dir_info": {"editable": True}}
    installed(monkeypatch, checkout)
    monkeypatch.chdir(tmp_path)
    assert shlex.split(install_command("web"))[-2:] == ["-e", f"{ROOT}[web]"]
    monkeypatch.chdir(ROOT)
    assert shlex.split(install_command("web"))[-2:] == ["-e", ".[web]"]


@pytest.mark.parametrize("origin", [None, {"url": "file:///a/b.whl", "archive_info": {}}])
def test_beside_a_wheel_its_packages_are_installed_by_name(
    monkeypatch: pytest.MonkeyPatch, origin: object
) -> None:
    installed(monkeypatch, origin)
    words = shlex.split(install_command("ocr"))
    assert words[1:4] == ["-m", "pip", "install"]
    assert Path(words[0]).absolute() == Path(sys.executable).absolute()
    assert {re.split("[<>=]", word)[0] for word in words[4:]} == {"onnxruntime", "rapidocr"}


def test_an_environment_without_pip_is_uvs(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, None)
    monkeypatch.setattr(errors, "find_spec", lambda _name: None)
    words = shlex.split(install_command("queue"))
    assert words[:4] == ["uv", "pip", "install", "--python"]
    assert any(word.startswith("rq") for word in words)


@pytest.mark.parametrize(
    ("kind", "extra"),
    [
        (WebMissing, "web"),
        (XlsxMissing, "xlsx"),
        (WatchMissing, "watch"),
        (QueueMissing, "queue"),
        (DriverMissing, "postgresql"),
        (OcrNotInstalled, "ocr"),
        (HeicNotInstalled, "heic"),
    ],
)
def test_every_error_of_a_missing_extra_says_it(kind: type[ExtraMissing], extra: str) -> None:
    error = kind()
    assert install_command(extra) in error.message()
    assert pickle.loads(pickle.dumps(error)).message() == error.message()
    assert extra in (metadata.metadata("tieout").get_all("Provides-Extra") or [])


def test_a_providers_extra_is_named_where_it_is_raised() -> None:
    error = ProviderMissingError(provider="anthropic", extra="anthropic")
    assert install_command("anthropic") in error.message()


def test_nothing_advises_what_no_index_has() -> None:
    advice = re.compile(r"(?:pip|pipx|uv tool) install '?tieout")
    found = [
        path.relative_to(ROOT).as_posix()
        for folder in ("app", "db", "jobs", "pipeline", "tools", "docs", "evals")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".md", ".html"}
        and path.name != "extras.py"
        and advice.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []
    assert not advice.search((ROOT / "README.md").read_text(encoding="utf-8"))
    assert not advice.search((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
