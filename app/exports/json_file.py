"""Statements as JSON: the objects that `tieout read --json` prints, in a list."""

from __future__ import annotations

import json
from collections.abc import Sequence

from app.shapes.exports import ExportedDocument, export_shape
from db.visible import escaped_in_json


def json_bytes(documents: Sequence[ExportedDocument]) -> bytes:
    """All that was read, exactly; what acts unseen is written as JSON's own escapes."""
    text = json.dumps(export_shape(documents), ensure_ascii=False, indent=2)
    return f"{escaped_in_json(text)}\n".encode()
