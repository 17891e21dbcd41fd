"""`tieout import --queue`, `tieout worker` and `tieout jobs`, as a person uses them together."""

import shutil
from pathlib import Path

from db.engine import make_engine
from tests.support.pools import pool, wait_until_done
from tests.support.process import Demo, tieout

PASSWORD = {"TIEOUT_PDF_PASSWORDS": "melur-1984"}


def test_what_is_queued_is_carried_out_and_can_be_watched(
    demo: Demo, books: Path, redis_url: str
) -> None:
    env = {"TIEOUT_REDIS_URL": redis_url}
    queued = tieout("import", demo.folder / "statements", "--queue", "--json", cwd=books, env=env)
    assert queued.code == 0, queued.err
    assert {record["status"] for record in queued.json} == {"queued"}
    assert tieout("jobs", "list", "--json", cwd=books).json["counts"] == {"queued": 11}

    engine = make_engine(str(books / "tieout.db"))
    with pool(books, str(books / "tieout.db"), redis_url, more=PASSWORD):
        wait_until_done(engine, 100)
    engine.dispose()
    found = tieout("jobs", "list", "--json", cwd=books).json
    inline = [record["status"] for record in demo.documents.values() if record["import_id"]]
    assert sum(found["counts"].values()) == 11
    assert found["counts"]["needs_review"] == inline.count("needs_review")
    assert tieout("jobs", cwd=books).out.splitlines()[-1].startswith("8 matched")


def test_a_failed_one_is_shown_retried_and_cancelled(books: Path, redis_url: str) -> None:
    env = {"TIEOUT_REDIS_URL": redis_url}
    (books / "odd.pdf").write_bytes(b"%PDF-1.7 odd")
    tieout("import", "odd.pdf", "--queue", cwd=books, env=env)
    cancelled = tieout("jobs", "cancel", "1", "--json", cwd=books)
    assert (cancelled.json["status"], cancelled.json["error_code"]) == ("failed", "cancelled")
    again = tieout("jobs", "cancel", "1", cwd=books)
    assert (again.code, "[not_open]" in again.err) == (7, True)

    retried = tieout("jobs", "retry", "1", "--json", cwd=books, env=env)
    assert (retried.json["status"], retried.json["error_code"]) == ("queued", None)
    assert "[not_failed]" in tieout("jobs", "retry", "1", cwd=books).err
    assert "[no_such_import]" in tieout("jobs", "show", "7", cwd=books).err
    shown = tieout("jobs", "show", "1", cwd=books).out
    assert "odd.pdf" in shown
    assert "waiting" in shown or "queued" in shown


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
