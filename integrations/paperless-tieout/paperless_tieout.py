#!/usr/bin/env python3
"""Runs after Paperless-ngx took in a document, and hands it to tieout if it is a statement."""

# SPDX-License-Identifier: MIT

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping

#: Imported, to be looked at, or known already: for Paperless all of these went well.
WENT_WELL = (0, 3, 5)


def command(env: Mapping[str, str]) -> list[str] | None:
    """What to run for the document; None if it lacks the tag of a statement."""
    tags = [each.strip().casefold() for each in env.get("DOCUMENT_TAGS", "").split(",")]
    if env.get("PAPERLESS_TIEOUT_TAG", "statement").casefold() not in tags:
        return None
    program = env.get("PAPERLESS_TIEOUT_PROGRAM", "tieout")
    queue = ["--queue"] if env.get("TIEOUT_REDIS_URL") else []
    return [program, "import", *queue, env["DOCUMENT_SOURCE_PATH"]]


def main() -> None:
    """Paperless gives the document in the environment, and logs what is printed."""
    words = command(os.environ)
    code = subprocess.run(words, check=False).returncode if words else 0
    sys.exit(0 if code in WENT_WELL else code)


if __name__ == "__main__":
    main()
