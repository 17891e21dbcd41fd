"""Statements of Lithuanian and Icelandic banks: each language is a file of words and an entry."""

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from db.words import ReadingStatus
from pipeline.drafts import StatementDraft
from pipeline.reading import read_statements
from tests.support.generated.look import languages
from tests.support.judging import judged
from tests.support.looking import seen
from tests.support.statement_strategies import Generated, generated_statements
from tests.support.typewritten import faults, in_short, only, read

MADE = 60
#: Of these; the others print too few rows or no year to tell their days, or no sign.
PROVEN = {"lt": 45, "is": 50}


def made_up(code: str) -> list[tuple[Generated, StatementDraft]]:
    """Statements of one language, each with what was read of it."""
    found: list[tuple[Generated, StatementDraft]] = []
    (own,) = (each for each in languages() if each.code == code)

    @seed(1)
    @settings(
        max_examples=MADE,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(generated_statements(12, (own,)))
    def collect(made: Generated) -> None:
        found.extend((made, draft) for draft in read_statements(seen(made.pages)).statements)

    collect()
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("code", sorted(PROVEN))
def test_made_up_statements_are_proven_with_their_rows(code: str) -> None:
    proven = [each for each in made_up(code) if each[1].status is ReadingStatus.PROVEN]
    assert [why for made, draft in proven for why in judged(draft, made.truth).wrong] == []
    assert len(proven) >= PROVEN[code]
    assert len({made.look.amounts for made, _ in proven}) > 2
    assert any("MMM" in made.look.day for made, _ in proven)


LITHUANIAN = """
    Šiaurės bankas
    Sąskaitos išrašas
    Laikotarpis: 2025 m. kovo 1 d. - 2025 m. kovo 31 d.
    Sąskaitos valiuta: JAV doleris

    Data         Gavėjas / mokėtojas      Debetas     Kreditas      Likutis
    Likutis laikotarpio pradžioje                                    100,00
    kovo 3       UAB Pieva                 10,00                      90,00
    kovo 14      Jonas Žukas                            50,00        140,00
    kovo 31      Nuoma                     20,00                     120,00
    Likutis laikotarpio pabaigoje                                    120,00
    Iš viso išlaidų 30,00
    Iš viso įplaukų 50,00
    """
ICELANDIC = """
    Norðurbanki
    Reikningsyfirlit
    Tímabil: 1. mars 2025 - 31. mars 2025
    Gjaldmiðill: Bandaríkjadalur

    Dagsetning   Skýring                  Úttekt      Innborgun     Staða
    Staða í upphafi tímabils                                         100,00
    3. mars      Engi ehf.                 10,00                      90,00
    14. mars     Jón Þórsson                            50,00        140,00
    31. mars     Húsaleiga                 20,00                     120,00
    Staða í lok tímabils                                             120,00
    Úttektir samtals 30,00
    Innborganir samtals 50,00
    """


@pytest.mark.parametrize("page", [LITHUANIAN, ICELANDIC], ids=["lt", "is"])
def test_a_statement_with_months_by_name_is_proven(page: str) -> None:
    draft = only(read(page))
    assert faults(draft) == set()
    assert [in_short(line) for line in draft.lines] == [
        "2025-03-03 -1000", "2025-03-14 5000", "2025-03-31 -2000",
    ]  # fmt: skip
