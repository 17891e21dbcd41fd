"""Why a decision cannot be taken, each with its remedy."""

from db.errors import TieoutError


class ReviewError(TieoutError, code="review_error"):
    """A decision could not be taken."""


class NoSuchProposal(ReviewError):
    """There is no proposal {proposal_id}. See those that wait with: tieout review"""


class AlreadyDecided(ReviewError):
    """Proposal {proposal_id} has already been decided: {status}. See those that wait with: tieout
    review
    """


class NoSuchChange(ReviewError):
    """Proposal {proposal_id} has no change {number}; it has {count}, counted from 1."""


class NotKnownBefore(ReviewError):
    """Nothing that was decided earlier proposes a payee for change {number}. Accept it with the
    words of its line, or look at what is proposed with: tieout accept IMPORT --dry-run"""


class NoLegThere(ReviewError):
    """Change {number} adds no row to a journal of beancount, hledger or ledger, so that no
    counter-account can be named for it. Accept it without one."""


class LegUnknown(ReviewError):
    """{account} is no other account of {source}. Name one as it is written there, such as {like};
    open a new one in the journal first, and have it read again."""


class NothingToCarryOut(ReviewError):
    """Proposal {proposal_id} contains no change: only you can settle what differs there. See how
    with: tieout review IMPORT. To leave it as it is: tieout reject IMPORT --reason TEXT
    """


class LedgerMovedSince(ReviewError):
    """The ledger changed since proposal {proposal_id} was made: {gone} of its differences are gone
    and {new} are new. Nothing was done; look at it as it is now and decide again."""


class NoSuchDifference(ReviewError):
    """Import {import_id} has no difference {number}; it has {count}, counted from 1. See them with:
    tieout review {import_id}"""


class DifferenceMoved(ReviewError):
    """Somebody has just decided on that statement, so difference {number} of import {import_id} may
    be another one. Nothing was done; see the current state with: tieout review {import_id}
    """


class CannotResolve(ReviewError):
    """This difference cannot be resolved by {act}: {why}. See what can be done with: tieout resolve
    --help"""


class NothingSuggested(ReviewError):
    """No model suggests anything for {about} as it is now. See what can be done with: tieout review
    {import_id}"""


class SuggestionMoved(ReviewError):
    """The suggestions for import {import_id} are not those that you were shown: somebody decided,
    or it was read again. Nothing was done; see the current state with: tieout review {import_id}
    """


class NoAccountYet(ReviewError):
    """Import {import_id} has a statement whose account is not known yet. Accept the proposed
    account with: tieout accept {import_id}, or name one with: tieout state {import_id} --account
    ACCOUNT
    """


class EntryTaken(ReviewError):
    """Entry {entry_id} is paired with a line of a different statement (import {import_id}), so this
    statement cannot change it. Compare both, and correct the other first if it is wrong: tieout
    review {import_id}
    """


class LedgerStale(ReviewError):
    """Another program wrote to the ledger just now, and nothing was proven again yet. Nothing was
    done; look at it as it is now and decide again."""


class WhichStatement(ReviewError):
    """Import {import_id} has {count} statements. Choose one, counted from 1, with: --statement
    NUMBER
    """


class NothingStated(ReviewError):
    """No answer was given. Say which account the statement belongs to and how to read it:
    --account, --largest, --balance, --currency, --period or --order; or that another statement for
    the same days counts: --does-not-stand
    """


class NothingToProve(ReviewError):
    """No reading of import {import_id} is stored to compare a statement with. Read its document
    again first: tieout reprocess {import_id}
    """


class NothingToTakeBack(ReviewError):
    """Nobody corrected anything of import {import_id}. See its lines with: tieout review
    {import_id}"""


class AnswersDisagree(ReviewError):
    """Both cannot be true: {why}. Nothing was changed; compare the page, and answer again."""


class NoSuchLayout(ReviewError):
    """There is no layout {layout_id} of that account. See those there are with: tieout account
    layouts"""


class NotUndoable(ReviewError):
    """Act {number} of the log cannot be undone by itself: it is no decision, it made an account, or
    it was undone already. Look at the log as it is now.
    """


class NotUndone(ReviewError):
    """Import {import_id} is still at work. Wait for it, then undo it."""
