"""Special functions of scipy, loaded at their first call: that takes a while, and many starts need none."""

from __future__ import annotations

from typing import Any


def ndtr(x: Any) -> Any:
    """The standard normal distribution function."""
    from scipy.special import ndtr as function

    return function(x)


def stdtr(df: Any, t: Any) -> Any:
    """Student's t distribution function."""
    from scipy.special import stdtr as function

    return function(df, t)


def bdtr(k: Any, n: Any, p: Any) -> Any:
    """The binomial distribution function."""
    from scipy.special import bdtr as function

    return function(k, n, p)


def betainc(a: Any, b: Any, x: Any) -> Any:
    """The regularised incomplete beta function."""
    from scipy.special import betainc as function

    return function(a, b, x)


def gammaln(x: Any) -> Any:
    """The logarithm of the gamma function."""
    from scipy.special import gammaln as function

    return function(x)


def xlogy(x: Any, y: Any) -> Any:
    """x log y, and 0 where x is 0."""
    from scipy.special import xlogy as function

    return function(x, y)
