"""What is left follows from documents, ledger and decisions, and not from their order."""

from pathlib import Path

import pytest

from tests.support.orders import compared


@pytest.mark.timeout(600)
def test_any_order_and_any_kill_ends_alike(tmp_path: Path) -> None:
    assert list(compared(tmp_path, seed=1, orders=12, kills=4)) == []


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_two_hundred_orders_and_sixty_kills_end_alike(tmp_path: Path) -> None:
    assert list(compared(tmp_path, seed=2, orders=200, kills=60)) == []
