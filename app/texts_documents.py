"""The texts about documents that are kept, forgotten or checked, beside `app.texts`."""

from __future__ import annotations

from typing import Final

DOCTOR_KEPT: Final = "kept at {place}"
DOCTOR_NOWHERE: Final = "not kept: workers need the same files under the same paths"
DOCTOR_SET: Final = "To keep them, set TIEOUT_DOCUMENTS to a folder or to s3://bucket/prefix"
