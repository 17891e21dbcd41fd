"""`tieout jobs` of many at once, as a person or a script uses it."""

from pathlib import Path

import pytest

from tests.support.process import tieout


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
