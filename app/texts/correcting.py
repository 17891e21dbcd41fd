"""What the command line says about corrections of what was misread, and about layouts."""

from __future__ import annotations

from typing import Final

from app.texts.terminal import Example

CORRECT_SUMMARY: Final = "Correct what was misread: say what the page shows."
CORRECT_HELP: Final = (
    "Say what the page shows where a statement was misread. A text that stands on the line's row is"
    " pointed at; any other one is typed over what was read, with your name, as the picture shows"
    " it. An empty text says that nothing is there. The statement is proven again with your word;"
    " --take-back takes the last correction back."
)
CORRECT_EXAMPLES: Final = (
    Example("tieout correct 4 --line 12 --amount 1,254.00", "a digit of an amount"),
    Example('tieout correct 4 --line 12 --balance ""', "a balance that the bank misprinted"),
    Example(
        'tieout correct 4 --missing-after 12 --day 14.03. --amount 25,00 --about "Fee" --out',
        "a line that was not read",
    ),
    Example("tieout correct 4 --no-line 13", "an advert that was taken for a line"),
    Example('tieout correct 4 --no-figure "5,000.00" --page 2', "a figure that is none of it"),
    Example("tieout correct 4 --take-back", "the last correction"),
)
LINE_HELP: Final = "The line that is corrected, by its number."
AMOUNT_HELP: Final = "Its amount, as the page shows it."
DAY_HELP: Final = "Its day, as the page shows it."
SECOND_HELP: Final = "Its second day, as the page shows it."
BALANCE_HELP: Final = "The balance beside it, as the page shows it."
OPENING_HELP: Final = "The opening balance, as the page shows it."
CLOSING_HELP: Final = "The closing balance, as the page shows it."
MISSING_HELP: Final = "A line is missing behind this one; 0 for before the first."
ABOUT_HELP: Final = "The words of a missing line."
WAY_HELP: Final = "Which way a missing line went."
NO_LINE_HELP: Final = "This line is not part of the statement."
NO_FIGURE_HELP: Final = "This figure on the page is not part of the statement."
PAGE_HELP: Final = "The page that the figure is on."
TAKE_BACK_HELP: Final = "Take the last correction back."
NOTHING_SAID: Final = "say what to correct, such as: --line 12 --amount 1,254.00"
HINT: Final = (
    "if a figure was misread: tieout correct {import_id} --statement {number} --line N"
    " --amount TEXT"
)
CORRECTED: Final = "corrected by {by}: {what}"
WHAT: Final = {
    "amount": "line {line}, amount: {text}",
    "day": "line {line}, day: {text}",
    "second": "line {line}, second day: {text}",
    "balance": "line {line}, balance: {text}",
    "opening": "opening balance: {text}",
    "closing": "closing balance: {text}",
    "line": "a line behind line {line}: {day} {about} {text}",
    "no_line": "line {line} is not part of the statement",
    "no_figure": "{text} is not part of the statement",
}
NOTHING: Final = "nothing"
ANSWER_HELP: Final = "Take back what was answered of this, such as side or currency."
LAYOUTS_HELP: Final = (
    "List what ACCOUNT's statements look like: what a person confirmed, and what matched statements"
    " teach. Where a statement looks the same, its direction, currency and order of dates need"
    " nobody. --forget forgets one, and lists the imports that rest on it: they are proven again"
    " without it."
)
LAYOUTS_EXAMPLES: Final = (
    Example("tieout account layouts 4471", "all of an account"),
    Example("tieout account layouts 4471 --forget 2 --dry-run", "see what rests on one"),
    Example("tieout account layouts 4471 --forget 2", "forget it"),
)
FORGET_HELP: Final = "Forget the layout of this id."
NO_LAYOUTS: Final = "No layout is known of this account yet."
LAYOUT: Final = "{id}  {columns}  {side}, {order}{currency}"
EXCUSED: Final = "{id}  no line reads: {words}"
LAYOUT_BY: Final = "    confirmed by {by}, seen in import {import_id}"
LAYOUT_TAUGHT: Final = "    taught by import {import_id}, which matched"
RESTING: Final = "    settles something of: {imports}"
FORGOTTEN: Final = "Forgotten. {rest}"
NONE_RESTED: Final = "Nothing rested on it."
RESTED: Final = "Proven again without it: imports {imports}."
