"""When a file that lands in a folder may be read."""

import os
from pathlib import Path

from jobs.imports.watch import Settling

NOW = 1_800_000_000.0


def written(file: Path, text: str, *, seconds_ago: float = 0.0) -> Path:
    file.write_text(text)
    os.utime(file, (NOW - seconds_ago, NOW - seconds_ago))
    return file


def test_a_file_that_lay_there_before_is_read_at_once(tmp_path: Path) -> None:
    file = written(tmp_path / "march.pdf", "all", seconds_ago=3600)
    assert Settling(2).settled([file], 0, NOW) == [file]


def test_a_fresh_file_is_read_when_it_has_not_changed_for_a_while(tmp_path: Path) -> None:
    settling = Settling(2)
    file = written(tmp_path / "march.pdf", "all")
    assert settling.settled([file], 0, NOW) == []
    assert settling.waiting == [file]
    assert settling.settled([file], 1.9, NOW) == []
    assert settling.settled([file], 2, NOW) == [file]
    assert settling.waiting == []


def test_a_file_that_grows_is_waited_for(tmp_path: Path) -> None:
    settling = Settling(2)
    file = written(tmp_path / "march.pdf", "half")
    settling.settled([file], 0, NOW)
    written(file, "half, and the other half")
    assert settling.settled([file], 2, NOW) == []
    assert settling.settled([file], 4, NOW) == [file]


def test_a_file_is_given_once_and_again_when_it_changes(tmp_path: Path) -> None:
    settling = Settling(0)
    file = written(tmp_path / "march.pdf", "all")
    assert settling.settled([file], 0, NOW) == [file]
    assert settling.settled([file], 9, NOW) == []
    written(file, "all of another")
    assert settling.settled([file], 10, NOW) == [file]


def test_a_clock_of_the_future_only_costs_the_wait(tmp_path: Path) -> None:
    settling = Settling(2)
    file = written(tmp_path / "march.pdf", "all", seconds_ago=-3600)
    assert settling.settled([file], 0, NOW) == []
    assert settling.settled([file], 2, NOW) == [file]


def test_a_file_that_goes_again_is_forgotten(tmp_path: Path) -> None:
    settling = Settling(2)
    file = written(tmp_path / "march.pdf", "all")
    settling.settled([file], 0, NOW)
    file.unlink()
    assert settling.settled([file], 3, NOW) == []
    assert settling.waiting == []


def test_a_file_that_nothing_came_of_is_given_again(tmp_path: Path) -> None:
    settling = Settling(0)
    file = written(tmp_path / "march.pdf", "all")
    assert settling.settled([file], 0, NOW) == [file]
    settling.forget(file)
    assert settling.settled([file], 1, NOW) == [file]


def test_the_clock_of_another_machine_makes_no_half_written_file_whole(tmp_path: Path) -> None:
    settling = Settling(2)
    file = written(tmp_path / "march.pdf", "half", seconds_ago=90)
    assert settling.settled([file], 0, NOW) == []
