"""A child process that may crash, hang, or eat memory, and the typed error each ends in."""

import ctypes
import gc
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from db.errors import TieoutError
from pipeline.pages.errors import (
    ReaderCrashed,
    ReaderKilled,
    ReaderOutOfMemory,
    ReaderStalled,
    ReaderTimeout,
    TooManyPages,
)
from pipeline.pages.sandbox import fork
from pipeline.pages.sandbox import limits as allowance
from pipeline.pages.sandbox import limits as outcome
from pipeline.pages.sandbox.fork import Sandbox, run_limited
from pipeline.pages.sandbox.limits import LimitInvalid, ReadingLimits, chosen_limits
from tests.support.waiting import together, until

MEBIBYTE = 1 << 20


def double(number: int) -> int:
    return 2 * number


def sleep_long() -> None:
    time.sleep(60)


def spin() -> None:
    while True:
        pass


def spin_for_pages() -> str:
    """A document of four pages, which takes two seconds."""
    allowance.count_pages(4)
    begun = time.process_time()
    while time.process_time() - begun < 2:
        pass
    return "done"


def eat(mebibytes: int) -> int:
    assert len(b"x" * (mebibytes * MEBIBYTE))
    return os.getpid()


def segfault() -> None:
    ctypes.string_at(0)


def abort_with_full_hands() -> None:
    hands = b"x" * (200 * MEBIBYTE)
    os.kill(os.getpid(), signal.SIGABRT)
    assert hands


def refuse() -> None:
    raise TooManyPages(pages=7, limit=2)


def leak_a_secret() -> None:
    raise ValueError("account 12345678")


def be_asked_to_stop() -> str:
    os.kill(os.getpid(), signal.SIGTERM)
    return "read to the end"


def leave() -> None:
    raise SystemExit(3)


def recurse() -> None:
    recurse()


def answer_at_length() -> bytes:
    return b"x" * (20 * MEBIBYTE)


def parent_of_me() -> int:
    return os.getppid()


def read_two_pages(seen: Path) -> str:
    """Each is looked at before the next one is begun."""
    for number in (1, 2):
        outcome.report_pages(number, 2)
        until((seen / str(number)).exists)
    return "both"


def read_page_nine_of_two() -> None:
    outcome.report_pages(9, 2)
    time.sleep(0.5)


def children() -> set[str]:
    return set(Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text().split())


def test_the_result_comes_back_from_another_process() -> None:
    assert run_limited(double, 21) == 42
    assert run_limited(parent_of_me) == os.getpid()


def test_a_result_larger_than_any_pipe_buffer_comes_back_whole() -> None:
    assert len(run_limited(answer_at_length)) == 20 * MEBIBYTE


def test_pages_that_are_done_are_reported_while_the_child_still_reads(tmp_path: Path) -> None:
    reported: list[tuple[int, int]] = []

    def watch(number: int, of: int) -> None:
        reported.append((number, of))
        (tmp_path / str(number)).touch()

    assert run_limited(read_two_pages, tmp_path, watch=watch) == "both"
    assert reported == [(1, 2), (2, 2)]


def test_a_child_that_tells_nonsense_is_not_believed() -> None:
    reported: list[tuple[int, int]] = []
    run_limited(read_page_nine_of_two, watch=lambda number, of: reported.append((number, of)))
    assert reported == []


def test_a_reader_that_hangs_is_stopped_at_the_wall_clock() -> None:
    started = time.monotonic()
    with pytest.raises(ReaderStalled) as caught:
        run_limited(sleep_long, limits=ReadingLimits(wall_seconds=0.2))
    assert time.monotonic() - started < 30
    assert caught.value.code == "reader_stalled"


def test_a_reader_that_spins_is_stopped_by_the_processor_limit() -> None:
    with pytest.raises(ReaderTimeout) as caught:
        run_limited(spin, limits=ReadingLimits(cpu_seconds=1))
    assert caught.value.facts == {"seconds": 1, "more": 4}


def test_a_reader_has_more_time_for_more_pages() -> None:
    limits = ReadingLimits(cpu_seconds=1, cpu_seconds_a_page=0.5)
    assert run_limited(spin_for_pages, limits=limits) == "done"


def test_no_document_has_time_for_more_pages_than_are_allowed() -> None:
    limits = ReadingLimits(cpu_seconds=1, cpu_seconds_a_page=0.01, pages=3)
    with pytest.raises(ReaderTimeout):
        run_limited(spin_for_pages, limits=limits)


def test_the_limits_are_settings() -> None:
    said = {"TIEOUT_READ_PAGES": "10000", "TIEOUT_READ_SECONDS": "5"}
    assert chosen_limits(said) == ReadingLimits(pages=10_000, cpu_seconds=5)
    assert chosen_limits({}) == ReadingLimits()


@pytest.mark.parametrize("value", ["0", "-1", "many", "1e9", "9" * 5000, "٣"])
def test_a_limit_that_is_none_is_refused(value: str) -> None:
    with pytest.raises(LimitInvalid):
        chosen_limits({"TIEOUT_READ_MEMORY_MIB": value})


def test_a_library_that_aborts_near_the_limit_ran_out_of_memory() -> None:
    with pytest.raises(ReaderOutOfMemory):
        run_limited(abort_with_full_hands, limits=ReadingLimits(memory_bytes=300 * MEBIBYTE))


def test_a_crash_in_a_library_is_a_typed_error_and_the_next_call_works() -> None:
    with pytest.raises(ReaderKilled) as caught:
        run_limited(segfault)
    assert caught.value.facts == {"cause": "SIGSEGV"}
    assert run_limited(double, 4) == 8


def test_a_crash_is_not_taken_for_hunger_because_the_parent_is_large() -> None:
    ballast = b"x" * (200 * MEBIBYTE)
    with pytest.raises(ReaderKilled) as caught:
        run_limited(segfault, limits=ReadingLimits(memory_bytes=300 * MEBIBYTE))
    assert caught.value.facts == {"cause": "SIGSEGV"}
    assert ballast


def test_a_typed_error_comes_back_as_itself() -> None:
    with pytest.raises(TooManyPages) as caught:
        run_limited(refuse)
    assert caught.value.facts == {"pages": 7, "limit": 2}


def test_any_other_error_comes_back_by_its_class_alone() -> None:
    with pytest.raises(ReaderCrashed) as caught:
        run_limited(leak_a_secret)
    assert "12345678" not in str(caught.value)
    assert caught.value.facts == {"cause": "ValueError"}


def test_endless_recursion_and_leaving_early_are_crashes() -> None:
    for function in (recurse, leave):
        with pytest.raises(ReaderCrashed):
            run_limited(function)


def test_no_child_and_no_descriptor_is_left_behind() -> None:
    gc.collect()
    before, others = set(os.listdir("/proc/self/fd")), children()
    for function in (sleep_long, segfault, refuse, leave, parent_of_me):
        try:
            run_limited(function, limits=ReadingLimits(wall_seconds=0.1))
        except (ReaderStalled, ReaderCrashed, ReaderKilled, TooManyPages):
            continue
    # What other tests left behind may go meanwhile.
    assert set(os.listdir("/proc/self/fd")) <= before
    assert children() <= others


def test_threads_read_at_the_same_time() -> None:
    found = together(lambda n: run_limited(double, n), range(8))
    assert found == [0, 2, 4, 6, 8, 10, 12, 14]


def test_where_there_is_no_fork_spawn_keeps_the_same_promises() -> None:
    assert fork._spawned(double, (21,), ReadingLimits()) == 42
    with pytest.raises(TooManyPages):
        fork._spawned(refuse, (), ReadingLimits())
    with pytest.raises(ReaderStalled):
        fork._spawned(sleep_long, (), ReadingLimits(wall_seconds=2))
    with pytest.raises(ReaderKilled):
        fork._spawned(segfault, (), ReadingLimits())


def test_an_interrupted_parent_takes_its_child_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_waiting: object) -> bytes:
        raise KeyboardInterrupt

    others = children()
    monkeypatch.setattr(fork, "_read_message", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run_limited(sleep_long)
    assert children() <= others


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    with closing(Sandbox()) as own:
        yield own


def test_one_child_does_one_thing_after_the_other(sandbox: Sandbox) -> None:
    first = sandbox.run(os.getpid)
    assert len(sandbox.run(answer_at_length)) == 20 * MEBIBYTE
    assert sandbox.run(len, b"x" * MEBIBYTE) == MEBIBYTE
    assert sandbox.run(os.getpid) == first != run_limited(os.getpid)


@pytest.mark.parametrize("fault", [segfault, refuse, leave, leak_a_secret, sleep_long])
def test_a_child_in_which_anything_failed_is_replaced(
    sandbox: Sandbox, fault: Callable[[], None]
) -> None:
    first = sandbox.run(os.getpid)
    with pytest.raises(TieoutError):
        sandbox.run(fault, limits=ReadingLimits(wall_seconds=0.2))
    assert sandbox.run(os.getpid) != first
    assert str(first) not in children()


def test_a_child_that_is_killed_or_has_grown_or_done_much_is_replaced(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = sandbox.run(os.getpid)
    os.kill(first, signal.SIGKILL)
    os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
    large = sandbox.run(eat, 100)
    monkeypatch.setattr(fork, "_MOST_WORKS", 2)
    others = [sandbox.run(os.getpid) for _ in range(3)]
    assert others[0] == others[1]
    assert len({first, large, *others}) == 4


def test_each_thing_has_limits_of_its_own(sandbox: Sandbox) -> None:
    limits = ReadingLimits(cpu_seconds=1, memory_bytes=300 * MEBIBYTE, cpu_seconds_a_page=0.5)
    for _ in range(2):
        assert sandbox.run(spin_for_pages, limits=limits) == "done"
    with pytest.raises(ReaderOutOfMemory):
        sandbox.run(eat, 400, limits=limits)
    with pytest.raises(ReaderTimeout):
        sandbox.run(spin, limits=limits)


def test_no_one_hears_of_the_pages_of_another_document(sandbox: Sandbox, tmp_path: Path) -> None:
    sandbox.run(read_two_pages, tmp_path, watch=lambda number, _: (tmp_path / str(number)).touch())
    heard: list[int] = []
    sandbox.run(time.sleep, 0.5, watch=lambda number, _: heard.append(number))
    assert heard == []


def test_who_stops_a_service_does_not_fail_the_document_that_is_being_read() -> None:
    # A service manager tells every process to stop, this child too.
    assert run_limited(be_asked_to_stop) == "read to the end"
