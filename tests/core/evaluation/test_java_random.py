"""Numbers that java.util.Random itself printed (OpenJDK 17)."""

from __future__ import annotations

import pytest

from lwnb_core.evaluation.java_random import JavaRandom

# (seed, bound, the first six of nextInt(bound)). Powers of two take the high bits; bounds just above a power
# of two reject every other draw.
PRINTED = [
    (1, 10, [5, 8, 7, 3, 4, 4]),
    (1, 16, [11, 1, 6, 6, 3, 0]),
    (1, 1, [0, 0, 0, 0, 0, 0]),
    (1, 150, [135, 88, 97, 63, 104, 4]),
    (1, 1073741824, [784774492, 107882294, 440320923, 437485156, 223032127, 38907452]),
    (1, 1073741825, [215764588, 880641847, 874970313, 446064254, 77814904, 714504434]),
    (2, 7, [5, 1, 4, 4, 5, 1]),
    (2, 1073741825, [630021372, 8925067, 1066918389, 71479719, 972501086, 489965434]),
    (10, 10, [3, 0, 3, 0, 6, 6]),
    (10, 2147483647, [1568587113, 956992380, 553627293, 886723290, 127135246, 1443451456]),
    (0, 16, [11, 13, 3, 9, 10, 4]),
    (0, 1073741825, [516548029, 663681053, 251269761, 715581077, 542832677, 827187473]),
    (-5, 10, [1, 1, 3, 8, 2, 5]),
    (-5, 1073741824, [289159705, 390233360, 358728976, 368998164, 408982676, 743089692]),
    (123456789012345, 150, [124, 104, 119, 52, 35, 118]),
]


@pytest.mark.parametrize(("seed", "bound", "expected"), PRINTED)
def test_next_int_is_java_s(seed: int, bound: int, expected: list[int]) -> None:
    random = JavaRandom(seed)
    assert [random.next_int(bound) for _ in range(6)] == expected


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (1, [5, 0, 4, 3, 11, 2, 8, 1, 10, 7, 6, 9]),
        (42, [0, 1, 6, 7, 3, 5, 10, 11, 9, 8, 4, 2]),
    ],
)
def test_shuffling_from_the_last_position_down_is_java_s(seed: int, expected: list[int]) -> None:
    items = list(range(12))
    JavaRandom(seed).shuffle(items)
    assert items == expected
