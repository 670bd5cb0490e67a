"""Random numbers that are the same on every machine and with every numpy."""

import numpy as np

GAMMA = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1


def mix(z):
    """splitmix64's finalizer on an array of uint64."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


class Rng:
    """splitmix64. numpy's own generators may change their streams between versions; this one cannot."""

    def __init__(self, seed):
        # Neighbouring seeds would share nearly all draws, because the state only counts up.
        self.state = int(mix(np.array([seed & MASK], np.uint64))[0])

    def draws(self, count):
        steps = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(GAMMA)
        draws = mix(np.uint64(self.state) + steps)
        self.state = (self.state + count * GAMMA) & MASK
        return draws

    def uniform(self, shape, low=-1.0, high=1.0):
        """float64, multiples of 2^-24 of the interval."""
        count = int(np.prod(shape, dtype=np.int64))
        unit = (self.draws(count) >> np.uint64(40)).astype(np.float64) / 2.0**24
        return (low + (high - low) * unit).reshape(shape)

    def integer(self, low, high):
        """low <= result <= high."""
        return low + int(self.draws(1)[0] % np.uint64(high - low + 1))

    def choice(self, items):
        return items[self.integer(0, len(items) - 1)]

    def chance(self, percent):
        return self.integer(0, 99) < percent
