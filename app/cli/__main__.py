"""`python -m app.cli`: the same command where no `tieout` is on the PATH."""

import sys

from app.cli.main import run

if __name__ == "__main__":
    sys.exit(run())
