"""Every table, so that whoever imports one has the whole metadata."""

from __future__ import annotations

from db.models.base import Base, utc_now
from db.models.decisions import AuditLog, Lock, Proposal
from db.models.imports import Document, Import
from db.models.ledger import Account, BalanceAssertion, MonthlyTotal, Transaction
from db.models.reconciliations import Match, Reconciliation
from db.models.statements import Line, Statement

__all__ = [
    "Account",
    "AuditLog",
    "BalanceAssertion",
    "Base",
    "Document",
    "Import",
    "Line",
    "Lock",
    "Match",
    "MonthlyTotal",
    "Proposal",
    "Reconciliation",
    "Statement",
    "Transaction",
    "utc_now",
]
