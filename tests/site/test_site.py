"""The documentation site: it builds without a warning, all its links have a target, it contacts no other host, and a
reader can find, read and distinguish its content."""
import functools
import html
import http.server
import importlib.util
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools/site"), str(ROOT / "tests/guides")]
import build  # noqa: E402
import nook_command  # noqa: E402

NOOK = None
AUDIT = pathlib.Path(__file__).with_name("audit.js")
# Types into the search box and reports when results appear; until then the browser waits for a picture. The theme sends
# messages to a busy worker late, and only the last of them: text typed too early replaces the one that sets up the index.
# So the script waits until the theme no longer says "Initializing search".
SEARCH = """<img src='/hold' alt=''><script>
  const field = document.querySelector("[data-md-component=search-query]");
  field.typed = 0;
  setInterval(() => {
    if (document.querySelector(".md-search-result__meta").textContent.includes("Initializing")) return;
    field.focus();
    field.value = "QUERY";
    field.dispatchEvent(new KeyboardEvent("keyup", {bubbles: true}));
    // Complete once: results of parts of a word come before.
    if (document.querySelectorAll(".md-search-result__item").length && field.typed++ > 3) fetch("/done");
  }, 300);
</script>"""
BROWSER = shutil.which("chromium")


class Served(http.server.SimpleHTTPRequestHandler):
    """The site; pages requested with ?audit contain the script that inspects them."""

    def log_message(self, *_):
        pass

    def answer(self, kind, text):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    def do_GET(self):
        name, _, query = self.path.partition("?")
        if query.startswith("audit"):
            scheme = query.partition("=")[2]
            text = (pathlib.Path(self.directory) / name[1:]).read_text()
            text = text.replace("</body>", f"<script>var scheme = '{scheme}';</script><script src='/audit.js'></script></body>")
            self.answer("text/html", text)
        elif query.startswith("search="):
            text = (pathlib.Path(self.directory) / name[1:]).read_text()
            asked = urllib.parse.unquote(query.partition("=")[2])
            self.answer("text/html", text.replace("</body>", SEARCH.replace("QUERY", asked) + "</body>"))
        elif name in ("/hold", "/done"):
            self.server.answered.wait(240) if name == "/hold" else self.server.answered.set()
            self.answer("text/plain", "")
        elif name == "/audit.js":
            self.answer("text/javascript", AUDIT.read_text())
        else:
            super().do_GET()


class Reference(unittest.TestCase):
    def test_headers_of_c_are_shown_as_c_and_others_as_cpp(self):
        languages = {}
        for header in ("nook/interpreter.h", "nook/model/model.h"):
            text = "".join(build.reference.header_page("Title", "Text", [header]))
            languages[header] = set(re.findall(r"^```(\w+)$", text, re.M)) - {"text"}
        self.assertEqual(list(languages.values()), [{"c"}, {"cpp"}], languages)


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="nook_site_"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.pages, cls.out = cls.folder / "pages", cls.folder / "site"
        page = cls.folder / "page.html"  # stands for the page that ./dev web builds
        page.write_text("<title>Try</title>")
        build.write_pages(cls.pages, NOOK, page)
        cls.said = build.build(cls.pages, cls.out)
        handler = functools.partial(Served, directory=str(cls.out))
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        cls.server.answered = threading.Event()
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.addClassCleanup(cls.server.shutdown)

    def browse(self, page, *options):
        """The page as rendered by Chromium after its scripts; any other host is unreachable."""
        done = subprocess.run(
            [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={self.folder}/profile", *options,
             "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--dump-dom",
             f"http://127.0.0.1:{self.server.server_port}/{page}"], capture_output=True, text=True, timeout=300)
        return done.stdout

    def test_builds_without_warnings_and_dead_links(self):
        self.assertEqual(self.said, [])
        self.assertEqual([*build.faults(self.out)], [])
        self.assertEqual([*build.outside_navigation(self.pages)], [])

    def test_the_first_screen_has_the_ways_in(self):
        links = build.Page((self.out / "index.html").read_text()).links
        self.assertLessEqual({"try/index.html", "#install", "tutorials/first-model.html"}, links)
        text = (ROOT / "README.md").read_text()
        for page, ways in ((self.folder / "page.html", 3), (self.folder / "missing.html", 2)):
            shown = build.with_ways_in(text, page)
            self.assertEqual((shown.count(".md-button "), shown.count(".md-button--primary")), (ways, 1), page)

    def test_a_dead_link_and_another_host_are_faults(self):
        page = self.out / "wrong.html"
        page.write_text('<a href="missing.html">a</a><a href="memory.html#nothing">b</a><img src="https://example.org/c.png">')
        self.addCleanup(page.unlink)
        self.assertEqual([*build.faults(self.out)], [
            "wrong.html: loads https://example.org/c.png", "wrong.html: the link to memory.html#nothing: no such headline",
            "wrong.html: the link to missing.html: no such file"])

    def test_the_reference_has_every_command_function_and_key(self):
        command = (self.pages / "reference/command.md").read_text()
        for name in ("analyze", "compile", "quantize", "supported-ops"):
            self.assertIn(f"## nook {name}\n", command)
        self.assertIn("--scratch-limit", command)
        self.assertIn("### nook_interpreter_init\n", (self.pages / "reference/c.md").read_text())
        self.assertIn("### Interpreter\n", (self.pages / "reference/cpp.md").read_text())
        self.assertIn("| `instructions_per_mac` |", (self.pages / "reference/json.md").read_text())

    def test_search_index_has_the_words_of_a_reader(self):
        index = json.loads((self.out / "search/search_index.json").read_text())
        for word in ("quantize", "nook_interpreter_init", "N4011", "keyword spotter"):
            self.assertTrue(any(word in entry["text"] + entry["title"] for entry in index["docs"]), word)

    @unittest.skipUnless(BROWSER, "needs chromium")
    def test_search_answers_without_the_network(self):
        """The first answers to words that readers of other projects type."""
        for asked, page in (("quantize", "quantize.html"), ("ESP32", "packages.html"), ("arena size", "tutorials/from-tflm.html"),
                            ("hello world", "tutorials/first-model.html")):
            with self.subTest(asked):
                self.server.answered.clear()
                shown = self.browse("index.html?search=" + urllib.parse.quote(asked))
                links = re.findall(r'class="md-search-result__item".*?href="[^"]*?/([\w/-]+\.html)', shown, re.S)
                self.assertIn(page, links[:4])

    def test_every_page_leads_to_the_page_that_compiles(self):
        for path in self.out.rglob("*.html"):
            if path.name != "404.html" and path.parent.name != "try":
                head = path.read_text().split("<main")[0]
                self.assertRegex(head, r'<a class="try" href="[./]*try/index\.html">', path)

    def test_tutorials_show_a_result_and_commands_an_example(self):
        for path in (ROOT / "docs/tutorials").glob("*.md"):
            self.assertRegex(path.read_text(), r"!\[[^\]]+\]\(", path.name)
        self.assertIn("```", (ROOT / "docs/cli.md").read_text()[:400])

    @unittest.skipUnless(BROWSER, "needs chromium")
    def test_pages_are_readable(self):
        for page, scheme, width in (("index.html", "default", 390), ("cli.html", "slate", 1440),
                                    ("tutorials/first-model.html", "default", 768)):
            shown = self.browse(f"{page}?audit={scheme}", f"--window-size={width},900", "--virtual-time-budget=8000")
            found = re.search(r'<pre id="audit">(.*?)</pre>', shown, re.S)
            self.assertIsNotNone(found, f"{page}: the audit did not run")
            self.assertEqual(json.loads(html.unescape(found.group(1))), [], f"{page}, {scheme}, {width} pixels")


def has_theme():
    if not importlib.util.find_spec("mkdocs"):
        return False
    import mkdocs.utils
    return "material" in mkdocs.utils.get_theme_names()


def main():
    global NOOK
    NOOK = nook_command.taken()
    if not has_theme():
        print("skipped: needs mkdocs-material")
        return 77
    unittest.main()


if __name__ == "__main__":
    sys.exit(main())
