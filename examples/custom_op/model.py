#!/usr/bin/env python3
"""Writes smooth.tflite: y = MovingAverage(ABS(x)) of 16 numbers, with a window of 4. It needs only Python.

Exporters write such operators for functions that the .tflite format has no number for: TensorFlow's converter writes
custom operators with a flexbuffer map of options.
"""
import pathlib
import struct

ABS, CUSTOM, FLOAT32 = 101, 32, 0
WINDOW = 4


class Table:
    """A flatbuffer table: fields by number, each a scalar (format, value) or an offset to further bytes."""

    def __init__(self, fields):
        self.fields = fields


def put(out, value):
    """Appends a table, a string, bytes, a list of numbers or a list of tables; returns its position."""
    out += bytes(-len(out) % 4)
    if isinstance(value, Table):
        return put_table(out, value)
    start = len(out)
    out += struct.pack("<I", len(value))
    if isinstance(value, (str, bytes)):
        out += value.encode() + b"\0" if isinstance(value, str) else value
    elif value and isinstance(value[0], Table):
        refer(out, value)
    else:
        out += struct.pack(f"<{len(value)}i", *value)
    return start


def refer(out, values):
    """Offsets to the following objects."""
    places = [len(out) + 4 * i for i in range(len(values))]
    out += bytes(4 * len(values))
    for place, value in zip(places, values):
        struct.pack_into("<I", out, place, put(out, value) - place)


def put_table(out, table):
    slots = max(table.fields, default=-1) + 1
    size = 4 + 4 * len(table.fields)
    order = sorted(table.fields)
    vtable = [4 + 4 * order.index(i) if i in table.fields else 0 for i in range(slots)]
    before = struct.pack(f"<{2 + slots}H", 4 + 2 * slots, size, *vtable)
    out += bytes(-(len(out) + len(before)) % 4) + before
    start = len(out)
    out += struct.pack("<i", len(before)) + bytes(size - 4)
    for i in order:
        place, value = start + vtable[i], table.fields[i]
        if isinstance(value, tuple):
            struct.pack_into("<" + value[0], out, place, value[1])
        else:
            struct.pack_into("<I", out, place, put(out, value) - place)
    return start


def options(name, value):
    """The flexbuffer {name: value}, for numbers below 128."""
    key = name.encode() + b"\0"
    keys = bytes([1, len(key) + 1])  # one key, and its distance back
    values = bytes([1, 1, 1, value, 1 << 2])  # distance to the keys, their width, one value, the value, its type
    return key + keys + values + bytes([2, 9 << 2, 1])  # distance to the map, its type, its width


def tensor(name):
    return Table({0: [1, 16], 1: ("b", FLOAT32), 2: ("I", 0), 3: name})


def model():
    codes = [Table({0: ("b", ABS), 2: ("i", 1), 3: ("i", ABS)}),
             Table({0: ("b", CUSTOM), 1: "MovingAverage", 2: ("i", 1), 3: ("i", CUSTOM)})]
    operators = [Table({0: ("I", 0), 1: [0], 2: [1]}),
                 Table({0: ("I", 1), 1: [1], 2: [2], 5: options("window", WINDOW)})]
    graph = Table({0: [tensor("x"), tensor("magnitude"), tensor("y")], 1: [0], 2: [2], 3: operators})
    out = bytearray(b"\0\0\0\0TFL3")
    struct.pack_into("<I", out, 0, put(out, Table({0: ("I", 3), 1: codes, 2: [graph], 3: "a custom operator",
                                                  4: [Table({})]})))
    return bytes(out)


if __name__ == "__main__":
    pathlib.Path(__file__).with_name("smooth.tflite").write_bytes(model())
