"""Reads schedules: a file that names commands of tieout, and when each is due."""

from __future__ import annotations

import re
import shlex
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from db.errors import TieoutError

#: These never end by themselves.
_ENDLESS = frozenset({"worker", "web", "watch", "schedule"})
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_EVERY = re.compile(r"(\d{1,4})([smhd])")


class SchedulesUnreadable(TieoutError):
    """The schedules at {path} cannot be used: {why}. Each is a [[schedule]] with a name, run = "a
    command of tieout" that stops by itself, and every = "5m" or cron = "0 6 * * *".
    """

    code: ClassVar[str] = "schedules_unreadable"


class NoSchedules(TieoutError):
    """No schedules are set. Name their file: TIEOUT_SCHEDULES=schedules.toml"""

    code: ClassVar[str] = "no_schedules"


class NoSuchSchedule(TieoutError):
    """This machine's schedules hold none of that name. Give workers the same file in
    TIEOUT_SCHEDULES as `tieout schedule`."""

    code: ClassVar[str] = "no_such_schedule"


@dataclass(frozen=True, slots=True)
class Schedule:
    """One command, and when it is due: every so many ``seconds``, or as ``cron`` says."""

    name: str
    words: tuple[str, ...]
    seconds: int | None
    cron: str | None


def schedules(path: Path) -> dict[str, Schedule]:
    """Those of the file, by their names. Raises ``SchedulesUnreadable``."""
    try:
        read = _ScheduleFile.model_validate(tomllib.loads(path.read_text("utf-8")))
    except (OSError, UnicodeDecodeError):
        raise SchedulesUnreadable(path=path, why="it is no file of text") from None
    except tomllib.TOMLDecodeError as error:
        raise SchedulesUnreadable(path=path, why=f"it is no TOML ({error})") from None
    except ValidationError as error:
        raise SchedulesUnreadable(path=path, why=_why(error)) from None
    return {each.name: each.schedule for each in read.schedule}


class _ScheduleEntry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")
    run: str
    every: str | None = None
    cron: str | None = None

    @field_validator("run")
    @classmethod
    def _ends(cls, run: str) -> str:
        words = shlex.split(run)
        if not words or words[0] in _ENDLESS or words[0].startswith("-"):
            raise ValueError("run is no command that ends by itself")
        return run

    @field_validator("every")
    @classmethod
    def _is_a_time(cls, every: str | None) -> str | None:
        if every is not None and not ((found := _EVERY.fullmatch(every)) and int(found[1])):
            raise ValueError("every is no time such as 30s, 5m, 2h or 1d")
        return every

    @field_validator("cron")
    @classmethod
    def _is_cron(cls, cron: str | None) -> str | None:
        from croniter import croniter

        if cron is not None and not croniter.is_valid(cron):
            raise ValueError("cron is no line such as 0 6 * * *")
        return cron

    @model_validator(mode="after")
    def _has_one(self) -> _ScheduleEntry:
        if (self.every is None) is (self.cron is None):
            raise ValueError("say either every or cron")
        return self

    @property
    def schedule(self) -> Schedule:
        found = _EVERY.fullmatch(self.every or "")
        seconds = int(found[1]) * _SECONDS[found[2]] if found else None
        return Schedule(self.name, tuple(shlex.split(self.run)), seconds, self.cron)


class _ScheduleFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    schedule: tuple[_ScheduleEntry, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _named_once(self) -> _ScheduleFile:
        names = [each.name for each in self.schedule]
        if len(set(names)) < len(names):
            raise ValueError("two have the same name")
        return self


def _why(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(map(str, first["loc"]))
    return f"{place}: {first['msg']}" if place else first["msg"]
