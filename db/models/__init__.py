"""Every table, so that anyone who imports one has the whole metadata."""

from db.models.access import (
    AnsweredRequest,
    BookRight,
    Delivery,
    Ledger,
    Token,
    User,
    Webhook,
    WebSession,
)
from db.models.base import Base, utc_now
from db.models.decisions import AuditLog, ChainLink, Discrepancy, Lock, Proposal, Resolution
from db.models.ledger import (
    Account,
    AccountLink,
    BalanceAssertion,
    ConfirmedLayout,
    LedgerSource,
    MonthlyTotal,
    RemovedEntry,
    SettledAccount,
    SourceRow,
    SourceSync,
    Transaction,
)
from db.models.statements import Document, Import, Line, LineNote, Match, Reconciliation, Statement
