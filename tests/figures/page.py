"""A page of documentation as text with figures: finds the numbers that need a source, and their positions."""
import re

# Numbers that a reader understands as a measurement or a limit: with a separator, a fraction, three digits, or a
# unit.
FIGURE = re.compile(
    r"(?<![\w.#/:^-])(\d{1,3}(?:,\d{3})+|\d+\.\d+|\d{3,}"
    r"|\d+(?=\s?(?:%|dB\b|ms\b|us\b|s\b|KB\b|kB\b|MB\b|KiB\b|MiB\b|bytes\b|times\b|instructions\b|cycles\b)))(?![\w])")
GENERATED = re.compile(r"<!-- (\S+): begin -->.*?<!-- \1: end -->|<!-- table of [^>]*-->.*?(?=\n<!-- end of|\n## |\Z)", re.S)
FENCE = re.compile(r"^(?P<indent> *)```(?P<language>[^\n]*)\n(?P<body>.*?)^ *```", re.S | re.M)
SHOWN = re.compile(r"<!-- shown: (?P<command>(?:(?!-->).)+?) -->\s*$", re.S)
CODE = re.compile(r"`[^`\n]*`|^(?:nook|\$|again:) .*$", re.M)
LINK = re.compile(r"\]\([^)]*\)|<!--.*?-->|https?://\S+", re.S)
VERSION = re.compile(r"(?:TensorFlow Lite|ONNX Runtime|PyTorch|Lite|emscripten|Chromium|Firefox|Safari|pull request)\s\(?[\d.]+")


def _blank(text):
    """Replaces the text by spaces, so that positions stay."""
    return re.sub(r"[^\n]", " ", text)


def is_sample(name, language):
    """Whether a fenced block is output that no other test compares: tests/guides works through the tutorials,
    tests/python through docs/python.md, and other languages are code."""
    return language in ("", "text") and not name.startswith("docs/tutorials/") and name != "docs/python.md"


class Page:
    """The text of a page, its sample outputs, and its prose, in which code and generated blocks are blank."""

    def __init__(self, name, text):
        self.name = name
        self.text = text
        self.samples = []
        self.prose = GENERATED.sub(lambda match: _blank(match[0]), text)
        for fence in FENCE.finditer(text):
            shown = SHOWN.search(text, 0, fence.start())
            if shown:
                self.samples.append((" ".join(shown["command"].split()), fence["body"]))
            if shown or not is_sample(name, fence["language"].strip()):
                self.prose = self.prose[:fence.start()] + _blank(fence[0]) + self.prose[fence.end():]
        for pattern in (CODE, LINK, VERSION):
            self.prose = pattern.sub(lambda match: _blank(match[0]), self.prose)

    def figures(self):
        """(start, end) of each number of the prose that needs a source."""
        return [match.span(1) for match in FIGURE.finditer(self.prose)]

    def line(self, position):
        return self.text.count("\n", 0, position) + 1

    def at(self, position):
        """For messages: the page, the line and its text."""
        number = self.line(position)
        return f"{self.name}:{number}: {self.text.splitlines()[number - 1].strip()}"


def words_of(pattern):
    """A regular expression in which any white space matches any other, including a line break."""
    return re.compile(re.sub(r"(?<!\\) +", r"\\s+", pattern), re.M)


def paragraph_of(words):
    return re.compile("^" + re.escape(words) + r".*(?:\n.+)*", re.M)
