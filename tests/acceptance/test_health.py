"""A worker and the pages tell how they are, in words for probes and in figures for Prometheus."""

import http.client
import json
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from db.engine import make_engine
from tests.acceptance.test_model import brought_in
from tests.support.otlp import Receiver, Told, receiver
from tests.support.pools import PoolProcess, pool, wait_until_done
from tests.support.process import Demo, Ran, started, tieout
from tests.support.redis import running
from tests.support.waiting import free_port, until


def asked(port: int, path: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read().decode()
    except OSError:
        return 0, ""
    finally:
        connection.close()


def samples(port: int) -> dict[tuple[str, ...], float]:
    """Each figure by its name and the values of its labels."""
    _, text = asked(port, "/metrics")
    return {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if not sample.name.endswith("_bucket")
    }


def test_a_worker_tells_stages_ends_and_what_waits(demo: Demo, books: Path, redis_url: str) -> None:
    port = free_port()
    env = {"TIEOUT_REDIS_URL": redis_url}
    tieout("import", demo.folder / "statements", "--queue", cwd=books, env=env)
    engine = make_engine(str(books / "tieout.db"))
    more = {"TIEOUT_METRICS": f"127.0.0.1:{port}"}
    with pool(books, str(books / "tieout.db"), redis_url, more=more) as workers:
        until(lambda: asked(port, "/readyz")[0] == 200)
        assert asked(port, "/healthz") == (200, '{"status": "alive"}\n')
        wait_until_done(engine, 100)
        until(lambda: ended(port) == 11)
        found = samples(port)
        ran = tieout("health", cwd=books, env=more)
        assert (ran.code, ran.out) == (0, f"127.0.0.1:{port} is ready\n")
        stopped(workers, port)
    engine.dispose()
    assert found["tieout_stage_seconds_count", "pages"] >= 9
    assert found["tieout_imports_ended_total", "", "matched"] >= 7
    assert found["tieout_imports_ended_total", "failed", "password_needed"] == 1
    assert found["tieout_database_up",] == 1
    assert found["tieout_imports", "failed"] == 2


def ended(port: int) -> float:
    """How many imports the workers say have ended."""
    found = samples(port).items()
    return sum(value for key, value in found if key[0] == "tieout_imports_ended_total")


def stopped(workers: PoolProcess, port: int) -> None:
    """It ends cleanly, and so does who answered for it."""
    assert workers.stop() == 0
    assert asked(port, "/healthz")[0] == 0


def test_a_queue_that_is_away_is_told_with_a_code_and_nothing_private(books: Path) -> None:
    port = free_port()
    with running() as server:
        env = {"TIEOUT_METRICS": str(port), "TIEOUT_REDIS_URL": server.url}
        process = started("web", "--port", "0", cwd=books, env=env)
        try:
            until(lambda: asked(port, "/readyz")[0] == 200)
            server.kill()
            until(lambda: asked(port, "/readyz")[0] == 503)
            assert json.loads(asked(port, "/readyz")[1]) == {"status": "queue_unreachable"}
            ran = tieout("health", cwd=books, env=env)
            assert (ran.code, "queue_unreachable" in ran.err) == (7, True)
            assert asked(port, "/healthz")[0] == 200
            assert asked(port, "/tieout.db")[0] == 404
        finally:
            process.terminate()
            assert process.wait(30) == 0
        server.start()


def test_without_an_address_nothing_is_told_and_the_message_names_the_setting(books: Path) -> None:
    ran = tieout("health", cwd=books)
    assert (ran.code, "TIEOUT_METRICS" in ran.err) == (7, True)
    odd = tieout("web", "--metrics", "nowhere", cwd=books)
    assert (odd.code, "[bad_metrics_address]" in odd.err) == (7, True)


#: Of these one is cut short and fails.
FILES = ("polderbank", "harrow-vale", "larkspur", "download-cut-short")
STAGES = ["intake", "pages", "reconcile", "record"]


def names(spans: list[Told]) -> list[str]:
    return [span.name for span in spans]


def statuses(ran: Ran) -> list[str]:
    return sorted(record["status"] for record in ran.json)


def told(found: Receiver) -> list[str]:
    return sorted(str(span.facts["tieout.status"]) for span in found.imports)


def test_an_import_is_one_trace_with_its_stages_and_the_model_below_the_one_that_asked(
    made_demo: Demo, books: Path
) -> None:
    with receiver() as found:
        ran = brought_in(made_demo, books, **found.environment)
    (root,) = found.imports
    (record,) = ran.json
    assert (root.name, root.service, root.failed) == ("import", "tieout", False)
    assert root.facts["tieout.import.id"] == record["import_id"]
    assert root.facts["tieout.import.attempt"] == 1
    assert root.facts["tieout.status"] == record["status"] == "matched"
    stages = found.below(root)
    assert names(stages) == STAGES
    assert {span.facts["tieout.import.id"] for span in stages} == {record["import_id"]}
    reconcile, record_stage = stages[2], stages[3]
    (run,) = found.below(reconcile)
    assert names(found.below(run)) == ["chat qwen3", "execute_tool get_accounts", "chat qwen3"]
    (statement,) = record_stage.events
    assert statement["tieout.verdict"] == "matched"
    assert {span.trace for span in found.spans} == {root.trace}
    sent = b"".join(found.bodies)
    for private in ("olderbank", ".pdf", record["statements"][0]["account"], record["sha256"]):
        assert private.encode() not in sent


def test_documents_that_are_read_ahead_are_a_trace_each(demo: Demo, books: Path) -> None:
    with receiver() as found:
        files, words = map(demo.statement_file, FILES), ("--jobs", "2", "--json")
        ran = tieout("import", *files, *words, cwd=books, env=found.environment)
    assert told(found) == statuses(ran)
    assert len({root.trace for root in found.imports}) == len(ran.json)
    failed = {root.facts["error.type"] for root in found.imports if root.failed}
    assert failed == {record["error_code"] for record in ran.json if record["error_code"]}


def test_workers_send_their_traces_before_they_make_room_for_new_ones(
    demo: Demo, books: Path, redis_url: str
) -> None:
    env = {"TIEOUT_REDIS_URL": redis_url}
    tieout("import", *map(demo.statement_file, FILES), "--queue", cwd=books, env=env)
    engine = make_engine(str(books / "tieout.db"))
    with receiver() as found:
        more = {**found.environment, "TIEOUT_WORKER_DOCUMENTS": "2"}
        with pool(books, str(books / "tieout.db"), redis_url, more=more) as workers:
            wait_until_done(engine, 100)
            assert workers.stop() == 0
        log = workers.log.read_text()
    engine.dispose()
    lines = [json.loads(line) for line in log.splitlines()]
    ended = [one for one in lines if one["event"] == "ended"]
    assert len(found.imports) == len({root.trace for root in found.imports}) == len(ended)
    assert len({root.facts["tieout.import.id"] for root in found.imports}) == len(FILES)
    statements = {one["statement_id"] for one in lines if one["event"] == "statement"}
    shown = [event for span in found.spans for event in span.events]
    assert statements == {event["tieout.statement.id"] for event in shown}
    assert len(statements) == len(FILES) - 1


def test_a_receiver_that_is_away_costs_spans_and_nothing_else(demo: Demo, books: Path) -> None:
    env = {
        "TIEOUT_SPANS": "otlp",
        "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{free_port()}",
    }
    file = demo.statement_file("polderbank")
    ran = tieout("import", file, "--json", cwd=books, env=env)
    assert (ran.code, statuses(ran)) == (0, ["matched"])
    assert "spans could not be sent" in ran.err
    assert "Traceback" not in ran.err


def test_workers_work_and_end_while_the_receiver_still_has_not_answered(
    demo: Demo, books: Path, redis_url: str
) -> None:
    env = {"TIEOUT_REDIS_URL": redis_url}
    files = [demo.statement_file(name) for name in ("polderbank", "harrow-vale")]
    tieout("import", *files, "--queue", cwd=books, env=env)
    engine = make_engine(str(books / "tieout.db"))
    with receiver(holding=True) as found:
        with pool(books, str(books / "tieout.db"), redis_url, more=found.environment) as workers:
            wait_until_done(engine, 100)
            assert workers.stop() == 0
        assert not found.answering.is_set()
        lines = [json.loads(line) for line in workers.log.read_text().splitlines()]
    engine.dispose()
    assert {line.get("code") for line in lines if line["level"] == "warning"} == {"spans_lost"}


def test_what_cannot_make_spans_is_said_before_any_work(demo: Demo, books: Path) -> None:
    file = demo.statement_file("polderbank")
    ran = tieout("import", file, cwd=books, env={"TIEOUT_SPANS": "nowhere/spans.jsonl"})
    assert (ran.code, "[spans_unwritable]" in ran.err) == (7, True)
