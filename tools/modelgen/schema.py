"""Reads nook/model/schema.fbs and, with it, any .tflite into dictionaries. flatc covers the other direction."""

import re
import struct
from pathlib import Path

PATH = Path(__file__).resolve().parents[2] / "nook" / "model" / "schema.fbs"
SCALARS = {"bool": "?", "byte": "b", "ubyte": "B", "ushort": "H", "int": "i", "uint": "I", "float": "f",
           "long": "q", "ulong": "Q"}


class Schema:
    """enums {name: (base type, [members])}, tables {name: [(field, type, default)]}, unions {name: [tables]}.

    A union counts as one field in `tables` and as two slots in the file: its type, then its table.
    """

    def __init__(self, text):
        text = re.sub(r"//[^\n]*", "", text)
        self.enums, self.tables, self.unions = {}, {}, {}
        for name, base, body in re.findall(r"\benum\s+(\w+)\s*:\s*(\w+)\s*\{([^}]*)\}", text):
            members = [re.split(r"\s*=\s*", m.strip()) for m in body.split(",") if m.strip()]
            for number, member in enumerate(members):
                if len(member) > 1 and int(member[1]) != number:
                    raise ValueError(f"{name}.{member[0]} is member {number}, not {member[1]}")
            self.enums[name] = (base, [m[0] for m in members])
        for name, body in re.findall(r"\bunion\s+(\w+)\s*\{([^}]*)\}", text):
            self.unions[name] = ["NONE"] + [m.strip() for m in body.split(",") if m.strip()]
        for name, body in re.findall(r"\btable\s+(\w+)\s*\{([^}]*)\}", text):
            self.tables[name] = [self.field(line) for line in body.split(";") if line.strip()]

    @staticmethod
    def field(text):
        match = re.fullmatch(r"\s*(\w+)\s*:\s*(\[?\w+\]?)\s*(?:=\s*(\S+))?\s*(?:\([^)]*\))?\s*", text)
        return match.group(1), match.group(2), match.group(3)

    def scalar(self, kind):
        """struct's format letter for a scalar type, or None."""
        return SCALARS.get(self.enums[kind][0] if kind in self.enums else kind)


class Reader:
    """Trusts its file: it is for models that this package wrote. Missing fields are missing keys."""

    def __init__(self, data, schema):
        self.data, self.schema = data, schema

    def number(self, letter, at):
        return struct.unpack_from("<" + letter, self.data, at)[0]

    def follow(self, at):
        return at + self.number("I", at)

    def table(self, name, at):
        vtable = at - self.number("i", at)
        slots = self.number("H", vtable) // 2 - 2
        result, slot = {}, 0

        def place():
            offset = self.number("H", vtable + 4 + 2 * slot) if slot < slots else 0
            return at + offset if offset else None

        for field, kind, _ in self.schema.tables[name]:
            if kind in self.schema.unions:
                member = place()
                slot += 1
                value = place()
                if member and value and self.data[member]:
                    table = self.schema.unions[kind][self.data[member]]
                    result[field + "_type"], result[field] = table, self.table(table, self.follow(value))
            elif place():
                result[field] = self.value(kind, place())
            slot += 1
        return result

    def value(self, kind, at):
        if kind == "string":
            at = self.follow(at)
            return bytes(self.data[at + 4:at + 4 + self.number("I", at)]).decode()
        if kind.startswith("["):
            return self.vector(kind[1:-1], self.follow(at))
        letter = self.schema.scalar(kind)
        if letter is None:
            return self.table(kind, self.follow(at))
        number = self.number(letter, at)
        return self.schema.enums[kind][1][number] if kind in self.schema.enums else number

    def vector(self, kind, at):
        count, first = self.number("I", at), at + 4
        letter = self.schema.scalar(kind)
        if kind == "ubyte":
            return bytes(self.data[first:first + count])
        if letter:
            return list(struct.unpack_from(f"<{count}{letter}", self.data, first))
        return [self.table(kind, self.follow(first + 4 * i)) for i in range(count)]


SCHEMA = Schema(PATH.read_text())


def read_model(data):
    """A .tflite's bytes as nested dictionaries, with the names of the schema."""
    reader = Reader(data, SCHEMA)
    return reader.table("Model", reader.follow(0))
