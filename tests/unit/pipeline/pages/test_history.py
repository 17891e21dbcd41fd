"""What a file says of its own history, and that no file can make the asking cost the document."""

import io
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.annotations import Link, Text
from pypdf.generic import (
    ArrayObject,
    ByteStringObject,
    DictionaryObject,
    NameObject,
    TextStringObject,
)

from fixtures.catalogue import encrypted
from pipeline.pages.contents import History, TookTooLong, at_most, history_of

STATEMENT = next(
    (Path(__file__).parents[4] / "app" / "demo" / "statements").glob("polderbank*.pdf")
).read_bytes()


def read_history(data: bytes, *passwords: str) -> History:
    found = history_of(data, passwords)
    assert found is not None
    return found


def written(change: Callable[[PdfWriter], object]) -> bytes:
    """The statement, written anew by a program that changed something."""
    writer = PdfWriter(clone_from=io.BytesIO(STATEMENT))
    change(writer)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def changed_in_place(data: bytes, editor: str = "Some Editor 3.1") -> bytes:
    """The file with a change appended to it, as editors of PDFs do."""
    writer = PdfWriter(io.BytesIO(data), incremental=True)
    writer.add_metadata({"/Producer": editor})
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_a_file_that_nobody_touched_has_nothing_to_tell() -> None:
    found = read_history(STATEMENT)
    assert (found.revisions, found.signatures, found.notes, found.embedded) == (1, 0, 0, ())
    assert "ReportLab" in (found.producer or "")
    assert list(found.remarks()) == []


def test_a_file_that_was_changed_says_how_often_and_by_what() -> None:
    twice = read_history(changed_in_place(changed_in_place(STATEMENT, "Another one")))
    assert twice.revisions == 3
    assert list(twice.remarks()) == [
        "The file was changed 2 times after it was first written, last by: Some Editor 3.1."
    ]
    assert "changed once" in next(read_history(changed_in_place(STATEMENT)).remarks())


def test_the_empty_section_for_newer_readers_is_no_change() -> None:
    place = STATEMENT.rindex(b"startxref")
    offset = STATEMENT[place:].split()[1]
    both = b"\nxref\n0 0\ntrailer\n<< /Size 1 /Prev %b >>\nstartxref\n%d\n%%%%EOF\n" % (
        offset,
        len(STATEMENT) + 1,
    )  # as word processors write files for old and new readers
    assert PdfReader(io.BytesIO(STATEMENT + both)).pages
    assert read_history(STATEMENT + both).revisions == 1


def test_files_within_the_file_are_named_and_cannot_act() -> None:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(STATEMENT)) as document:
        document.attachments["camt\u202e053.xml"] = b"<Document/>"
        document.save(out)
    data = out.getvalue()
    (remark,) = read_history(data).remarks()
    assert read_history(data).embedded == ("camt\\u202e053.xml",)
    assert remark.endswith("which were not read: camt\\u202e053.xml.")


def test_notes_over_a_page_are_counted_and_links_are_none() -> None:
    note = Text(rect=(50, 550, 200, 650), text="paid")
    link = Link(rect=(50, 550, 200, 650), url="https://bank.example")

    def lay_over(writer: PdfWriter) -> None:
        writer.add_annotation(0, note)
        writer.add_annotation(0, link)

    assert read_history(written(lay_over)).notes == 1


def test_a_signature_is_counted_and_an_empty_place_for_one_is_not() -> None:
    def with_field(value: bool) -> Callable[[PdfWriter], None]:
        def change(writer: PdfWriter) -> None:
            field = DictionaryObject({
                NameObject("/FT"): NameObject("/Sig"),
                NameObject("/T"): TextStringObject("Signature"),
            })  # fmt: skip
            if value:
                signed = {NameObject("/Contents"): ByteStringObject(b"signed")}
                field[NameObject("/V")] = DictionaryObject(signed)
            form = DictionaryObject(
                {NameObject("/Fields"): ArrayObject([writer._add_object(field)])}
            )
            writer.root_object[NameObject("/AcroForm")] = form

        return change

    assert read_history(written(with_field(True))).signatures == 1
    assert read_history(written(with_field(False))).signatures == 0


def test_a_locked_file_tells_with_its_password_alone() -> None:
    locked = encrypted("right").pdf
    assert history_of(locked) is None
    assert read_history(locked, "wrong", "right").revisions == 1


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7", STATEMENT[:300], STATEMENT[200:], b"\0" * 999])
def test_a_broken_file_says_nothing_or_something_and_never_fails(data: bytes) -> None:
    assert history_of(data) is None or isinstance(history_of(data), History)


def test_what_runs_for_ever_is_stopped() -> None:
    def for_ever() -> None:
        with at_most(0.05):
            while True:
                pass

    with pytest.raises(TookTooLong):
        for_ever()
    with at_most(0.05):
        pass
