"""A ledger half way through a month's close, behind a real server, with a browser before it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.environment.listing import documents_beside
from app.web.desk import Desk
from db.engine import make_engine
from tests.support.how_to import month_to_close
from tests.support.process import tieout
from tests.support.visiting import opened


@contextmanager
def half_closed(folder: Path) -> Iterator[str]:
    """The address of the pages: January has a difference, March another, February is missing."""
    month_to_close(folder)
    ran = tieout("import", folder / "statements", cwd=folder)
    assert ran.code == 3, ran.err
    engine = make_engine(str(folder / "tieout.db"))
    with opened(Desk(engine, documents=documents_beside(engine))) as address:
        yield address
    engine.dispose()
