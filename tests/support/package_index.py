"""A real package index on this machine, with small wheels made for a test and a log of requests."""

import hashlib
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from io import BytesIO

from tests.support.answering import answering

_WHEEL = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


@dataclass
class PackageIndex:
    """The wheels it hands out by file name; those in ``withheld`` it does not have just now."""

    wheels: dict[str, bytes] = field(default_factory=dict)
    withheld: set[str] = field(default_factory=set)
    handed_out: list[str] = field(default_factory=list)
    url: str = ""

    def add(self, name: str, version: str, files: Mapping[str, bytes]) -> str:
        """A wheel of these files, and its SHA-256."""
        made = wheel(name, version, files)
        self.wheels[f"{name.replace('-', '_')}-{version}-py3-none-any.whl"] = made
        return hashlib.sha256(made).hexdigest()

    def page(self, path: str) -> bytes | None:
        """What stands at a path: a project's list of files, or a file."""
        kind, _, name = path.strip("/").partition("/")
        if kind == "files" and name in self.wheels and name not in self.withheld:
            self.handed_out.append(name)
            return self.wheels[name]
        start = f"{name.replace('-', '_')}-"
        links = [f'<a href="/files/{each}">{each}</a>' for each in self.wheels]
        mine = [link for link in links if f">{start}" in link]
        return "\n".join(mine).encode() if kind == "simple" and mine else None


def wheel(name: str, version: str, files: Mapping[str, bytes]) -> bytes:
    """The smallest wheel that pip takes."""
    info = f"{name.replace('-', '_')}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    whole = {**files, f"{info}/METADATA": metadata.encode(), f"{info}/WHEEL": _WHEEL.encode()}
    record = "".join(f"{path},,\n" for path in (*whole, f"{info}/RECORD"))
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path, content in {**whole, f"{info}/RECORD": record.encode()}.items():
            archive.writestr(zipfile.ZipInfo(path), content)
    return out.getvalue()


@contextmanager
def package_index() -> Iterator[PackageIndex]:
    """An empty index, served until the block ends."""
    index = PackageIndex()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = index.page(self.path)
            self.send_response(404 if found is None else 200)
            html = self.path.startswith("/simple")
            self.send_header("Content-Type", "text/html" if html else "application/octet-stream")
            self.send_header("Content-Length", str(len(found or b"")))
            self.end_headers()
            self.wfile.write(found or b"")

    with answering(Handler) as server:
        index.url = f"http://127.0.0.1:{server.server_port}/simple"
        yield index
