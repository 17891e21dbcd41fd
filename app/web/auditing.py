"""What an auditor needs: the page that checks a certificate, the tables of the rules beside it, and
the certificates themselves."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

import pipeline.proof
from app.certificates import SUFFIX, certificates_recorded
from app.web.desk import desk
from app.web.forms import named

#: They belong to the rules, and are kept once: beside the kernel.
TABLES: Final = ("months.json", "currencies.json", "labels.json")
_BESIDE_THE_KERNEL: Final = Path(pipeline.proof.__file__).parent


class StaticWithTables(StaticFiles):
    """The static files, and beside them the tables that the second checker reads."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Where a file is."""
        if path in TABLES:
            file = _BESIDE_THE_KERNEL / path
            return str(file), file.stat()
        return super().lookup_path(path)


def certificate_of(request: Request) -> Response:
    """What proves a statement of an import, to be kept. Raises NoSuchImport."""
    import_id, number = named(request, "import_id"), named(request, "number")
    _, found = certificates_recorded(desk(request).engine, import_id)
    certificate = found[number - 1] if 0 < number <= len(found) else None
    if certificate is None:
        raise HTTPException(404)
    name = f"import-{import_id}-{number}{SUFFIX}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(certificate.text(), 200, headers, "application/json")
