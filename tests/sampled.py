"""Samples of what only ./dev test --all has time for as a whole."""
import os

EVERYTHING = bool(os.environ.get("NOOK_TEST_ALL"))


def sampled(items, most):
    """`most` of the items, evenly spread with the first and the last; all of them with NOOK_TEST_ALL=1.

    `most` is at least 2. The choice depends on the number of items only, so a failure can be reproduced.
    """
    items = list(items)
    if EVERYTHING or len(items) <= most:
        return items
    return [items[i * (len(items) - 1) // (most - 1)] for i in range(most)]
