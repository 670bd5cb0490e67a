"""The compiler as WebAssembly: it gives the command's bytes, also as npm package and as page in a browser."""
import argparse
import base64
import functools
import gzip
import hashlib
import http.server
import json
import queue
import re
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import built as shared
from built import BROWSER, DIGITS, EVERYTHING, GOLDEN, HERE, OTHER_EXP, ROOT, MOST_COMPRESSED, MOST_PAGE, built, needs, node
from samples import big_model, large_model, open_model, unsupported_model
from test_package import Package, Scripts  # noqa: F401  unittest finds them here
from test_study import CommandLine, Comparing, DigitsSamples, Listening, Quantizing, Running, Weights  # noqa: F401  unittest finds them here


# Chooses the sample, waits for its whole answer, inspects the page, and reports.
PROBE = (HERE / "probe.js").read_text()
# A window lays out its page for at least 500 pixels, so phones are frames in it. The answer becomes the title.
AROUND = """<!doctype html><style>body {{ margin: 0 }} iframe {{ display: block; border: 0; width: {width}px; height: {height}px }}</style>
<iframe src="page.html{query}" allow="microphone"></iframe><script>onmessage = (event) => {{
  document.title = event.data;
  if (location.protocol === "http:") fetch("answer", {{ method: "POST", body: event.data }});
}};</script>"""


# The page may request nothing: the document around it brings it models and inputs, and takes the digests of outputs.
GOLDEN_AROUND = """<!doctype html><iframe src="page.html?until=golden"></iframe><script>
const frame = document.querySelector("iframe"), all = [], jobs = {jobs};
const bytes = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
async function next() {{
  const job = jobs[all.length];
  if (!job) return fetch("answer", {{ method: "POST", body: JSON.stringify(all) }});
  const inputs = {{}};
  for (const name of job.inputs) inputs["in/" + name] = await bytes(`golden/${{job.name}}/${{name}}`);
  frame.contentWindow.postMessage({{ model: await bytes(`golden/${{job.name}}/${{job.model}}`), inputs }}, "*");
}}
onmessage = ({{ data }}) => {{
  if (data.outputs) all.push(data.outputs);
  else if (!data.ready) all.push({{ fault: JSON.stringify(data) }});
  next();
}};
</script>"""


HEIGHTS = {390: 844, 768: 1000, 1440: 900}  # {width of a window: its height}
STATES = ("empty", "loading", "overview", "memory", "refused", "broken", "large", "quantising", "both", "compared", "listening")  # whose pictures are kept
BUSY = 4  # times that others may slow down this machine
MOST_CHANGED = 0.04  # limit on the part of a picture that differs: estimates and fonts change a little


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)

    def write_page(self, width, height, until):
        """The page with the probe, in a frame of a size; returns the document to open."""
        text = built("page/index.html").read_text()
        digest = base64.b64encode(hashlib.sha256(PROBE.encode()).digest()).decode()
        text = text.replace("script-src ", f"script-src 'sha256-{digest}' ", 1)
        words = ROOT / "models/words"
        models = {"unsupported": unsupported_model(), "open": open_model()}
        if not until and GOLDEN.is_dir():
            models |= {"kws": (GOLDEN / "mlperf_kws_ref_model/model.tflite").read_bytes(), "person": (GOLDEN / "tflm_person_detect/model.tflite").read_bytes()}
        if until == "large":
            models["large"] = large_model()
        if until == "interrupted":
            models["large"] = big_model()
        if until in ("live", "listening"):
            models |= {"words": (words / "words.tflite").read_bytes(), "sound": (words / "words.wav").read_bytes()}
        texts = "".join(f'<script type="text/plain" id="{name}-model">{base64.b64encode(model).decode()}</script>' for name, model in models.items())
        (self.folder / "page.html").write_text(text.replace("</body>", f"{texts}<script>{PROBE}</script></body>"))
        around = self.folder / "around.html"
        around.write_text(AROUND.format(width=width, height=height, query=until and "?until=" + until))
        return around

    def command(self, width, height, dark, *arguments):
        return [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", f"--window-size={width},{height}", "--hide-scrollbars",
                f"--blink-settings=preferredColorScheme={0 if dark else 1}", f"--user-data-dir={self.folder / 'profile'}", *arguments]

    def browse(self, width, height, dark, *arguments, until=""):
        around = self.write_page(width, height, until)
        return subprocess.run(
            self.command(width, height, dark, "--virtual-time-budget=2000000000",  # milliseconds of virtual time, which continues while the worker computes
                         *arguments, around.as_uri()),
            capture_output=True, text=True, timeout=300)

    def look(self, width, dark, **more):
        done = self.browse(width, 844 if width == 390 else 900, dark, "--dump-dom", **more)
        title = re.search(r"<title>(\{.*?\})</title>", done.stdout, re.S)
        self.assertIsNotNone(title, done.stdout[:300] + done.stderr[-800:])
        return json.loads(title[1].replace("&quot;", '"').replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"))

    def meet(self, until, *arguments, width=1440, dark=False, jobs=None):
        """Opens the page from a server, as browsers know no permission of a page from disk, and in real time, as sound and pictures
        have no other; the page around it posts the answer."""
        answers = queue.Queue()
        seconds = 120 + 20 * len(jobs or ())

        class Handler(http.server.SimpleHTTPRequestHandler):
            def do_POST(self):
                answers.put(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        around = self.write_page(width, 900, until)
        if jobs is not None:
            around.write_text(GOLDEN_AROUND.format(jobs=json.dumps(jobs)))
        handler = functools.partial(Handler, directory=self.folder)
        with http.server.ThreadingHTTPServer(("localhost", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            browser = subprocess.Popen(self.command(width, 900, dark, *arguments, f"http://localhost:{server.server_port}/around.html"),
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                return json.loads(answers.get(timeout=seconds))
            finally:
                browser.terminate()
                browser.wait()
                server.shutdown()

    @needs("page/index.html")
    def test_the_microphone(self):
        if not BROWSER:
            self.skipTest("chromium is not installed")
        sound, device, allow = f"--use-file-for-fake-audio-capture={ROOT / 'models/words/words.wav'}", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"
        heard = self.meet("microphone", sound, device, allow)
        self.assertEqual((heard["fault"], heard["faults"], heard["blocked"]), ("", [], []))
        self.assertEqual((heard["tab"], heard["features"]), ("run", "bands10"))
        self.assertGreater(heard["most"], 0.9, "the word in the recording")
        self.assertIn("s of sound", heard["now"])
        self.assertTrue(heard["listening"] and heard["stopped"])
        for arguments, what, hint in (([device], "refused", "allow it"), ([allow], "there is no microphone", "connect one")):
            with self.subTest(what=what):
                said = self.meet("microphone", *arguments, *(["--deny-permission-prompts"] if what == "refused" else []))
                self.assertEqual((said["faults"], said["listening"], said["most"]), ([], False, 0))
                for part in (what, hint, "choose a WAV"):
                    self.assertIn(part, said["fault"])

    @needs("page/index.html")
    def test_outputs_are_the_golden_bytes(self):
        if not BROWSER:
            self.skipTest("chromium is not installed")
        folders = [DIGITS / "heldout", *sorted(path.parent for path in GOLDEN.glob("*/model.tflite") if path.stat().st_size < 4 << 20)]
        if not EVERYTHING:
            folders = folders[:1] + folders[1::25] + [path for path in folders if path.name == "tflm_person_detect"]
        jobs = []
        for folder in folders:
            model = folder / "model.tflite" if folder != folders[0] else DIGITS / "digits.tflite"
            place = self.folder / "golden" / folder.name
            place.mkdir(parents=True, exist_ok=True)
            for path in [model, *folder.glob("run*_input*.bin")]:
                if not (place / path.name).exists():
                    (place / path.name).symlink_to(path.resolve())
            jobs.append({"name": folder.name, "model": model.name, "inputs": sorted(path.name for path in folder.glob("run*_input*.bin"))})
        for folder, said in zip(folders, self.meet("golden", jobs=jobs), strict=True):
            with self.subTest(folder=folder.name):
                if folder.name in OTHER_EXP:
                    continue  # Running allows a difference
                golden = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("run*_output*.bin")}
                self.assertTrue(golden)
                self.assertEqual({name: said.get(name, said) for name in golden}, golden)

    @needs("page/index.html")
    def test_a_large_model_blocks_no_other(self):
        """In seconds of the clock, with room for other work on this machine."""
        if not BROWSER:
            self.skipTest("chromium is not installed")
        said = self.meet("interrupted")
        self.assertLess(said["cancel"], said["first"], "the button comes before the figures")
        self.assertLess(said["first"], 3 * BUSY)
        self.assertEqual(said["working"], 1, "the files are still being written")
        self.assertLess(said["second"], 2 * BUSY)
        self.assertIn("19.5", said["figures"])

    @needs("page/index.html")
    def test_frames_go_through_hop_by_hop(self):
        if not BROWSER:
            self.skipTest("chromium is not installed")
        said = self.look(390, True, until="live")
        self.assertEqual(said["faults"], [])
        self.assertIn("New frames in each run", said["whole"])
        self.assertIn("N2090", said["unknown"][0])
        self.assertIn("“Axis of the time” in Options", said["unknown"][0])
        self.assertIn("not with these options", said["unknown"][1])
        steps, address, command, shape = said["hop"]
        self.assertIn("2 new of 49 frames; outputs come from run 25 on", steps)
        self.assertIn("hop=2&axis=1", address)
        self.assertIn("--hop 2 --hop-axis 1", command)
        self.assertEqual(shape, [1, 49, 40, 1], "samples are whole windows")
        self.assertEqual(said["frames"][:2], ["", "frames.npy: 25 runs."])
        self.assertEqual(said["history"], 4)
        self.assertEqual(*said["equal"], "a hop has the outputs of its window")
        self.assertEqual(said["sound"][:2], ["", "words.wav: 149 runs."])  # 299 rows of features
        self.assertIn("broken.wav: the browser can't decode", said["broken"][0])
        self.assertIn("give at least 80 values", said["short"][0])

    @needs("page/index.html")
    def test_folders_are_samples_and_labels(self):
        if not BROWSER:
            self.skipTest("chromium is not installed")
        said = self.meet("folders", width=768)
        self.assertEqual(said["faults"], [])
        self.assertRegex(said["remark"], r"^40 files\. Labels by sub-folder: 0 digit 0, .*9 digit 9\. 1 other files were left out\.$")
        self.assertEqual(said["quantized"][0], "")
        self.assertIn("accuracy100 %100 %", said["quantized"][1])
        self.assertEqual(said["run"][0], "run", "a folder that is dropped elsewhere goes to Run")
        self.assertIn("0 digit 0", said["run"][1])
        self.assertEqual(said["right"][0], "")
        self.assertIn("40 of 40 right, 100 %", said["right"][1])
        self.assertEqual(said["right"][2], 41)
        self.assertIn("there are no samples", said["none"])
        self.assertEqual(said["labels"], ["2 files. Labels: labels.txt.", [3, 4]])

    def picture(self, state, width, dark):
        """Takes a picture of the page in a state; returns its file."""
        taken = self.folder / f"page-{state}-{width}-{'dark' if dark else 'light'}.png"
        self.browse(width, HEIGHTS[width], dark, f"--screenshot={taken}", until=state)
        return taken

    @needs("page/index.html")
    def test_pictures(self):
        if not (BROWSER and shared.options.pictures):
            self.skipTest("for --pictures")
        shared.options.pictures.mkdir(exist_ok=True)
        for state in shared.options.states.split(","):
            for width in HEIGHTS:
                for dark in (False, True):
                    taken = self.picture(state, width, dark)
                    self.assertEqual(node(HERE / "pictures.js", "keep", taken, shared.options.pictures / taken.name).returncode, 0)

    @needs("page/index.html")
    def test_pictures_are_those_in_the_documents(self):
        """Each state of the page looks as in its picture: with `./dev test --all` at each width in both themes, otherwise in one of
        these."""
        if not BROWSER:
            self.skipTest("chromium is not installed")
        every = [(width, dark) for width in HEIGHTS for dark in (False, True)]
        for number, state in enumerate(STATES):
            for width, dark in every if EVERYTHING else [every[number % len(every)]]:
                with self.subTest(state=state, width=width, dark=dark):
                    taken = self.picture(state, width, dark)
                    done = node(HERE / "pictures.js", "compare", ROOT / "docs/pictures" / taken.name, taken, text=True)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    said = json.loads(done.stdout)
                    self.assertEqual(*said["size"])
                    self.assertLess(said["changed"], MOST_CHANGED,
                                    f"look at the page, then: test_web.py --pictures docs/pictures --states {state} Page.test_pictures")

    @needs("page/index.html")
    def test_the_page_answers_without_any_request(self):
        if not BROWSER:
            self.skipTest("chromium is not installed")
        for width, dark in ((390, False), (768, True), (1440, False)) if EVERYTHING else ((390, True), (1440, False)):
            with self.subTest(width=width, dark=dark):
                said = self.look(width, dark)
                self.assertEqual(said["fault"], "")
                self.assertEqual(said["faults"], [])
                self.assertEqual(said["requests"], [], "something left the page")
                self.assertEqual(said["blocked"], [], "the page's own policy stopped it")
                self.assertEqual((said["dark"], said["language"]), (dark, "en"))
                self.assertGreater(said["buffers"], 3)
                self.assertGreaterEqual(said["changes"], 8)
                self.assertGreater(said["times"], 3)
                self.assertIn("digits_run", said["source"])
                self.assertIn("digits.tflite", said["title"])
                self.assertLessEqual(said["presses"], 25, "presses of Tab to the download")
                self.check_verdict(*said["verdict"])
                self.check_copy(said["copy"])
                for name, seen in said["golden"].items():
                    self.assertEqual(seen["faults"], [], name)
                    self.assertLessEqual(seen["presses"], 25, name)
                    self.assertIn(name + ".tflite", seen["title"])
                    self.assertGreater(seen["buffers"], 5)
                self.check_choices(said["choices"])
                self.check_weights(said["weights"])
                self.check_study(said["run"], said["quantize"])
                self.check_twin(said["twin"])
                self.check_kept(said["kept"])
                self.check_front(said["front"])
                self.check_formats(said["formats"])
                self.check_unset(*said["quantize"]["unset"])
                self.assertIn("N30", said["refusals"]["broken"][0])
                self.assertTrue(said["refusals"]["broken"][1], "the error is outside of the window")
                self.assertIn("NoSuchOperator", said["refusals"]["failing"])
                self.assertIn("x=1,512", said["refusals"]["shaped"])
                self.assertEqual(said["refusals"]["faults"], [])
                self.check_link(said["link"])

    def check_twin(self, said):
        self.assertEqual(said["faults"], [])
        self.assertIn("digits_float_int8.tflite runs beside it", said["beside"])
        self.assertEqual(said["outputs"], [10, 10])
        self.assertIn("7 of 7 layers", said["note"])
        self.assertEqual(len(said["layers"]), 7)
        for shown, reported in said["layers"]:
            self.assertAlmostEqual(shown, reported, delta=0.06)
        self.assertEqual(said["right"], ["40 of 40 right, 100 %"] * 2)
        self.assertEqual((said["after"], said["float"]), (["digits_float_int8.tflite", "digits_float.tflite"], ["int8", "float32"]))
        self.assertTrue(said["alone"])

    def check_kept(self, said):
        self.assertEqual(said["faults"], [])
        self.assertGreaterEqual(said["buffers"][1], said["buffers"][0] + 3, "both maps are drawn")
        self.assertIn("Before: digits.tflite, --board nrf52840 -O balanced. After: digits.tflite, --board nrf52840 -O balanced --no-rows", said["note"])
        self.assertEqual([row[0] for row in said["figures"][:3]], ["RAM with stack, bytes", "flash with code, bytes", "estimated time, ms"])
        self.assertEqual(*said["sums"])
        self.assertTrue(any(row[3] not in ("±0", "0") for row in said["figures"]))
        self.assertIn("operator", said["operators"])
        self.assertEqual(said["other"], "After: digits_float.tflite")
        self.assertEqual(said["ended"], [True, said["buffers"][2]])

    def check_front(self, said):
        self.assertEqual(said["faults"], [])
        self.assertEqual(said["fault"], "")
        self.assertGreater(said["points"], 5)
        self.assertIn("programs", said["status"])
        text, budget, address, command, level, ram, chosen = said["chosen"]
        self.assertIn(f"ram={budget}", address)
        self.assertIn(f"--ram {budget}", command)
        self.assertEqual((level, chosen), (True, 1), "the point of the program is marked")
        self.assertEqual(ram, int(budget))
        self.assertIn(f"{ram:,} bytes of RAM", text)
        self.assertEqual(said["kept"], said["points"], "the points stay after a choice")
        self.assertIn("Cancelled", said["cancelled"])

    def check_copy(self, said):
        self.assertEqual(said["said"], "Copied")
        self.assertIn("Copied", said["aloud"], "a live region says it")
        self.assertEqual(said["after"], said["before"])
        self.assertEqual(said["copied"], [said["command"]] * 2)

    @needs("page/index.html")
    def test_a_page_that_is_loaded_again_has_its_choices(self):
        if not BROWSER:
            self.skipTest("chromium is not installed")
        said = self.meet("reload")
        self.assertEqual(said["after"], said["before"])
        for part in ("rp2040", "-O ram", "--input-in-scratch", "--no-rows", "--format makefile"):
            self.assertIn(part, said["after"][1])

    def check_unset(self, quantize, compile_):
        """The page sets all options of quantizing; it leaves out options of compiling that are decisions about a whole firmware."""
        self.assertEqual(quantize, [])
        self.assertEqual(set(compile_), {"target", "name", "flash", "keep_input", "constants_by_pointer", "cores", "weights_from", "staging", "constant_pool", "place",
                                         "candidates", "unit", "solver", "hop_state", "no_passes", "disable_pass", "no_eliminate_channels", "scratch_limit",
                                         "while_limit", "events", "declare_memory", "linker_script", "license", "author", "url", "package_version"})

    def check_formats(self, said):
        """The command that the page shows writes the files that Download saves, in every format of the command."""
        listed = subprocess.run([shared.options.nook, "compile", "--help"], capture_output=True, text=True, check=True).stdout
        formats = "".join(re.search(r"--format ([a-z|\s-]+)\n +c:", listed)[1].split()).split("|")
        self.assertEqual(set(said), {*formats, "mlf"})
        for form, seen in said.items():
            with self.subTest(format=form), tempfile.TemporaryDirectory() as folder:
                self.assertTrue(seen["note"])
                (Path(folder) / "digits.tflite").write_bytes((DIGITS / "digits.tflite").read_bytes())
                words = [shared.options.nook, *seen["command"].split()[1:]]
                if form == "image":
                    self.assertEqual(seen["paths"], ["digits.tflite", "make_image.sh"])
                    self.assertIn("--format image", seen["command"])
                    words = ["sh", "make_image.sh"]
                    (Path(folder) / words[1]).write_text(seen["script"].replace("nook ", shared.options.nook + " ", 1))
                if form == "esp-idf":  # not for the chosen board: the page shows C
                    words[-2:-2] = ["--format", form]
                done = subprocess.run(words, capture_output=True, text=True, cwd=folder)
                if form == "esp-idf":
                    code = re.search(r"error\[(N\d+)\]", done.stderr)[1]
                    self.assertIn(code, seen["fault"])
                    self.assertEqual(seen["button"], "Download in format c")
                    self.assertIn("esp-idf was refused", seen["note"])
                    self.assertIn("main.c", seen["paths"])
                    continue
                if form == "image" and "N4005" in done.stderr:
                    continue  # there is no compiler for the core
                self.assertEqual((done.returncode, seen["fault"], seen["button"]), (0, "", "Download"), done.stderr)
                to = Path(folder) / words[-1]
                made = sorted(str(path.relative_to(to)) for path in to.rglob("*") if path.is_file() and path.name != ".nook-files")
                if form == "image":
                    self.assertEqual((Path(folder) / "digits.img").read_bytes()[:4], b"NOOK")
                elif seen["name"].endswith(".zip"):
                    self.assertEqual([path for path in seen["paths"] if (form, path) != ("c", "main.c")], made)
                else:
                    self.assertEqual([seen["name"]], [path.split("/")[-1] for path in made])

    def check_verdict(self, verdict, figures, best):
        self.assertIn("fits", verdict)
        for word in ("RAM", "Flash", "with code", "with stack", "ms", "%"):
            self.assertIn(word, figures)
        self.assertIn("Saves", best)

    def check_choices(self, said):
        self.assertEqual(said["drawer"], [])
        self.assertIn("-O ram", said["level"])
        self.assertTrue(said["level"].strip().endswith(" -o digits"), "the command can be typed as it is")
        self.assertIn("name=fast", said["pool"])
        self.assertIn("board=nrf52840", said["before"])
        verdicts = [verdict for _, verdict in said["boards"]]
        self.assertEqual(verdicts, sorted(verdicts, key=["yes", "tight", "no"].index))
        self.assertGreater(len(verdicts), 10)
        self.assertEqual(said["chosen"], [said["other"]] * 2, "a click chooses a board, and the address says so")
        self.assertEqual(said["found"], 1)
        vendors, nordic, found, both = said["vendors"]
        self.assertGreater(vendors, 10)
        self.assertIn("nrf52840", nordic)
        self.assertIn("nano33ble", nordic, "the maker of the chip, not of the board")
        self.assertNotIn("rp2040", nordic)
        self.assertEqual(found, f"{len(nordic)} of {len(verdicts)} boards.")
        self.assertEqual(both, 3, "filters count together")

    def check_link(self, said):
        self.assertEqual(said["faults"], [])
        self.assertIn("mine.tflite", said["asked"])
        self.assertIn("0123456789ab", said["asked"])
        text, refused, seen = said["other"]
        self.assertTrue(refused and seen)
        self.assertIn("Another file", text)
        self.assertEqual(said["anyway"], "mine.tflite")
        self.assertEqual(said["same"], ["mine.tflite", "rp2040", 64])

    def check_weights(self, said):
        self.assertEqual(said["faults"], [])
        self.assertIn("0 CONV_2D", said["head"])
        self.assertIn("The largest magnitude is 0.9301 in all of them", said["words"])
        attributes, tensors = said["attributes"]
        self.assertRegex(attributes, "stride.*padding|padding.*stride")
        self.assertEqual([row[1] for row in tensors], ["reads", "reads", "reads", "writes"])
        self.assertEqual(tensors[0][2:], ["int8", "1 × 8 × 8 × 1", "0.0625", "0"])
        self.assertRegex(tensors[1][4], "scales$")
        self.assertRegex(said["channel"][0], r"channel 1: .* to .*, root mean square")
        self.assertGreater(said["channel"][1], 4)
        self.assertEqual(said["channel"][2], "1")
        self.assertEqual(said["linked"][0], said["linked"][1], "the map selects the operator")
        self.assertIn(said["linked"][3], said["linked"][2])
        for label, head, outputs, written in said["each"]:
            self.assertEqual((head, written), ("Weights of " + label, outputs), "the tensors are those of the operator")
        self.assertTrue(said["gone"])

    def check_study(self, run, quantized):
        self.assertEqual((run["faults"], quantized["faults"]), ([], []))
        self.assertEqual(run["bars"], 10)
        self.assertGreater(run["layers"], 5)
        self.assertEqual(quantized["refused"], "")
        self.assertIn("accuracy100 %100 %", quantized["table"])
        self.assertRegex(quantized["table"], r"estimated time on nrf52840, ms[\d.]+")
        with tempfile.TemporaryDirectory() as folder:
            DigitsSamples.write(Path(folder))
            subprocess.run([shared.options.nook, "quantize", DIGITS / "digits_float.tflite", "--samples", "x.npy", "--scale", "0.0625",
                            "-o", "q.tflite"], check=True, capture_output=True, cwd=folder)
            self.assertEqual(quantized["sha256"], hashlib.sha256((Path(folder) / "q.tflite").read_bytes()).hexdigest())

    @needs("nook.wasm")
    def test_the_wasm_is_small(self):
        self.assertLess(len(gzip.compress(built("nook.wasm").read_bytes(), 9)), MOST_COMPRESSED)
        self.assertLess(len(gzip.compress(built("page/index.html").read_bytes(), 9)), MOST_PAGE)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    # Absolute, because the tests run the command in folders of their own.
    parser.add_argument("--nook", type=lambda name: str(Path(name).resolve()), required=True)
    parser.add_argument("--built", type=lambda name: Path(name).resolve(), required=True)
    parser.add_argument("--fresh", action="store_true", help="what is built is of the command's sources, however old it is")
    parser.add_argument("--pictures", type=Path, help="also leave pictures of the page in this folder")
    parser.add_argument("--states", default=",".join(STATES), help="of these states")
    shared.options, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
