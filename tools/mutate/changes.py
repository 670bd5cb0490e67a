"""The possible changes in a region of C or C++: one mutant per change, as the region's new text."""
import dataclasses
import re

from regions import regions
from text import closing, line_of, masked, split

OPERATORS = {
    "<": ["<="], "<=": ["<"], ">": [">="], ">=": [">"], "==": ["!="], "!=": ["=="],
    "&&": ["||"], "||": ["&&"],
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"], "<<": [">>"], ">>": ["<<"],
    "&": ["|"], "|": ["&"], "^": ["&"],
    "+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="], "|=": ["&="], "&=": ["|="], "<<=": [">>="], ">>=": ["<<="],
}
OPERATOR = re.compile(r"(?<=\s)(" + "|".join(sorted(map(re.escape, OPERATORS), key=len, reverse=True)) + r")(?=\s)")
NUMBER = re.compile(r"(?<![\w.])(0[xX][0-9a-fA-F]+|\d+\.\d*(?:e[-+]?\d+)?|\d+e[-+]?\d+|\d+)([uUlLfF]*)(?![\w.'])")
STEP = re.compile(r"(?<![\w+\-])(\+\+|--)(?=[\w(*])|(?<=[\w\])])(\+\+|--)(?!\w)")
BOOLEAN = re.compile(r"(?<![\w:.])(true|false)(?!\w)")
EXTREMUM = re.compile(r"(?<![\w])((?:std::|nook::|nook_)?)(min|max)(?=[(<])")
CALL = re.compile(r"(?<![\w])([A-Za-z_][\w:]*(?:(?:\.|->)\w+)*)\(")
TEXT = re.compile(r'"|string|\b(?:text|name|path)\w* (?:\+|<<)|(?:\+|<<) (?:text|name|path)')
COMMUTES = re.compile(r"(?:min|max|mul\w*|gcd|lcm|hypot|add|swap|equal|same\w*|sizeof)$")
NOT_CALLS = {"if", "for", "while", "switch", "return", "sizeof", "catch", "decltype", "alignof", "alignas"}
ASSERTIONS = re.compile(r"\b(?:static_assert|assert)\s*\(")


@dataclasses.dataclass
class Mutant:
    file: str
    line: int
    kind: str  # condition, operator, constant, argument, statement
    region: tuple  # begin, end, and how it is inserted into the source
    before: str
    after: str
    number: int = 0
    fixed: bool = False  # needs a separate compilation


def whole(region, source, begin, end, text):
    return source[region.begin:begin] + text + source[end:region.end]


def in_angles(text, begin, end):
    """Whether the position is inside a template's arguments, where no run-time value can be."""
    opening = text.rfind("<", 0, begin)
    if opening <= 0 or not (text[opening - 1].isalnum() or text[opening - 1] == "_"):
        return False
    return ">" in text[end:end + 60] and not re.search(r"[;(){}&|]|> ", text[opening + 1:begin])


def changes(region, text, source):
    """(kind, begin, end, new text) of each change in a region."""
    begin, end = region.begin, region.end
    found = []
    strings = TEXT.search(text, begin, end)
    for m in OPERATOR.finditer(text, begin, end):
        if strings and m.group() in ("+", "+=", "<<"):
            continue  # texts have no other operator
        kind = "condition" if m.group() in ("<", "<=", ">", ">=", "==", "!=", "&&", "||") else "operator"
        found += [(kind, m.start(), m.end(), new) for new in OPERATORS[m.group()]]
    for m in NUMBER.finditer(text, begin, end):
        found += [("constant", m.start(), m.end(), new) for new in other_number(m)
                  if not in_angles(text, m.start(), m.end())]
    for m in STEP.finditer(text, begin, end):
        step = m.group()
        found.append(("operator", m.start(), m.end(), "--" if step == "++" else "++"))
    for m in BOOLEAN.finditer(text, begin, end):
        if not in_angles(text, m.start(), m.end()):
            found.append(("constant", m.start(), m.end(), "false" if m.group() == "true" else "true"))
    for m in EXTREMUM.finditer(text, begin, end):
        found.append(("operator", m.start(2), m.end(2), "max" if m.group(2) == "min" else "min"))
    for m in re.finditer(r"(?<![\w)\]])!(?=[\w(*])", text[begin:end]):
        found.append(("condition", begin + m.start(), begin + m.end(), ""))
    found += swapped(text, source, begin, end)
    plain = re.fullmatch(r"!?[^&|!=]*(?:[!=]= [^&|!=]*)?", text[begin:end]) and re.search("[!=]", text[begin:end])
    if region.kind == "condition" and not plain:  # already negated
        found.append(("condition", begin, end, "!(" + source[begin:end] + ")"))
    return found


def other_number(found):
    digits, suffix = found.groups()
    if "." in digits or ("e" in digits and not digits.startswith("0x")):
        return [f"{digits}{suffix} * 1.7{'f' if 'f' in suffix.lower() else ''}"] if float(digits) else ["1.0" + suffix]
    value = int(digits, 0) if digits.startswith(("0x", "0X")) or not digits.startswith("0") else int(digits, 8)
    new = {0: [1], 1: [0, 2]}.get(value, [value + 1, value - 1])
    return [f"{hex(n) if digits[:2] in ('0x', '0X') else n}{suffix}" for n in new]


def swapped(text, source, begin, end):
    """Swaps two consecutive arguments if both are simple enough to have the same type."""
    for call in CALL.finditer(text, begin, end):
        name = call.group(1)
        last = re.split(r"\.|->|::", name)[-1]
        if name in NOT_CALLS or COMMUTES.search(last) or name.isupper():  # the arguments of macros are names
            continue
        close = closing(text, call.end() - 1)
        if close is None or close > end:
            continue
        parts = split(text, call.end(), close)
        for a, b in zip(parts, parts[1:]):
            first, second = source[a[0]:a[1]], source[b[0]:b[1]]
            if first != second and alike(first, second):
                yield "argument", a[0], b[1], second + source[a[1]:b[0]] + first


def alike(a, b):
    """Arguments that probably have the same type. The compiler rejects the rest."""
    plain = re.compile(r"[\w.>\-\[\]:]+$")
    number = re.compile(r"-?[\d.]+\w*$")
    return bool(plain.match(a) and plain.match(b)) and bool(number.match(a)) == bool(number.match(b))


def mutants(file, source):
    """All mutants of a C or C++ file."""
    text, found = masked(source), []
    for region in regions(text):
        if "#" in text[region.begin:region.end] or ASSERTIONS.search(text, region.begin, region.end):
            continue
        place = (region.begin, region.end, region.kind)
        fixed = region.kind == "constant"
        if source.startswith("(void)", region.begin):
            continue
        if region.kind in ("statement", "deletion"):
            found.append(Mutant(file, line_of(text, region.begin), "statement", place, source[place[0]:place[1]], ""))
        if region.kind == "deletion":
            continue
        for kind, begin, end, new in changes(region, text, source):
            if fixed and kind not in ("constant", "operator"):
                continue
            found.append(Mutant(file, line_of(text, begin), kind, place, source[region.begin:region.end],
                                whole(region, source, begin, end, new), fixed=fixed))
    return found


def difference(mutant):
    """The change in a few words on one line: "<" to "<="."""
    a, b = mutant.before, mutant.after
    if not b:
        return shortened(a), ""
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    stop = 0
    while stop < min(len(a), len(b)) - start and a[-1 - stop] == b[-1 - stop]:
        stop += 1
    left = max(0, start - 24)
    return shortened(a[left:len(a) - stop + 12 if stop else None]), shortened(b[left:len(b) - stop + 12 if stop else None])


def shortened(text):
    text = " ".join(text.split())
    return text if len(text) <= 90 else text[:87] + "..."
