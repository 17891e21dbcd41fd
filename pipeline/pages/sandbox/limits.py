"""What one document may cost before its reader is stopped."""

from __future__ import annotations

from dataclasses import dataclass

GIBIBYTE = 1 << 30


@dataclass(frozen=True, slots=True)
class Limits:
    """Memory beyond what the process already uses, processor and wall time, pages, and the pixels
    of a picture."""

    memory_bytes: int = GIBIBYTE
    cpu_seconds: int = 60
    wall_seconds: float = 60.0
    pages: int = 2000
    pixels: int = 100_000_000


DEFAULT_LIMITS = Limits()
