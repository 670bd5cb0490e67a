#!/usr/bin/env python3
"""Every link in the documents leads to an existing file and heading, and every page that is mentioned exists."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/*/README.md"), *ROOT.glob("*/README.md")]


def anchors(page):
    """The anchor that GitHub derives from a heading."""
    lines = re.findall(r"^#+ (.*)$", page.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


def faults(page):
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.S)
    for to in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", to):
            continue
        name, _, anchor = to.partition("#")
        target = page.parent / name if name else page
        if not target.exists():
            yield f"the link to {to}: no such file"
        elif anchor and anchor not in anchors(target):
            yield f"the link to {to}: no such headline"
    for name in re.findall(r"`([\w/.-]+\.md)`", text):
        if name != "README.md" and not any((folder / name).exists() for folder in (page.parent, ROOT, ROOT / "docs")):
            yield f"`{name}`: no such page"


def main():
    found = [f"{page.relative_to(ROOT)}: {fault}" for page in PAGES if "build" not in page.parts for fault in faults(page)]
    print("\n".join(found) or f"{len(PAGES)} pages")
    return 1 if found or len(PAGES) < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
