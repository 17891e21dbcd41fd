"""Whether a file was cut short or patched: PDFium mends such files silently, and may lose pages."""

from __future__ import annotations

import re

_TAIL = 2048  # bytes from the end in which the last cross-reference must be named
_NAMED = re.compile(rb"startxref\s+(\d+)\s+%%EOF")
_TABLE = re.compile(rb"\s*(xref|\d+\s+\d+\s+obj)\b")


def looks_damaged(data: bytes) -> bool:
    """True unless the file ends by naming a place where a cross-reference table stands."""
    named = _NAMED.findall(data, max(0, len(data) - _TAIL))
    if not named:
        return True
    header = max(data.find(b"%PDF-", 0, 1024), 0)  # offsets count from the header, or should
    return not any(_TABLE.match(data, int(named[-1]) + shift) for shift in {0, header})
