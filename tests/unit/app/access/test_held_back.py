"""However many tries are held back, the log is not filled with them."""

import pytest

from app.access.throttle import HeldBack


def test_the_first_is_said_at_once_and_later_ones_once_a_minute_together(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = 0.0
    held = HeldBack(lambda: now)
    for number in range(1000):
        now = number * 0.1
        held.count("10.0.0.1")
    assert [vars(each)["tries"] for each in caplog.records] == [1, 600]
