"""The claims of a page: the sources of the figures in its text. A file in pages/ has a row for each:

    [[claim]]
    says = 'takes ([\\d,]+) bytes'          # regular expression on the page; its groups are the figures
    nook = 'analyze digits.tflite -q'      # a source of the figures; `shows` finds them in its output
    shows = 'scratch +sram +(\\d+)'

`says` may be a list, and may match several times; `paragraph` covers everything from these words, at the beginning of
a line, to the next empty line. Sources:

    nook, shows    a command of nook, in a folder with the models of models/ and the link golden/
    file, shows    a file of the repository; `shows` may be a list: one regular expression for each figure
    csv            cells of bench/results, one for each figure: 'FILE|key=value,key=value|expression of the columns'
    read, digest   files whose content was counted by hand: after a change the claim fails until it is counted again
    fixed          why the figure cannot change: a constant of a format, an example, or published by others

A figure is correct if it equals the source's, rounded to the digits on the page, or is within the fraction that
`within` allows. `scale` multiplies the source's figure; `value` is an expression of it instead, with its groups as a,
b, c.
"""
import csv
import hashlib
import re

import page

KEYS = {"says", "paragraph", "nook", "shows", "file", "csv", "read", "digest", "fixed", "scale", "value", "within"}
SOURCES = ("nook", "file", "csv", "read", "fixed")


def number(text):
    """The value of a figure on a page, in a tool's output, or of a C expression such as int64_t{1} << 24."""
    plain = re.sub(r"[,'\s]|(?:u?int\d+_t|size_t)|[uUlL]+$", "", text).replace("{", "(").replace("}", ")")
    if not re.fullmatch(r"[\d.()<*+-]+", plain):
        raise ValueError(f"'{text}' is not a number")
    return float(eval(plain))  # digits and operators only


def listed(one_or_more):
    return one_or_more if isinstance(one_or_more, list) else [one_or_more]


COMMENT_OR_INCLUDE = re.compile(r"/\*.*?\*/|//[^\n]*|^[ \t]*#[ \t]*include[^\n]*", re.S | re.M)
CODE = (".c", ".cc", ".h", ".inc", ".S")


def digest(root, files):
    """A hash of the files; comments, includes and white space of C code do not count."""
    total = hashlib.sha256()
    for name in files:
        text = (root / name).read_text()
        if name.endswith(CODE):
            text = "".join(COMMENT_OR_INCLUDE.sub("", text).split())
        total.update(text.encode())
    return total.hexdigest()[:12]


def cell(root, words):
    """A cell of bench/results as a number."""
    name, where, expression = words.split("|")
    wanted = dict(pair.split("=", 1) for pair in where.split(",")) if where else {}
    with open(root / "bench" / "results" / name, newline="") as file:
        lines = [line for line in csv.DictReader(file) if all(line[key] == value for key, value in wanted.items())]
    if len(lines) != 1:
        raise AssertionError(f"{name} has {len(lines)} lines where {where}")
    values = {key: float(value) for key, value in lines[0].items() if re.fullmatch(r"-?[\d.]+", value)}
    return float(eval(expression, {"__builtins__": {}}, values))


def rounded_like(text, value):
    """Whether the value, rounded to the digits of the text, equals the text."""
    decimals = len(text.partition(".")[2])
    return abs(round(value, decimals) - number(text)) < 1e-9 + 10 ** -(decimals + 3)


class Claim:
    def __init__(self, row):
        sources = [source for source in SOURCES if source in row]
        if set(row) - KEYS or len(sources) != 1 or ("says" in row) == ("paragraph" in row):
            raise ValueError(f"need `says` or `paragraph`, and one of {SOURCES}, have {row}")
        self.row, self.source = row, sources[0]
        self.patterns = [page.words_of(pattern) for pattern in listed(row.get("says", []))]
        self.patterns += [page.paragraph_of(words) for words in listed(row.get("paragraph", []))]

    def __str__(self):
        return str(self.row.get("says", self.row.get("paragraph")))

    def stale(self, text):
        """The patterns that the page does not contain."""
        return [pattern.pattern for pattern in self.patterns if not pattern.search(text)]

    def spans(self, text):
        """The text that the claim covers: its groups, or the whole match if it has none."""
        for pattern in self.patterns:
            for match in pattern.finditer(text):
                yield from (match.regs[1:] if pattern.groups else [match.span()])

    def _shown(self, root, run):
        row = self.row
        if self.source == "csv":
            return [cell(root, words) for words in row["csv"]]
        text = run(row["nook"]) if self.source == "nook" else (root / row["file"]).read_text()
        shown = []
        for pattern in listed(row["shows"]):
            match = re.search(pattern, text, re.M)
            if not match:
                raise AssertionError(f"{row[self.source]} does not show /{pattern}/:\n{text[:3000]}")
            shown += [number(value) for value in match.groups()]
        if "value" in row:
            return [float(eval(row["value"], {"__builtins__": {}}, dict(zip("abcdef", shown))))]
        return shown

    def wrong(self, text, root, run):
        """Describes the errors in the figures of the page; "": they are correct."""
        if self.source == "fixed":
            return "" if self.row["fixed"] else "no reason is given"
        if self.source == "read":
            have = digest(root, self.row["read"])
            return "" if have == self.row["digest"] else (
                f"{', '.join(self.row['read'])} changed: count again, then set digest = '{have}'")
        says = [figure for pattern in self.patterns for figure in pattern.search(text).groups()]
        shows = [value * self.row.get("scale", 1) for value in self._shown(root, run)]
        within = self.row.get("within")
        right = len(says) == len(shows) and all(
            rounded_like(figure, value) if within is None else abs(number(figure) - value) <= within * abs(value)
            for figure, value in zip(says, shows))
        return "" if right else f"the page says {says}, {self.row[self.source]} shows {shows}"
