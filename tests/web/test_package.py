"""The npm package, and scripts of the page in Node."""
import io
import json
import re
import shutil
import subprocess
import tempfile
import unittest
import zipfile
from pathlib import Path

import built as shared
from built import DIGITS, EVERYTHING, GOLDEN, HERE, NODE, NPM, PAGE, ROOT, built, needs, node
from samples import big_model, models
from test_study import DigitsSamples

CASES = [({"target": "cortex-m4"}, ["--target", "cortex-m4"]),
         ({"board": "nrf52840", "level": "ram", "input_in_scratch": True, "output_in_scratch": True},
          ["--board", "nrf52840", "-O", "ram", "--input-in-scratch", "--output-in-scratch"])]


class Scripts(unittest.TestCase):
    @unittest.skipUnless(NODE, "node is not installed")
    def test_archives_are_read_by_others(self):
        script = (f"const {{ zip }} = require({json.dumps(str(PAGE / 'zip.js'))});"
                  "process.stdout.write(zip({'a/b.c': new TextEncoder().encode('int x;\\n'), 'é.bin': new Uint8Array(300).fill(7)}));")
        done = node("-e", script)
        self.assertEqual(done.returncode, 0, done.stderr)
        with zipfile.ZipFile(io.BytesIO(done.stdout)) as archive:
            self.assertIsNone(archive.testzip())
            self.assertEqual({name: archive.read(name) for name in archive.namelist()},
                             {"a/b.c": b"int x;\n", "é.bin": b"\x07" * 300})

    @unittest.skipUnless(NODE, "node is not installed")
    def test_archives_of_others_are_read(self):
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.npy", b"1" * 500)
            archive.writestr("b.npy", b"", zipfile.ZIP_STORED)
        script = (f"const {{ unzip }} = require({json.dumps(str(PAGE / 'zip.js'))}), zlib = require('node:zlib'), fs = require('node:fs');"
                  "unzip(new Uint8Array(fs.readFileSync(0)), async (c) => zlib.inflateRawSync(c)).then((files) => "
                  "console.log(JSON.stringify(Object.entries(files).map(([path, c]) => [path, Buffer.from(c).toString()]))),"
                  "(error) => console.log(JSON.stringify(error.message)));")
        done = node("-e", script, input=made.getvalue())
        self.assertEqual(json.loads(done.stdout), [["a.npy", "1" * 500], ["b.npy", ""]])
        self.assertIn("not an archive", node("-e", script, input=made.getvalue()[:-30]).stdout.decode())

    @unittest.skipUnless(NODE, "node is not installed")
    def test_the_spread_of_channels_is_said_in_words(self):
        script = (PAGE / "dom.js").read_text() + (PAGE / "weights.js").read_text() + """
const of = (largest, scales) => spreadText({ scales, channel_count: largest.length, channels: largest.map((x) => ({ min: -x, max: x / 2, rms: x / 3 })) });
console.log(JSON.stringify([of([1, 0.25, 0], 1), of([1, 0.25], 2), of([2, 2], 2), spreadText({ scales: 0, min: -1, max: 2, channels: [{ rms: 1 }] })]));"""
        done = node("-e", script, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        one, each, same, vector = json.loads(done.stdout)
        self.assertEqual(one, "3 channels. The largest magnitude is 1 in channel 0 and 0.25 in channel 1: 4 times less. "
                              "One scale for all: channel 1 uses 31 of 127 steps. One channel is 0 throughout.")
        self.assertIn("with one for all, channel 1 would use 31 of 127 steps", each)
        self.assertIn("2 in all of them", same)
        self.assertEqual(vector, "Values from -1 to 2, root mean square 1.")

    @unittest.skipUnless(NODE, "node is not installed")
    def test_buffers_in_place_are_pairs(self):
        script = (PAGE / "memory.js").read_text() + """
const buffer = (name, offset, size, first, last, more = {}) => ({ name, pool: "sram", offset, size, first, last, ...more });
console.log(JSON.stringify(inPlacePairs({ buffers: [buffer("a", 0, 64, 1, 2), buffer("b", 32, 64, 2, 3), buffer("c", 96, 8, 3, 4), buffer("d", 0, 16, 4, 5), buffer("e", 0, 16, 5, 6, { ring: {} }),
  buffer("f", 0, 96, 2, 4, { pool: "other" })] })));"""
        done = node("-e", script, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout), [{"of": "b", "over": "a"}])

    @unittest.skipUnless(NODE, "node is not installed")
    def test_features_suit_the_input_or_the_page_says_why_not(self):
        script = "".join((PAGE / name).read_text() for name in ("samples.js", "live.js")) + """
const of = (...shape) => { const input = { name: "x", type: "int8", shape }; return [featuresOf(input), misfit(featuresOf(input), input), rowsToMove(featuresOf(input), input)]; };
console.log(JSON.stringify([of(1, 3, 1, 40), of(1, 49, 40, 1), of(1, 1960), of(1, 49, 10, 1), of(1, 490), of(1, 16000), of(1, 96, 96, 1), of(1, 5), misfit("mfcc", { name: "x", type: "int8", shape: [1, 16] })]));"""
        done = node("-e", script, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        *known, picture, few, wrong = json.loads(done.stdout)
        self.assertEqual(known, [["bands10", "", 0], ["bands20", "", 5], ["bands20", "", 5], ["mfcc", "", 5], ["mfcc", "", 5], ["", "", 0]])
        self.assertIn("looks like a picture, which no sound fills", picture[1])
        self.assertIn("no features of this page are known to suit x, int8 1 × 5", few[1])
        self.assertIn("needs a multiple of 10 numbers for these features, has 16", wrong)

    def test_the_page_has_each_option_of_quantizing(self):
        text = (ROOT / "web/npm/index.d.ts").read_text() + "interface"
        keys = [key for name in ("Borders", "SampleOptions", "QuantizeOptions") for key in re.findall(r"^  (\w+)\?:", text.split(f"interface {name} ")[1].split("\n}")[0], re.M)]
        self.assertGreater(len(keys), 15)
        script = "".join((PAGE / name).read_text() for name in ("quantize.js", "state.js"))
        self.assertEqual([key for key in keys if not re.search(rf"\b{key}\b", script)], [])

    @unittest.skipUnless(NODE, "node is not installed")
    def test_scripts_are_sound(self):
        for script in sorted(PAGE.glob("*.js")) + sorted((ROOT / "web/npm").glob("*.js")):
            self.assertEqual(node("--check", script).returncode, 0, script)


class Package(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    @needs("npm/package.json")
    def test_the_files_equal_the_files_of_the_command(self):
        jobs = []
        for number, model in enumerate(models()):
            for case, (asked, words) in enumerate(CASES):
                there = self.folder / f"{number}_{case}"
                jobs.append((model, asked, words, there))
        done = node(HERE / "compile_all.js", built("npm"), text=True,
                    input=json.dumps([[str(m), asked, str(there / "web")] for m, asked, _, there in jobs]))
        self.assertEqual(done.returncode, 0, done.stderr)
        compared = 0
        for model, _, words, there in jobs:
            with self.subTest(model=str(model), words=words):
                compared += self.compare(model, words, there)
        self.assertGreater(compared, 30)

    def compare(self, model, words, there):
        done = subprocess.run([shared.options.nook, "compile", model, *words, "-o", there / "command"], capture_output=True, text=True)
        refused = there / "web" / "error"
        if done.returncode != 0:
            code = re.search(r"error\[(N\d+)\]", done.stderr)[1]
            self.assertEqual(refused.read_text(), f"{done.returncode} {code}")
            return 0
        self.assertFalse(refused.exists(), refused.exists() and refused.read_text())
        found = {p.name: p.read_bytes() for p in (there / "command").iterdir() if p.name != ".nook-files"}
        made = {p.name: p.read_bytes() for p in (there / "web").iterdir()}
        self.assertEqual(sorted(made), sorted(found))
        for name, content in found.items():
            self.assertTrue(made[name] == content, name)
        return len(found)

    @needs("npm/package.json")
    @unittest.skipUnless(Path("/proc/self/task").is_dir(), "reads the time of a thread from Linux")
    def test_answers_come_quickly(self):
        """Person detection and its boards, starting from the bytes of the wasm; the digits, quantized; a float model of 0.93 MB and one of 20 MB. In
        seconds that the thread of the compiler ran, because this machine may be busy and others compile the wasm further."""
        model = GOLDEN / "tflm_person_detect/model.tflite"
        if not model.is_file():
            self.skipTest("there is no ../shared")
        DigitsSamples.write(self.folder)
        (self.folder / "big.onnx").write_bytes(big_model())
        (self.folder / "middle.onnx").write_bytes(big_model(256, 908))
        done = node("-e", f"""
const fs = require("node:fs"), nook = require({json.dumps(str(built("npm").resolve()))});
const ran = () => fs.readFileSync(`/proc/self/task/${{process.pid}}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13).reduce((sum, ticks) => sum + Number(ticks) / 100, 0);
const read = (name) => fs.readFileSync(name), person = read({json.dumps(str(model))}), seconds = [];
(async () => {{
  const {{ map, time }} = await nook.compile(person, "person.tflite", {{ board: "nrf52840" }});
  seconds.push(ran());
  await nook.fit(person, "person.tflite");
  seconds.push(ran());
  await nook.quantize(read({json.dumps(str(DIGITS / "digits_float.tflite"))}), "digits.tflite", {{ samples: "x.npy", labels: "labels.txt", scale: "0.0625" }},
    {{ "x.npy": read("x.npy"), "labels.txt": read({json.dumps(str(DIGITS / "heldout/labels.txt"))}) }});
  seconds.push(ran() - seconds[1]);
  const middle = ran(), {{ files: some }} = await nook.compile(read("middle.onnx"), "middle.onnx", {{ target: "cortex-m4" }});
  seconds.push(ran() - middle);
  const before = ran(), {{ Nook }} = require({json.dumps(str(PAGE / "core.js"))}), page = new Nook(await WebAssembly.compile(read({json.dumps(str(built("nook.wasm").resolve()))})));
  await page.call({{ do: "compile", file: "big.onnx", options: {{ target: "cortex-m4" }}, files: false }}, read("big.onnx"));
  seconds.push(ran() - before);
  const {{ files }} = await nook.compile(read("big.onnx"), "big.onnx", {{ target: "cortex-m4" }});
  seconds.push(ran() - before - seconds[4]);
  console.log(JSON.stringify({{ seconds, map: map.length, time: time.length, big: files["big_constants.c"].length, middle: some["middle_constants.c"].length }}));
}})();""", text=True, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        said = json.loads(done.stdout)
        for seconds, most in zip(said["seconds"], (1, 2, 5, 0.5, 3, 10), strict=True):
            self.assertLess(seconds, most, said["seconds"])
        self.assertGreater(min(said["map"], said["time"]), 1000)
        self.assertGreater(said["big"], 20_000_000)
        self.assertGreater(said["middle"], 930_000)

    @needs("npm/package.json")
    @unittest.skipUnless(shutil.which("arm-none-eabi-gcc") and shutil.which("qemu-system-arm"), "counts in the emulator")
    def test_estimates_are_near_what_the_emulator_counts(self):
        """The time of a keyword network with depthwise layers at different levels, and the operators that take it."""
        model = GOLDEN / "mlperf_kws_ref_model/model.tflite"
        if not model.is_file():
            self.skipTest("there is no ../shared")
        levels = ("balanced", "size", *(("time", "flash", "ram") if EVERYTHING else ()))
        done = node("-e", f"""
const nook = require({json.dumps(str(built("npm").resolve()))}), model = require("node:fs").readFileSync({json.dumps(str(model))});
Promise.all({json.dumps(levels)}.map((level) => nook.compile(model, "kws.tflite", {{ board: "nrf52840", level }}))).then((all) => console.log(JSON.stringify(
  all.map(({{ needs, time }}) => ({{ ms: needs.milliseconds_estimate, titles: [...time.matchAll(/<title>([^<]*)/g)].map((one) => one[1]) }})))));""", text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        said, counted = dict(zip(levels, json.loads(done.stdout), strict=True)), {}
        for level in levels:
            bench = subprocess.run([shared.options.nook, "bench", model, "--target", "cortex-m4", "-O", level, "--json"], capture_output=True, text=True)
            self.assertEqual(bench.returncode, 0, bench.stderr)
            counted[level] = json.loads(bench.stdout)
            ms = counted[level]["cycles_flash"] / 64e3
            self.assertTrue(ms / 2 < said[level]["ms"] < ms * 2, (level, said[level]["ms"], ms))
        self.assertGreater(said["size"]["ms"], 5 * said["balanced"]["ms"])

        def depthwise_to_pointwise(times):
            kinds = {kind: [time for of, time in times if of == kind] for kind in ("DEPTHWISE_CONV_2D", "CONV_2D")}
            del kinds["CONV_2D"][0]  # not pointwise
            return sum(kinds["DEPTHWISE_CONV_2D"]) / sum(kinds["CONV_2D"])

        drawn = [one for title in said["balanced"]["titles"] for one in re.findall(r"^\d+ (\w+) .*\n([\d,.]+) microseconds", title)]
        ratio = depthwise_to_pointwise([(kind, float(time.replace(",", ""))) for kind, time in drawn])
        self.assertAlmostEqual(ratio, depthwise_to_pointwise([(op["kind"], op["cycles_flash"]) for op in counted["balanced"]["operators"]]), delta=ratio / 3)

    @needs("nook.wasm")
    def test_one_instance_answers_all_calls(self):
        """Also after refusals, and with the same answer again."""
        script = f"""
const fs = require("node:fs"), {{ Nook }} = require({json.dumps(str(PAGE / "core.js"))});
(async () => {{
  const nook = new Nook(await WebAssembly.compile(fs.readFileSync({json.dumps(str(built("nook.wasm").resolve()))})));
  const model = fs.readFileSync({json.dumps(str(DIGITS / "digits.tflite"))}), seen = [];
  const ask = (request) => nook.call({{ file: "digits.tflite", ...request }}, model).then((a) => JSON.stringify(a), (e) => e.code);
  for (const request of [{{ do: "compile", options: {{ target: "cortex-m4" }} }}, {{ do: "run" }}, {{ do: "frob" }}, {{ do: "compile" }}, {{ do: "inspect" }}, {{ do: "run" }}, {{ do: "compile", options: {{ target: "cortex-m4" }} }}])
    seen.push(await ask(request));
  console.log(JSON.stringify([nook.started, seen[0] === seen[6], seen[1] === seen[5], seen[2], seen[3], JSON.parse(seen[4]).operators.length]));
}})();"""
        done = node("-e", script, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout), [1, True, True, "N2000", "N2000", 7])

    @needs("npm/package.json")
    @unittest.skipUnless(NPM, "npm is not installed")
    def test_the_package_packs_installs_and_compiles(self):
        packed = subprocess.run([NPM, "pack", "--json", "--pack-destination", self.folder, built("npm")],
                                capture_output=True, text=True)
        self.assertEqual(packed.returncode, 0, packed.stderr)
        archive = self.folder / json.loads(packed.stdout)[0]["filename"]
        (self.folder / "app").mkdir()
        installed = subprocess.run([NPM, "install", "--offline", "--no-audit", "--no-fund", archive], cwd=self.folder / "app",
                                   capture_output=True, text=True)
        self.assertEqual(installed.returncode, 0, installed.stderr)
        model = json.dumps(str(ROOT / "models/digits/digits.tflite"))
        script = f"""
const fs = require("node:fs"), nook = require("nook-tinyml");
(async () => {{
  const model = fs.readFileSync({model}), facts = await nook.about(), fit = await nook.fit(model, "digits.tflite");
  const {{ files, needs, map }} = await nook.compile(model, "digits.tflite", {{ target: "cortex-m4", format: "standalone" }});
  const wrong = async (options) => nook.compile(model, "digits.tflite", options).catch((error) => [error.code, error.what]);
  console.log(JSON.stringify({{ boards: facts.boards.length, fits: fit.filter((f) => f.fits).length, ram: needs.ram_bytes,
    files: Object.keys(files), map: map.slice(0, 4), key: await wrong({{ target: "cortex-m4", speed: 9 }}),
    level: await wrong({{ target: "cortex-m4", level: "fast" }}), limit: await wrong({{ target: "cortex-m4", scratch_limit: "16" }}),
    damaged: await nook.compile(model.subarray(0, 500), "digits.tflite", {{ target: "host" }}).catch((error) => error.exit) }}));
}})();"""
        done = node("-e", script, cwd=self.folder / "app", text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        said = json.loads(done.stdout)
        self.assertGreater(said["fits"], 5)
        self.assertGreaterEqual(said["boards"], said["fits"])
        self.assertIn("digits.h", said["files"])
        self.assertIn("CMakeLists.txt", said["files"])
        self.assertEqual(said["map"], "<svg")
        self.assertEqual(said["key"], ["N2000", "there is no 'speed'"])
        self.assertEqual(said["level"][0], "N2000")
        self.assertEqual(said["limit"][0][:2], "N1")
        self.assertEqual(said["damaged"], 3)
