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
from db.models.imports import Document, Import
from db.models.ledger import (
    Account,
    BalanceAssertion,
    ConfirmedLayout,
    MonthlyTotal,
    RemovedEntry,
    SettledAccount,
    Transaction,
)
from db.models.sources import AccountLink, LedgerSource, SourceRow, SourceSync
from db.models.statements import Line, LineNote, Match, Reconciliation, Statement
