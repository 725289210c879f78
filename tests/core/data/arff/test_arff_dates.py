"""Dates as Java's SimpleDateFormat reads them (strictly, as Weka sets it), in UTC."""

from __future__ import annotations

from datetime import UTC, datetime

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
def test_dates_are_milliseconds_since_1970(pattern: str, text: str, milliseconds: int) -> None:
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
def test_dates_that_do_not_exist_are_refused(pattern: str, text: str) -> None:
    assert DateFormat(pattern).milliseconds(text) is None


# How Java 17 reads years of two digits: SimpleDateFormat, strict, its hundred years set to begin 80 years
# before the moment in the first column, which is its own default.
@pytest.mark.parametrize(
    ("now", "pattern", "text", "moment"),
    [
        ("2026-11-17T12:30", "yyMMdd", "461120", "1946-11-20"),
        ("2026-11-17T12:30", "yyMMdd", "461118", "1946-11-18"),
        ("2026-11-17T12:30", "yyMMdd", "461117", "2046-11-17"),
        ("2026-11-17T12:30", "yyMMdd", "461116", "2046-11-16"),
        ("2026-11-17T12:30", "yyMMdd", "450101", "2045-01-01"),
        ("2026-11-17T12:30", "yyMMdd", "470101", "1947-01-01"),
        ("2026-11-17T12:30", "yyMMddHHmm", "4611171229", "2046-11-17T12:29"),
        ("2026-11-17T12:30", "yyMMddHHmm", "4611171230", "1946-11-17T12:30"),
        ("2026-11-17T12:30", "yyMMdd HH:mm Z", "461117 14:29 +0200", "2046-11-17T12:29"),
        ("2026-11-17T12:30", "yyMMdd HH:mm Z", "461117 14:30 +0200", "1946-11-17T12:30"),
        ("2026-11-17T12:30", "yy", "46", "2046-01-01"),
        ("2026-11-17T12:30", "y", "46", "2046-01-01"),
        ("2026-11-17T12:30", "yy", "47", "1947-01-01"),
        ("2026-11-17T12:30", "yy", "2046", "2046-01-01"),
        ("2026-11-17T12:30", "MM/yy", "11/46", "2046-11-01"),
        ("2026-11-17T12:30", "MM/yy", "12/46", "1946-12-01"),
        ("2026-11-17T12:30", "yyDDD", "46321", "2046-11-17"),
        ("2026-11-17T12:30", "yyDDD", "46322", "1946-11-18"),
        ("2026-01-01T00:00", "yy", "46", "1946-01-01"),
        ("2024-02-29T08:00", "dd.MM.yy", "29.02.44", "2044-02-29"),
        ("2024-02-29T08:00", "dd.MM.yy", "01.03.44", "1944-03-01"),
        ("1980-02-29T08:00", "dd.MM.yy", "28.02.00", "2000-02-28"),
        ("1980-02-29T08:00", "dd.MM.yy", "01.03.00", "1900-03-01"),
        ("1980-02-29T08:00", "dd.MM.yy", "29.02.00", None),
        ("2080-03-01T00:00", "dd.MM.yy", "29.02.00", None),
    ],
)
def test_two_digit_years_begin_80_years_before_now(
    now: str, pattern: str, text: str, moment: str | None
) -> None:
    read = DateFormat(pattern, datetime.fromisoformat(f"{now}+00:00")).milliseconds(text)
    if moment is None:
        assert read is None
    else:
        assert read == datetime.fromisoformat(moment).replace(tzinfo=UTC).timestamp() * 1000


def test_two_digit_years_of_a_file_count_from_the_time_of_reading() -> None:
    raw = b"@relation r\n@attribute t date yyMMdd\n@data\n461120\n"

    def year(now: datetime | None = None) -> int:
        value = read_arff(raw, now=now).value(0, 0)
        assert isinstance(value, float)
        return datetime.fromtimestamp(value / 1000, UTC).year

    assert year(datetime(2026, 11, 17, tzinfo=UTC)) == 1946
    assert year(datetime(2026, 11, 21, tzinfo=UTC)) == 2046
    assert year() == (1946 if datetime.now(UTC) < datetime(2026, 11, 20, tzinfo=UTC) else 2046)


@pytest.mark.parametrize("pattern", ["foo", "yyyy'", "yyyy yyyy", "QQ"])
def test_unknown_date_patterns_are_refused(pattern: str) -> None:
    with pytest.raises(ValueError):
        DateFormat(pattern)


def test_date_column_is_numeric_and_reported() -> None:
    raw = b"@relation r\n@attribute d date 'yyyy-MM-dd'\n@data\n1970-01-02\n?\n{}\n"
    data = read_arff(raw)
    assert data.attributes[0].is_numeric
    assert [data.value(i, 0) for i in range(3)] == [86_400_000.0, None, 0.0]
    assert (data.repairs[0].line, "UTC" in data.repairs[0].text) == (2, True)
    with pytest.raises(ArffError, match="is not a date of the form yyyy-MM-dd") as caught:
        read_arff(raw + b"soon\n")
    assert caught.value.line == 7
