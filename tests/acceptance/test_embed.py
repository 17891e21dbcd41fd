"""Another application does what the page says: with curl, with Python, with a generated client."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx2
import pytest

from docs.json_schemas import OPENAPI
from tests.support.how_to import FOLDER, in_bash, month_to_close, typed
from tests.support.process import started
from tests.support.waiting import free_port, until

PAGE = (FOLDER / "embed.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.M | re.S)


def blocks(language: str) -> list[str]:
    return [text for kind, text in _BLOCK.findall(PAGE) if kind == language]


@contextmanager
def web(folder: Path, port: int) -> Iterator[None]:
    quiet = subprocess.DEVNULL
    server = started("web", "--port", str(port), cwd=folder, stderr=quiet)
    try:
        until(lambda: server.poll() is None and answers(port))
        yield
    finally:
        server.terminate()
        server.wait(30)


def answers(port: int) -> bool:
    with suppress(httpx2.TransportError):
        return httpx2.get(f"http://localhost:{port}/api/v1/openapi.json").status_code == 200
    return False


def bash(script: str, folder: Path, given: Mapping[str, str]) -> str:
    done = in_bash(f"set -eu\n{script}", folder, given)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl")
def test_entries_are_fed_and_taken_back_as_the_page_says(tmp_path: Path) -> None:
    month_to_close(tmp_path)
    port = free_port()
    page = (FOLDER / "feed-entries.md").read_text("utf-8").replace("8080", str(port))
    with web(tmp_path, port):
        ran = typed(page, tmp_path)
    assert [each for each in ran if each.code] == []
    assert [re.findall(r'"outcome": "(\w+)"', each.out) for each in ran if "curl" in each.line] == [
        ["created", "created"], ["deleted"]
    ]  # fmt: skip


@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl")
def test_the_page_does_what_it_says(tmp_path: Path) -> None:
    month_to_close(tmp_path)
    serve, hooks = free_port(), free_port()
    secrets, start, first, decide = (
        each.replace("8080", str(serve)).replace("9000", str(hooks)) for each in blocks("sh")
    )
    assert start == "tieout web\n"
    names = "TIEOUT_TOKEN", "TIEOUT_SECRET", "TIEOUT_URL"
    values = bash(f"{secrets}\n" + "\n".join(f"echo ${each}" for each in names), tmp_path, {})
    given = dict(zip(names, values.split(), strict=True))
    (script,) = blocks("python")
    (tmp_path / "shop.py").write_text(script.replace("9000", str(hooks)), encoding="utf-8")
    with web(tmp_path, serve):
        seen = bash(first, tmp_path, given)
        assert '"duplicate": false' in seen
        assert '"status": "needs_review"' in seen
        assert "missing_in_ledger" in seen
        assert '"verdict": "matched"' in bash(decide, tmp_path, given)
        told = bash(f"{sys.executable} shop.py statements/march.pdf", tmp_path, given)
        assert told.startswith("import.needs_review\n")
        deliveries = bash("tieout webhook deliveries --json", tmp_path, given)
        assert '"event": "matched"' in deliveries


#: By the generated client alone: hand in, follow to its end, see, decide, and read the verdict.
GENERATED = """
import json, time
from client import AuthenticatedClient
from client.api.imports import follow_import, get_import, hand_in
from client.api.review import list_differences, resolve
from client.api.statements import get_rows, list_statements
from client.models import HandInFilesBody, ProblemShape, Resolution, ResolutionAct
from client.types import File

shop = AuthenticatedClient(base_url=URL, token=TOKEN)
with open("statements/january.pdf", "rb") as file:
    body = HandInFilesBody(file=File(payload=file, file_name="january.pdf"))
    taken = hand_in.sync(client=shop, body=body)
told = follow_import.sync_detailed(taken.import_id, client=shop).content.decode().splitlines()
last = json.loads([line for line in told if line.startswith("data: ")][-1][6:])
print(last["status"], get_import.sync(taken.import_id, client=shop).file)
listed = list_differences.sync(taken.import_id, client=shop)
for found in [each for each in listed.items if each.number]:
    # Each decision changes what is seen of the others.
    fresh = list_differences.sync(taken.import_id, client=shop).items
    now = [each for each in fresh if each.difference and each.difference.number]
    if not now:
        break
    print(now[0].difference.kind, now[0].difference.description)
    wanted = Resolution(act=ResolutionAct.ADD, seen=now[0].seen)
    done = resolve.sync(taken.import_id, now[0].number, client=shop, body=wanted)
    print(done.verdict)
(statement,) = list_statements.sync(client=shop, import_id=taken.import_id).items
print(statement.verdict, get_import.sync(taken.import_id, client=shop).status)
refused = resolve.sync(taken.import_id, 99, client=shop, body=wanted)
assert isinstance(refused, ProblemShape), refused
print(refused.code)
"""


def test_a_client_that_is_generated_from_the_openapi_imports_a_statement_and_decides(
    tmp_path: Path,
) -> None:
    month_to_close(tmp_path)
    generator = Path(sys.executable).with_name("openapi-python-client")
    made = subprocess.run(
        [generator, "generate", "--path", OPENAPI, "--output-path", tmp_path / "client",
         "--meta", "none"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )  # fmt: skip
    assert made.returncode == 0, made.stdout + made.stderr
    port = free_port()
    token = bash("tieout token add shop --role decide", tmp_path, {}).strip()
    given = f"URL, TOKEN = 'http://localhost:{port}/api/v1', {token!r}\n"
    (tmp_path / "use.py").write_text(given + GENERATED, encoding="utf-8")
    with web(tmp_path, port):
        told = bash(f"{sys.executable} use.py", tmp_path, {}).splitlines()
    assert told[0] == "needs_review january.pdf"
    assert told[1].startswith("missing_in_ledger ")
    assert told[-3:] == ["matched", "matched done", "no_such_difference"]
