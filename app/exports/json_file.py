"""Statements as JSON: the objects that `tieout read --json` prints, in a list."""

from __future__ import annotations

from collections.abc import Sequence

from app.shapes.exports import ExportedDocument, ExportShape
from app.shapes.writing import json_text


def json_bytes(documents: Sequence[ExportedDocument]) -> bytes:
    """All that was read, exactly; what acts unseen is written as JSON's own escapes."""
    return f"{json_text(ExportShape(documents=tuple(documents)))}\n".encode()
