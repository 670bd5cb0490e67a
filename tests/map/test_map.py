"""The pictures of nook map: the page works in a browser at phone and desktop width, light and dark."""
import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
EXPECTED = Path(__file__).resolve().parent / "expected"
DIGITS = ROOT / "models" / "digits" / "digits.tflite"
WORDS = ROOT / "models" / "words" / "words.tflite"  # a window of 49 rows of features
KNOCKS = ROOT / "models" / "knocks" / "knocks.tflite"  # keeps state from one run to the next
HOP = ("--target", "cortex-m4", "--hop", "2", "--hop-axis", "1")
PERSON = ROOT.parent / "shared" / "golden" / "tflm_person_detect" / "model.tflite"
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
# Runs in the page: hovers the last buffer, measures, and puts the answer into the title.
PROBE = """<script>
const buffers = [...document.querySelectorAll("div.picture .buffer")];
const last = buffers[buffers.length - 1];
last.dispatchEvent(new Event("pointerenter"));
const shown = document.getElementById("detail").textContent;
last.dispatchEvent(new Event("pointerleave"));
const root = document.documentElement;
document.title = JSON.stringify({
  buffers: buffers.length, shown, hidden: document.getElementById("detail").textContent,
  overflow: root.scrollWidth - root.clientWidth, width: root.clientWidth,
  page: getComputedStyle(document.body).backgroundColor, ink: getComputedStyle(document.body).color,
  fill: getComputedStyle(last.querySelector("rect")).fill,
  text: Math.min(...[...document.querySelectorAll("div.picture text")].map(t => t.getBoundingClientRect().height)),
});
</script>"""
options = None


def nook(*arguments, folder=None):
    return subprocess.run([Path(options.nook).resolve(), *map(str, arguments)], capture_output=True, text=True, cwd=folder)


def luminance(colour):
    red, green, blue = (int(c) / 255 for c in re.findall(r"\d+", colour)[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class Map(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def draw(self, *arguments):
        page, picture = self.folder / "m.html", self.folder / "m.svg"
        done = nook("map", *arguments, "-o", page, "-o", picture)
        self.assertEqual(done.returncode, 0, done.stderr)
        return page, picture

    def ask(self, page, width, dark):
        probed = self.folder / "probed.html"
        probed.write_text(page.read_text().replace("</body>", PROBE + "</body>"))
        done = subprocess.run(
            [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--window-size={width},900", "--dump-dom",
             f"--blink-settings=preferredColorScheme={0 if dark else 1}", f"--user-data-dir={self.folder / 'profile'}",
             probed.as_uri()], capture_output=True, text=True, timeout=120)
        title = re.search(r"<title>(\{.*?\})</title>", done.stdout, re.S)
        self.assertIsNotNone(title, done.stdout[-500:] + done.stderr[-500:])
        return json.loads(title[1].replace("&quot;", '"').replace("&amp;", "&"))

    def test_viewers_without_variables_have_the_light_colours(self):
        _, picture = self.draw(DIGITS)
        style = re.search(r"<style>(.*?)</style>", picture.read_text(), re.S)[1]
        light = dict(re.findall(r"--(\w+): (#\w{6});", style[:style.index("@media")]))
        named = re.findall(r"([\w-]+): var\(--(\w+)\)", style)
        self.assertGreater(len(named), 20)
        for kind, name in named:
            self.assertIn(f"{kind}: {light[name]}; {kind}: var(--{name})", style)

    @unittest.skipUnless(BROWSER, "chromium is not installed")
    def test_the_page_works_in_a_browser(self):
        page, _ = self.draw(DIGITS, "--input-in-scratch", "--workspace-pool", "name=dtcm,size=2000",
                            "--workspace-pool", "name=sram")
        for width in (500, 1280):  # headless windows are never narrower than 500
            for dark in (False, True):
                with self.subTest(width=width, dark=dark):
                    said = self.ask(page, width, dark)
                    self.assertGreaterEqual(said["buffers"], 6)
                    self.assertRegex(said["shown"], r"(?s).+\n\w+, \d+ bytes at \d+.*\nfrom .+\nto ")
                    self.assertEqual(said["hidden"], "")
                    self.assertLessEqual(said["overflow"], 0, "the page scrolls sideways")
                    self.assertEqual(luminance(said["page"]) < 0.2, dark)
                    self.assertGreater(abs(luminance(said["page"]) - luminance(said["ink"])), 0.5)
                    self.assertGreater(said["text"], 6)

    def test_the_picture_is_sound_svg_with_every_buffer(self):
        _, picture = self.draw(DIGITS)
        root = ElementTree.parse(picture).getroot()
        titles = [t.text for t in root.iter("{http://www.w3.org/2000/svg}title")]
        plan = json.loads(nook("analyze", DIGITS, "--json").stdout)["buffers"]
        self.assertEqual(sum(" bytes at " in t for t in titles), len(plan))
        self.assertTrue(any("lower bound" in t for t in titles))

    def test_operators_that_run_row_by_row_are_drawn_over_their_time(self):
        """Not one step followed by empty ones: each ring shows where it is filled and read, under the operators'
        numbers."""
        _, picture = self.draw(DIGITS)
        root = ElementTree.parse(picture).getroot()
        svg = "{http://www.w3.org/2000/svg}"
        report = json.loads(nook("analyze", DIGITS, "--json").stdout)
        chain = report["chains"][0]
        rings = [g for g in root.iter(svg + "g") if "ring" in g.get("class", "").split()]
        self.assertGreaterEqual(len(rings), 3)
        used = [r for g in rings for r in g.iter(svg + "rect") if r.get("class") == "used"]
        self.assertEqual(len(used), len(rings))
        self.assertGreater(len({r.get("x") for r in used}), 1, "all rings begin at one step")
        brackets = [p for p in root.iter(svg + "path") if p.get("class") == "chain"]
        self.assertEqual(len(brackets), len(report["chains"]))
        marks = [t.text for t in root.iter(svg + "text") if t.get("class") == "below"]
        for op in report["operators"][chain["first"]:chain["last"] + 1]:
            self.assertIn(str(op["node"]), marks)
        peak = report["memory"]["scratch"][0]["peak"]["operator"]
        said = [t.text for t in root.iter(svg + "text") if (t.text or "").startswith("peak: ")]
        self.assertEqual([line.startswith(f"peak: {peak}, ") for line in said], [True])

    def compile(self, name, *arguments):
        done = nook("compile", DIGITS, "--target", "cortex-m4", "--name", "digits", "-o", self.folder / name, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.folder / name / "digits.json"

    def test_a_report_has_the_picture_of_its_model(self):
        report = self.compile("a")
        _, of_model = self.draw(DIGITS, "--target", "cortex-m4", "--name", "digits")
        expected = of_model.read_text()
        of_model.unlink(), (self.folder / "m.html").unlink()
        _, of_report = self.draw(report)
        self.assertEqual(of_report.read_text(), expected)

    def test_the_change_between_two_builds_is_stated_in_numbers_of_their_reports(self):
        whole, rows = self.compile("whole", "--no-rows"), self.compile("rows")
        before, after = (json.loads(path.read_text())["memory"]["scratch"][0] for path in (whole, rows))
        self.assertGreater(before["bytes"], after["bytes"])
        done = nook("map", whole, rows)
        self.assertEqual(done.returncode, 0, done.stderr)
        line = re.search(r"^ +scratch sram +(\d+) +(\d+) +([+-]\d+)$", done.stdout, re.M)
        self.assertEqual([int(n) for n in line.groups()],
                         [before["bytes"], after["bytes"], after["bytes"] - before["bytes"]])
        for said, pool in (("before: ", before), ("after:  ", after)):
            self.assertIn(f"{said}sram peak: {pool['peak']['operator']}, ", done.stdout)
        self.assertRegex(done.stdout, r"Unchanged: \d+ of \d+ operators")
        same = nook("map", rows, rows).stdout
        self.assertRegex(same, r"Unchanged: (\d+) of \1 operators")
        self.assertNotRegex(same, r"[+-][1-9]")

    def bands(self, picture):
        """Per row of "rows along the time": its title, and (class, left, width) of its rectangles."""
        root = ElementTree.parse(picture).getroot()
        svg = "{http://www.w3.org/2000/svg}"
        return [(g.find(svg + "title").text, [(r.get("class", ""), float(r.get("x")), float(r.get("width"))) for r in g.iter(svg + "rect")])
                for g in root.iter(svg + "g") if g.get("class") == "rows"]

    def test_a_hop_shows_the_rows_that_it_keeps_and_computes(self):
        _, picture = self.draw(WORDS, *HOP)
        hop = json.loads(nook("analyze", WORDS, *HOP, "--json").stdout)["hop"]
        bands = self.bands(picture)
        self.assertEqual(len(bands), len(hop["inputs"]) + len(hop["operators"]))
        for (title, rectangles), op in zip(bands, hop["inputs"] + hop["operators"]):
            (_, left, room), *spans = rectangles
            self.assertIn(op["name"], title)
            expected = [("kept", op["kept"])] * (op["kept"] is not None) + [("", span) for span in op["computed"]]
            if op["rows"] == 0:
                self.assertEqual(spans, [("", left, room)])
                continue
            self.assertEqual([kind for kind, _, _ in spans], [kind for kind, _ in expected])
            per_row = room * op["frames_per_row"] / hop["window"]
            for (_, x, width), (_, span) in zip(spans, expected):
                self.assertAlmostEqual(x, left + span["first"] * per_row, delta=0.02)
                end = min((span["last"] + 1) * per_row, room)  # the last row of a stride may begin before the window's end
                self.assertAlmostEqual(width, end - span["first"] * per_row, delta=0.02)
        said = nook("map", WORDS, *HOP).stdout
        self.assertIn("rows along the time, 2 new frames of a window of 49", said)
        self.assertRegex(said, r"input +\S+ +\|=*##\| +2 of 49 +1960 +0 +0\n")
        self.assertRegex(said, r"0 CONV_2D +\S+ +\|#+=+#+\| +6 of 25 +4000 +76800 +320000\n")
        self.assertRegex(said, r"2 FULLY_CONNECTED +\S+ +\|#+\| +all +0 +16000 +16000\n")

    def test_persistent_memory_has_a_picture_with_all_of_its_bytes(self):
        for arguments in ((WORDS, *HOP), (KNOCKS, "--target", "cortex-m4")):
            with self.subTest(arguments[0].name):
                report = json.loads(nook("analyze", *arguments, "--json").stdout)
                (memory,) = report["memory"]["persistent"]
                self.assertGreater(len(report["state"]), 0)
                self.assertEqual(max(each["offset"] + each["size"] for each in report["state"]), memory["bytes"])
                page, picture = self.draw(*arguments)
                titles = re.findall(r"\npersistent, (\d+) bytes at (\d+)", picture.read_text())
                self.assertEqual(sorted((int(at), int(size)) for size, at in titles),
                                 sorted((each["offset"], each["size"]) for each in report["state"]))
                self.assertIn(f"persistent sram: {memory['bytes']:,} bytes, from one run to the next", picture.read_text())
                self.assertIn("kept from one run to the next", page.read_text())
                said = nook("map", *arguments).stdout
                self.assertIn(f"persistent sram: {memory['bytes']} bytes, from one run to the next\n", said)
                self.assertIn(f"{report['memory']['scratch'][0]['bytes']:,} bytes of scratch", said)

    def test_operators_that_the_compiler_inserted_have_no_number(self):
        shown = nook("map", WORDS, *HOP).stdout
        self.assertRegex(shown, r"(?m)^  A +0 +640 +0 +-  conv_2d_rows_21_24$")
        self.assertNotRegex(shown, r"-1\b")

    def test_whole_windows_and_hops_stand_side_by_side(self):
        builds = []
        for name, options in (("whole", HOP[:2]), ("hop", HOP)):
            done = nook("compile", WORDS, *options, "-o", self.folder / name)
            self.assertEqual(done.returncode, 0, done.stderr)
            builds.append(self.folder / name / "words.json")
        _, picture = self.draw(*builds)
        text = picture.read_text()
        self.assertIn("before: rows along the time, all 49 frames", text)
        self.assertIn("after: rows along the time, 2 new frames of 49", text)
        bands = self.bands(picture)
        half = len(bands) // 2
        for (_, whole), (_, hop) in zip(bands[:half], bands[half:]):
            self.assertEqual([kind for kind, _, _ in whole], ["plot", ""])  # every row is computed
            self.assertEqual(whole[0][2], hop[0][2])
        self.assertIn("25 of 25 rows, 320,000 MACs", text)
        self.assertIn("6 of 25 rows, 76,800 MACs", text)
        said = nook("map", *builds).stdout
        self.assertRegex(said, r"persistent sram +0 +5984 +\+5984\n")
        self.assertRegex(said, r"multiply-accumulates +336000 +92800 +-243200\n")
        self.assertIn("after: rows along the time", said)
        self.assertNotIn("before: rows along the time", said)
        self.assertEqual(len(self.bands(self.draw(*reversed(builds))[1])), 2 * half)

    def test_two_builds_stand_side_by_side_on_one_scale(self):
        page, picture = self.draw(self.compile("whole", "--no-rows"), self.compile("rows"))
        svg = "{http://www.w3.org/2000/svg}"
        heads = [t.text for t in ElementTree.parse(picture).getroot().iter(svg + "text") if t.get("class") == "head"]
        self.assertTrue(any(h.startswith("before: sram") for h in heads) and any(h.startswith("after: sram") for h in heads))
        # One scale: equal bytes are equal pixels in both.
        scales = set()
        for group in ElementTree.parse(picture).getroot().iter(svg + "g"):
            for title in group.findall(svg + "title"):
                found = re.search(r", (\d+) bytes at ", title.text)
                if found and "buffer" in group.get("class", ""):
                    scales.add(round(float(group.find(svg + "rect").get("height")) / int(found[1]), 3))
        self.assertEqual(len(scales), 1, scales)
        self.assertIn("<h2>What changed</h2>", page.read_text())
        self.assertIn("<h2>Operators</h2>", page.read_text())

    def test_each_character_of_a_picture_is_as_expected(self):
        """From stored plans and reports, so that no kernel changes them; --write writes the expected pictures. A page has the
        pictures of the .svg, so only the rest of it is stored."""
        in_page = re.compile(r'(<div class="picture"><svg [^>]*>)\n(.*?)(</svg></div>)', re.S)
        in_picture = re.compile(r'<g transform="[^"]*">\n(.*?)</g>\n(?=<g transform|</svg>)', re.S)
        for name in ("problem", "before", "after"):
            shutil.copy(EXPECTED / f"{name}.json", self.folder)  # a picture has the name of its file as given
        cases = {"problem": ["--problem", "problem.json"], "after": ["after.json"], "changed": ["before.json", "after.json"]}
        for name, arguments in cases.items():
            for ending in ("txt", "svg", "html"):
                with self.subTest(name=name, ending=ending):
                    drawn = self.folder / f"{name}.{ending}"
                    done = nook("map", *arguments, "-o", drawn, folder=self.folder)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    said = re.sub(r"(<(style|script)>).*?(</\2>)", r"\1\3", drawn.read_text(), flags=re.S)
                    if ending == "html":
                        self.assertEqual([found[2] for found in in_page.finditer(said)], in_picture.findall(drawn.with_suffix(".svg").read_text()))
                        said = in_page.sub(r"\1\3", said)
                    expected = EXPECTED / drawn.name
                    if options.write:
                        expected.write_text(said)
                    self.assertEqual(said, expected.read_text())
            done = nook("map", *arguments, folder=self.folder)
            self.assertEqual(done.stdout, (EXPECTED / f"{name}.txt").read_text())

    def test_two_models_are_compared_by_the_names_of_operators(self):
        other = self.folder / "float"
        done = nook("compile", DIGITS.with_name("digits_float.tflite"), "--target", "cortex-m4", "-o", other)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = nook("map", self.compile("rows"), other / "digits_float.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("The models are different files", done.stdout)

    def test_pools_stand_side_by_side_with_the_peaks_of_the_report(self):
        pools = ["--input-in-scratch", "--workspace-pool", "name=dtcm,size=700", "--workspace-pool", "name=sram"]
        report = json.loads(self.compile("pools", *pools).read_text())["memory"]["scratch"]
        _, picture = self.draw(DIGITS, "--target", "cortex-m4", *pools)
        root = ElementTree.parse(picture).getroot()
        said = [t.text for t in root.iter("{http://www.w3.org/2000/svg}text") if t.get("class") == "peak-note"]
        peaks = [pool["peak"]["operator"] for pool in report if "peak" in pool]
        self.assertGreater(len(peaks), 1)
        for peak, line in zip(peaks, said):
            self.assertTrue(line.startswith(f"peak: {peak}"[:40]), (peak, line))
        places = re.findall(r'translate\((\S+) (\S+)\)', picture.read_text())[:2]
        self.assertEqual(places[0][1], places[1][1], "the pools are not in one row")
        self.assertNotEqual(places[0][0], places[1][0])

    def test_bars_have_the_constants_of_the_report(self):
        report = json.loads(self.compile("a").read_text())
        _, picture = self.draw(DIGITS, "--target", "cortex-m4")
        bars = [int(n) for n in re.findall(r"\n(\d+) bytes of constants<", picture.read_text())]
        self.assertEqual(sum(bars), sum(constant["bytes"] for constant in report["constants"]))

    def test_a_report_is_not_believed(self):
        good = json.loads(self.compile("a").read_text())
        def broken(change):
            report = json.loads(json.dumps(good))
            change(report)
            file = self.folder / "broken.json"
            file.write_text(json.dumps(report))
            return nook("map", file)
        cases = {
            "format": lambda r: r.update(format=2), "operators": lambda r: r.update(operators=7),
            "buffers: pool": lambda r: r["buffers"][0].update(pool="nowhere"),
            "buffers: offset": lambda r: r["buffers"][0].update(offset=10**6),
            "size": lambda r: r["buffers"][0].update(size=-1), "last": lambda r: r["buffers"][0].update(last=10**6),
            "buffers: kind": lambda r: r["buffers"][0].update(kind='x" onload="alert(1)'),
            "call": lambda r: r["memory"]["scratch"][0]["peak"].update(call=99),
            "first": lambda r: r["chains"][0].update(first=-1), "bytes": lambda r: r["memory"]["scratch"][0].pop("bytes"),
            "offset": lambda r: (r["buffers"][0].pop("offset"), r["buffers"][0].update(size=10**6)),
            "name": lambda r: r["buffers"].insert(0, 7), "(tensor|identifier)": lambda r: r.update(inputs=[None]),
            "sha256": lambda r: r.pop("model"), "scratch": lambda r: r.update(memory=[]),
        }
        for key, change in cases.items():
            with self.subTest(key):
                done = broken(change)
                self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
                self.assertRegex(done.stderr, rf"error\[N2029\] \S+: {key}: need .+, have ")
        self.assertEqual(nook("compile", WORDS, *HOP, "-o", self.folder / "hop").returncode, 0)
        good = json.loads((self.folder / "hop" / "words.json").read_text())
        conv = lambda r: next(op for op in r["hop"]["operators"] if op["rows"])  # noqa: E731
        cases = {
            "window": lambda r: r["hop"].update(window=0), "frames": lambda r: r["hop"].update(frames=50),
            "rows": lambda r: conv(r).update(rows=10**6), "frames_per_row": lambda r: conv(r).update(frames_per_row=0),
            "last": lambda r: conv(r)["kept"].update(last=25), "first": lambda r: conv(r)["computed"][0].update(first=-1),
            "inputs": lambda r: r["hop"].update(inputs=3), "macs": lambda r: conv(r).update(macs=-1),
            "state: pool": lambda r: r["state"][0].update(pool="nowhere"), "state: offset": lambda r: r["state"][0].update(offset=10**6),
            "size": lambda r: r["state"][0].update(size=-1), "state": lambda r: r.update(state={}),
        }
        for key, change in cases.items():
            with self.subTest(key):
                done = broken(change)
                self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
                self.assertRegex(done.stderr, rf"error\[N2029\] \S+: {key}: need .+, have ")
        done = broken(lambda r: r.update(operators=r["operators"] * 20000))
        self.assertRegex(done.stderr, r"error\[N2029\] \S+: operators: a map shows at most 16384, have \d+\n")
        (self.folder / "no.json").write_text("[1, 2")
        self.assertIn("N2029", nook("map", self.folder / "no.json").stderr)
        (self.folder / "deep.json").write_text("[" * 100000)
        self.assertEqual(nook("map", self.folder / "deep.json").returncode, 2)

    def test_reports_go_with_no_option_and_no_model(self):
        report = self.compile("a")
        self.assertIn("--target has no effect on a report", nook("map", report, "--target", "cortex-m0").stderr)
        self.assertIn("compared by their reports", nook("map", report, DIGITS).stderr)
        self.assertIn("compared by their reports", nook("map", DIGITS, report).stderr)
        done = nook("map", report, report, "-o", report.with_suffix(".txt"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(nook("map", "--problem", report, report).returncode, 2)

    def test_numbers_of_steps_do_not_touch(self):
        problem = self.folder / "p.json"
        problem.write_text(json.dumps({"pools": [{"name": "a"}, {"name": "b"}], "buffers": [
            {"name": f"b{i}", "size": 64, "lives": [[i, i + 1]], "pool": "ab"[i % 2]} for i in range(32)]}))
        pictures = [self.draw("--problem", problem)[1].read_text()]
        if PERSON.is_file():
            pictures.append(self.draw(PERSON, "--no-rows", "--input-in-scratch", "--workspace-pool", "name=dtcm,size=8KiB",
                                      "--workspace-pool", "name=sram")[1].read_text())
        for picture in pictures:
            shown = [(y, float(x), text) for x, y, text in
                     re.findall(r'<text class="below" x="([\d.]+)" y="([\d.]+)"[^>]*>(\w+)<', picture)]
            self.assertGreater(len(shown), 20)
            for (y, x, text), (next_y, next_x, next_text) in zip(shown, shown[1:]):
                self.assertGreaterEqual(x - 6.6 * len(text) / 2, 86, text)  # position of the axis
                if y == next_y and next_x > x:
                    self.assertGreater(next_x - x, 6.6 * (len(text) + len(next_text)) / 2 + 4, (text, next_text))

    def test_names_can_t_break_out_of_the_page(self):
        problem = self.folder / "p.json"
        problem.write_text(json.dumps({"buffers": [{"name": "</title><script>alert(1)</script>\u0007", "size": 4,
                                                    "lives": [[0, 1], [4, 5]]}]}))
        page, picture = self.draw("--problem", problem)
        self.assertNotIn("<script>alert", page.read_text())
        ElementTree.parse(picture)

    def test_the_terminal_gets_text(self):
        done = nook("map", DIGITS)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"sram: 1280 bytes, no plan is lower\n +\d+ \|")
        self.assertRegex(done.stdout, r"\^ peak: 0 CONV_2D \S+, 1280 bytes in use")

    def test_a_map_that_cannot_be_drawn_is_refused(self):
        self.assertEqual(nook("map").returncode, 2)
        done = nook("map", DIGITS, "-o", self.folder / "m.png")
        self.assertEqual(done.returncode, 2)
        self.assertIn("is not a .html, .svg or .txt file", done.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", required=True)
    parser.add_argument("--write", action="store_true", help="write the pictures that are expected")
    options, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
