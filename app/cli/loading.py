"""Shows on stderr how much of a download has arrived: a bar on a terminal, nothing elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from app.cli.output import console


@contextmanager
def loading(name: str, total: int) -> Iterator[Callable[[int], None]]:
    """What is to be told how many of the bytes are there."""
    if not sys.stderr.isatty():
        yield lambda _arrived: None
        return
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console(stderr=True)) as bar:
        task = bar.add_task(name, total=total)
        yield lambda arrived: bar.update(task, completed=arrived)
