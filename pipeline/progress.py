"""How a stage tells anyone who watches how far it is; it never writes anything itself."""

from typing import Protocol


class Progress(Protocol):
    """Hears of every stage as it begins, and of pages as they are done."""

    def stage(self, name: str) -> None:
        """One of intake, pages, reading, reconcile, extraction, opinion, record begins."""

    def page(self, number: int, of: int) -> None:
        """Page ``number`` (from 1) is done."""


class Silent:
    """Watches and says nothing."""

    def stage(self, name: str) -> None:
        """Nothing to show."""

    def page(self, number: int, of: int) -> None:
        """Nothing to show."""
