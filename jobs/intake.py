"""Takes a source's bytes in, wherever they come from; without a ledger."""

from __future__ import annotations

from dataclasses import replace

from jobs.options import Source
from pipeline.intake.file import Intake, take_in_bytes, take_in_path


def take_in(source: Source) -> Intake:
    """The source's bytes, under the name it goes by. Raises the ``IntakeErrors``."""
    if source.known is not None:
        return source.known
    if source.path is not None:
        intake = take_in_path(source.path)
    else:
        intake = take_in_bytes(source.data or b"", source.name)
    return replace(intake, name=source.name)
