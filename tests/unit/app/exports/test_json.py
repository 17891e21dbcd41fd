"""The JSON holds the objects of `tieout read --json`, with the names of their files."""

import json

from app.exports.kinds import json_bytes
from app.shapes.reading import statement_shape
from app.shapes.writing import json_text
from tests.support.exports import document, draft


def test_the_objects_are_those_of_read_with_a_file_and_a_number() -> None:
    first, second = draft(), draft("Rent", -132500)

    found = json.loads(json_bytes([document(first, second)]))

    assert found["version"] == 1
    (held,) = found["documents"]
    assert (held["file"], held["warnings"]) == ("march.pdf", ["careful"])
    assert held["document"]["sha256"] == "9f86d081"
    assert held["statements"] == [
        {**json.loads(json_text(statement_shape(first))), "number": 1},
        {**json.loads(json_text(statement_shape(second))), "number": 2},
    ]


def test_what_acts_unseen_is_escaped_and_nothing_is_lost() -> None:
    data = json_bytes([document(draft("a\u202eb"), file="\x1b.pdf")])

    (held,) = json.loads(data)["documents"]
    assert (held["file"], held["statements"][0]["lines"][0]["description"]) == (
        "\x1b.pdf",
        "a\u202eb",
    )
    assert "\u202e" not in data.decode()
