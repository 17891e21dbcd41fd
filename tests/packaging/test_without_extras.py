"""What needs no extra works where none is installed."""

from pathlib import Path

import pytest

from tests.support.how_to import plain_text_ledger
from tests.support.process import tieout

#: What the extras bring, and nothing else does.
EXTRAS = (
    "anthropic", "argon2", "fastapi", "jinja2", "mcp", "obstore", "onnxruntime", "opentelemetry",
    "pillow_heif", "prometheus_client", "psycopg", "rapidocr", "redis", "rq", "starlette",
    "structlog", "uvicorn", "watchfiles", "xlsxwriter",
)  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("check main.beancount statements", 0),
        ("read statements/january.pdf --json", 0),
        ("read statements --to ofx -o out.ofx", 0),
        ("init", 0),
        ("import statements --database tieout.db", 3),
        ("doctor", 7),
        ("demo demo", 0),
        ("web", 7),
        ("mcp", 7),
    ],
)
def test_a_command_works_without_any_extra(tmp_path: Path, words: str, code: int) -> None:
    plain_text_ledger(tmp_path)
    lacking = "".join(f"sys.modules[{each!r}] = None\n" for each in EXTRAS)
    (tmp_path / "lacking").mkdir()
    (tmp_path / "lacking" / "sitecustomize.py").write_text(f"import sys\n{lacking}")
    if words.startswith("import"):
        tieout("init", cwd=tmp_path)
    ran = tieout(*words.split(), cwd=tmp_path, env={"PYTHONPATH": str(tmp_path / "lacking")})
    assert (ran.code, "this is a bug" in ran.err) == (code, False), ran.err
