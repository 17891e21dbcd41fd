"""Turns what a person named (files, folders, `-`) into the documents to bring in."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from app.errors import NoDocuments
from jobs.options import DocumentSource

_DOCUMENTS = frozenset({".pdf", ".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp", ".heic"})


def find_sources(paths: Iterable[str]) -> list[DocumentSource]:
    """One source a document, each once, in the order named; a folder's by name, deep ones too.
    Raises ``NoDocuments`` where the paths hold no PDF and no picture at all."""
    named = list(paths)
    found: dict[object, DocumentSource] = {}
    for path in named:
        for source in _sources(path):
            found.setdefault(source.path and source.path.resolve(), source)
    if not found:
        raise NoDocuments(paths=", ".join(named))
    return list(found.values())


def folder_sources(folder: Path) -> Iterator[DocumentSource]:
    """Every PDF and picture of the folder, deep ones too, by name."""
    files = sorted(folder.rglob("*"))
    yield from (_source(file, folder) for file in files if _is_document(file))


def _sources(path: str) -> Iterator[DocumentSource]:
    if path == "-":
        yield DocumentSource(name="-", path=None, data=sys.stdin.buffer.read())
    elif Path(path).is_dir():
        yield from folder_sources(Path(path))
    else:
        yield _source(Path(path), Path(path).parent)


def _source(file: Path, folder: Path) -> DocumentSource:
    return DocumentSource(name=file.relative_to(folder).as_posix(), path=file, data=None)


def _is_document(file: Path) -> bool:
    # File managers leave shadows such as `._march.pdf` beside the real ones.
    return file.suffix.lower() in _DOCUMENTS and not file.name.startswith(".") and file.is_file()
