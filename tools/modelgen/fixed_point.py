"""TensorFlow Lite's fixed-point arithmetic, on int64 arrays: no product of 32-bit numbers overflows."""

import math

import numpy as np

INT32_MAX, INT32_MIN = 2**31 - 1, -(2**31)


def quantize_scale(scale):
    """(multiplier, shift) with scale = multiplier * 2^(shift - 31), multiplier in [2^30, 2^31)."""
    if scale == 0:
        return 0, 0
    fraction, exponent = math.frexp(scale)
    multiplier = math.floor(fraction * 2**31 + 0.5)
    if multiplier == 2**31:
        multiplier, exponent = multiplier // 2, exponent + 1
    return (0, 0) if exponent < -31 else (multiplier, exponent)


def mul_high(a, b):
    """High half of 2ab: half is added away from zero, then the quotient is truncated."""
    ab = np.asarray(a, np.int64) * np.asarray(b, np.int64)
    nudged = ab + np.where(ab >= 0, 1 << 30, 1 - (1 << 30))
    return np.minimum(np.where(nudged >= 0, nudged >> 31, -(-nudged >> 31)), INT32_MAX)


def shift_right(x, shift):
    """x / 2^shift, nearest, ties away from zero."""
    x, shift = np.asarray(x, np.int64), np.asarray(shift, np.int64)
    mask = (np.int64(1) << shift) - 1
    return (x >> shift) + ((x & mask) > (mask >> 1) + (x < 0))


def shift_left(x, shift):
    """x * 2^shift, saturated to 32 bits."""
    return np.clip(np.asarray(x, np.int64) << shift, INT32_MIN, INT32_MAX)


def rescale(x, multiplier, shift):
    """x * multiplier * 2^(shift - 31), rounded twice."""
    shift = np.asarray(shift, np.int64)
    return shift_right(mul_high(np.asarray(x, np.int64) << np.maximum(shift, 0), multiplier),
                       np.maximum(-shift, 0))


def exp_below_quarter(a):
    """exp of Q0.31 in [-1/4, 0): a series of four terms around -1/8."""
    at_eighth, third = 1895147668, 715827883  # exp(-1/8) and 1/3
    x = a + (1 << 28)
    x2 = mul_high(x, x)
    x3, x4 = mul_high(x2, x), mul_high(x2, x2)
    tail = shift_right(mul_high(shift_right(x4, 2) + x3, third) + x2, 1)
    return np.minimum(at_eighth + mul_high(at_eighth, x + tail), INT32_MAX)


# exp(-2^k) in Q0.31, k = -2 .. 4
EXP_OF_MINUS_POWER = (1672461947, 1302514674, 790015084, 290630308, 39332535, 720401, 242)


def exp_negative(a, integer_bits):
    """exp of a <= 0, as Q0.31: the fraction below a quarter by series, every other bit by a factor."""
    a = np.asarray(a, np.int64)
    quarter = 1 << (29 - integer_bits)
    below = (a & (quarter - 1)) - quarter
    result = exp_below_quarter(below << integer_bits)
    remainder = below - a
    for k, factor in enumerate(EXP_OF_MINUS_POWER[:integer_bits + 2]):
        result = np.where(remainder >> (29 - integer_bits + k) & 1, mul_high(result, factor), result)
    return np.where(a == 0, INT32_MAX, result)


def two_over_one_plus(a):
    """2 / (1 + a) of Q0.31 in [0, 1), as Q2.29: three Newton steps on half the denominator."""
    half = (np.asarray(a, np.int64) + INT32_MAX + 1) >> 1
    x = 1515870810 + mul_high(half, -1010580540)  # 48/17 - 32/17 d
    for _ in range(3):
        error = (1 << 29) - mul_high(half, x)
        x = x + shift_left(mul_high(x, error), 2)
    return x


def reciprocal_one_plus(a):
    """1 / (1 + a), as Q0.31."""
    return shift_left(two_over_one_plus(a), 1)


def logistic(a):
    """1 / (1 + exp(-a)) of Q4.27, as Q0.31."""
    a = np.asarray(a, np.int64)
    positive = reciprocal_one_plus(exp_negative(-np.abs(a), 4))
    return np.where(a == 0, 1 << 30, np.where(a > 0, positive, INT32_MAX - positive))


def tanh(a):
    """tanh of Q4.27, as Q0.31: (1 - e) / (1 + e) e = exp(-2a); 2a has a's bits, one more integer."""
    a = np.asarray(a, np.int64)
    positive = shift_left(two_over_one_plus(exp_negative(-np.abs(a), 5)) - (1 << 29), 2)
    return np.where(a == 0, 0, np.sign(a) * positive)
