"""Which printed lines a row of the page is boxed with."""

from app.one_statement.paper import PrintedLine, with_all_they_say
from pipeline.words import Box, Word


def word(text: str, x0: float, top: float) -> Word:
    return Word(text, x0, top, x0 + 30, top + 8)


def heights(said: dict[int, str], *words: tuple[str, float, float]) -> dict[int, tuple[int, int]]:
    """From where to where each row is boxed; its figures stand at 100 times its number."""
    lines = [PrintedLine(n, Box(10, 100 * n, 500, 100 * n + 8), False, s) for n, s in said.items()]
    own = [word("figure", 450, 100 * n) for n in said]
    found = with_all_they_say([*own, *(word(*each) for each in words)], lines, 10, 500)
    return {each.line: (round(box.top), round(box.bottom)) for each, box in found}


def test_a_description_that_goes_on_below_is_boxed_with_its_row() -> None:
    words = ("CAFE", 50, 100), ("EL", 50, 110), ("FARO", 90, 110), ("CADIZ", 50, 120)
    assert heights({1: "CAFE EL FARO CADIZ"}, *words) == {1: (100, 128)}


def test_a_description_that_begins_above_its_figures_is_boxed_with_them() -> None:
    words = ("GREENGATE", 50, 180), ("GROCERS", 50, 190), ("LEEDS", 50, 200)
    assert heights({2: "GREENGATE GROCERS LEEDS"}, *words) == {2: (180, 208)}


def test_what_is_of_another_row_or_of_none_is_left_out() -> None:
    words = ("Rent", 50, 100), ("Rent", 50, 110), ("paid", 90, 110), ("Total", 50, 210)
    assert heights({1: "Rent", 2: "Total of June"}, *words) == {1: (100, 108), 2: (200, 218)}


def test_what_stands_far_below_is_another_thing() -> None:
    assert heights({1: "CAFE CADIZ"}, ("CAFE", 50, 100), ("CADIZ", 50, 140)) == {1: (100, 108)}
