"""How an import moves from state to state; what each state means stands in `db.words`.

queued ──lease──▶ running ──record──▶ matched | needs_review | duplicate
  ▲ ▲              │   ▲                          │
  │ │              │   └──lease, when its lease   └──a person decides──▶ done | left
  │ │              │      ran out or its worker died
  │ └──handed back─┤   (asked to stop, or it is tried again: `jobs.tries`)
  ├────swept───────┤   (nobody holds it any more: `jobs.losses`)
  │                └──typed error, cancelled, or too many tries──▶ failed
  └────────────────────retried by a person, or queued anew──────────────┘
"""

from __future__ import annotations

from typing import Final

from db.words import ImportStatus

#: Nothing is left to do here; the same bytes again are a duplicate.
ENDED: Final = frozenset(
    {
        ImportStatus.MATCHED,
        ImportStatus.NEEDS_REVIEW,
        ImportStatus.DONE,
        ImportStatus.LEFT,
        ImportStatus.DUPLICATE,
    }
)

#: Work may be acquired from here; from `running` only if whoever holds it is gone.
ACQUIRABLE: Final = frozenset({ImportStatus.QUEUED, ImportStatus.RUNNING, ImportStatus.FAILED})

#: Something is still to be done here.
OPEN: Final = frozenset({ImportStatus.QUEUED, ImportStatus.RUNNING})
