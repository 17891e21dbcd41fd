"""A worker and the pages tell how they are, in words for probes and in figures for Prometheus."""

import http.client
import json
import os
import subprocess
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from db.engine import make_engine
from tests.support.pools import PoolProcess, pool, wait_until_done
from tests.support.ports import free_port
from tests.support.process import TIEOUT, Demo, tieout
from tests.support.redis import running
from tests.support.waiting import until


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
        process = subprocess.Popen(
            [TIEOUT, "web", "--port", "0"], cwd=books, env={**os.environ, **env}
        )
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
