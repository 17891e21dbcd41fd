"""`tieout import --queue`, `tieout worker` and `tieout jobs`, as a person uses them together."""

import shutil
from pathlib import Path

import pytest

from tests.support.process import Demo, tieout

PASSWORD = {"TIEOUT_PDF_PASSWORDS": "melur-1984"}


def test_what_a_queued_import_could_not_keep_is_refused(books: Path, redis_url: str) -> None:
    shutil.copy(books / "tieout.db", books / "march.pdf")
    env = {"TIEOUT_REDIS_URL": redis_url}
    refused = tieout("import", "march.pdf", "--queue", "--model", "qwen3", cwd=books, env=env)
    assert refused.code == 2
    assert "--model" in refused.err


def test_without_a_queue_the_message_names_what_to_set(books: Path, demo: Demo) -> None:
    ran = tieout("import", demo.statement_file("larkspur"), "--queue", cwd=books)
    assert (ran.code, "TIEOUT_REDIS_URL" in ran.err) == (7, True)
    worker = tieout("worker", cwd=books)
    assert (worker.code, "[no_queue]" in worker.err) == (7, True)


def test_several_at_once_give_what_one_after_the_other_gives(demo: Demo, books: Path) -> None:
    words = ("import", demo.folder / "statements", "--jobs", "3", "--json")
    ran = tieout(*words, cwd=books, env=PASSWORD)
    expected = {name: record["status"] for name, record in demo.documents.items()}
    assert {record["file"]: record["status"] for record in ran.json} == expected
    statements = [record["statements"] for record in ran.json]
    assert statements == [record["statements"] for record in demo.documents.values()]


@pytest.fixture
def waiting(books: Path, redis_url: str) -> dict[str, str]:
    """Three documents wait; the environment of their queue."""
    env = {"TIEOUT_REDIS_URL": redis_url}
    for number in range(3):
        (books / f"odd-{number}.pdf").write_bytes(b"%PDF-1.7 odd" + bytes([number]))
    files = sorted(books.glob("odd-*.pdf"))
    assert tieout("import", *files, "--queue", cwd=books, env=env).code == 0
    return env


def test_many_are_cancelled_and_retried(books: Path, waiting: dict[str, str]) -> None:
    unasked = tieout("jobs", "cancel", "--status", "queued", cwd=books)
    assert (unasked.code, "--yes" in unasked.err) == (2, True)
    done = tieout("jobs", "cancel", "--status", "queued", "--yes", cwd=books)
    assert done.out.splitlines()[-1] == "3 import(s) cancelled."

    words = ("jobs", "retry", "--code", "cancelled", "--since", "1h", "--yes", "--json")
    retried = tieout(*words, cwd=books, env=waiting)
    assert (retried.code, retried.json["changed"]) == (0, 3)
    again = tieout(*words, cwd=books, env=waiting)
    assert (again.code, again.json["changed"]) == (5, 0)


def test_the_group_alone_prints_json_and_filters(books: Path, waiting: dict[str, str]) -> None:
    del waiting
    assert tieout("jobs", "--json", cwd=books).json["counts"] == {"queued": 3}
    found = tieout("jobs", "--json", "list", "--name", "ODD-1", "--since", "2d", cwd=books)
    assert [job["file"] for job in found.json["jobs"]] == ["odd-1.pdf"]
    assert tieout("jobs", "list", "--since", "yesterday", cwd=books).code == 2
    assert tieout("jobs", "retry", cwd=books).code == 2
