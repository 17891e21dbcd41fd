"""What all tables share: one naming convention, and column types that keep money and time exact."""

from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Annotated, Any, ClassVar

from sqlalchemy import (
    JSON,
    BigInteger,
    Date,
    DateTime,
    Dialect,
    Enum,
    Integer,
    MetaData,
    Text,
    TypeDecorator,
)
from sqlalchemy.orm import DeclarativeBase, mapped_column

from db.errors import TieoutError
from db.money import MAX_MINOR, MAX_SUM, AmountOutOfRange, SumOutOfRange
from db.text import storable

NAMING_CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


def utc_now() -> datetime:
    return datetime.now(UTC)


class MinorUnits(TypeDecorator[int]):
    """Integer minor units of one amount. Anything but an ``int`` is refused, for SQLite would store
    it, and so is what is larger than any amount: every way into the ledger comes by here.
    """

    impl = BigInteger
    cache_ok = True
    most: ClassVar[int] = MAX_MINOR
    too_large: ClassVar[type[TieoutError]] = AmountOutOfRange

    def process_bind_param(self, value: int | None, dialect: Dialect) -> int | None:
        """Raises ``TypeError`` for a float, a Decimal or a bool, and ``too_large``."""
        if value is None:
            return None
        if type(value) is not int:
            raise TypeError(f"money is stored as int minor units, not {type(value).__name__}")
        if abs(value) > self.most:
            raise self.too_large
        return value

    def process_result_value(self, value: Any, dialect: Dialect) -> int | None:
        # PostgreSQL's sum(bigint) is numeric, which arrives as Decimal.
        return None if value is None else int(value)


class SummedUnits(MinorUnits):
    """What many amounts come to: as many minor units as the column holds."""

    cache_ok = True
    most: ClassVar[int] = MAX_SUM
    too_large: ClassVar[type[TieoutError]] = SumOutOfRange


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC. SQLite forgets zones, so the zone is put back on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Raises ``TypeError`` for a moment without a zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise TypeError("a moment needs its zone: use db.models.utc_now()")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class PageText(TypeDecorator[str]):
    """Text from a document or a file, in which any character may turn up."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else storable(value)


# Stored as its value and without a CHECK: a new member must not need a table rebuild.
_WORD = Enum(
    StrEnum,
    native_enum=False,
    create_constraint=False,
    validate_strings=True,
    length=20,
    values_callable=lambda members: [member.value for member in members],
)

# SQLite counts up by itself only for a column declared INTEGER.
_BigId = BigInteger().with_variant(Integer(), "sqlite")

Id = Annotated[int, mapped_column(_BigId, primary_key=True)]
Ref = Annotated[int, mapped_column(_BigId)]
Minor = Annotated[int, mapped_column(MinorUnits)]
Summed = Annotated[int, mapped_column(SummedUnits)]
# Plain JSON and not JSONB: it keeps the order of keys and takes any escape a page may hold.
Json = Annotated[Any, mapped_column(JSON(none_as_null=True))]


class Base(DeclarativeBase):
    """The root of every table."""

    metadata = MetaData(naming_convention=NAMING_CONVENTION)
    type_annotation_map: ClassVar[dict[Any, Any]] = {
        StrEnum: _WORD,
        str: PageText,
        date: Date,
        datetime: UtcDateTime,
    }
