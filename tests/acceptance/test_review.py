"""`tieout review` and `tieout ledger` after an import: what needs a person, and where."""

from tests.support.process import Demo, tieout


def test_what_needs_a_person_is_listed_and_nothing_else(made_demo: Demo) -> None:
    ran = tieout("review", "--json", cwd=made_demo.folder)

    assert ran.code == 3
    needed = ("needs_review", "failed")
    expected = {name for name, each in made_demo.documents.items() if each["status"] in needed}
    assert {review["file"] for review in ran.json} == expected
    assert len(expected) < len(made_demo.documents)


def test_one_import_shows_every_line_with_its_place_and_its_entry(made_demo: Demo) -> None:
    import_id = made_demo.document("harrow-vale")["import_id"]

    ran = tieout("review", str(import_id), "--json", cwd=made_demo.folder)
    (statement,) = ran.json["statements"]

    missing = [line for line in statement["lines"] if not line["entries"]]
    assert all(line["page"] and line["bbox"] and line["raw"] for line in statement["lines"])
    assert sorted(line["amount"] for line in missing) == ["-54.30", "-6.50"]
    imported = made_demo.document("harrow-vale")["statements"][0]["differences"]
    more = {"left": None, "opinion": None}
    numbered = [{**each, "number": n, **more} for n, each in enumerate(imported, start=1)]
    assert statement["differences"] == numbered


def test_a_person_sees_the_differences_in_words(made_demo: Demo) -> None:
    import_id = str(made_demo.document("harrow-vale")["import_id"])

    ran = tieout("review", import_id, cwd=made_demo.folder)

    said = " ".join(ran.out.split())
    assert "the ledger says -45.30 (page" in said
    assert "only in the ledger" in said
    assert f"only in the ledger: tieout resolve {import_id} 3 outstanding | move" in said
