"""All pages that strangers drew."""

from collections.abc import Callable

from tests.strangers.honest_alpine import alpine_pages
from tests.strangers.honest_american import american_pages
from tests.strangers.honest_asian import asian_pages
from tests.strangers.honest_baltic import baltic_pages
from tests.strangers.honest_british import british_pages
from tests.strangers.honest_canadian import canadian_pages
from tests.strangers.honest_cards import card_pages
from tests.strangers.honest_cards_abroad import foreign_card_pages
from tests.strangers.honest_commonwealth import commonwealth_pages
from tests.strangers.honest_controls import control_pages
from tests.strangers.honest_controls_of_facts import fact_control_pages
from tests.strangers.honest_danubian import danubian_pages
from tests.strangers.honest_eastern import eastern_pages
from tests.strangers.honest_events import event_pages
from tests.strangers.honest_french import french_pages
from tests.strangers.honest_further import further_pages
from tests.strangers.honest_further_east import further_east_pages
from tests.strangers.honest_german import german_pages
from tests.strangers.honest_iberian import iberian_pages
from tests.strangers.honest_irish import irish_and_app_pages
from tests.strangers.honest_italian_dutch import italian_and_dutch_pages
from tests.strangers.honest_latin_american import latin_american_pages
from tests.strangers.honest_nordic import nordic_pages
from tests.strangers.honest_odd import odd_layout_pages
from tests.strangers.honest_shapes import shape_pages
from tests.strangers.model import StrangerPage
from tests.strangers.tempt_currency import currency_pages
from tests.strangers.tempt_currency_accounts import currency_account_pages
from tests.strangers.tempt_dates import date_pages
from tests.strangers.tempt_debts import debt_pages
from tests.strangers.tempt_empty import empty_pages
from tests.strangers.tempt_ends import end_pages
from tests.strangers.tempt_figures import figure_pages
from tests.strangers.tempt_hidden import hidden_pages
from tests.strangers.tempt_names import name_pages
from tests.strangers.tempt_numbers import number_pages
from tests.strangers.tempt_own_cards import own_card_pages
from tests.strangers.tempt_own_cards_abroad import foreign_own_card_pages
from tests.strangers.tempt_parts import part_pages
from tests.strangers.tempt_periods import period_pages
from tests.strangers.tempt_sections import section_pages_that_tempt
from tests.strangers.tempt_sheets import sheet_pages
from tests.strangers.tempt_signs import sign_pages
from tests.strangers.tempt_store_accounts import store_account_pages
from tests.strangers.tempt_totals import total_pages
from tests.strangers.tempt_turned_signs import turned_sign_pages
from tests.strangers.tempt_uncited import uncited_pages
from tests.strangers.tempt_uncited_unseen import unseen_pair_pages
from tests.strangers.tempt_units import unit_pages

_MAKERS: tuple[Callable[[], list[StrangerPage]], ...] = (
    alpine_pages,
    american_pages,
    asian_pages,
    baltic_pages,
    british_pages,
    canadian_pages,
    card_pages,
    foreign_card_pages,
    commonwealth_pages,
    control_pages,
    fact_control_pages,
    danubian_pages,
    eastern_pages,
    event_pages,
    french_pages,
    further_pages,
    further_east_pages,
    german_pages,
    iberian_pages,
    irish_and_app_pages,
    italian_and_dutch_pages,
    latin_american_pages,
    nordic_pages,
    odd_layout_pages,
    shape_pages,
    currency_pages,
    currency_account_pages,
    date_pages,
    debt_pages,
    empty_pages,
    end_pages,
    figure_pages,
    hidden_pages,
    name_pages,
    number_pages,
    own_card_pages,
    foreign_own_card_pages,
    part_pages,
    period_pages,
    section_pages_that_tempt,
    sheet_pages,
    sign_pages,
    store_account_pages,
    total_pages,
    turned_sign_pages,
    uncited_pages,
    unseen_pair_pages,
    unit_pages,
)


def all_pages() -> list[StrangerPage]:
    """Every page, honest ones and tempting ones, always in the same order."""
    return [page for maker in _MAKERS for page in maker()]
