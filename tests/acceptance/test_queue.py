"""`tieout import --queue`, `tieout worker` and `tieout jobs`, as a person uses them together."""

import shutil
from pathlib import Path

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
