"""Finds the regions where C and C++ can be changed: conditions, expressions and statements inside functions, and
constants in tables."""
import dataclasses
import re

from text import LAMBDA, closing, find_outside, skip_space, split, trimmed


@dataclasses.dataclass(frozen=True)
class Region:
    begin: int
    end: int
    kind: str  # condition, expression, statement (with its semicolon), deletion (contains a lambda), constant (fixed at compile time)


SKIPPED = re.compile(r"(?:using|typedef|struct|class|enum|union|static_assert|goto|template|friend|case|default|throw"
                     r"|assert|EXPECT|extern|namespace|NOOK_(?!TRY|REQUIRE|CHECK)[A-Z_]*)\b")
LABEL = re.compile(r"(?:case\b[^:;{}]*(?:::[^:;{}]*)*|default)\s*:(?!:)|(?:public|private|protected)\s*:(?!:)")
DECLARATION = re.compile(r"(?:[\w:]+(?:<[^;=]*>)?(?:::\w+)?[&*]*\s+)+[&*]*(?:\w+|\[[\w, ]+\])\s*(?:\[[^\]]*\])*\s*$")
FIXED = re.compile(r"\b(?:constexpr|static|thread_local)\b")
WORD = re.compile(r"[A-Za-z_]\w*")


class Parser:
    """Reads the body of one function."""

    def __init__(self, text):
        self.text, self.regions = text, []

    def block(self, opening):
        """The statements between the brace at `opening` and its closing brace; returns the position after it."""
        end = closing(self.text, opening)
        if end is None:
            return len(self.text)
        at = skip_space(self.text, opening + 1)
        while at < end:
            at = skip_space(self.text, self.statement(at, end))
        return end + 1

    def statement(self, at, end):
        at = skip_space(self.text, at)
        label = LABEL.match(self.text, at, end)
        if label:
            return label.end()
        if at >= end:
            return end
        if self.text[at] == "{":
            return self.block(at)
        if self.text[at] == ";":
            return at + 1
        word = WORD.match(self.text, at, end)
        if word and word.group() in ("if", "while", "for", "switch"):
            return self.compound(word.group(), word.end(), end)
        if word and word.group() == "do":
            at = skip_space(self.text, self.statement(word.end(), end))
            opening = self.text.index("(", at)
            close = closing(self.text, opening)
            self.expression(opening + 1, close, "condition")
            return self.after(close, ";", end)
        if word and word.group() == "else":
            return self.statement(word.end(), end)
        return self.simple(at, end)

    def after(self, at, character, end):
        found = self.text.find(character, at, end)
        return end if found < 0 else found + 1

    def compound(self, word, at, end):
        opening = self.text.find("(", at, end)
        close = closing(self.text, opening) if opening >= 0 else None
        if close is None or close > end:
            return end
        fixed = "constexpr" in self.text[at:opening]
        if word in ("if", "while") and not fixed:
            parts = split(self.text, opening + 1, close, ";")
            if parts and not DECLARATION.match(self.text[parts[-1][0]:find_outside(self.text, *parts[-1], "=")]):
                self.expression(*parts[-1], "condition")
        elif word == "for":
            parts = self.text[opening + 1:close].split(";")
            if len(parts) == 3:
                first = opening + 1 + len(parts[0]) + 1
                self.expression(*trimmed(self.text, first, first + len(parts[1])), "condition")
                self.declared(opening + 1, first - 1)
        return self.statement(close + 1, end)

    def simple(self, at, end):
        stop = find_outside(self.text, at, end, ";")
        body = self.text[at:stop]
        lambdas = list(LAMBDA.finditer(self.text, at, stop))
        if SKIPPED.match(body):
            brace = find_outside(self.text, at, stop, "{") if re.match(r"struct|class|enum|union", body) else stop
            return stop + 1 if brace == stop else max(stop + 1, closing(self.text, brace) + 1)
        for found in lambdas:
            if not any(r.begin <= found.start() < r.end for r in self.regions[-1:]):
                self.block(found.end() - 1)
        returned = re.match(r"return\b", body)
        if returned:
            self.elements(at + returned.end(), stop, lambdas)
        elif body.strip() in ("break", "continue"):
            if body.strip() == "continue":
                self.regions.append(Region(at, stop + 1, "deletion"))
        elif self.is_declaration(at, stop):
            if not FIXED.search(body[:body.find("=")] if "=" in body else body):
                self.declared(at, stop, lambdas)
            elif "constexpr" in body and not lambdas:
                self.regions.append(Region(at, stop, "constant"))
        else:
            self.regions.append(Region(at, stop + 1, "deletion" if lambdas else "statement"))
        return stop + 1

    def is_declaration(self, at, stop):
        name = self.text[at:find_outside(self.text, at, stop, "=({,")]
        return bool(DECLARATION.match(name.rstrip() + " " if name else "")) and not name.startswith(("delete ", "co_"))

    def declared(self, at, stop, lambdas=()):
        """The initial values of the variables in a declaration."""
        first = find_outside(self.text, at, stop, "=({")
        if first < stop and self.text[first] in "({":
            if self.is_declaration(at, stop):
                self.elements(first + 1, closing(self.text, first) or stop, lambdas)
            return
        for begin, end in split(self.text, at, stop):
            equals = find_outside(self.text, begin, end, "=")
            if equals < end:
                self.elements(equals + 1, end, lambdas)

    def elements(self, begin, end, lambdas=()):
        """An expression, or the expressions inside its braces."""
        begin, end = trimmed(self.text, begin, end)
        if begin < end and self.text[begin] == "{" and closing(self.text, begin) == end - 1:
            for part in split(self.text, begin + 1, end - 1):
                self.elements(*part, lambdas)
            return
        for part in split(self.text, begin, end):
            named = re.compile(r"\.\w+ = ").match(self.text, *part)  # a field of an aggregate
            self.expression(named.end() if named else part[0], part[1], "expression", lambdas)

    def expression(self, begin, end, kind, lambdas=()):
        begin, end = trimmed(self.text, begin, end)
        found = lambdas or list(LAMBDA.finditer(self.text, begin, end))
        if begin < end and not any(begin <= f.start() < end for f in found):
            self.regions.append(Region(begin, end, kind))
        elif not lambdas:
            for f in found:
                self.block(f.end() - 1)


def regions(text):
    """All regions of a masked source, in order."""
    parser, at, start = Parser(text), 0, 0
    while at < len(text):
        c = text[at]
        if c in ";}":
            start = at + 1
        elif c == "(":
            at = closing(text, at) or len(text)
        elif c == "{":
            header = text[start:at]
            at = opened(parser, text, header, at)
            if at is None:
                break
            start = at if text[at - 1] != "{" else at
            continue
        at += 1
    unique = {}
    for r in parser.regions:
        unique.setdefault((r.begin, r.end), r)
    return sorted(unique.values(), key=lambda r: r.begin)


def opened(parser, text, header, at):
    """Reads or skips the block that begins with the brace at `at`; returns the position to continue from."""
    words = header.strip()
    if re.search(r"\bnamespace\b[\w\s:]*$", words) or re.match(r'extern\s+"', words):
        return at + 1
    end = closing(text, at)
    if end is None:
        return None
    if at and not text[at - 1].isspace() and text[at - 1] not in ")":  # a member's initial value
        return end + 1
    if re.search(r"\benum\b", words):
        return end + 1
    if words.endswith("=") or re.search(r"=\s*$", words):
        if re.search(r"\b(?:constexpr|const)\b", words):
            parser.regions.append(Region(at + 1, end, "constant"))
        return end + 1
    if re.search(r"\b(?:struct|class|union)\b[^()]*$", words):
        return at + 1
    if ")" in words or words in ("", "do"):  # a function, or a macro's body
        return parser.block(at)
    return end + 1
