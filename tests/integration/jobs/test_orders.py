"""What is left follows from documents, ledger and decisions, and not from their order."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.orders import compared


def test_any_order_and_any_kill_ends_alike(tmp_path: Path) -> None:
    assert list(compared(tmp_path, seed=1, orders=20, kills=8)) == []


@pytest.mark.slow
def test_two_hundred_orders_and_sixty_kills_end_alike(tmp_path: Path) -> None:
    assert list(compared(tmp_path, seed=2, orders=200, kills=60)) == []
