"""The loop knows no bank, no provider and no database, and is cheap to import."""

import subprocess
import sys

STRANGERS = (
    "openai", "anthropic", "httpx2", "sqlalchemy", "pydantic", "genai_prices", "json_repair",
    "opentelemetry", "tools.ledger", "tools.providers.openai", "tools.ledger.offline", "pipeline",
    "app",
)  # fmt: skip


def loaded_by(module: str) -> set[str]:
    program = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_the_loop_loads_nothing_it_must_not_know() -> None:
    assert loaded_by("tools.loop.loop").isdisjoint(STRANGERS)


def test_choosing_a_model_loads_no_server_client() -> None:
    heavy = {"openai", "anthropic", "httpx2", "sqlalchemy", "genai_prices", "opentelemetry"}
    assert loaded_by("tools.model_settings").isdisjoint(heavy)
    assert loaded_by("tools.ledger.offline").isdisjoint(heavy)
