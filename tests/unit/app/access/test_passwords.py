"""What a password costs to try, where it is not hashed by a test."""

from argon2 import extract_parameters
from argon2.profiles import RFC_9106_LOW_MEMORY

from tests.support.passwords import own_hasher


def test_a_password_costs_what_rfc_9106_asks_for() -> None:
    kept = extract_parameters(own_hasher().hash("seven red chairs"))
    asked = RFC_9106_LOW_MEMORY
    assert kept.type is asked.type
    assert kept.memory_cost >= asked.memory_cost
    assert kept.time_cost >= asked.time_cost
