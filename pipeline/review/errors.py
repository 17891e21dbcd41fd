"""Why a decision cannot be taken, each with its remedy."""

from __future__ import annotations

from typing import ClassVar

from db.errors import TieoutError


class ReviewError(TieoutError):
    """A decision could not be taken."""

    code: ClassVar[str] = "review_error"


class NoSuchProposal(ReviewError):
    """There is no proposal {proposal_id}. See those that wait with: tieout review"""

    code: ClassVar[str] = "no_such_proposal"


class AlreadyDecided(ReviewError):
    """Proposal {proposal_id} is decided already: {status}. See those that wait with: tieout
    review"""

    code: ClassVar[str] = "already_decided"


class NoSuchChange(ReviewError):
    """Proposal {proposal_id} has no change {number}; it has {count}, counted from 1."""

    code: ClassVar[str] = "no_such_change"


class NothingToCarryOut(ReviewError):
    """Proposal {proposal_id} holds no change: what differs there only you can mend. Correct the
    ledger yourself, or leave it as it is with: tieout reject IMPORT --reason TEXT"""

    code: ClassVar[str] = "nothing_to_carry_out"


class LedgerMovedSince(ReviewError):
    """The ledger changed since proposal {proposal_id} was made: {gone} of its differences are gone
    and {new} are new. Nothing was done; look at it as it is now and decide again."""

    code: ClassVar[str] = "ledger_moved_since"


class NotUndone(ReviewError):
    """Import {import_id} is still at work. Wait for it, then undo it."""

    code: ClassVar[str] = "not_undone"
