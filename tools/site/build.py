#!/usr/bin/env python3
"""Builds the documentation site (mkdocs-material): the pages of docs/, and the reference generated from the command
and the headers. Every warning is an error, and so is a link to a missing page or heading, or a page outside of the
navigation."""
import argparse
import html.parser
import itertools
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys
import urllib.parse

import reference

ROOT = pathlib.Path(__file__).resolve().parents[2]


LINK = re.compile(r"\[([^\]]*)\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)")


def place_on_site(path):
    """The location of a repository file on the site: docs/ is its root, README its first page."""
    return "index.md" if path == "README.md" else path.removeprefix("docs/")


def page_on_site(path, left):
    """The text of a page with links as on the site. Pages outside of docs/ that it links to are added to `left`; a
    link to a source becomes its text."""
    def moved(link):
        to = posixpath.normpath(posixpath.join(posixpath.dirname(path), link.group(2)))
        if to.endswith(".md"):
            left.append(to)
        elif not to.startswith("docs/"):
            return link.group(1)
        start = posixpath.dirname(place_on_site(path)) or "."
        return f"[{link.group(1)}]({posixpath.relpath(place_on_site(to), start)}{link.group(3) or ''})"

    parts = re.split(r"(^```.*?^```)", (ROOT / path).read_text(), flags=re.M | re.S)  # code is unchanged
    return "".join(part if part.startswith("```") else LINK.sub(moved, part) for part in parts)


def short_table(text, headline, columns):
    """The first columns of the first table below a headline."""
    lines = text[text.index(headline):].splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("|"))
    table = itertools.takewhile(lambda line: line.startswith("|"), lines[start:])
    return "\n".join("|".join(line.split("|")[:columns + 1]) + "|" for line in table)


def with_ways_in(text, page):
    """The first page with three buttons and the RAM of four networks after its first paragraph; the first button is the
    page that compiles models, if there is one."""
    ways = [("Try in the browser", "try/index.html")] if page.is_file() else []
    ways += [("Install", "#install"), ("First model in ten minutes", "tutorials/first-model.md")]
    buttons = [f"[{name}]({to}){{ .md-button {'' if i else '.md-button--primary'} }}" for i, (name, to) in enumerate(ways)]
    title, first, rest = text.split("\n\n", 2)
    ram = short_table(text, "## How it compares", 3) + "\n\nBytes of RAM on a Cortex-M4 ([how it compares](#how-it-compares))."
    return "\n\n".join([title, first, "\n".join(buttons), ram, rest])


def write_pages(folder, nook, page):
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder)
    left = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
    left += [str(path.relative_to(ROOT)) for path in ROOT.glob("docs/**/*.md")]
    done = set()
    while left:
        path = left.pop()
        if path in done or not (ROOT / path).is_file():
            continue
        done.add(path)
        to = folder / place_on_site(path)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(page_on_site(path, left))
    index = folder / "index.md"
    index.write_text(with_ways_in(index.read_text(), page))
    if page.is_file():
        (folder / "try").mkdir()
        shutil.copy(page, folder / "try/index.html")
    shutil.copy(ROOT / "tools/site/site.css", folder)
    (folder / "reference").mkdir(exist_ok=True)
    for name, text in reference.pages(nook):
        (folder / "reference" / name).write_text(text)


def build(pages, out):
    """mkdocs' complaints about the site; empty if it was built."""
    config = pages.parent / "mkdocs.yml"
    settings = (ROOT / "mkdocs.yml").read_text()
    settings = re.sub(r"^docs_dir: .*", f"docs_dir: {pages}", settings, flags=re.M)
    settings = re.sub(r"^site_dir: .*", f"site_dir: {out}", settings, flags=re.M)
    settings = settings.replace("custom_dir: tools", f"custom_dir: {ROOT}/tools")
    config.write_text(settings.replace("try_page: false", f"try_page: {str((pages / 'try').is_dir()).lower()}"))
    done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--clean", "-f", str(config)],
                          capture_output=True, text=True)
    config.unlink()
    said = [line for line in (done.stdout + done.stderr).splitlines() if line and not line.startswith("INFO")]
    return said if done.returncode else []


class Page(html.parser.HTMLParser):
    """Collects anchors, links and the resources that the browser loads."""
    LOADED = {("link", "href"), ("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src")}

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.loads = set(), set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            if (tag, name) in self.LOADED and value:
                self.loads.add(value)
            if name == "href" and tag == "a" and value:
                self.links.add(value)


def faults(out):
    """Broken links, and resources that would be requested from another host."""
    pages = {path: Page(path.read_text()) for path in out.rglob("*.html")}
    for path, page in sorted(pages.items()):
        name = path.relative_to(out)
        for to in sorted(page.loads):
            if re.match(r"(?:[a-z]+:)?//", to):
                yield f"{name}: loads {to}"
        if path.name == "404.html":  # its links are relative to the server's root
            continue
        for to in sorted(page.links | page.loads):
            link = urllib.parse.urlsplit(to)
            if link.scheme or link.netloc:
                continue
            target = (path.parent / urllib.parse.unquote(link.path)).resolve() if link.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                yield f"{name}: the link to {to}: no such file"
            elif link.fragment and target in pages and urllib.parse.unquote(link.fragment) not in pages[target].anchors:
                yield f"{name}: the link to {to}: no such headline"


def outside_navigation(pages):
    listed = set(re.findall(r": ([\w/.-]+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.M))
    for page in sorted(str(path.relative_to(pages)) for path in pages.rglob("*.md")):
        if page not in listed and (ROOT / "docs" / page).exists():
            yield f"{page}: not in the navigation of mkdocs.yml"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nook", type=pathlib.Path, default=ROOT / "build/host/nook")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/site")
    parser.add_argument("--page", type=pathlib.Path, default=ROOT / "build/web/page/index.html",
                        help="the page that ./dev web builds; without it, the site has no link to it")
    options = parser.parse_args()
    out = options.out.resolve()
    if not options.page.is_file():
        print(f"{options.page} is not built: the site does not have it (./dev web)", file=sys.stderr)
    pages = out.parent / (out.name + "_pages")
    write_pages(pages, options.nook, options.page)
    found = [*outside_navigation(pages)] or build(pages, out) or [*faults(out)]
    if found:
        print("\n".join(found), file=sys.stderr)
        return 1
    print(f"{len(list(out.rglob('*.html')))} pages in {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
