"""C and C++ as text: finds code, closing brackets, and ends of expressions. The sources are formatted by
clang-format, so a binary operator has a space on both sides and a template's angle bracket does not."""
import re

IGNORED = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![\w])\'(?:\\.|[^\'\\\n])+\'', re.S)
DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w+)(?:[^\n]*\\\n)*[^\n]*", re.M)
OPENING, CLOSING = "([{", ")]}"
LAMBDA = re.compile(r"\[[^\[\]]*\]\s*(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?\s*(?:mutable)?\s*(?:->\s*[\w:<>,&* ]+)?\s*\{")


def blank(found):
    """As long as the original text, with the same lines. Literals keep their quotes, so that they remain expressions."""
    text = found.group()
    if text[0] in "\"'R" and len(text) >= 2:
        return '"' + re.sub(r"[^\n]", "_", text[1:-1]) + '"'
    return re.sub(r"[^\n]", " ", text)


def masked(source):
    """The source without comments, literals and directives; every character keeps its position. Multi-line macros
    stay, because they act as functions."""
    text = IGNORED.sub(blank, source)

    def directive(found):
        body = found.group()
        if found.group(1) == "define" and "\\\n" in body and "##" not in body and "{" in body:
            first = body.index("\n")  # the name and its arguments
            return re.sub(r"[^\n{]", " ", body[:first]) + body[first:].replace("\\\n", " \n")
        return re.sub(r"[^\n]", " ", body)

    return DIRECTIVE.sub(directive, text)


def closing(text, at):
    """The position of the bracket that closes the one at `at`, or None."""
    depth = 0
    for i in range(at, len(text)):
        if text[i] in OPENING:
            depth += 1
        elif text[i] in CLOSING:
            depth -= 1
            if depth == 0:
                return i
    return None


def find_outside(text, begin, end, characters):
    """The first of these characters that is outside of all brackets, or `end`."""
    depth = 0
    for i in range(begin, end):
        if text[i] in OPENING:
            if depth == 0 and text[i] in characters:
                return i
            depth += 1
        elif text[i] in CLOSING:
            depth -= 1
            if depth < 0:
                return end
        elif depth == 0 and text[i] in characters:
            return i
    return end


def split(text, begin, end, separator=","):
    """The parts between separators outside of all brackets, as (begin, end) without surrounding space."""
    parts, at = [], begin
    while at <= end:
        stop = find_outside(text, at, end, separator)
        parts.append(trimmed(text, at, stop))
        at = stop + 1
        if stop == end:
            break
    return [p for p in parts if p[0] < p[1]]


def trimmed(text, begin, end):
    while begin < end and text[begin].isspace():
        begin += 1
    while end > begin and text[end - 1].isspace():
        end -= 1
    return begin, end


def skip_space(text, at):
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def line_of(text, at):
    return text.count("\n", 0, at) + 1
