"""`python -m app.cli`: the same command where no `tieout` is on the PATH."""

from __future__ import annotations

import sys

from app.cli.main import run

if __name__ == "__main__":
    sys.exit(run())
