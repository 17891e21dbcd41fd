"""A Hypothesis strategy for how a made-up bank prints, leaving out what no bank could mean."""

from hypothesis import strategies as st

from db.money import exponent_of
from tests.support.generated.languages import Language, languages
from tests.support.generated.look import Amounts, Balances, Look, Negative

SHORT_DAY = 10
"""A pattern no longer than this leaves room for a second date."""


@st.composite
def looks(draw: st.DrawFn, among: tuple[Language, ...] = ()) -> Look:
    """Any layout of any of these languages, or of all."""
    language = draw(st.sampled_from(among or languages()))
    amounts = draw(st.sampled_from(Amounts))
    currency, sign = draw(st.sampled_from(language.currencies)).split()
    day = draw(st.sampled_from(language.dates))
    balances = draw(_balances(amounts))
    newest_first = balances is not Balances.DAY_END and draw(_seldom())
    negative = draw(st.sampled_from(Negative))
    box = draw(st.booleans())
    carried = balances is not Balances.NONE and not newest_first and draw(st.booleans())
    with_year = "y" in day
    figures = draw(st.sampled_from(_figures(language, currency)))
    return Look(
        language=language,
        wording=draw(st.integers(0, 5)),
        figures=figures,
        currency=currency,
        sign=sign,
        exponent=0 if figures.endswith("_") else exponent_of(currency),
        day=day,
        full_day=draw(st.sampled_from(_full_days(language, day))),
        digits=draw(st.sampled_from(language.digits)),
        calendar=draw(st.sampled_from(language.calendars)),
        visual=language.leftward and draw(_seldom()),
        amounts=amounts,
        negative=negative,
        balances=balances,
        once_a_day=draw(st.booleans()) and amounts is not Amounts.CARD,
        value_dates=len(day) <= SHORT_DAY and draw(_seldom()),
        references=draw(_seldom()),
        newest_first=newest_first,
        sections=amounts is Amounts.CARD and draw(st.booleans()),
        figure_on_last_line=draw(_seldom()),
        sign_on_figures=draw(st.sampled_from(("", "", "before", "behind"))),
        plus_on_money_in=negative is Negative.MINUS and draw(st.booleans()),
        headings=draw(_mostly()),
        headings_repeated=draw(st.booleans()),
        balance_rows=not box or (amounts is not Amounts.CARD and draw(st.booleans())),
        box=box,
        totals=draw(st.booleans()),
        counts=draw(st.booleans()),
        carried=carried,
        period_printed=not with_year or draw(_mostly()),
        leaders=draw(_seldom()),
        footer=draw(st.booleans()),
        watermark=draw(_seldom()),
        edge_code=draw(_seldom()),
        bilingual=language.code != "en" and draw(_seldom()),
        rows_broken=not carried and draw(_seldom()),
        kerned=draw(_seldom()),
        overprinted=draw(_seldom()),
        size=draw(st.sampled_from((7.0, 8.0, 9.0))),
        left=draw(st.sampled_from((36.0, 42.0, 48.0))),
        letter_paper=draw(st.booleans()),
        rows_bottom=draw(st.sampled_from((300.0, 420.0, 560.0, 720.0))),
    )


def _seldom() -> st.SearchStrategy[bool]:
    return st.integers(0, 4).map(lambda roll: roll == 4)


def _mostly() -> st.SearchStrategy[bool]:
    return st.integers(0, 7).map(lambda roll: roll != 7)


def _balances(amounts: Amounts) -> st.SearchStrategy[Balances]:
    return st.just(Balances.NONE) if amounts is Amounts.CARD else st.sampled_from(Balances)


def _figures(language: Language, currency: str) -> list[str]:
    return [each for each in language.figures if each != "lakh" or currency == "INR"]


def _full_days(language: Language, day: str) -> list[str]:
    """Patterns with a year that one bank would use beside ``day``."""
    if "y" in day and "yy." not in day:
        return [day]
    month_first = day.startswith("MM/")
    years = [each for each in language.dates if "yyyy" in each]
    return [each for each in years if each.startswith("MM/") == month_first] or years
