"""Why a certificate is refused before anything is taken from it."""

from __future__ import annotations

from typing import ClassVar

from db.errors import TieoutError


class CertificateRefused(TieoutError):
    """The certificate is not taken: {why}. Make it again from the document with: tieout read FILE
    --certificate FOLDER"""

    code: ClassVar[str] = "certificate_refused"


class CertificateDiffers(CertificateRefused):
    """The certificate does not hold: {why}. It is forged, or of another document or version of
    tieout. Make it again from the document with: tieout read FILE --certificate FOLDER"""

    code: ClassVar[str] = "certificate_differs"
