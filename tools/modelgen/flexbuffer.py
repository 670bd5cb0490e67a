"""Options of custom operators: a flexbuffer map of names to integers, every number in four bytes."""

import struct

INT, MAP, FOUR_BYTES = 1, 9, 2  # types, and the width in a type's low bits


def int_map(options):
    """The bytes of a map; its keys are sorted, as readers search them by bisection."""
    names = sorted(options)
    out, places = bytearray(), []
    for name in names:
        places.append(len(out))
        out += name.encode() + b"\0"
    out += bytes(-len(out) % 4)

    def put(number):
        out.extend(struct.pack("<i", number))

    put(len(names))
    keys = len(out)
    for place in places:  # distances back to the names
        put(len(out) - place)
    put(len(out) - keys)  # the distance to the keys, and their width
    put(4)
    put(len(names))
    values = len(out)
    for name in names:
        put(options[name])
    out += bytes([INT << 2 | FOUR_BYTES] * len(names))
    out += bytes(-len(out) % 4)
    put(len(out) - values)
    return bytes(out) + bytes([MAP << 2 | FOUR_BYTES, 4])
