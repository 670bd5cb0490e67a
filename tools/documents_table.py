#!/usr/bin/env -S /usr/bin/python3
"""Writes docs/documents.md, the promises of the documents, from tests/documents/; --check compares instead.

A file of tests begins with the line

    // Document 001, "Its title": its subject.

(with # in Python), and each test in it is one promise, named after its place, below a comment of this form:

    // "The words of the document, shortened"
    // Yes: how it is kept.             or    No: the difference, and why.
    TEST(section_3_what_it_says) { ... }
"""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests" / "documents"
TEST = re.compile(r"^\s*(?:TEST\((\w+)\)|def test_(\w+)\()")
HEAD = """# The documents, promise by promise

Written by `tools/documents_table.py` from `tests/documents/`; do not edit. nook was asked to be what a few documents
say. Each row is a promise of one of them, the test that holds nook to it, and the answer: *yes* and how, or *no* and
what is different and why. The tests run on the host, those about firmware on the emulated boards too.
"""


def fail(path, line, what):
    sys.exit(f"{path.relative_to(ROOT)}:{line}: {what}")


def promises_of(path):
    """(title, [(place, words, answer)]) of a file."""
    lines = path.read_text().split("\n")
    comment = [re.match(r"\s*(?://|#) ?(.*)$", line) for line in lines]
    title = next((c[1] for c in comment if c and c[1].startswith("Document ")), None)
    if not title:
        fail(path, 1, "no line '// Document 001, \"Its title\": what it is about.'")
    rows = []
    for number, line in enumerate(lines):
        test = TEST.match(line)
        if not test:
            continue
        first = number
        while first > 0 and comment[first - 1]:
            first -= 1
        text = " ".join(c[1].strip() for c in comment[first:number])
        said = re.fullmatch(r'(".*") (Yes|No): (.+)', text)
        if not said:
            fail(path, number + 1, f'need a comment \'"words" Yes: how.\' or No: why, have "{text}"')
        rows.append(((test[1] or test[2]).replace("_", " "), said[1].strip('"'), f"*{said[2].lower()}*: {said[3]}"))
    if not rows:
        fail(path, 1, "no test")
    return title.rstrip("."), rows


def cell(text):
    return text.replace("|", "\\|")


def table():
    documents = {}
    for path in sorted([*TESTS.glob("*_test.cc"), *TESTS.glob("test_*.py")]):
        title, rows = promises_of(path)
        documents.setdefault(title, []).append((path, rows))
    text = HEAD
    for title in sorted(documents):
        text += f"\n## {title}\n"
        for path, rows in documents[title]:
            text += f"\n`{path.relative_to(ROOT)}`\n\n| place | the document says | nook |\n|---|---|---|\n"
            text += "".join(f"| {cell(place)} | {cell(words)} | {cell(answer)} |\n" for place, words, answer in rows)
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare docs/documents.md instead of writing it")
    path = ROOT / "docs" / "documents.md"
    if not parser.parse_args().check:
        path.write_text(table())
        return 0
    if path.exists() and path.read_text() == table():
        return 0
    print("docs/documents.md is not what tests/documents/ says: run tools/documents_table.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
