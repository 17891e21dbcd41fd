"""What every test may ask for."""

import gc
import signal
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

#: What every test may ask for.
pytest_plugins = [
    f"tests.support.{name}" for name in ("databases", "object_store", "passwords", "redis", "web")
]


# A busy machine makes every example slow, and what chance finds is for a hunt and not for a change.
settings.register_profile(
    "alike",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("alike")


def pytest_configure() -> None:
    """What the tests start can be interrupted."""
    # What a shell starts beside itself ignores Ctrl-C, and so would whatever the tests start.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: the collector of garbage looks for none meanwhile, and
    later at nothing that is there now. A process that a test forks would have to copy it all."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()


_TESTS: Final = Path(__file__).parent
#: What starts a server or a browser.
_SERVERS: Final = {"object_store", "postgresql_server", "redis_server", "running_browser"}
#: What starts commands, kills processes, tries thousands of requests or reads hundreds of pages: a
#: newcomer waits five minutes for the others.
_THOROUGH: Final = (
    "acceptance",
    "integration/api/test_schemathesis",
    "integration/app/acts/test_forgetting_beside",
    "integration/app/test_local_models",
    "integration/app/test_nothing_acts",
    "integration/evals",
    "integration/jobs/test_adversarial",
    "integration/jobs/test_kill",
    "integration/jobs/test_prefetch",
    "integration/jobs/test_two_ledgers",
    "integration/jobs/test_webhooks",
    "integration/pages/test_scan",
    "integration/pipeline/test_at_once",
    "integration/pipeline/test_lies",
    "integration/pipeline/test_many_accounts",
    "integration/pipeline/test_wrong_ledgers",
    "integration/test_forgeries",
    "integration/test_mechanisms",
    "integration/tools/test_probes",
    "integration/web/hostile",
    "integration/web/test_attacks",
    "integration/web/test_events",
    "integration/web/test_picture_cache",
    "integration/web/test_requests",
    "packaging",
    "unit/pipeline/pages/test_sandbox",
)

#: What these ask of PostgreSQL, `test_both_databases.py`, the fuzzing of the API, and the tests of
#: `db`, `jobs` and `app/acts` ask of it too; what models are asked and answer, processes that read
#: ahead, files that are written, and what follows from decisions that one person takes after the
#: other are alike beside both.
_TWINS_AT_NIGHT: Final = (
    "integration/access",
    "integration/api",
    "integration/app/acts/test_notes",
    "integration/app/acts/test_patches",
    "integration/app/acts/test_suggested",
    "integration/app/queries/test_reviews",
    "integration/app/test_cited_facts",
    "integration/app/wording",
    "integration/db/test_sync_random",
    "integration/formats",
    "integration/jobs/test_prefetch",
    "integration/jobs/test_reprocess",
    "integration/pipeline/test_at_once",
    "integration/pipeline/test_causes",
    "integration/pipeline/test_following",
    "integration/pipeline/test_looking_closer",
    "integration/pipeline/test_opinion",
    "integration/pipeline/test_resolving",
    "integration/pipeline/test_select_account",
    "integration/pipeline/test_stating",
    "integration/tools",
    "integration/web",
)
#: They start whole installations: on PostgreSQL, as who has several workers does, and at night on
#: SQLite too.
_SQLITE_AT_NIGHT: Final = ("integration/jobs/test_upgrade_beside",)
#: Of these, which have alike cases by the dozen, `make test-all` tries one in so many.
_ONE_IN: Final = {
    "test_a_fault_ends_as_the_table_says": 3,
    "test_a_forgery_is_refused_by_both_for_the_rule_that_it_breaks": 10,
    "test_a_ledger_with_one_error_is_not_matched_and_the_error_is_named": 7,
    "test_a_month_is_closed_in_the_browser": 4,
    "test_a_page_fits_its_window_enlarged_and_on_a_phone": 3,
    "test_a_page_has_no_serious_fault": 3,
    "test_an_operation_answers_alike_on_postgresql": 6,
    "test_an_operation_answers_as_it_says": 5,
    "test_each_ends_in_its_status_in_every_format": 5,
    "test_no_altered_figure_counts_as_seen": 3,
    "test_no_page_of_a_book_shuts_anybody_out": 2,
    "test_nothing_on_these_pages_keeps_anybody_out": 3,
    "test_the_copy_is_as_its_source_after_any_edits": 3,
    "test_three_new_statements_are_brought_to_matched": 3,
    "test_what_a_verb_prints_is_as_its_schema_says": 3,
    "test_what_changes_at_the_source_is_shown_and_then_so_here": 2,
}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make test` leaves to `make test-all` and that to `make nightly`, and see that all
    names are stable: each process that runs tests must call them the same, and an address is
    another in each.

    Raises ``UsageError``.
    """
    cases = Counter[tuple[str, bool]]()
    for item in items:
        if _is_thorough(item):
            item.add_marker("thorough")
        if _is_at_night(item, cases):
            item.add_marker("slow")
        if " at 0x" in item.nodeid:
            raise pytest.UsageError(f"the name of this test is another each time: {item.nodeid}")


def _is_thorough(item: pytest.Item) -> bool:
    starts = _SERVERS.intersection(getattr(item, "fixturenames", ()))
    return _place(item).startswith(_THOROUGH) or _is_twin(item) or bool(starts)


def _is_at_night(item: pytest.Item, cases: Counter[tuple[str, bool]]) -> bool:
    """Whether it is one of many alike; ``cases`` counts those that were asked about before."""
    name, twin = item.nodeid.partition("[")[0], _is_twin(item)
    before = cases[name, twin]
    cases[name, twin] += 1
    if twin:
        return before > 0 or _place(item).startswith(_TWINS_AT_NIGHT)
    if _place(item).startswith(_SQLITE_AT_NIGHT):
        return True
    return before % _ONE_IN.get(name.rpartition("::")[2], 1) > 0


def _is_twin(item: pytest.Item) -> bool:
    """Whether it is also run on SQLite."""
    call = getattr(item, "callspec", None)
    database = call.params.get("engine", call.params.get("blank_engine")) if call else None
    return database == "postgresql"


def _place(item: pytest.Item) -> str:
    return item.path.relative_to(_TESTS).as_posix()
