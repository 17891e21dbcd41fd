"""Who is taken for gone, and who is not."""

import os
import subprocess
import sys

from db.words import ImportStatus
from jobs.lease.lease import ACQUIRABLE, ENDED
from jobs.lease.machine import is_gone, new_claim


def test_this_process_is_here() -> None:
    assert not is_gone(new_claim())


def test_a_process_that_ended_here_is_gone() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert is_gone({**new_claim(), "pid": ended.pid})


def test_a_worker_on_another_machine_is_never_taken_for_gone() -> None:
    assert not is_gone({"host": "elsewhere", "pid": 2**22 + 1})


def test_work_without_a_worker_tells_nothing() -> None:
    assert not is_gone(None)


def test_a_process_of_someone_else_is_here() -> None:
    assert not is_gone({**new_claim(), "pid": 1, "began": None}) or os.name == "nt"


def test_a_number_that_was_given_out_again_is_another_process() -> None:
    assert is_gone({**new_claim(), "began": "1"})


def test_a_process_that_nobody_has_reaped_is_gone() -> None:
    ended = subprocess.Popen(["true"])
    os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)
    assert is_gone({**new_claim(), "pid": ended.pid, "began": None})
    ended.wait()


def test_every_state_is_one_or_the_other() -> None:
    assert set(ImportStatus) == ENDED | ACQUIRABLE
    assert not ENDED & ACQUIRABLE
