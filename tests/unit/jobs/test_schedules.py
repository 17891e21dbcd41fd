"""A file of schedules is read whole, or refused with what is wrong in it."""

from pathlib import Path

import pytest

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
