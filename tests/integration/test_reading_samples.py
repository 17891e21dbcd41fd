"""Every sample statement is read exactly, and proven where the page itself adds up."""

from dataclasses import dataclass
from decimal import Decimal
from functools import cache

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from benchmarks.support.statement_sets import true_accounts
from db.words import ReadingStatus
from fixtures.catalogue import catalogue, encrypted, tampered
from fixtures.oddities import oddities, scanned
from pipeline.drafts import ReadStatements, StatementDraft
from pipeline.pages import ocr
from pipeline.pages.errors import PasswordNeeded
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS
from pipeline.proof import CheckState
from pipeline.reading import read_statements
from pipeline.reading.from_bytes import proven_here, read_bytes, read_document
from tests.support.generated.look import languages
from tests.support.judging import judged, same_balances, same_rows
from tests.support.looking import seen
from tests.support.peoples import LOCK, PEOPLES, needs_peoples
from tests.support.statement_strategies import Generated, generated_statements
from tests.support.typewritten import faults, in_short, only, read

needs_ocr = pytest.mark.skipif(not ocr.is_installed(), reason="the ocr extra is not installed")
FIXTURES = {each.name: each for each in (*catalogue(), *oddities())}
HONEST = [name for name, each in FIXTURES.items() if each.adds_up]


@cache
def reading_of(name: str) -> ReadStatements:
    return proven_here(read_document(FIXTURES[name].pdf, (), DEFAULT_LIMITS)).reading


@pytest.mark.parametrize("name", FIXTURES)
def test_every_row_of_a_sample_is_read_exactly(name: str) -> None:
    fixture = FIXTURES[name]
    read = reading_of(name).statements
    assert len(read) == len(fixture.statements)
    for draft, truth in zip(read, fixture.statements, strict=True):
        assert same_rows(draft, truth)
        assert same_balances(draft, truth)


#: Rows beside its table could be lines, and the reader takes something else for a page's number.
NOT_PROVEN = {"us_card"}


@pytest.mark.parametrize("name", HONEST)
def test_a_sample_that_adds_up_is_proven_with_its_account_and_ends(name: str) -> None:
    """And no fact is proven that is not so: what is only assumed may be otherwise."""
    for draft, truth in zip(reading_of(name).statements, FIXTURES[name].statements, strict=True):
        assert (draft.status is ReadingStatus.PROVEN) is (name not in NOT_PROVEN), faulty(draft)
        assert judged(draft, truth).wrong == ()
        assert draft.account_mask == truth.mask
        assert money(draft, draft.opening_balance) == truth.opening
        assert money(draft, draft.closing_balance) == truth.closing


def test_a_changed_total_is_noticed_and_named() -> None:
    (draft,) = reading_of(tampered().name).statements
    assert draft.status is ReadingStatus.UNPROVEN
    assert [(each.code, each.detail) for each in draft.objections] == [("total", "1224.35")]


def test_a_month_without_transactions_is_proven_by_the_page_that_says_so() -> None:
    (draft,) = reading_of("au_quiet").statements
    assert (draft.lines, draft.says_no_lines) == ((), True)
    assert draft.status is ReadingStatus.PROVEN


def test_a_locked_sample_is_read_with_its_password_and_not_without() -> None:
    locked = encrypted("opensesame")
    reading = read_bytes(locked.pdf, ["wrong", "opensesame"]).reading
    assert same_rows(reading.statements[0], locked.statements[0])
    with pytest.raises(PasswordNeeded):
        read_bytes(locked.pdf, ["wrong"])


@pytest.mark.slow
@needs_ocr
@pytest.mark.parametrize("name", ["de_giro", "uk_current", "us_card"])
def test_a_scanned_sample_is_exact_or_unproven(name: str) -> None:
    fixture = FIXTURES[name]
    reading = read_bytes(scanned(fixture)).reading
    if any(draft.status is ReadingStatus.PROVEN for draft in reading.statements):
        assert same_rows(reading.statements[0], fixture.statements[0])


# What other people made


@dataclass(frozen=True, slots=True)
class People:
    """One of their statements: how its name starts, and whether the page proves itself."""

    name: str
    proven: bool
    passwords: tuple[str, ...] = ()


TYPED = (
    People("Zipstack__llmwhisperer-table-extraction__Chase_Freedom", proven=True),
    People("bankstatemently__bank-statement-parsing-benchmark__bsb-001-statement", proven=True),
    # Pale letters of a watermark lie across its rows.
    People("bankstatemently__bank-statement-parsing-benchmark__bsb-003-statement", proven=True),
    People("bankstatemently__bank-statement-parsing-benchmark__bsb-005-statement", proven=True),
    People("codeborne__pdf-test__statement", proven=True),
    People(
        "ricardolsmendes__credit-card-statement-extractor__no_transactions_statement", proven=True
    ),
    People(
        "bankstatemently__bank-statement-parsing-benchmark__bsb-001-statement.derived-encrypted",
        proven=True,
        passwords=(LOCK,),
    ),
    # Its owner masked digits: only the parts of its summary are not what its rows come to.
    People(
        "transtractor__transtractor-lib__cba__credit_card__1__low_rate_mastercard__1.rendered",
        proven=True,
    ),
    # Here too: both totals are 111.11 off, and it says "Page 4 of 5" in a file of three pages.
    People(
        "transtractor__transtractor-lib__nab__classic_banking__1__classic_banking__1.rendered",
        proven=False,
    ),
    # It prints one running balance that contradicts all others.
    People("transtractor__transtractor-lib__test1", proven=False),
    # These print no balances at all.
    People("ricardolsmendes__credit-card-statement-extractor__en_statement", proven=False),
    People("ricardolsmendes__credit-card-statement-extractor__ptbr_statement", proven=False),
    People("ricardolsmendes__credit-card-statement-extractor__partial_statement", proven=False),
)
SCANNED = People(
    "bankstatemently__bank-statement-parsing-benchmark__bsb-005-statement.derived-scan200",
    proven=True,
)


@needs_peoples
@pytest.mark.parametrize("people", TYPED, ids=lambda people: people.name)
def test_other_peoples_statements_are_exact_and_proven_where_they_add_up(people: People) -> None:
    assert peoples_rows_are_right(people)
    drafts = peoples_reading(people).statements
    proven = bool(drafts) and all(draft.status is ReadingStatus.PROVEN for draft in drafts)
    assert proven is people.proven, [faulty(draft) for draft in drafts]


@pytest.mark.slow
@pytest.mark.timeout(600)
@needs_peoples
@needs_ocr
def test_other_peoples_scan_is_read_exactly_and_proven() -> None:
    assert peoples_rows_are_right(SCANNED)
    assert [each.status for each in peoples_reading(SCANNED).statements] == [ReadingStatus.PROVEN]


@cache
def peoples_reading(people: People) -> ReadStatements:
    data = (PEOPLES / f"{people.name}.pdf").read_bytes()
    return read_bytes(data, people.passwords).reading


def peoples_rows_are_right(people: People) -> bool:
    truths = true_accounts(PEOPLES / f"{people.name}.csv")
    return all(
        same_rows(*each) for each in zip(peoples_reading(people).statements, truths, strict=True)
    )


def money(draft: StatementDraft, minor: int | None) -> Decimal | None:
    return None if minor is None else Decimal(minor).scaleb(-draft.exponent)


def faulty(draft: StatementDraft) -> set[str]:
    """The names of the checks that failed."""
    return {check.name for check in draft.checks if check.state is CheckState.FAILED}


def test_every_fixture_has_a_name_of_its_own() -> None:
    assert len(FIXTURES) == len([*catalogue(), *oddities()])


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
