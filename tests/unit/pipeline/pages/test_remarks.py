"""What a person reads of a document's pages stays short, however many pages there are."""

from pipeline.pages.errors import remarks_on
from pipeline.words import Page, Word

UNSEEN = Word("unseen", 50, 400, 80, 410)


def test_five_pages_with_hidden_words_are_named_and_the_others_counted() -> None:
    pages = [Page(number, 600, 800, (), hidden=(UNSEEN,)) for number in range(1, 8)]
    *sentences, last = remarks_on(pages)
    assert [sentence.split(" holds ")[0] for sentence in sentences] == [
        f"Page {n}" for n in range(1, 6)
    ]
    assert sentences[0].endswith("1 word that nobody can see, left out of the reading: “unseen”.")
    assert last == "2 more pages hold words that nobody can see, left out."


def test_five_pages_with_overprinted_words_are_named_and_the_others_counted() -> None:
    pages = [Page(n, 600, 800, (UNSEEN,), overprinted=(UNSEEN,)) for n in range(1, 8)]
    *sentences, last = remarks_on(pages)
    assert sentences[4] == "Page 5 has different words printed over each other: “unseen”."
    assert last == "2 more pages have words printed over each other."


def test_at_five_pages_nothing_is_left_to_count() -> None:
    pages = [Page(number, 600, 800, (), hidden=(UNSEEN,)) for number in range(1, 6)]
    assert len(remarks_on(pages)) == 5
