"""The next version comes while the old one works: one worker, then the site, then the rest."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx2
import pytest
from sqlalchemy import Engine, select

from db.models import Import
from db.session import read_only, unit_of_work
from db.upgrade import HEAD, LedgerNewer, current_revision, upgrade
from db.words import ImportStatus
from tests.support.handing_in import hand_in
from tests.support.kills.killer import Service, environment, family
from tests.support.kills.run import clean_run, differences
from tests.support.kills.state import whole_state, write_world
from tests.support.months import World, fill, world
from tests.support.pools import OPEN, children, open_imports
from tests.support.process import TIEOUT
from tests.support.waiting import free_port, until
from tests.support.wheel import ROOMS, ROOT

#: A dozen processes start here, on a machine that may do other things: no promise.
LONG: Final = 300
NEXT: Final = f"r{int(HEAD[1:]) + 1:04}"
_STEP: Final = f'''"""What the next version needs."""
from alembic import op
revision, down_revision, branch_labels, depends_on = "{NEXT}", "{HEAD}", None, None

def upgrade() -> None:
    op.execute("ALTER TABLE imports ADD COLUMN told_by_next INTEGER")
'''
_RUN: Final = "import sys; sys.argv[0] = 'tieout'; from tieout import command; command()"


@dataclass(frozen=True)
class Place:
    """A ledger of this revision, what it comes to in one run, and both versions of the program."""

    engine: Engine
    made: World
    files: list[Path]
    folder: Path
    redis_url: str
    stack: ExitStack

    def start(self, name: str, *words: str, next_one: bool = False) -> Service:
        url = self.engine.url.render_as_string(hide_password=False)
        settings = {
            "TIEOUT_DATABASE_URL": url,
            "TIEOUT_REDIS_URL": self.redis_url,
            "TIEOUT_DOCUMENTS": str(self.folder / "kept"),
        }
        program: tuple[str, ...] = (str(TIEOUT),)
        if next_one:
            settings["PYTHONPATH"] = str(self.folder / "next")
            program = (sys.executable, "-c", _RUN)
        service = Service(words, environment(0, **settings), self.folder, name, program)
        service.start()
        self.stack.callback(service.stop)
        return service

    def done(self, name: str, *words: str, next_one: bool = False) -> tuple[int, str]:
        service = self.start(name, *words, next_one=next_one)
        assert service.process
        return service.process.wait(timeout=LONG), service.log.read_text()

    def ended(self) -> dict[str, int]:
        """The process that brought each document in that has ended."""
        with read_only(self.engine) as session:
            rows = session.scalars(select(Import).where(Import.status.not_in(OPEN)))
            return {row.source_name: (row.options or {})["worker"]["pid"] for row in rows}


@pytest.fixture
def there(blank_engine: Engine, redis_url: str, tmp_path: Path) -> Iterator[Place]:
    made = world(5, 3, 4)
    upgrade(blank_engine)
    fill(blank_engine, made)
    files = write_world(tmp_path / "documents", made)
    for room in ROOMS:
        shutil.copytree(ROOT / room, tmp_path / "next" / room)
    steps = tmp_path / "next" / "db" / "migrations" / "versions"
    (steps / f"{NEXT}_next.py").write_text(_STEP)
    with ExitStack() as stack:
        yield Place(blank_engine, made, files, tmp_path, redis_url, stack)


@pytest.mark.thorough
@pytest.mark.timeout(1800)
def test_an_upgrade_while_others_work_loses_fails_and_repeats_nothing(there: Place) -> None:
    old = there.start("old", "worker", "-n", "2")
    code, said = there.done("queue", "import", str(there.folder / "documents"), "--queue")
    assert code in (0, 3, 5), said
    until(lambda: len(there.ended()) >= 2, LONG)
    code, said = there.done("upgrade", "db", "upgrade", next_one=True)
    assert (code, current_revision(there.engine)) == (0, NEXT), said
    by_old = there.ended()
    until(lambda: "ledger_newer" in old.log.read_text(), LONG)
    new = there.start("new", "worker", "-n", "1", next_one=True)
    until(lambda: not open_imports(there.engine), LONG)
    assert old.runs
    assert old.process
    assert new.process
    pool = old.process.pid
    until(lambda: not children(pool), LONG)
    ended = there.ended()
    assert set(ended) == {file.name for file in there.files}
    workers = set(family(new.process.pid))
    assert {name for name, pid in ended.items() if pid not in workers} == set(by_old)
    assert 0 < len(by_old) < len(ended)
    clean = clean_run(there.folder, there.made, there.files)
    assert differences(clean, whole_state(there.engine)) == []
    with read_only(there.engine) as session:
        tries = session.scalars(select(Import.tries).where(Import.status != ImportStatus.FAILED))
        assert [each for each in tries if each] == []


@pytest.mark.thorough
@pytest.mark.timeout(900)
def test_the_old_site_and_old_commands_change_nothing_and_say_why(there: Place) -> None:
    port = free_port()
    old = there.start("site", "web", "--port", str(port))
    until(lambda: "http://" in old.log.read_text(), LONG)
    link = re.search(r"http://[^\s;]+", old.log.read_text())
    assert link
    base = f"http://127.0.0.1:{port}"
    with httpx2.Client(base_url=base, headers={"Origin": base}, timeout=LONG) as visitor:
        visitor.get(link[0].replace("localhost", "127.0.0.1"))
        file = there.files[0]
        assert there.done("upgrade", "db", "upgrade", next_one=True)[0] == 0
        assert hand_in(visitor, (file.name, file.read_bytes())).status_code == 503
        code, said = there.done("old", "import", str(file))
        assert (code, NEXT in said, "Install the newer version" in said) == (7, True, True), said
        assert there.ended() == {}
        code, said = there.done("back", "db", "upgrade")
        assert (code, current_revision(there.engine)) == (7, NEXT), said
        other = free_port()
        new = there.start("next-site", "web", "--port", str(other), next_one=True)
        until(lambda: "http://" in new.log.read_text(), LONG)
    code, said = there.done("new", "import", str(file), next_one=True)
    assert code in (0, 3), said


@pytest.mark.timeout(600)
def test_whoever_writes_is_waited_for_and_whoever_comes_later_is_refused(there: Place) -> None:
    with unit_of_work(there.engine) as session:
        row = session.scalars(select(Import)).first()
        assert row is None
        going = subprocess.Popen(
            [sys.executable, "-c", _RUN, "db", "upgrade"],
            cwd=there.folder,
            env=environment(
                TIEOUT_DATABASE_URL=there.engine.url.render_as_string(hide_password=False),
                PYTHONPATH=str(there.folder / "next"),
            ),
        )
        with pytest.raises(subprocess.TimeoutExpired):
            going.wait(timeout=5)
    assert going.wait(timeout=LONG) == 0
    with pytest.raises(LedgerNewer), unit_of_work(there.engine) as session:
        session.scalars(select(Import)).first()
