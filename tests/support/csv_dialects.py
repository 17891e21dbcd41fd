"""The same two months of one account as many banks and products would export them."""

import json
from datetime import date
from pathlib import Path
from typing import Final

FILES: Final = Path(__file__).parents[1] / "data" / "ledgers" / "csv"
#: Ten rows whose days all could be months.
ROWS: Final = tuple(
    (date(2025, month, day), minor, text)
    for month, day, minor, text in (
        (1, 3, -42_00, "Hollis Bakery"),
        (1, 3, -42_00, "Hollis Bakery"),
        (1, 5, -3_20, "Costa"),
        (1, 8, -150_00, "Visa payment"),
        (1, 9, 1019_99, "Müller & Söhne"),
        (1, 11, -1234_56, "Rent"),
        (1, 12, 2500_00, "Salary"),
        (2, 3, -86_40, "Octopus Energy"),
        (2, 7, -9_99, "Netflix.com"),
        (2, 10, -12_00, "Café Nero"),
    )
)
TRUTH: Final = [(day, minor) for day, minor, _ in ROWS]
_OPENING: Final = 2318_46

#: The encoding, what is above the rows, and a row. In it: day ``d``; amounts with a point as
#: ``p``, with a comma as ``c``, without a sign ``ap`` and ``ac``, money out and in alone ``op``
#: ``ip`` ``oc`` ``ic``, out with its sign ``mo``; the balance ``bp`` ``bc``; Indian ``i``, Swiss
#: ``s``, in brackets ``k``, with the sign behind it ``t``; turned ``np``; the words for out and in
#: ``w[...]``; number ``n``.
OWN: Final = json.loads((FILES / "dialects.json").read_text("utf-8"))


def write_own(folder: Path) -> list[Path]:
    """Write each export of `OWN` into the folder."""
    files = []
    for name, (encoding, above, row) in OWN.items():
        balance = _OPENING
        lines = [above] if above else []
        for n, (day, minor, text) in enumerate(ROWS):
            balance += minor
            lines.append(row.format(d=day, x=text, n=n, **_figures(minor, balance)))
        file = folder / f"{name}.csv"
        file.write_bytes("\r\n".join([*lines, ""]).encode(encoding, "replace"))
        files.append(file)
    return files


def _figures(minor: int, balance: int) -> dict[str, object]:
    size, sign = f"{abs(minor) / 100:,.2f}", "-" if minor < 0 else ""
    plain, comma = size.replace(",", ""), _comma(size)
    return {
        "p": sign + plain,
        "c": sign + comma,
        "ap": plain,
        "ac": comma,
        "op": plain if minor < 0 else "",
        "ip": plain if minor > 0 else "",
        "oc": comma if minor < 0 else "",
        "ic": comma if minor > 0 else "",
        "bp": f"{balance / 100:.2f}",
        "bc": _comma(f"{balance / 100:,.2f}"),
        "np": f"{-minor / 100:.2f}",
        "i": size,
        "s": sign + size.replace(",", "’"),
        "k": f"({size})" if minor < 0 else size,
        "t": comma + sign,
        "mo": f"-{plain}" if minor < 0 else "",
        "w": {pair: pair.split("/")[minor > 0] for pair in ("Af/Bij", "DEBIT/CREDIT", "DR/CR")},
    }


def _comma(size: str) -> str:
    return size.translate(str.maketrans(",.", ".,"))
