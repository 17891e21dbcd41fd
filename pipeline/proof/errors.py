"""Why a witness or a certificate is refused before anything is proven of it."""

from __future__ import annotations

from typing import ClassVar

from db.errors import TieoutError


class WitnessRefused(TieoutError):
    """What was offered for proof does not fit its pages: {why}. Read the document again with:
    tieout read FILE"""

    code: ClassVar[str] = "witness_refused"
