"""One clean run and one under strikes over the same documents, and where they ended otherwise."""

import difflib
import random
import shutil
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import ColumnElement, Engine, func, select

from db.engine import make_engine
from db.errors import TieoutError
from db.models import Import
from db.session import read_only
from db.upgrade import upgrade
from db.words import FaultClass
from jobs.imports.inline import import_all
from jobs.lease.tries import MOST_BY_FORCE, Tries
from jobs.options import Documents, DocumentSource, ImportOptions
from pipeline.intake.store import open_store
from tests.support import object_store, postgres, redis
from tests.support.books import one_of
from tests.support.kills.killer import Killer, Service, environment
from tests.support.kills.state import whole_state, write_world
from tests.support.months import World, fill, world
from tests.support.pools import OPEN

#: Of the clocks of the machines, beside the database's.
CLOCKS = (600, -600)


@dataclass(frozen=True, slots=True)
class Plan:
    """How much of what; the seed chooses documents, strikes and moments."""

    seed: int
    accounts: int
    months: int
    kills: int


@dataclass(frozen=True, slots=True)
class Ended:
    """What was done, and each document that ended otherwise, with how."""

    documents: int
    done: Counter[str]
    differences: Sequence[str]


def struck(folder: Path, plan: Plan) -> Ended:
    """Carry the plan out in this folder."""
    made = world(plan.seed, plan.accounts, plan.months)
    files = write_world(folder / "documents", made)
    clean = clean_run(folder, made, files)
    with ExitStack() as stack:
        stage = Stage.made(folder, stack, made, files, plan)
        stage.play(plan.kills)
        found = whole_state(stage.engine)
        stage.engine.dispose()
    return Ended(len(files), stage.killer.done, list(differences(clean, found)))


@dataclass(slots=True)
class Stage:
    """Everything that runs, and the ledger that it works on."""

    engine: Engine
    folder: Path
    files: Sequence[Path]
    crews: Sequence[Service]
    bringing: Sequence[Service]
    killer: Killer
    dice: random.Random
    _landed: set[Path] = field(default_factory=set)

    @classmethod
    def made(
        cls, folder: Path, stack: ExitStack, made: World, files: Sequence[Path], plan: Plan
    ) -> "Stage":
        """Servers and a filled ledger; nothing of tieout has been started."""
        queue = stack.enter_context(redis.running())
        database = stack.enter_context(postgres.own_server(keeping=True))
        url = database.url.render_as_string(hide_password=False)
        engine = _ledger(url, made)
        inbox = folder / "inbox"
        inbox.mkdir()
        store = stack.enter_context(object_store.running())
        settings = {
            "TIEOUT_DATABASE_URL": url,
            "TIEOUT_REDIS_URL": queue.url,
            "TIEOUT_DOCUMENTS": store.url,
            **store.environment,
        }
        by_hand = [str(file) for file in files[::2]]
        crews = [
            _service(folder, f"crew{number}", ("worker", "-n", "2"), settings, ahead)
            for number, ahead in enumerate(CLOCKS)
        ]
        watch = _service(folder, "watch", ("watch", str(inbox), "--queue"), settings, CLOCKS[0])
        submitters = [
            _service(folder, f"submit{number}", ("import", *by_hand, "--queue"), settings, ahead)
            for number, ahead in enumerate(CLOCKS)
        ]
        for each in (*crews, watch, *submitters):
            stack.callback(each.stop)
        dice = random.Random(plan.seed)
        killer = Killer(
            dice,
            crews,
            watch,
            submitters,
            {"redis": queue, "postgresql": database, "store": store},
            lambda: _may_harm(engine),
        )
        return cls(engine, folder, files, crews, (watch, *submitters), killer, dice)

    def play(self, kills: int) -> None:
        """Strike so many times while all goes on, then let it come to its end."""
        deadline = time.monotonic() + 300 + 8 * kills
        everybody = (*self.crews, *self.bringing)
        while self._struck < kills or not self._all_known():
            self._go_on(everybody, deadline)
            self._let_land()
            if self._struck < kills:
                self.killer.strike()
        self.killer.wake(all_of_them=True)
        for each in self.bringing:  # or what failed would be queued again without end
            each.stop()
        while self._count(Import.status.in_(OPEN)) != 0:
            self._go_on(self.crews, deadline)
        for each in self.crews:
            each.stop()

    @property
    def _struck(self) -> int:
        return sum(self.killer.done.values())

    def _go_on(self, services: Iterable[Service], deadline: float) -> None:
        """What ended is started again."""
        if time.monotonic() > deadline:
            raise TimeoutError(self._told())
        for each in services:
            each.start()
        time.sleep(self.dice.uniform(0.1, 0.8))

    def _let_land(self) -> None:
        """Now and then a document falls into the folder."""
        waiting = [file for file in self.files[1::2] if file not in self._landed]
        for file in waiting[: self.dice.choice((0, 0, 1, 3))]:
            # Copied first, then in its place at once, as a good scanner does.
            partly = self.folder / f"{file.name}.part"
            shutil.copy(file, partly)
            partly.rename(self.folder / "inbox" / file.name)
            self._landed.add(file)

    def _all_known(self) -> bool:
        return self._count() == len(self.files)

    def _count(self, *which: ColumnElement[bool]) -> int | None:
        """How many imports there are; None while nobody can be asked."""
        try:
            return one_of(self.engine, select(func.count()).select_from(Import).where(*which))
        except TieoutError:
            return None

    def _told(self) -> str:
        services = (*self.crews, *self.bringing)
        logs = "\n".join(f"{each.name}: {each.log.read_text()[-1500:]}" for each in services)
        return f"not done after {self.killer.done}\n{logs}"


def _service(
    folder: Path, name: str, words: tuple[str, ...], settings: Mapping[str, str], ahead: int
) -> Service:
    return Service(words, environment(ahead, **settings), folder, name)


def clean_run(folder: Path, made: World, files: Sequence[Path]) -> Mapping[str, str]:
    """What one run leaves, here, one document after the other, with nobody in the way."""
    engine = _ledger(str(folder / "clean.db"), made)
    sources = [DocumentSource(file.name, file) for file in files]
    kept = Documents(open_store(str(folder / "kept")))
    list(import_all(engine, sources, ImportOptions(documents=kept)))
    found = whole_state(engine)
    engine.dispose()
    return found


def _ledger(url: str, made: World) -> Engine:
    engine = make_engine(url, create=True)
    upgrade(engine)
    fill(engine, made)
    return engine


def _may_harm(engine: Engine) -> bool:
    """Whether no open import is one death before it is set aside for a person."""
    try:
        with read_only(engine) as session:
            rows = session.scalars(select(Import.tries).where(Import.status.in_(OPEN)))
            counts = [Tries.read(row).count.get(FaultClass.RESOURCE, 0) for row in rows]
    except TieoutError:
        return False
    return max(counts, default=0) < MOST_BY_FORCE - 1


def differences(clean: Mapping[str, str], found: Mapping[str, str]) -> list[str]:
    """Each document that ended otherwise, with how."""
    told = []
    for name in sorted({*clean, *found}):
        before, after = clean.get(name, ""), found.get(name, "")
        if before != after:
            lines = difflib.unified_diff(before.split("\n"), after.split("\n"), "clean", name, n=2)
            told.append("\n".join(list(lines)[:60]))
    return told
