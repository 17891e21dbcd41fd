"""Statements set in every font family found on the machine, to count honest figures in doubt.

python -m benchmarks.families [folder ...]     how many figures are doubted, family by family
python -m benchmarks.families --sizes 18 ...   each font in so many sizes instead of four
"""

import argparse
import io
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from reportlab.pdfgen.canvas import Canvas

from pipeline.words import Seen
from tests.support.altered import judged

FOLDERS = (Path("/usr/share/fonts"),)
SIZES = (6.5, 8.0, 9.2, 11.0)
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def families(folders: Sequence[Path] = FOLDERS) -> Iterator[tuple[str, Path]]:
    """A file for each family and weight that reportlab can embed."""
    files = sorted(
        (path for folder in folders for path in folder.glob("**/*.ttf")),
        key=lambda path: (_family_of(path), "Italic" in path.stem, path.name),
    )
    for family, held in groupby(files, key=_family_of):
        weights = {path.stem: path for path in held}
        wanted = [name for name in weights if name.endswith(("Regular", "Bold", "Light"))]
        for name in wanted or list(weights)[:1]:
            yield f"{family} {name.removeprefix(family).lstrip('-')}", weights[name]


def _family_of(path: Path) -> str:
    """Of Inter-Bold, as of Inter[opsz,wght], what they have in common."""
    return path.stem.split("-")[0].split("[")[0]


def sizes(count: int) -> tuple[float, ...]:
    """So many sizes of print from the smallest to the largest, evenly apart."""
    low, high = SIZES[0], SIZES[-1]
    return tuple(low + (high - low) * at / max(count - 1, 1) for at in range(count))


def statement(font: str, size: float) -> bytes:
    """Thirty rows of dates, amounts with signs and marks, and balances."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(595, 842))
    canvas.setFont(font, size)
    for row in range(30):
        y = 780 - 1.9 * size * row
        day, month = row % 28 + 1, MONTHS[row % 12]
        canvas.drawString(40, y, f"{day:02d} {month} {day:02d}/{row % 12 + 1:02d}/2025")
        amount = f"{(row * 7919 + 1234567) % 9999999 / 100:,.2f}"
        mark = ("", "-", "CR", "DR")[row % 4]
        canvas.drawRightString(400, y, f"{amount}{mark}")
        canvas.drawRightString(550, y, f"{(row * 104729 + 98765432) % 99999999 / 100:,.2f}")
        canvas.setLineWidth(0.4)
        canvas.line(40, y - 0.45 * size, 555, y - 0.45 * size)
    canvas.save()
    return out.getvalue()


def doubts(
    folders: Sequence[Path] = FOLDERS, tried: Sequence[float] = SIZES
) -> Iterator[tuple[str, float, int, list[str]]]:
    """For each font and size: how many words were judged, and those not taken for seen."""
    for name, path in families(folders):
        try:
            pdfmetrics.registerFont(TTFont(name, str(path)))
            data = [(size, statement(name, size)) for size in tried]
        except (TTFError, KeyError, ValueError, IndexError, AssertionError):
            continue
        for size, pdf in data:
            page = judged(pdf)
            held = list(zip(page.words, page.seen, strict=True))
            odd = [
                word.text
                for word, seen in held
                if any(map(str.isdigit, word.text)) and seen is not Seen.SEEN
            ]
            yield name, size, sum(any(map(str.isdigit, word.text)) for word in page.words), odd


def main(arguments: Sequence[str]) -> int:
    """Print every file with a doubt, and the sum."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folders", nargs="*", type=Path, default=FOLDERS)
    parser.add_argument("--sizes", type=int, default=0, help="so many sizes instead of four")
    chosen = parser.parse_args(arguments)
    names: set[str] = set()
    files = words = doubted = bad = 0
    tried = sizes(chosen.sizes) if chosen.sizes else SIZES
    for name, size, count, odd in doubts(chosen.folders, tried):
        names.add(name.split()[0])
        files, words = files + 1, words + count
        doubted, bad = doubted + len(odd), bad + bool(odd)
        if odd or not count:
            sys.stdout.write(f"{name} {size:.2f}: {len(odd)} of {count}: {' '.join(odd[:6])}\n")
    if not files:
        sys.stdout.write("no fonts found: nothing was tried\n")
    sys.stdout.write(
        f"{files} files in {len(names)} families, {bad} with a doubt; "
        f"{doubted} of {words} figures doubted\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
