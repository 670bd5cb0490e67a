#!/usr/bin/env -S /usr/bin/python3
"""The version of each operator of a .tflite, and the release of TensorFlow Lite that reads it, from TensorFlow Lite's
own tables: writes nookc/front/export/op_versions.inc and runtime_versions.inc.

  op_versions.py FOLDER --source "NAME, REVISION"

FOLDER is tools/versioning of TensorFlow Lite (or LiteRT). Its op_version.cc is one switch with a function of
types, shapes and options for each operator; these decisions become rows of data. Its runtime_version.cc is a list."""
import argparse
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[1]
TOKEN = re.compile(r"[A-Za-z_]\w*|\d+(?:\.\d+)?|->|==|!=|>=|<=|&&|\|\||\S")
TYPES = {"Float32": "F32", "Float16": "F16", "Int32": "S32", "UInt8": "U8", "Int64": "S64", "Bool": "Bool", "Int16": "S16",
         "Int8": "S8", "Float64": "F64", "UInt64": "U64", "UInt32": "U32", "UInt16": "U16", "Int4": "S4"}
OPTIONS = {  # the fields of options, and further properties of a tensor
    "quantized_bias_type": "BiasType", "dilation_width_factor": "DilationW", "dilation_height_factor": "DilationH",
    "keep_num_dims": "KeepDims", "asymmetric_quantize_inputs": "Asymmetric", "batch_dims": "BatchDims", "offset": "Offset",
    "ellipsis_mask": "EllipsisMask", "new_axis_mask": "NewAxisMask", "half_pixel_centers": "HalfPixels",
    "align_corners": "AlignedCorners", "activation": "Activation", "is_grouped_convolution": "Grouped",
    "is_per_channel_quantized": "PerChannel", "input_quantized": "Quantized", "num_dims": "Rank"}
# Features that nook's output never or always has: narrow ranges, shuffled or sparse weights, kernels of LSTM by
# another name.
ABSENT = {"narrow_range", "weights_format", "sparse_weight", "kernel_type", "diagonal_recurrent_tensors"}
FIXED = {"pot_scale_int16": False}
NEVER, ALWAYS = [], [[]]  # as alternatives of conditions that hold together


def negated(alternatives):
    """A single condition, or none."""
    if alternatives in (NEVER, ALWAYS):
        return ALWAYS if alternatives == NEVER else NEVER
    assert len(alternatives) == 1 and len(alternatives[0]) == 1, alternatives
    (what, index, how, value), = alternatives[0]
    return [[(what, index, {"Is": "IsNot", "IsNot": "Is"}[how], value)]]


def joined(a, b):
    return [x + [y for y in z if y not in x] for x in a for z in b]


class Reader:
    def __init__(self, text):
        text = re.sub(r"//[^\n]*", "", text)
        text = text[text.index("int GetBuiltinOperatorVersion("):]
        self.tokens, self.at = TOKEN.findall(text[text.index("{"):]), 0

    def look(self, ahead=0):
        return self.tokens[self.at + ahead]

    def take(self, expected=None):
        token = self.tokens[self.at]
        assert expected in (None, token), f"need {expected}, have {token} before {self.tokens[self.at:self.at + 9]}"
        self.at += 1
        return token

    def enclosed(self):
        """The tokens between parentheses."""
        self.take("(")
        start, depth = self.at, 1
        while depth:
            depth += {"(": 1, ")": -1}.get(self.take(), 0)
        return self.tokens[start:self.at - 1]

    def switch(self):
        """(operators, rows) of each group of labels."""
        self.take("{"), self.take("switch"), self.enclosed(), self.take("{")
        while self.look() == "case":
            names = []
            while self.look() == "case":
                self.take("case")
                names.append(self.take().removeprefix("BuiltinOperator_"))
                self.take(":")
            rows = []
            while self.look() not in ("case", "default"):
                rows += self.statement(ALWAYS)
            yield names, rows

    def statement(self, when):
        token = self.look()
        if token == "{":
            self.take()
            rows = []
            while self.look() != "}":
                rows += self.statement(when)
            self.take()
            return rows
        if token == "if":
            self.take()
            holds = condition(self.enclosed())
            rows = self.statement(joined(when, holds))
            if self.look() == "else":
                self.take()
                rows += self.statement(when)  # earlier returns count first
            return rows
        words = []
        while self.look() != ";":
            words.append(self.take())
        self.take()
        if words[0] != "return":
            return []
        if "?" in words:
            ask, colon = words.index("?"), words.index(":")
            holds = condition(words[1:ask])
            return [(joined(when, holds), int(words[ask + 1])), (when, int(words[colon + 1]))]
        return [(when, int(words[1]))]


def split(tokens, by):
    parts, depth = [[]], 0
    for token in tokens:
        depth += {"(": 1, ")": -1}.get(token, 0)
        if token == by and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def is_enclosed(tokens):
    depth = 0
    for i, token in enumerate(tokens):
        depth += {"(": 1, ")": -1}.get(token, 0)
        if depth == 0:
            return tokens[0] == "(" and i == len(tokens) - 1
    return False


def condition(tokens):
    if len(parts := split(tokens, "||")) > 1:
        return [alternative for part in parts for alternative in condition(part)]
    if len(parts := split(tokens, "&&")) > 1:
        all_ = ALWAYS
        for part in parts:
            all_ = joined(all_, condition(part))
        return all_
    if is_enclosed(tokens):
        return condition(tokens[1:-1])
    if tokens[0] == "!":
        return negated(condition(tokens[1:]))
    return atom("".join(tokens))


def atom(text):
    text = text.replace("op_sig.", "")
    if match := re.fullmatch(r"(in|out)puts\.at\((\d)\)\.type(==|!=)kTfLite(\w+)", text):
        side, index, how, type_ = match.groups()
        how = "Is" if how == "==" else "IsNot"
        if type_ == "NoType":
            return [[("Input", int(index), how, "kNone")]]
        if type_ not in TYPES:
            return NEVER if how == "Is" else ALWAYS
        return [[("Input" if side == "in" else "Output", int(index), how, "k" + TYPES[type_])]]
    if match := re.fullmatch(r"inputs\.at\((\d)\)\.dims\.size\(\)(==|!=|>)(\d+)", text):
        return [[("Rank", int(match[1]), {"==": "Is", "!=": "IsNot", ">": "Above"}[match[2]], match[3])]]
    if match := re.fullmatch(r"inputs\.size\(\)(==|>=)(\d+)", text):
        return [[("Inputs", 0, "Is" if match[1] == "==" else "Above", str(int(match[2]) - (match[1] == ">=")))]]
    if text == "inputs.empty()":
        return NEVER
    if text == "NeedBroadcastForBinaryInputs(op_sig)":
        return [[("Broadcast", 0, "Is", "1")]]
    if match := re.fullmatch(r"GetInputMaxDims\(op_sig\)>(\d+)", text):
        return [[("LargestRank", 0, "Above", match[1])]]
    if re.fullmatch(r"\(ext_options\.mul\.input1_scale\*.*\)>=1\.0", text):
        return [[("ScalesAtLeastOne", 0, "Is", "1")]]
    if re.fullmatch(r"ext_options\.mul\.\w+_scale!=0|\w+params(!=nullptr)?", text):
        return ALWAYS
    if text.startswith("IsFloat8Type("):
        return NEVER
    match = re.fullmatch(r"(?:\w+params->|ext_options\.\w+\.)(\w+)(?:(==|!=|>)(\w+))?", text)
    assert match, text
    field, how, value = match.groups()
    if field in ABSENT:
        return NEVER
    if field in FIXED:
        return ALWAYS if FIXED[field] else NEVER
    assert field in OPTIONS, text
    if field == "num_dims":
        return [[("Rank", 0, {">": "Above"}[how], value)]]
    value = {None: "0", "true": "0"}.get(value, value)
    how = {None: "IsNot", "==": "IsNot", "!=": "IsNot", ">": "Above"}[how]  # "== true" is "not 0"
    return [[(OPTIONS[field], 0, how, value)]]


def ours():
    """nook's operators: the format's name, and nook's."""
    known = re.findall(r"NOOK_BUILTIN\((\w+), (\w+), \d+\)", (ROOT / "nook/model/builtin_operators.inc").read_text())
    has = set(re.findall(r"NOOK_OP\((\w+),", (ROOT / "nook/ops/ops.inc").read_text())) | {"If", "While"}
    return {name: type_ for name, type_ in known if type_ in has}


def rows_of(source):
    known = ours()
    for names, rows in Reader(source).switch():
        for name in names:
            if name not in known:
                continue
            for alternatives, version in rows:
                for conditions in alternatives:
                    yield known[name], version, conditions
                if alternatives == ALWAYS:
                    break


def wrapped(line):
    at = line.rfind(" {", 0, 110) if len(line) > 110 else -1
    return [line] if at < 0 else [line[:at], "            " + line[at:]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--source", required=True, help="the name and revision of what the folder belongs to")
    options = parser.parse_args()
    known, releases = ours(), (options.folder / "runtime_version.cc").read_text()
    lines = [f"// Generated by tools/op_versions.py from runtime_version.cc of {options.source}; do not edit.",
             "// NOOK_RUNTIME(operator, version, the release of TensorFlow Lite that has it)"]
    for name, version, release in re.findall(r'\{\{BuiltinOperator_(\w+),\s*(\d+)\},\s*"(\d+\.\d+)\.\d+"\}', releases):
        if name in known:
            lines.append(f"NOOK_RUNTIME({known[name]}, {version}, {release.replace('.', ', ')})")
    (ROOT / "nookc/front/export/runtime_versions.inc").write_text("\n".join(lines) + "\n")
    lines = [f"// Generated by tools/op_versions.py from op_version.cc of {options.source}; do not edit.",
             "// NOOK_VERSION(operator, version, conditions that hold together): the first line of an operator that fits."]
    for name, version, conditions in rows_of((options.folder / "op_version.cc").read_text()):
        if version == 1 and not conditions:
            continue  # like an operator without a row
        words = [f"{{k{what}, {index}, k{how}, {value}}}" for what, index, how, value in conditions]
        lines += wrapped(f"NOOK_VERSION({', '.join([name, str(version), *words])})")
    (ROOT / "nookc/front/export/op_versions.inc").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
