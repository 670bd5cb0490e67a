"""Quantizing and running in WebAssembly, and the command line of the npm package: the command's bytes."""
import io
import json
import math
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

import built
from built import DIGITS, EVERYTHING, GOLDEN, HERE, OTHER_EXP, ROOT, needs, node

sys.path.insert(0, str(ROOT / "web"))
from build import npy  # noqa: E402

# Options of compile and quantize that name files or start programs, or that say how the command prints.
OF_THE_COMMAND = {
    "compile": {"--output", "--force", "--engine", "--planner", "--keep-scales", "--trusted", "--weights", "--rows",
                "--standalone", "--all-signatures", "--quiet", "--full", "--json", "--pools", "--time-limit", "--dump-ir", "--explain", "--help",
                "--kernels", "--rollback-counter"},  # images need a cross compiler
    "quantize": {"--output", "--part", "--ranges-only", "--threads", "--bench", "--picture", "--force", "--quiet", "--json", "--help"}}


class DigitsSamples:
    """The held-out digits as an array, as an archive and as a folder; the float model takes levels of 1/16."""
    @staticmethod
    def write(folder):
        rows = [(DIGITS / f"heldout/run{k}_input0.bin").read_bytes() for k in range(40)]
        (folder / "x.npy").write_bytes(npy(rows, [40, 8, 8, 1]))
        with zipfile.ZipFile(folder / "x.npz", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(folder / "x.npy", "image.npy")
        (folder / "raw").mkdir()
        for k, row in enumerate(rows):
            (folder / f"raw/{k:02}.bin").write_bytes(row)


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def command(self, *words):
        done = subprocess.run([built.options.nook, *map(str, words)], capture_output=True, text=True, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def package(self, *words, status=0):
        done = node(built.built("npm").resolve() / "cli.js", *words, text=True, cwd=self.folder)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def samples(self):
        DigitsSamples.write(self.folder)


class Quantizing(InFolder):
    @needs("npm/package.json")
    def test_an_int8_model_has_the_commands_bytes(self):
        self.samples()
        model, labels = DIGITS / "digits_float.tflite", DIGITS / "heldout/labels.txt"
        ways = [["--samples", "x.npy", "--labels", labels],
                ["--samples", "x.npz", "--activations", "int16"],
                ["--samples", "raw", "--sample-type", "uint8", "--per-tensor", "--ranges", "percentile=99.9", "--io", "float"],
                ["--samples", "x.npy", "--weights", "int4", "--no-equalize", "--keep-float", "SOFTMAX"]]
        for number, way in enumerate(ways):
            with self.subTest(way=way):
                words = ["quantize", model, *way, "--scale", "0.0625", "--json"]
                theirs = json.loads(self.command(*words, "-o", f"command{number}.tflite"))
                ours = json.loads(self.package(*words, "-o", f"web{number}.tflite").stdout)
                self.assertEqual((self.folder / f"web{number}.tflite").read_bytes(), (self.folder / f"command{number}.tflite").read_bytes())
                for name in ("accuracy", "before", "after"):
                    self.assertEqual(ours.get(name), theirs.get(name), name)
                for mine, its in zip(ours["tensors"], theirs["tensors"], strict=True):
                    self.assertAlmostEqual(mine["decibels"], its["decibels"], delta=1e-9)
                    self.assertEqual({**mine, "decibels": 0}, {**its, "decibels": 0})

    @needs("npm/package.json")
    def test_refusals_equal_the_refusals_of_the_command(self):
        self.samples()
        model = DIGITS / "digits_float.tflite"
        for way in ([], ["--samples", "x.npy", "--activations", "int16", "--weights", "int4"], ["--samples", "missing.npy"],
                    ["--samples", "x.npy", "--scale", "0"], ["--samples", "x.npy", "--labels", "x.npy"]):
            with self.subTest(way=way):
                words = ["quantize", model, *way, "-o", "q.tflite"]
                theirs = subprocess.run([built.options.nook, *map(str, words)], capture_output=True, text=True, cwd=self.folder)
                ours = node(built.built("npm").resolve() / "cli.js", *words, text=True, cwd=self.folder)
                code = re.compile(r"error\[(N\d+)\]")
                self.assertEqual((ours.returncode, code.search(ours.stderr)[1]), (theirs.returncode, code.search(theirs.stderr)[1]))


class Running(InFolder):
    def jobs(self):
        golden = sorted(GOLDEN.glob("*/model.tflite"))
        if not EVERYTHING:
            few = ("tflm_person_detect", "mlperf_kws", "seanet_sub4", "tflm_micro_speech")
            golden = [model for model in golden if model.parent.name.startswith(few)] + golden[::12]
        return [[str(DIGITS / "heldout"), str(DIGITS / "digits.tflite")]] + [[str(model.parent), str(model)] for model in golden]

    @needs("npm/package.json")
    def test_outputs_are_the_golden_bytes(self):
        for folder, compared, worst in self.ran(self.jobs()):
            with self.subTest(folder=folder):
                self.assertGreater(compared, 0)
                self.assertLessEqual(worst, 1e-6 if folder.endswith(OTHER_EXP) else 0)

    def ran(self, jobs):
        done = node(HERE / "run_golden.js", built.built("npm"), text=True, input=json.dumps(jobs))
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    @needs("npm/package.json")
    def test_floats_have_the_bytes_of_the_commands_own_program(self):
        """Also of models whose golden outputs come from another exp()."""
        folders = [folder for folder in GOLDEN.glob("*") if folder.name.endswith(OTHER_EXP)]
        if not folders:
            self.skipTest("there is no ../shared")
        jobs = []
        for folder in folders:
            own = self.folder / folder.name
            self.command("run", folder / "model.tflite", "--input-dir", folder, "--output-dir", own, "--target", "host")
            for given in folder.glob("run*_input*.bin"):
                (own / given.name).symlink_to(given)
            jobs.append([str(own), str(folder / "model.tflite")])
        for folder, compared, worst in self.ran(jobs):
            self.assertEqual((compared > 0, worst), (True, 0), folder)

    @needs("npm/package.json")
    def test_small_models_of_every_operator_have_their_golden_outputs(self):
        """Floats within the bound of the golden models: other machines have other functions of libm."""
        index = GOLDEN.parent / "golden_ops/index.json"
        if not index.is_file():
            self.skipTest("there is no ../shared")
        # Flags are for undefined behaviour and for runs that end early; samples have no uint32 and uint64.
        names = [one["name"] for one in json.loads(index.read_text()) if not one.get("flags") and not re.search("_uint(32|64)", one["name"])]
        models = [index.parent / name / "model.tflite" for name in names]
        compared = 0
        for folder, outputs, worst in self.ran([[str(model.parent), str(model)] for model in (models if EVERYTHING else models[::9])]):
            with self.subTest(folder=folder):
                if isinstance(worst, str) and worst.startswith("N3050") and "circular_buffer" in folder:
                    continue  # it ends runs early, which only programs do
                self.assertGreater(outputs, 0, worst)
                self.assertIsInstance(worst, (int, float), worst)
                self.assertLessEqual(worst, 1e-5)
                compared += 1
        self.assertGreater(compared, len(models) / 12)

    @needs("npm/package.json")
    def test_layers_and_random_inputs_match_the_network(self):
        script = f"""
const fs = require("node:fs"), nook = require({json.dumps(str(built.built("npm").resolve()))});
(async () => {{
  const model = fs.readFileSync({json.dumps(str(DIGITS / "digits.tflite"))});
  const {{ runs, layers }} = await nook.run(model, "digits.tflite", {{ layers: true }});
  const again = await nook.run(model, "digits.tflite", {{ layers: true }});
  console.log(JSON.stringify({{ sum: runs[0].outputs[0].values.reduce((a, b) => a + b, 0), kinds: layers.map((l) => l.kind),
    last: layers[layers.length - 1].values, out: runs[0].outputs[0].values, same: JSON.stringify(runs) === JSON.stringify(again.runs) }}));
}})();"""
        done = node("-e", script, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        said = json.loads(done.stdout)
        self.assertAlmostEqual(said["sum"], 1, delta=0.05)  # probabilities
        self.assertEqual(said["kinds"][0], "CONV_2D")
        self.assertEqual(said["last"], said["out"])
        self.assertTrue(said["same"])


class Comparing(InFolder):
    """Two models on the same inputs, two builds, and the programs of a front."""
    def ask(self, script):
        done = node("-e", f"""
const fs = require("node:fs"), nook = require({json.dumps(str(built.built("npm").resolve()))});
const read = (name) => fs.readFileSync(name), code = (promise) => promise.then(() => "", (error) => [error.code, error.what]);
const whole = read({json.dumps(str(DIGITS / "digits_float.tflite"))}), digits = read({json.dumps(str(DIGITS / "digits.tflite"))}), sine = read({json.dumps(str(ROOT / "models/sine/sine_float.tflite"))});
(async () => {{ {script} }})();""", text=True, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    @needs("npm/package.json")
    def test_layers_have_the_noise_of_the_quantizers_report(self):
        """In both orders, and with samples and random numbers."""
        self.samples()
        said = self.ask("""
  const samples = { "x.npy": read("x.npy") }, how = { scale: "0.0625" };
  const { files, file, report } = await nook.quantize(whole, "digits_float.tflite", { samples: "x.npy", ...how }, samples), int8 = files[file];
  const noise = async (model, other, options) => {
    const { runs, layers } = await nook.run(model, "a.tflite", { layers: true, against: "b.tflite", ...options }, { ...samples, "b.tflite": other });
    return [layers.map((l) => l.decibels), runs.length, runs.filter((run) => run.against.length === 1 && run.against[0].values.length === 10).length, layers.map((l) => l.against.type)];
  };
  const one = await nook.run(int8, "b.tflite", { data: "x.npy", ...how }, samples);
  const { runs } = await nook.run(whole, "a.tflite", { data: "x.npy", against: "b.tflite", ...how }, { ...samples, "b.tflite": int8 });
  console.log(JSON.stringify({ reported: report.tensors.slice(1).map((t) => t.decibels), samples: await noise(whole, int8, { data: "x.npy", ...how }), turned: await noise(int8, whole, { data: "x.npy", ...how }),
    random: await noise(whole, int8, {}), same: await noise(whole, whole, {}), alone: JSON.stringify(runs.map((run) => run.against)) === JSON.stringify(one.runs.map((run) => run.outputs)),
    refused: await code(nook.run(whole, "a.tflite", { against: "b.tflite" }, { "b.tflite": sine })), missing: await code(nook.run(whole, "a.tflite", { against: "c.tflite" })) }));""")
        (noise, runs, both, types), (turned, _, _, float), (random, one, _, _), (same, *_) = said["samples"], said["turned"], said["random"], said["same"]
        self.assertEqual((runs, both, one), (40, 40, 1))
        self.assertEqual((set(types), set(float)), ({"int8"}, {"float32"}))
        for shown, reported in zip(noise, said["reported"], strict=True):
            self.assertAlmostEqual(shown, reported, delta=1e-9)
        for shown, reported in zip(turned, noise, strict=True):
            self.assertAlmostEqual(shown, reported, delta=1)  # the samples are rounded to int8 first
        self.assertGreater(min(random), 20)
        self.assertEqual(set(same), {"exact"})
        self.assertTrue(said["alone"])
        self.assertEqual(said["refused"][0], "N2000")
        self.assertIn("need a model with the shapes 1x8x8x1, have ", said["refused"][1])
        self.assertEqual(said["missing"][0], "N4001")

    @needs("npm/package.json")
    def test_a_front_is_the_commands(self):
        said = self.ask("""
  console.log(JSON.stringify([await nook.front(digits, "digits.tflite", { board: "nrf52840" }), await code(nook.front(digits, "digits.tflite", { target: "cortex-m4" })),
    await code(nook.front(digits, "digits.tflite", { board: "nrf52840", ram: "2000" })), await nook.front(digits, "digits.tflite", { board: "nrf52840" }, 0.001)]));""")
        fronts, no_board, budget, late = said
        theirs = json.loads(self.command("fit", DIGITS / "digits.tflite", "--board", "nrf52840", "--pareto", "--json"))
        self.assertEqual(fronts, {name: theirs[name] for name in ("ram_front", "flash_front")})
        self.assertEqual((no_board[0], budget[0]), ("N2000", "N2102"))
        self.assertTrue(fronts["ram_front"]["whole"])
        self.assertEqual([len(late[name]["points"]) for name in late], [1, 1])
        self.assertFalse(late["flash_front"]["whole"])

    @needs("npm/package.json")
    def test_a_map_of_two_builds_is_the_commands(self):
        said = self.ask("""
  const report = async (level) => (await nook.compile(digits, "digits.tflite", { target: "cortex-m4", level })).report;
  const a = await report("balanced"), b = await report("size"), { map, figures, operators } = await nook.map(a, b);
  fs.writeFileSync("a.json", JSON.stringify(a)), fs.writeFileSync("b.json", JSON.stringify(b)), fs.writeFileSync("map.svg", map);
  console.log(JSON.stringify([figures, operators, await code(nook.map({ a: 1 }, b)), await code(nook.map(a, [])), (await nook.map(a, a)).figures.slice(1).map((row) => row[3])]));""")
        figures, operators, first, second, same = said
        self.command("map", "a.json", "b.json", "-o", "command.svg", "-o", "command.txt")
        self.assertEqual((self.folder / "map.svg").read_text(), (self.folder / "command.svg").read_text())
        for row in figures[1:] + operators[1:2]:
            self.assertIn(row[0], (self.folder / "command.txt").read_text())
        self.assertEqual(len(operators), 7)
        self.assertEqual((first[0], second[0], set(same)), ("N2029", "N2029", {"0"}))

    @needs("npm/package.json")
    def test_bands_are_those_of_micro_speech(self):
        """The page's front end and TensorFlow Lite Micro's preprocessor, frame after frame."""
        golden = GOLDEN / "tflm_audio_preprocessor_int8"
        if not golden.is_dir():
            self.skipTest("there is no ../shared")
        said = self.ask(f"""
  const listener = await nook.listen(read({json.dumps(str(ROOT / "models/wake/frontend.tflite"))}), "frontend.tflite"), folder = {json.dumps(str(golden))};
  const {{ files }} = await listener.push(Buffer.concat([0, 1, 2].map((k) => read(folder + `/run${{k}}_input0.bin`))));
  console.log(JSON.stringify([0, 1, 2].map((k) => read(folder + `/run${{k}}_output0.bin`).equals(Buffer.from(files[`run${{k}}_output0.bin`])))));""")
        self.assertEqual(said, [True, True, True])

    @needs("npm/package.json")
    def test_coefficients_are_those_of_their_definition(self):
        """models/mfcc against sums of sines and cosines in this interpreter's floats."""
        sound = [0.5 * math.sin(0.07 * n) + 0.25 * math.sin(0.31 * n + 1) + 0.01 * ((n * 7919) % 13 - 6) for n in range(480)]
        (self.folder / "x.bin").write_bytes(struct.pack("<480f", *sound))
        said = self.ask(f"""
  const {{ runs }} = await nook.run(read({json.dumps(str(ROOT / "models/mfcc/mfcc.tflite"))}), "mfcc.tflite", {{ data: "x.bin" }}, {{ "x.bin": read("x.bin") }});
  console.log(JSON.stringify(runs[0].outputs[0].values));""")
        windowed = [x * (0.5 - 0.5 * math.cos(2 * math.pi * n / 480)) for n, x in enumerate(sound)]
        size = [math.hypot(sum(x * math.cos(2 * math.pi * k * n / 512) for n, x in enumerate(windowed)),
                           sum(x * math.sin(2 * math.pi * k * n / 512) for n, x in enumerate(windowed))) for k in range(257)]
        mel = lambda hertz: 1127 * math.log1p(hertz / 700)
        step, low = (mel(4000) - mel(20)) / 41, mel(20)
        triangle = lambda band, k: max(0, 1 - abs(mel(k * 16000 / 512) - low - (band + 1) * step) / step) if k else 0
        loud = [math.log(1e-6 + sum(triangle(band, k) * size[k] for k in range(257))) for band in range(40)]
        for c, value in enumerate(said):
            self.assertAlmostEqual(value, 2 / math.sqrt(80) * sum(x * math.cos(math.pi * c * (2 * n + 1) / 80) for n, x in enumerate(loud)), delta=1e-3)


class Listening(InFolder):
    """Models that keep their memory from one call to the next."""
    WORDS, WAKE = ROOT / "models/words/words.tflite", ROOT / "models/wake/wake.tflite"

    def ask(self, script):
        done = node("-e", f"""
const fs = require("node:fs"), nook = require({json.dumps(str(built.built("npm").resolve()))});
const words = fs.readFileSync({json.dumps(str(self.WORDS))}), wake = fs.readFileSync({json.dumps(str(self.WAKE))});
const noise = (size, seed) => Uint8Array.from({{ length: size }}, () => (seed = (seed * 1103515245 + 12345) % 2147483648) >> 16);
const same = (a, b) => Buffer.from(a).equals(Buffer.from(b));
const code = (promise) => promise.then(() => "", (error) => error.code);
(async () => {{ {script} }})();""", text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    @needs("npm/package.json")
    def test_hops_equal_the_windows(self):
        """Each hop has the bytes of a run on the whole window that ends with it."""
        said = self.ask("""
  const all = [];
  for (const hop of [2, 4, 10]) {
    const listener = await nook.listen(words, "words.tflite", { hop, hop_axis: 1 });
    const hops = Math.ceil(49 / hop) + 6, frames = noise(hops * hop * 40, hop), windows = {};
    const { steps, files } = await listener.push(frames);
    for (let k = 0; k < hops; k++) if (steps[k].outputs) windows[`in/run${Object.keys(windows).length}_input0.bin`] = frames.slice(((k + 1) * hop - 49) * 40, (k + 1) * hop * 40);
    const first = hops - Object.keys(windows).length;
    const { files: wanted } = await nook.run(words, "words.tflite", { data: "in" }, windows);
    const equal = Object.keys(windows).filter((_, k) => same(files[`run${first + k}_output0.bin`], wanted[`run${k}_output0.bin`])).length;
    all.push([listener.hop.frames, first, equal, steps[0].missing, listener.inputs[0].bytes, steps[first].outputs[0].values.length]);
  }
  console.log(JSON.stringify(all));""")
        self.assertEqual(said, [[hop, -(-49 // hop) - 1, 7, 49 - hop, 40 * hop, 4] for hop in (2, 4, 10)])

    @needs("npm/package.json")
    def test_pushes_of_any_size_give_the_same(self):
        said = self.ask("""
  const frames = noise(30 * 80, 3), all = [];
  for (const start of ["wait", "padding"]) {
    const ask = () => nook.listen(words, "words.tflite", { hop: 2, hop_axis: 1, hop_start: start });
    const one = await ask(), other = await ask(), whole = await one.push(frames), parts = [];
    for (let at = 0; at < frames.length; at += 240) parts.push(...(await other.push(frames.slice(at, at + 240))).steps);
    all.push([JSON.stringify(whole.steps) === JSON.stringify(parts), whole.steps.filter((step) => step.outputs).length]);
  }
  console.log(JSON.stringify(all));""")
        self.assertEqual(said, [[True, 6], [True, 30]])

    @needs("npm/package.json")
    def test_variables_carry_over_in_each_listener_alone(self):
        """Also while other calls run, and with a model that keeps its rows itself."""
        said = self.ask("""
  const rows = noise(12 * 120, 9), windows = {};
  for (let k = 0; k < 12; k++) windows[`in/run${k}_input0.bin`] = rows.slice(120 * k, 120 * k + 120);
  const one = await nook.listen(wake, "wake.tflite"), other = await nook.listen(wake, "wake.tflite"), heard = [];
  for (let k = 0; k < 12; k++) {
    const { files } = await one.push(rows.slice(120 * k, 120 * k + 120));
    await other.push(rows.slice(0, 120));
    if (k === 5) await nook.run(words, "words.tflite");
    heard.push(files["run0_output0.bin"]);
  }
  const { files: wanted } = await nook.run(wake, "wake.tflite", { data: "in" }, windows);
  console.log(JSON.stringify([heard.filter((bytes, k) => same(bytes, wanted[`run${k}_output0.bin`])).length, one.hop === undefined, one.inputs[0].shape, typeof one.inputs[0].scale]));""")
        self.assertEqual(said, [12, True, [1, 3, 1, 40], "number"])

    @needs("npm/package.json")
    def test_refusals_have_the_commands_codes(self):
        said = self.ask("""
  const listener = await nook.listen(words, "words.tflite", { hop: 2, hop_axis: 1 });
  console.log(JSON.stringify([await code(nook.listen(words, "words.tflite", { hop: 2 })), await code(nook.listen(words, "words.tflite", { hop: 3, hop_axis: 1 })),
    await code(nook.listen(words, "words.tflite", { hop_axis: 1 })), await code(listener.push(noise(79, 1))), await code(listener.push(noise(0, 1))),
    (await listener.push(noise(80, 1))).steps.length, await code(nook.listen(words.subarray(0, 99), "words.tflite"))]));""")
        self.assertEqual(said[:-1], ["N2090", "N2091", "N2000", "N4008", "N4008", 1])
        self.assertRegex(said[-1], r"N30\d\d")


class Weights(InFolder):
    @needs("npm/package.json")
    def test_histograms_equal_those_of_the_tensors(self):
        """All operators of the float digits, counted again from the bytes of the model."""
        script = f"""
const fs = require("node:fs"), nook = require({json.dumps(str(built.built("npm").resolve()))});
(async () => {{
  const model = fs.readFileSync({json.dumps(str(DIGITS / "digits_float.tflite"))}), all = [];
  for (let op = 0; op < 7; op++) all.push(await nook.weights(model, "digits.tflite", {{ operator: op }}));
  const refused = await nook.weights(model, "digits.tflite", {{ operator: 99 }}).catch((error) => [error.code, error.what]);
  const missing = await nook.weights(model, "digits.tflite", {{}}).catch((error) => error.code);
  console.log(JSON.stringify([all, refused, missing]));
}})();"""
        done = node("-e", script, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        operators, refused, missing = json.loads(done.stdout)
        constants = [constant for op in operators for constant in op["constants"]]
        self.assertGreater(len(constants), 4)
        for constant in constants:
            with self.subTest(constant=constant["name"]):
                self.check(constant)
        self.assertEqual((refused, missing), (["N2000", "there is no operator 99"], "N2000"))

    def check(self, constant):
        """The bytes of the model hold these values, of the channels in the order of the axis."""
        model = (DIGITS / "digits_float.tflite").read_bytes()
        shape, channels = constant["shape"], constant["channels"]
        count = math.prod(shape)
        self.assertEqual(constant["channel_count"], shape[constant["axis"]] if len(shape) > 1 else 1)
        self.assertEqual(sum(sum(channel["bins"]) for channel in channels), count)
        self.assertEqual(min(channel["min"] for channel in channels), constant["min"])
        self.assertEqual(max(channel["max"] for channel in channels), constant["max"])
        inner = math.prod(shape[constant["axis"] + 1:]) if len(shape) > 1 else count
        for start in range(0, len(model) - 4 * count + 1, 4):
            values = struct.unpack_from(f"<{count}f", model, start)
            if not all(map(math.isfinite, values)) or (min(values), max(values)) != (constant["min"], constant["max"]):
                continue
            by_channel = [[v for i, v in enumerate(values) if i // inner % len(channels) == c] for c in range(len(channels))]
            if all(self.equal(have, channel, constant) for have, channel in zip(by_channel, channels, strict=True)):
                return
        self.fail("no part of the model has these values")

    def equal(self, values, channel, constant):
        low, width = constant["min"], (constant["max"] - constant["min"]) / 24 or 1
        bins = [0] * 24
        for value in values:
            bins[min(23, int((value - low) / width))] += 1
        rms = math.sqrt(sum(value * value for value in values) / len(values))
        return (min(values), max(values), bins) == (channel["min"], channel["max"], channel["bins"]) and abs(rms - channel["rms"]) < 1e-9


def files_below(folder):
    """The files by path, and the files in a pack."""
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != ".nook-files"}
    for name in [name for name in files if name.endswith(".pack")]:
        with zipfile.ZipFile(io.BytesIO(files.pop(name))) as pack:
            files |= {f"{name}/{member}": pack.read(member) for member in pack.namelist()}
    return files


class CommandLine(InFolder):
    @needs("npm/package.json")
    def test_every_format_has_the_commands_files(self):
        formats = json.loads(node("-e", f"require({json.dumps(str(built.built('npm').resolve()))}).about().then((a) => console.log(JSON.stringify(a.formats)))", text=True).stdout)
        self.assertIn("arduino", formats)
        long = "a_name_of_more_than_sixty_characters_so_that_a_path_has_a_hundred"
        pool = ["--workspace-pool", "name=fast,size=4096", "--workspace-pool", "name=slow"]
        ways = [["--format", form] for form in formats] + [["--archive", "mlf"], ["--format", "tvm", "--archive", "mlf"],
                                                           [*pool, "--format", "tvm"]]
        for number, way in enumerate(ways):
            with self.subTest(way=way):
                board = "esp32-c3" if "esp-idf" in way else "nrf52840"
                # Sources have the command line, in the order that the package has.
                named = ["--name", long] if way == ["--archive", "mlf"] else []
                words = ["compile", DIGITS / "digits.tflite", "--board", board, *named, "-O", "ram", *way]
                self.command(*words, "-o", f"command{number}")
                self.package(*words, "-o", f"web{number}")
                theirs, ours = files_below(self.folder / f"command{number}"), files_below(self.folder / f"web{number}")
                self.assertEqual(sorted(ours), sorted(theirs))
                self.assertEqual([name for name in theirs if theirs[name] != ours[name]], [])

    @needs("npm/package.json")
    def test_formats_refuse_the_options_that_the_commands_refuse(self):
        """Each format with each option that not all formats take: the same files, or the same code."""
        options = {"events": True, "declare_memory": True, "linker_script": True, "stream_input": True, "cores": 2, "ram": "64KiB", "license": "MIT",
                   "constants_by_pointer": True, "archive": "mlf", "hop": 2, "weights_from": "storage"}
        script = f"""
const fs = require("node:fs"), nook = require({json.dumps(str(built.built("npm").resolve()))});
(async () => {{
  const model = fs.readFileSync({json.dumps(str(DIGITS / "digits.tflite"))}), options = {json.dumps(options)}, all = [];
  for (const format of (await nook.about()).formats)
    for (const [key, value] of Object.entries(options)) {{
      const more = key === "weights_from" ? {{ staging: "4KiB" }} : {{}};
      all.push([format, key, await nook.compile(model, "digits.tflite", {{ target: "cortex-m4", format, [key]: value, ...more }}).then(() => "", (error) => error.code)]);
    }}
  console.log(JSON.stringify(all));
}})();"""
        done = node("-e", script, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        said = json.loads(done.stdout)
        for number, (form, key, code) in enumerate(said):
            with self.subTest(format=form, option=key):
                value = options[key]
                words = ["--" + key.replace("_", "-"), *([] if value is True else [str(value)]), *(["--staging", "4KiB"] if key == "weights_from" else [])]
                done = subprocess.run([built.options.nook, "compile", DIGITS / "digits.tflite", "--target", "cortex-m4", "--format", form, *words, "-o", str(number)],
                                      capture_output=True, text=True, cwd=self.folder)
                theirs = re.search(r"error\[(N\d+)\]", done.stderr)
                self.assertEqual(code, theirs[1] if theirs else "")
        self.assertGreater(len({code for *_, code in said}), 3)

    @needs("npm/package.json")
    def test_outputs_of_runs_are_the_golden_files(self):
        self.package("run", DIGITS / "digits.tflite", "--data", DIGITS / "heldout", "--output-dir", "out")
        for k in range(40):
            self.assertEqual((self.folder / f"out/run{k}_output0.bin").read_bytes(), (DIGITS / f"heldout/run{k}_output0.bin").read_bytes())

    @needs("npm/package.json")
    def test_it_refuses_as_the_command_does(self):
        self.package("compile", DIGITS / "digits.tflite", "--target", "cortex-m4", "-o", "out")
        (self.folder / "out/digits.c").write_text("mine")
        self.assertIn("--force", self.package("compile", DIGITS / "digits.tflite", "--target", "cortex-m4", "-o", "out", status=2).stderr)
        self.assertEqual((self.folder / "out/digits.c").read_text(), "mine")
        self.package("compile", DIGITS / "digits.tflite", "--target", "cortex-m4", "-o", "out", "--force")
        self.assertIn("N2000", self.package("compile", DIGITS / "digits.tflite", "--frob", "-o", "out", status=2).stderr)
        self.package("compile", self.folder / "missing.tflite", "--target", "cortex-m4", "-o", "out", status=4)
        self.package("compile", HERE / "built.py", "--target", "cortex-m4", "-o", "out", status=3)
        self.assertIn("nrf52840", self.package("boards").stdout)
        self.assertIn("yes", self.package("fit", DIGITS / "digits.tflite").stdout)

    @needs("npm/package.json")
    def test_options_equal_the_options_of_the_command(self):
        """The flags of the command's help that name no file and start no program, and the package's flags."""
        said = json.loads(node("-e", f"require({json.dumps(str(built.built('npm').resolve()))}).about().then((a) => console.log(JSON.stringify(a.options)))", text=True).stdout)
        for name, others in OF_THE_COMMAND.items():
            listed = set(re.findall(r"^  (?:-\w,)?(--?[A-Za-z-]+)", self.command(name, "--help"), re.M))
            ours = {option["flag"] for option in said[name]}
            self.assertEqual(ours, listed - others, name)
