"""Dates as Java's SimpleDateFormat reads them (strictly, as Weka sets it), in UTC."""

from __future__ import annotations

import pytest

from lwnb_core.data import read_arff
from lwnb_core.data.arff.dates import DateFormat
from lwnb_core.errors import ArffError


@pytest.mark.parametrize(
    ("pattern", "text", "milliseconds"),
    [
        ("yyyy-MM-dd'T'HH:mm:ss", "1970-01-02T00:00:01", 86_401_000),
        ("yyyy-MM-dd", "2001-04-03", 986_256_000_000),
        ("yyyy-MM-dd", "2001-4-3 and more", 986_256_000_000),
        ("d MMM yyyy", "3 Apr 2001", 986_256_000_000),
        ("d MMMM yyyy", "3 april 2001", 986_256_000_000),
        ("yyyyMMddHHmmss", "20010403121314", 986_299_994_000),
        ("EEE, d MMM yyyy HH:mm:ss Z", "Tue, 3 Apr 2001 12:00:00 +0200", 986_292_000_000),
        ("yyyy-MM-dd HH:mm:ss z", "2001-04-03 01:02:03 PST", 986_288_523_000),
        ("yyyy-MM-dd HH:mm:ss z", "2001-04-03 01:02:03 GMT+1:00", 986_256_123_000),
        ("yyyy-MM-dd HH:mm:ss.SSS", "2001-04-03 01:02:03.456", 986_259_723_456),
        ("yyyy-DDD", "2001-100", 986_860_800_000),
        ("hh:mm a", "12:30 AM", 30 * 60_000),
        ("hh:mm a", "12:30 pm", (12 * 60 + 30) * 60_000),
        ("kk:mm", "24:01", 60_000),
        ("dd/MM/yy", "03/04/01", 986_256_000_000),
        ("y", "01", 978_307_200_000),
        ("yyyy 'o''clock'", "1970 o'clock", 0),
    ],
)
def test_moments(pattern: str, text: str, milliseconds: int) -> None:
    assert DateFormat(pattern).milliseconds(text) == milliseconds


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("yyyy-MM-dd", "2001-13-01"),
        ("yyyy-MM-dd", "2001-02-30"),
        ("yyyy-MM-dd", ""),
        ("yyyy-MM-dd", "yesterday"),
        ("HH:mm", "24:00"),
        ("yyyy", "99999999"),
    ],
)
def test_moments_that_do_not_exist(pattern: str, text: str) -> None:
    assert DateFormat(pattern).milliseconds(text) is None


def test_a_year_of_two_digits_is_near_today() -> None:
    assert DateFormat("dd/MM/yy").milliseconds("03/04/99") == 923_097_600_000  # 1999 until the year 2079


@pytest.mark.parametrize("pattern", ["foo", "yyyy'", "yyyy yyyy", "QQ"])
def test_patterns_that_cannot_be_read(pattern: str) -> None:
    with pytest.raises(ValueError):
        DateFormat(pattern)


def test_a_date_is_a_number_and_reported() -> None:
    raw = b"@relation r\n@attribute d date 'yyyy-MM-dd'\n@data\n1970-01-02\n?\n{}\n"
    data = read_arff(raw)
    assert data.attributes[0].is_numeric
    assert [data.value(i, 0) for i in range(3)] == [86_400_000.0, None, 0.0]
    assert (data.repairs[0].line, "UTC" in data.repairs[0].text) == (2, True)
    with pytest.raises(ArffError, match="is no date of the form yyyy-MM-dd") as caught:
        read_arff(raw + b"soon\n")
    assert caught.value.line == 7
