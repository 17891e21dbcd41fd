"""What may follow an option that asks for a day: the day, or how long ago, or nothing."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Literal

import click

from app.texts import jobs as texts_jobs

#: A day as ISO writes it.
ISO_DAY = click.DateTime(["%Y-%m-%d"])
_AGO = re.compile(r"(\d{1,4})([mhdw])")
_UNITS = {
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}


class DayOrBlank(click.ParamType[date | Literal[""]]):
    """A day such as 2026-11-01, or an empty text."""

    name = "day"

    def convert(
        self,
        value: object,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> date | Literal[""]:
        """Raises click's ``BadParameter``."""
        if value == "":
            return ""
        return ISO_DAY.convert(value, param, ctx).date()


class Since(click.ParamType[date | timedelta]):
    """A day such as 2026-11-01, or a time back from now such as 30m, 3h, 2d or 1w."""

    name = "since"

    def convert(
        self,
        value: object,
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> date | timedelta:
        """Raises click's ``BadParameter``."""
        if isinstance(value, date | timedelta):
            return value
        text = str(value)
        if ago := _AGO.fullmatch(text):
            return int(ago[1]) * _UNITS[ago[2]]
        try:
            return date.fromisoformat(text)
        except ValueError:
            self.fail(texts_jobs.SINCE_UNCLEAR.format(text=text), param, ctx)
