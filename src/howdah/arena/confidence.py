"""Confidence intervals: 95 % intervals over deals, which are independent samples."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final

Interval = tuple[float, float]

_BY_TENS = """
12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228
2.201 2.179 2.160 2.145 2.131 2.120 2.110 2.101 2.093 2.086
2.080 2.074 2.069 2.064 2.060 2.056 2.052 2.048 2.045 2.042
"""
STUDENT: Final = tuple(map(float, _BY_TENS.split()))
"""Student's t for 95 %, two-sided, by degrees of freedom from 1 to 30."""

_TAIL: Final = 0.025


def student_t(freedom: int) -> float:
    """Return Student's t for 95 % with any degrees of freedom of one or more.

    >>> student_t(1), student_t(30), round(student_t(60), 3), round(student_t(10_000), 3)
    (12.706, 2.042, 2.0, 1.96)
    """
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    z = NormalDist().inv_cdf(1 - _TAIL)
    first_term = (z**3 + z) / (4 * freedom)
    second_term = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    return z + first_term + second_term


def confidence_interval(shares: Sequence[float]) -> Interval | None:
    """Return the interval of the mean of shares from 0 to 1, one a deal; None for a single deal.

    >>> tuple(round(end, 2) for end in confidence_interval([0.25, 0.5, 0.5, 0.75]))
    (0.18, 0.82)

    If all shares are 0, or all are 1, the bound is the mean at which that has a chance of 2.5 %:

    >>> tuple(round(end, 2) for end in confidence_interval([1.0] * 10))
    (0.69, 1.0)
    """
    if len(shares) < 2:
        return None
    mean = fmean(shares)
    if mean in (0.0, 1.0):
        reach = 1 - _TAIL ** (1 / len(shares))
    else:
        reach = student_t(len(shares) - 1) * stdev(shares) / sqrt(len(shares))
    return max(0.0, mean - reach), min(1.0, mean + reach)
