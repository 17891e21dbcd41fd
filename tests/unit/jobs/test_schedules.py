"""A file of schedules is read whole, or refused with what is wrong in it."""

import os
from pathlib import Path

import pytest

from jobs.imports.watch import QuietFiles
from jobs.worker.scheduler import Schedule, SchedulesUnreadable, schedules

GOOD = """
[[schedule]]
name = "inbox"
run = "import '/srv/my inbox' --queue"
every = "5m"

[[schedule]]
name = "books"
run = "ledger import-csv books"
cron = "0 6 * * *"
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "schedules.toml"
    file.write_text(text)
    return file


def test_each_has_a_command_and_a_time(tmp_path: Path) -> None:
    assert schedules(written(tmp_path, GOOD)) == {
        "inbox": Schedule("inbox", ("import", "/srv/my inbox", "--queue"), 300, None),
        "books": Schedule("books", ("ledger", "import-csv", "books"), None, "0 6 * * *"),
    }


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ('run = "ledger import-csv books"', 'run = "worker -n 2"', "ends by itself"),
        ('run = "ledger import-csv books"', 'run = ""', "ends by itself"),
        ('cron = "0 6 * * *"', 'cron = "at six"', "cron is no line"),
        ('cron = "0 6 * * *"', 'every = "0m"', "every is no time"),
        ('cron = "0 6 * * *"', "", "either every or cron"),
        ('name = "books"', 'name = "inbox"', "same name"),
        ('name = "books"', 'name = "../books"', "name"),
        ("[[schedule]]", "[[schedules]]", "schedule"),
        ("[[schedule]]", "[[", "no TOML"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, before: str, after: str, why: str) -> None:
    with pytest.raises(SchedulesUnreadable, match=why):
        schedules(written(tmp_path, GOOD.replace(before, after)))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SchedulesUnreadable, match="no file of text"):
        schedules(tmp_path / "schedules.toml")


NOW = 1_800_000_000.0


def touched(file: Path, text: str, *, seconds_ago: float = 0.0) -> Path:
    file.write_text(text)
    os.utime(file, (NOW - seconds_ago, NOW - seconds_ago))
    return file


def test_a_file_that_lay_there_before_is_read_at_once(tmp_path: Path) -> None:
    file = touched(tmp_path / "march.pdf", "all", seconds_ago=3600)
    assert QuietFiles(2).ready([file], 0, NOW) == [file]


def test_a_fresh_file_is_read_when_it_has_not_changed_for_a_while(tmp_path: Path) -> None:
    quiet = QuietFiles(2)
    file = touched(tmp_path / "march.pdf", "all")
    assert quiet.ready([file], 0, NOW) == []
    assert quiet.waiting == [file]
    assert quiet.ready([file], 1.9, NOW) == []
    assert quiet.ready([file], 2, NOW) == [file]
    assert quiet.waiting == []


def test_a_file_that_grows_is_waited_for(tmp_path: Path) -> None:
    quiet = QuietFiles(2)
    file = touched(tmp_path / "march.pdf", "half")
    quiet.ready([file], 0, NOW)
    touched(file, "half, and the other half")
    assert quiet.ready([file], 2, NOW) == []
    assert quiet.ready([file], 4, NOW) == [file]


def test_a_file_is_given_once_and_again_when_it_changes(tmp_path: Path) -> None:
    quiet = QuietFiles(0)
    file = touched(tmp_path / "march.pdf", "all")
    assert quiet.ready([file], 0, NOW) == [file]
    assert quiet.ready([file], 9, NOW) == []
    touched(file, "all of another")
    assert quiet.ready([file], 10, NOW) == [file]


def test_a_clock_of_the_future_only_costs_the_wait(tmp_path: Path) -> None:
    quiet = QuietFiles(2)
    file = touched(tmp_path / "march.pdf", "all", seconds_ago=-3600)
    assert quiet.ready([file], 0, NOW) == []
    assert quiet.ready([file], 2, NOW) == [file]


def test_a_file_that_goes_again_is_forgotten(tmp_path: Path) -> None:
    quiet = QuietFiles(2)
    file = touched(tmp_path / "march.pdf", "all")
    quiet.ready([file], 0, NOW)
    file.unlink()
    assert quiet.ready([file], 3, NOW) == []
    assert quiet.waiting == []


def test_a_file_that_nothing_came_of_is_given_again(tmp_path: Path) -> None:
    quiet = QuietFiles(0)
    file = touched(tmp_path / "march.pdf", "all")
    assert quiet.ready([file], 0, NOW) == [file]
    quiet.forget(file)
    assert quiet.ready([file], 1, NOW) == [file]


def test_the_clock_of_another_machine_makes_no_half_written_file_whole(tmp_path: Path) -> None:
    quiet = QuietFiles(2)
    file = touched(tmp_path / "march.pdf", "half", seconds_ago=90)
    assert quiet.ready([file], 0, NOW) == []
