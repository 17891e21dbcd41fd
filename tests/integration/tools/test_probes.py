"""Every kind of probe over every format: each ends in its own status, and nothing acts."""

import pytest

from tests.support.probing.kinds import FORMATS, Kind
from tests.support.probing.running import PROBES, ran


@pytest.mark.parametrize("kind", PROBES, ids=lambda kind: kind.name.replace(" ", "-"))
def test_each_ends_in_its_status_in_every_format(kind: Kind) -> None:
    found = {format: ran(kind, format) for format in FORMATS}
    assert {format: one.status for format, one in found.items()} == {
        format: kind.expected(format) for format in FORMATS
    }
    assert not any(one.acted for one in found.values())


def test_the_kinds_are_distinct_and_at_least_as_many_as_were_ever_tried() -> None:
    assert len({kind.name for kind in PROBES}) == len(PROBES) >= 92
