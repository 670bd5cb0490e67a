#!/usr/bin/env -S /usr/bin/python3
"""Writes the runtime's tables of the .tflite format from nook/model/schema.fbs.

nook/model/fields.h               a constant for every field of every table, and the enumerations
nook/model/builtin_operators.inc  the operators' names and numbers
nook/model/field_names.inc        the fields' names, for messages; options are left out

Without arguments it writes them; --check only says, also by its exit status, which of them it would change.
"""
import argparse
import itertools
import sys
import textwrap

from modelgen.schema import PATH, Schema

CPP = {"bool": "bool", "byte": "int8_t", "ubyte": "uint8_t", "short": "int16_t", "ushort": "uint16_t",
       "int": "int32_t", "uint": "uint32_t", "long": "int64_t", "ulong": "uint64_t", "float": "float"}
BUILTIN = "BuiltinOperator"  # 209 numbers in a separate file
TAKEN = {"DEFAULT": "kDefault"}  # Arduino.h defines the name
HEAD = "// Generated from nook/model/schema.fbs by tools/schema.py; do not edit.\n"


def cpp_type(schema, kind):
    """The C++ type of a scalar, or None."""
    return CPP.get(schema.enums[kind][0] if kind in schema.enums else kind)


def fallback(schema, kind, default):
    """A scalar's default as C++ writes it."""
    if kind in schema.enums:
        return str(schema.enums[kind][1].index(default)) if default else "0"
    if kind == "bool":
        return default or "false"
    if kind == "float":
        return f"{float(default or 0)}f"
    return default or "0"


def slots(schema, fields):
    """(slot, name, C++ type, initializer) of each field; a union has two slots, its type and its table."""
    slot = 0
    for name, kind, default in fields:
        if kind in schema.unions:
            yield slot, f"{name}_type", "Field<uint8_t>", f"{slot}, 0"
            slot += 1
        element = cpp_type(schema, kind.strip("[]"))
        if kind == "string":
            yield slot, name, "VectorField<char>", str(slot)
        elif kind.startswith("["):
            yield slot, name, f"VectorField<{element}>" if element else "TablesField", str(slot)
        elif element:
            yield slot, name, f"Field<{element}>", f"{slot}, {fallback(schema, kind, default)}"
        else:
            yield slot, name, "TableField", str(slot)
        slot += 1


def fields_h(schema):
    lines = [HEAD + "#pragma once", '#include "nook/model/table.h"', "",
             "// The tables of the .tflite format: options[fields::Conv2DOptions::stride_h].",
             "namespace nook::fields {", ""]
    for name, (base, members) in schema.enums.items():
        if name != BUILTIN:
            named = [TAKEN.get(member, member) for member in members]
            text = f"enum class {name} : {CPP[base]} {{ {', '.join(named)} }};"
            lines += textwrap.wrap(text, 110, subsequent_indent="  ") + [""]
    for name, fields in schema.tables.items():
        if fields:
            lines.append(f"namespace {name} {{")
            for kind, same in itertools.groupby(slots(schema, fields), key=lambda slot: slot[2]):
                text = ", ".join(f"{field}{{{value}}}" for _, field, _, value in same)
                lines += textwrap.wrap(f"inline constexpr {kind} {text};", 110, subsequent_indent="    ")
            lines += [f"}}  // namespace {name}", ""]
    return "\n".join(lines + ["}  // namespace nook::fields", ""])


def type_name(name):
    """CONV_2D -> Conv2D, RELU_N1_TO_1 -> ReluN1To1"""
    return "".join(word if word[0].isdigit() else word.capitalize() for word in name.split("_"))


def builtin_operators_inc(schema):
    rows = [f"NOOK_BUILTIN({name}, {type_name(name)}, {i})\n" for i, name in enumerate(schema.enums[BUILTIN][1])]
    return HEAD + "// The operators of the .tflite format: NOOK_BUILTIN(name, type, number).\n" + "".join(rows)


def field_names_inc(schema):
    rows = [f"NOOK_FIELD_NAME({table}, {slot}, {name})\n" for table, fields in schema.tables.items()
            if not table.endswith("Options") for slot, name, _, _ in slots(schema, fields)]
    return HEAD + "// NOOK_FIELD_NAME(table, slot, name): decodes ModelFault::slot.\n" + "".join(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1: out of date")
    check = parser.parse_args().check
    schema = Schema(PATH.read_text())
    stale = []
    for name, write in (("fields.h", fields_h), ("builtin_operators.inc", builtin_operators_inc),
                        ("field_names.inc", field_names_inc)):
        path, text = PATH.parent / name, write(schema)
        if path.is_file() and path.read_text() == text:
            continue
        stale.append(path)
        if not check:
            path.write_text(text)
    for path in stale:
        print(f"{path}: {'out of date; run tools/schema.py' if check else 'written'}")
    return check and bool(stale)


if __name__ == "__main__":
    sys.exit(main())
