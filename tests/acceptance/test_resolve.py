"""`tieout resolve`: one difference after the other is settled as a person says."""

from typing import Any

from tests.acceptance.test_decisions import harrow
from tests.support.process import Demo, Ran, tieout


def resolve(demo: Demo, *words: str) -> Ran:
    return tieout("resolve", harrow(demo), *words, cwd=demo.folder)


def numbers(demo: Demo) -> dict[str, str]:
    """The number of each difference, by its kind."""
    (statement,) = tieout("review", harrow(demo), "--json", cwd=demo.folder).json["statements"]
    return {each["kind"]: str(each["number"]) for each in statement["differences"]}


def waiting(demo: Demo) -> set[Any]:
    reviews = tieout("review", "--json", cwd=demo.folder).json
    return {review["import_id"] for review in reviews}


def test_a_month_is_settled_difference_by_difference(demo: Demo) -> None:
    assert resolve(demo, numbers(demo)["amount_differs"], "amend").code == 3
    assert resolve(demo, numbers(demo)["missing_in_ledger"], "add").code == 3
    reason = ("--reason", "not on this statement")
    last = resolve(demo, numbers(demo)["missing_in_statement"], "outstanding", *reason)
    assert (last.code, "the verdict is matched now" in last.out) == (0, True)
    assert int(harrow(demo)) not in waiting(demo)
    shown = tieout("review", harrow(demo), cwd=demo.folder).out
    assert "outstanding: entry" in shown
    assert "not on this statement" in shown


def test_an_account_is_named_by_its_digits_and_an_amount_in_its_currency(demo: Demo) -> None:
    alone = numbers(demo)["missing_in_statement"]
    split = resolve(demo, alone, "split", "--amount", "-10.00", "--amount", "-8.00", "--json")
    said = [change["now"].split(" ", 2)[1] for change in split.json["changes"]]
    assert said == ["-10.00", "-8.00"]
    wrong = resolve(demo, alone, "split", "--amount", "-10.001", "--amount", "-7.999")
    assert "[too_many_decimals]" in wrong.err
    nowhere = resolve(demo, alone, "move", "--to-account", "nowhere")
    assert "[account_unclear]" in nowhere.err


def test_an_act_that_is_none_is_a_wrong_call(made_demo: Demo) -> None:
    assert resolve(made_demo, "1", "forget").code == 2


def test_the_help_leads_with_an_example_and_says_what_each_act_does(made_demo: Demo) -> None:
    said = tieout("resolve", "--help", cwd=made_demo.folder).out
    assert said.startswith("Examples:\n  tieout resolve 4 1 add --dry-run\n")
    for act in ("add", "amend", "remove", "move", "pair", "split", "outstanding", "leave"):
        assert f"\n  {act}" in said
