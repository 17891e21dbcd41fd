"""Counts how an import's tries ended, by class of fault, and says if and how it is tried again."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from random import SystemRandom
from typing import Any, Final

from db.words import FaultClass

#: A third try that ends by force, the last of them alone on its machine, is the last.
MOST_BY_FORCE: Final = 3
#: Silence says less than a death, but a document that takes whole machines with it must end too.
MOST_ABANDONED: Final = 10
#: After so long a fault says nothing of the document any more.
COUNTS_FOR: Final = timedelta(hours=24)

_SHORTEST: Final = timedelta(seconds=5)
_LONGEST: Final = timedelta(minutes=10)
_JITTER: Final = 0.2
#: Each process's own, also of those that were forked, and nobody's who set a seed.
_RANDOM: Final = SystemRandom()
_LIMITS: Final = {FaultClass.RESOURCE: MOST_BY_FORCE, FaultClass.ABANDONED: MOST_ABANDONED}


class Company(StrEnum):
    """Beside how many other imports of its machine an import may run."""

    ANY = "any"
    #: beside others, but no other that was tried again for the same reason
    FEW = "few"
    ALONE = "alone"


@dataclass(frozen=True, slots=True)
class Tries:
    """How often each class ended a try, and when the last ones of those that are limited were."""

    count: Mapping[FaultClass, int] = field(default_factory=dict)
    moments: Mapping[FaultClass, tuple[datetime, ...]] = field(default_factory=dict)

    @classmethod
    def read(cls, stored: Mapping[str, Any] | None) -> "Tries":
        """What `stored` wrote."""
        rows = {FaultClass(name): row for name, row in (stored or {}).items()}
        return cls(
            {fault: row["count"] for fault, row in rows.items()},
            {
                fault: tuple(datetime.fromisoformat(text) for text in row["at"])
                for fault, row in rows.items()
            },
        )

    @property
    def stored(self) -> dict[str, Any]:
        return {
            fault.value: {
                "count": count,
                "at": [moment.isoformat() for moment in self.moments.get(fault, ())],
            }
            for fault, count in self.count.items()
        }

    def after(self, fault: FaultClass, now: datetime) -> "Tries":
        """With one try more that ended so."""
        count = {**self.count, fault: self.count.get(fault, 0) + 1}
        if fault not in _LIMITS:
            return replace(self, count=count)
        kept = (*self._counting(fault, now), now)[-_LIMITS[fault] :]
        return Tries(count, {**self.moments, fault: kept})

    def is_over(self, fault: FaultClass, now: datetime) -> bool:
        """Whether a fault of this class is the end, and a person has to look."""
        if fault in _LIMITS:
            return len(self._counting(fault, now)) >= _LIMITS[fault]
        return fault is FaultClass.DOCUMENT

    def company(self, now: datetime) -> Company:
        """Beside whom the next try may run."""
        by_force = len(self._counting(FaultClass.RESOURCE, now))
        return (Company.ANY, Company.FEW, Company.ALONE)[min(by_force, MOST_BY_FORCE - 1)]

    def _counting(self, fault: FaultClass, now: datetime) -> tuple[datetime, ...]:
        return tuple(at for at in self.moments.get(fault, ()) if now - at < COUNTS_FOR)


def pause(waited: timedelta) -> timedelta:
    """How long to wait after waiting so long in vain: twice as long each time, up to a limit, and
    not all at the same moment."""
    longer = min(max(waited, _SHORTEST), _LONGEST)
    return longer * _RANDOM.uniform(1 - _JITTER, 1)
