"""A plain statement of any length, drawn for measurements: its arithmetic holds."""

from __future__ import annotations

import io
import random
from decimal import Decimal

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

_WIDTH, _HEIGHT = A4
_LEFT, _RIGHT = 40.0, _WIDTH - 40
_PAYEES = ("Card payment Tesco 3321", "Direct debit British Gas", "Transfer J Smith rent", "Cash")
_HEADINGS = ((44, "Date"), (110, "Description"), (345, "Money out"), (425, "Money in"))


def long_statement(pages: int, rows: int) -> bytes:
    """``rows`` rows on each of ``pages`` pages, with a running balance in every row."""
    out, chance = io.BytesIO(), random.Random(1)
    canvas = Canvas(out, pagesize=A4)
    balance = 500_000_00
    for page in range(1, pages + 1):
        _head(canvas, page, pages)
        if page == 1:
            _row(canvas, 690, ("", "Opening balance", "", "", balance))
        for row in range(rows):
            amount = chance.randint(1_00, 900_00)
            day = 1 + 27 * ((page - 1) * rows + row) // (pages * rows)
            balance += amount if row % 4 == 0 else -amount
            columns = ("", amount) if row % 4 == 0 else (amount, "")
            payee = f"{chance.choice(_PAYEES)} ref {chance.randrange(10**6):06}"
            _row(canvas, 672 - 18 * row, (f"{day:02}/01/2025", payee, *columns, balance))
        if page == pages:
            _row(canvas, 672 - 18 * rows, ("", "Closing balance", "", "", balance))
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _head(canvas: Canvas, page: int, pages: int) -> None:
    canvas.setFont("Helvetica-Bold", 14)
    canvas.drawString(_LEFT, 800, "Harrow & Vale Bank")
    canvas.setFont("Helvetica", 9)
    for place, text in enumerate(
        (
            "Current account 12345678",
            "Statement 01/01/2025 to 28/01/2025",
            f"Page {page} of {pages}",
        )
    ):
        canvas.drawString(_LEFT, 780 - 12 * place, text)
    for x, heading in _HEADINGS:
        canvas.drawString(x, 712, heading)
    canvas.drawRightString(_RIGHT, 712, "Balance")


def _row(canvas: Canvas, y: float, cells: tuple[str, str, str | int, str | int, int]) -> None:
    date, payee, paid_out, paid_in, balance = cells
    canvas.drawString(44, y, date)
    canvas.drawString(110, y, payee)
    for right, figure in ((395, paid_out), (475, paid_in), (_RIGHT, balance)):
        if isinstance(figure, int):
            canvas.drawRightString(right, y, f"{Decimal(figure).scaleb(-2):,.2f}")
    canvas.line(_LEFT, y - 4, _RIGHT, y - 4)
