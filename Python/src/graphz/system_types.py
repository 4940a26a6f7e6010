"""Python's own types for those of the system.

An archive names the types of structs, so `Decimal` and its like are recognised. It does not name those that it stores as one
value: a `Date` is a number there. Their conversions are chosen by the program, for a field: `{"City.Station.opened": date}`.
"""

from __future__ import annotations

import datetime
import decimal
import uuid as uuids
from collections.abc import Callable, Mapping
from typing import Any

Conversion = Callable[[Any], Any]

REFERENCE_DATE = datetime.datetime(2001, 1, 1, tzinfo=datetime.timezone.utc)


def date(value: float) -> datetime.datetime:
    """A `Date`: seconds since 2001-01-01 in UTC. Raises OverflowError beyond the years 1 to 9999."""
    return REFERENCE_DATE + datetime.timedelta(seconds=value)


def uuid(value: Any) -> uuids.UUID:
    """A `UUID`: sixteen bytes."""
    return uuids.UUID(bytes=data(value))


def data(value: Any) -> bytes:
    """A `Data`: bytes, in whatever form they are stored. Raises TypeError for a number, of which Python would make zeros."""
    return bytes(value if isinstance(value, list) else memoryview(value))


def elements(kind: Callable[[Any], Any]) -> Conversion:
    """Makes a set or a tuple of a sequence. Raises TypeError for a text, whose letters Python would take."""
    def convert(value: Any) -> Any:
        if not isinstance(value, list):
            # All other sequences are numbers in memory.
            memoryview(value)
        return kind(value)
    return convert


def duration(value: int) -> datetime.timedelta:
    """A `Duration`: attoseconds, rounded to microseconds."""
    return datetime.timedelta(microseconds=value // 10 ** 12)


def decimal_of(fields: Mapping[str, Any]) -> decimal.Decimal:
    """A `Decimal`. NaN has the mantissa 0 and is negative."""
    mantissa, exponent, is_negative = fields["mantissa"], fields["exponent"], fields["isNegative"]
    if not isinstance(mantissa, int) or not isinstance(exponent, int):
        raise TypeError("the mantissa and the exponent of a Decimal are numbers")
    if mantissa == 0 and is_negative:
        return decimal.Decimal("nan")
    digits = tuple(map(int, str(mantissa)))
    return decimal.Decimal((int(is_negative), digits, exponent))


def interval(fields: Mapping[str, Any]) -> tuple[datetime.datetime, datetime.timedelta]:
    """A `DateInterval`: its start and its duration."""
    return date(fields["start"]), datetime.timedelta(seconds=fields["duration"])


def if_in_range(convert: Conversion) -> Conversion:
    """Leaves numbers as they are for which Python's type has no value, such as `Date.distantPast`: they are sound."""
    def converted(value: Any) -> Any:
        try:
            return convert(value)
        except (OverflowError, ValueError):
            # ValueError is NaN.
            return value
    return converted


# By readable name. A struct that cannot be converted stays a GraphValue.
STRUCTS: dict[str, Conversion] = {
    "Foundation.Decimal": decimal_of, "__C.NSDecimal": decimal_of, "NSDecimal": decimal_of, "Decimal": decimal_of,
    "Foundation.DateInterval": interval,
}
# By the Python type that a program asks for.
BY_TYPE: dict[Any, Conversion] = {
    datetime.datetime: if_in_range(date), uuids.UUID: uuid, bytes: data, datetime.timedelta: if_in_range(duration),
    set: elements(set), frozenset: elements(frozenset), tuple: elements(tuple),
}

# Types that Python itself makes of a value.
PLAIN = (bool, int, float, str, list)


def conversion(kind: Any) -> Conversion:
    """The function for a type, or the function itself. A class of the program is a function."""
    found: Conversion | None = BY_TYPE.get(kind)
    if found is not None:
        return found
    if not callable(kind) or getattr(kind, "__module__", None) == "builtins" and isinstance(kind, type) and kind not in PLAIN:
        raise TypeError(f"{kind!r} is neither a function nor one of {', '.join(entry.__name__ for entry in BY_TYPE)}")
    result: Conversion = kind
    return result
