"""The page of settings has each that the code reads, what it is unless set, and no other."""

import re
from pathlib import Path

from app.environment.settings import SECRETS, Settings, from_environment
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS, MEBIBYTE

ROOT = Path(__file__).parents[2]
ROOMS = ("app", "db", "evals", "jobs", "pipeline", "tools")
ROW = re.compile(r"^\| `(TIEOUT_\w+)` \|([^|]*)\|([^|]*)\|$", re.M)


def rows() -> dict[str, tuple[str, str]]:
    """What each is unless set, and what is said of it."""
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    return {name: (default.strip(" `"), text) for name, default, text in ROW.findall(page)}


def read_by_the_code() -> set[str]:
    files = (file for room in ROOMS for file in (ROOT / room).rglob("*.py"))
    return {
        name
        for file in files
        for name in re.findall(r'"(TIEOUT_[A-Z_]+)"', file.read_text(encoding="utf-8"))
    }


def test_the_page_has_every_setting_that_the_code_reads_and_no_other() -> None:
    assert set(rows()) == read_by_the_code()


def test_the_page_says_of_each_secret_that_it_may_be_in_a_file_and_of_nothing_else() -> None:
    told = {name for name, (_, text) in rows().items() if "may be in a file" in text}
    assert told == set(SECRETS)


def test_what_each_is_unless_set_is_what_the_code_takes() -> None:
    plain, limits = Settings(), DEFAULT_LIMITS
    taken = {
        f"TIEOUT_{field.upper()}": str(getattr(plain, field))
        for field in Settings.__dataclass_fields__
        if getattr(plain, field) is not None
    }
    taken |= {
        "TIEOUT_READ_PAGES": str(limits.pages),
        "TIEOUT_READ_SECONDS": str(limits.cpu_seconds),
        "TIEOUT_READ_MEMORY_MIB": str(limits.memory_bytes // MEBIBYTE),
    }
    assert len(taken) > 10
    assert {name: rows()[name][0] for name in taken} == taken


def test_the_values_that_a_choice_may_have_are_those_of_the_page() -> None:
    chosen = {name: re.findall(r"`(\w+)`", text) for name, (_, text) in rows().items()}
    names = ("ESCALATE", "SEND_PAGES", "TRACE", "KEEP_DOCUMENTS", "LOG_LEVEL")
    for name in (f"TIEOUT_{each}" for each in names):
        assert len(chosen[name]) > 1
        for value in chosen[name]:
            from_environment({name: value})
