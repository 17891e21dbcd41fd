"""Pages as pictures, for a model that sees what no word of the page says."""

from dataclasses import dataclass, field

from db.errors import TieoutError
from pipeline.words import Page, Seen
from tools.loop.messages import Image


@dataclass(slots=True)
class PagePictures:
    """The pages of one document, each drawn once and only when a model is to see it."""

    data: bytes = field(repr=False)
    _drawn: dict[int, Image | None] = field(default_factory=dict)

    def of(self, page: Page) -> Image | None:
        """The page, if its words are not all what is seen; None where it cannot be drawn."""
        if not page.confidence and Seen.DOUBTED not in page.seen:
            return None
        if page.number not in self._drawn:
            self._drawn[page.number] = self._draw(page.number)
        return self._drawn[page.number]

    def _draw(self, number: int) -> Image | None:
        # Drawing takes a library that nothing else of a run needs.
        from pipeline.pages.picture import page_picture
        from pipeline.pages.sandbox.limits import run_limited

        try:
            return Image(run_limited(page_picture, self.data, number))
        except TieoutError:
            # Locked or damaged: the model reads the words, as it would without pictures.
            return None
