"""Whoever tries passwords is slowed down more and more, and nobody else is."""

from collections.abc import Sized

import pytest
from argon2 import extract_parameters
from argon2.profiles import RFC_9106_LOW_MEMORY

from app.access.throttle import HeldBack, Throttle, place
from tests.support.passwords import own_hasher


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def looked_at(throttle: Throttle, clock: Clock, seconds: int, name: str, address: str) -> int:
    """How many of ten tries a second are looked at."""
    looked = 0
    for _ in range(seconds * 10):
        clock.now += 0.1
        looked += throttle.take(name, address) == 0
    return looked


def test_a_few_wrong_ones_cost_nothing_and_many_cost_hours() -> None:
    clock = Clock()
    throttle = Throttle(clock)
    assert [throttle.take("sam", "10.0.0.1") for _ in range(10)] == [0] * 10
    assert looked_at(throttle, clock, 3600, "sam", "10.0.0.1") < 20


def test_other_names_from_there_wait_too_and_others_elsewhere_do_not() -> None:
    clock = Clock()
    throttle = Throttle(clock)
    for number in range(10):
        assert throttle.take(f"name{number}", "10.0.0.1") == 0
    assert throttle.take("another", "10.0.0.1") > 0
    assert throttle.take("another", "10.0.0.2") == 0


def test_a_name_that_is_tried_from_everywhere_waits_a_minute_at_most() -> None:
    clock = Clock()
    throttle = Throttle(clock)
    waits = []
    for number in range(60):
        # The first from each place waits for no others.
        assert throttle.take("sam", f"10.0.0.{number}") == 0
        waits.append(throttle.take("sam", f"10.0.0.{number}"))
        clock.now += 60.1 if number >= 10 else 0
    assert max(waits) <= 60
    assert min(waits[10:]) > 0


def test_one_place_alone_keeps_a_name_out_nowhere_else() -> None:
    clock = Clock()
    throttle = Throttle(clock)
    looked_at(throttle, clock, 600, "sam", "10.0.0.1")
    assert [throttle.take("sam", "10.0.0.2") for _ in range(3)] == [0] * 3


def test_names_that_are_made_up_have_none_of_a_users_tries_forgotten() -> None:
    clock = Clock()
    throttle = Throttle(clock)
    for number in range(20):
        throttle.take("sam", f"10.0.0.{number}")
    for number in range(12_000):
        throttle.take(f"name{number}", f"11.{number >> 8}.{number & 255}.1", is_user=False)
    throttle.take("sam", "10.0.1.1")
    assert throttle.take("sam", "10.0.1.1") > 0


def test_where_a_name_came_in_before_the_tries_of_others_are_not_held_against_it() -> None:
    clock = Clock()
    throttle = Throttle(clock)
    assert throttle.take("sam", "10.0.0.1") == 0
    throttle.was_right("sam", "10.0.0.1")
    looked_at(throttle, clock, 60, "sam", "10.0.0.9")
    looked_at(throttle, clock, 60, "alex", "10.0.0.1")
    assert throttle.take("sam", "10.0.0.1") == 0
    # It is no way around for whoever sits there: five more, and this waits as well.
    assert [throttle.take("sam", "10.0.0.1") for _ in range(6)][-1] > 0


def test_a_browser_that_came_in_before_waits_for_none_of_those_at_its_address() -> None:
    clock = Clock()
    throttle = Throttle(clock)
    browser = throttle.new_browser("sam")
    looked_at(throttle, clock, 60, "sam", "10.0.0.1")
    assert throttle.is_known("sam", browser)
    assert throttle.take("sam", browser) == 0
    assert not throttle.is_known("alex", browser)
    assert [throttle.take("sam", browser) for _ in range(6)][-1] > 0


def test_one_right_password_is_no_way_to_try_others() -> None:
    clock = Clock()
    throttle = Throttle(clock)
    looked = 0
    for number in range(600):
        clock.now += 0.1
        throttle.take("mallory", "10.0.0.1")
        throttle.was_right("mallory", "10.0.0.1")
        looked += throttle.take(f"victim{number}", "10.0.0.1") == 0
    assert looked < 20


def test_what_is_long_ago_is_forgotten() -> None:
    clock = Clock()
    throttle = Throttle(clock)
    looked_at(throttle, clock, 60, "sam", "10.0.0.1")
    clock.now += 3700
    assert [throttle.take("sam", "10.0.0.1") for _ in range(5)] == [0] * 5


def test_it_keeps_little_however_many_come() -> None:
    throttle = Throttle()
    for number in range(12_000):
        throttle.take(f"name{number}", f"10.{number >> 8}.{number & 255}.1")
        throttle.was_right(f"name{number}", f"10.{number >> 8}.{number & 255}.1")
        throttle.take(f"other{number}", f"11.{number >> 8}.{number & 255}.1", is_user=False)
    stores: tuple[Sized, ...] = (
        throttle._places,
        throttle._pairs,
        *throttle._names.values(),
        throttle._known,
    )
    assert [len(each) for each in stores if len(each) > 10_000] == []


def test_a_place_is_what_somebody_cannot_change_at_will() -> None:
    assert place("2001:db8:1:2:aaaa::1") == place("2001:db8:1:2:bbbb::9")
    assert place("2001:db8:1:2::1") != place("2001:db8:1:3::1")
    assert place("::ffff:10.0.0.1") == place("10.0.0.1")


def test_a_password_costs_what_rfc_9106_asks_for() -> None:
    kept = extract_parameters(own_hasher().hash("seven red chairs"))
    asked = RFC_9106_LOW_MEMORY
    assert kept.type is asked.type
    assert kept.memory_cost >= asked.memory_cost
    assert kept.time_cost >= asked.time_cost


def test_the_first_is_said_at_once_and_later_ones_once_a_minute_together(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = 0.0
    held = HeldBack(lambda: now)
    for number in range(1000):
        now = number * 0.1
        held.count("10.0.0.1")
    assert [vars(each)["tries"] for each in caplog.records] == [1, 600]
