"""`nook compile --format esphome`: components whose YAML is checked, whose main.cpp is generated, compiled and run, with
stand-ins for ESPHome's Python and C++ (esphome/).

NOOK_ESPHOME=FOLDER names ESPHome's sources, whose own `esphome config` then checks the same YAML."""
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))
sys.path.insert(0, str(HERE / "esphome"))
import stand_in  # noqa: E402
from cli import DIGITS, HELDOUT, ROOT, SINE, USAGE, CommandCase, main  # noqa: E402
from test_signatures import two_signatures  # noqa: E402

WAKE = ROOT / "models" / "wake"
WORDS = ROOT / "models" / "words" / "words.wav"
ESPHOME = os.environ.get("NOOK_ESPHOME")
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-ffp-contract=off"]
LISTENS = {"nook_frontend": {"id": "features", "step": 160, "queue_size": 4096},
           "nook_wake": {"id": "wake", "source": "features"},
           "binary_sensor": [{"platform": "nook_wake", "id": "heard", "name": "heard", "cutoff": 0.9, "sliding_window_size": 5,
                              "ignored_answers": 33}],
           "sensor": [{"platform": "nook_wake", "id": "mean", "name": "mean", "sliding_window_size": 5}]}
# Pushes a recording as a microphone does, and says at which sample the binary sensor changes.
HEARS = """
#include <cstdio>
#include "main.h"
int main(int, char **names) {
  setup();
  FILE *file = std::fopen(names[1], "rb");
  std::fseek(file, 44, SEEK_SET);
  unsigned samples = 480 - 160, told = 0;
  std::vector<uint8_t> bytes(2 * 320), hop(2 * 160);
  for (bool first = true; std::fread(first ? bytes.data() : hop.data(), first ? bytes.size() : hop.size(), 1, file) == 1; first = false) {
    samples += first ? 0 : 160;
    if (first) {
      features->push(bytes);
    } else {
      std::vector<int16_t> words(160);
      for (unsigned i = 0; i < 160; ++i) words[i] = static_cast<int16_t>(hop[2 * i] | hop[2 * i + 1] << 8);
      features->push(words);
    }
    loop();
    for (; told < heard->states.size(); ++told) std::printf("%u %d\\n", samples, static_cast<int>(heard->states[told]));
  }
  for (Component *each : components) each->dump_config();
  std::fprintf(stderr, "answers %u\\n", static_cast<unsigned>(mean->states.size()));
  return 0;
}
"""
# Feeds pictures as real numbers; says each score, and the digit.
READS = """
#include <cstdio>
#include "main.h"
int main(int, char **names) {
  setup();
  FILE *file = std::fopen(names[1], "rb");
  std::vector<float> picture(64);
  while (std::fread(picture.data(), sizeof(float), 64, file) == 64) {
    digits->feed(picture);
    std::printf("%g %g\\n", third->state, digit->state);
  }
  return 0;
}
"""
# A sensor of angles, and twice its sine.
FOLLOWS = """
#include <cstdio>
#include "main.h"
int main() {
  setup();
  feeder->update();
  if (!y->states.empty()) return 1;
  for (int i = 0; i < 60; ++i) {
    angle->publish_state(0.1f * static_cast<float>(i));
    feeder->update();
    loop();
    std::printf("%g %g\\n", y->state, slow->state);
  }
  return 0;
}
"""


class Esphome(CommandCase):
    def write(self, *models, options=()):
        folders = []
        for model in models:
            folders.append(self.folder / f"nook_{model.stem}")
            self.done("compile", model, "--target", "host", "--format", "esphome", "-o", folders[-1], *options)
        return folders

    def built(self, config, folders, states=()):
        self.sources = self.folder / "src"
        return stand_in.built(config, folders, self.sources, states)

    def run_program(self, program, *arguments):
        (self.sources / "main.cpp").write_text(program)
        objects = []
        for source in [*self.sources.rglob("*.c"), *self.sources.rglob("*.S"), self.sources / "main.cpp"]:
            objects.append(source.with_suffix(".o"))
            compiler = ["g++", "-std=c++17"] if source.suffix == ".cpp" else ["gcc", "-std=c99"]
            self.run_ok(*compiler, *WARNINGS, "-I", self.sources, "-I", HERE / "esphome", "-c", source, "-o", objects[-1])
        self.run_ok("g++", *objects, "-lm", "-o", self.folder / "program")
        return self.run_ok(self.folder / "program", *arguments)

    def run_ok(self, *command):
        done = subprocess.run(list(map(str, command)), cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.said = done.stderr
        return done.stdout

    def test_a_wake_word_is_heard_when_the_tutorial_says(self):
        core = self.built(LISTENS, self.write(WAKE / "frontend.tflite", WAKE / "wake.tflite"))
        self.assertEqual(set(core.flags), {"-ffp-contract=off"})
        moments = [line.split() for line in self.run_program(HEARS, WORDS).splitlines()]
        page = (ROOT / "docs" / "tutorials" / "wake-word.md").read_text()
        self.assertEqual([f"{int(at) * 100 // 16000 / 100:.2f} s: heard" for at, on in moments if on == "1"],
                         re.findall(r"^\d\.\d\d s: heard$", page, re.M))
        self.assertEqual([on for _, on in moments], ["0", "1", "0", "1"])
        self.assertIn("Network wake, by nook", self.said)
        self.assertRegex(self.said, r"persistent in sram: 1008 bytes")
        answers = int(re.search(r"answers (\d+)", self.said)[1])
        self.assertGreater(answers, 190)  # 6 seconds

    def test_sound_that_does_not_fit_into_the_queue_is_reported(self):
        config = {"nook_frontend": {"id": "features", "step": 160, "queue_size": 500}}
        self.built(config, self.write(WAKE / "frontend.tflite"))
        self.run_program('#include "main.h"\nint main() { setup(); features->push(std::vector<int16_t>(1500)); loop(); loop(); }\n')
        self.assertEqual(self.said, "E nook frontend: the queue was full, 1000 elements are lost\n")

    def test_scores_are_those_of_nook(self):
        config = {"nook_digits": {"id": "digits"},
                  "sensor": [{"platform": "nook_digits", "id": "third", "name": "third", "output": "scores", "index": 3},
                             {"platform": "nook_digits", "id": "digit", "name": "digit", "index": "best"}]}
        self.built(config, self.write(DIGITS))
        pictures = [int.from_bytes(bytes([byte]), "little", signed=True) * 0.0625
                    for k in range(20) for byte in (HELDOUT / f"run{k}_input0.bin").read_bytes()]
        import numpy as np
        np.array(pictures, np.float32).tofile(self.folder / "pictures.bin")
        have = [line.split() for line in self.run_program(READS, "pictures.bin").splitlines()]
        for k, (third, digit) in enumerate(have):
            scores = (HELDOUT / f"run{k}_output0.bin").read_bytes()
            scores = np.frombuffer(scores, np.int8).astype(float)
            self.assertEqual(int(digit), int(np.argmax(scores)))
            self.assertAlmostEqual(float(third), (scores[3] + 128) / 256, places=5)
        self.assertEqual(len(have), 20)

    def test_sensors_feed_a_network(self):
        config = {"nook_sine": {"id": "sine", "sensors": {"id": "feeder", "ids": ["angle"], "update_interval": "20ms"}},
                  "sensor": [{"platform": "nook_sine", "id": "y", "name": "y"},
                             {"platform": "nook_sine", "id": "slow", "name": "slow", "sliding_window_size": 4}]}
        self.built(config, self.write(SINE), states=["angle"])
        self.assertIn("feeder->set_update_interval(20);", (self.sources / "main.h").read_text())
        import math
        have = [[float(word) for word in line.split()] for line in self.run_program(FOLLOWS).splitlines()]
        for i, (y, slow) in enumerate(have):
            self.assertAlmostEqual(y, math.sin(0.1 * i), delta=0.1)
            self.assertAlmostEqual(slow, sum([each for each, _ in have[max(0, i - 3):i + 1]]) / 4, places=5)

    def test_yaml_that_means_nothing_is_refused(self):
        folders = self.write(DIGITS, WAKE / "frontend.tflite", WAKE / "wake.tflite")
        sensor = {"platform": "nook_digits", "name": "x"}
        both = {"nook_frontend": {"id": "a"}, "nook_wake": {"id": "b"}}
        for words, config in (
                ("invalid option", {"nook_digits": {"steps": 1}}), ("from 1 to 64", {"nook_digits": {"step": 65}}),
                ("takes int8", {"nook_digits": {"queue_size": 100}}), ("from 1 to 1000000", {"nook_frontend": {"queue_size": 0}}),
                ("multiples of 3", {"nook_digits": {"sensors": {"ids": ["a", "b", "c"]}}}),
                ("length must be", {"nook_digits": {"sensors": {"ids": []}}}),
                ("at most one", {"nook_digits": {"sensors": {"ids": ["a"]}, "source": "b"}}),
                ("requires component nook_digits", {"sensor": [sensor]}),
                ("resolve the id", {"nook_digits": {"source": "nothing"}}),
                ("valid options are scores", {"nook_digits": {}, "sensor": [{**sensor, "output": "score"}]}),
                ("from 0 to 9", {"nook_digits": {}, "sensor": [{**sensor, "index": 10}]}),
                ("leave out sliding_window_size", {"nook_digits": {}, "sensor": [{**sensor, "index": "best", "sliding_window_size": 2}]}),
                ("cutoff", {"nook_digits": {}, "binary_sensor": [sensor]}),
                ("from 0 to 9", {"nook_digits": {}, "binary_sensor": [{**sensor, "index": "best", "cutoff": 1}]}),
                ("int16", {**both, "nook_frontend": {"id": "a", "source": "b"}})):
            with self.subTest(words), self.assertRaisesRegex((stand_in.Invalid, stand_in.EsphomeError), words):
                self.built(config, folders)

    def test_the_example_of_every_folder_is_a_configuration(self):
        try:
            import yaml
        except ImportError:
            self.skipTest("needs python3-yaml")
        for model in (DIGITS, WAKE / "frontend.tflite"):
            folders = self.write(model)
            config = yaml.safe_load((folders[0] / "example.yaml").read_text())
            self.assertEqual(config.pop("external_components"), [{"source": {"type": "local", "path": "components"}}])
            self.built(config, folders)

    def test_sources_of_other_builds_are_removed(self):
        old = self.folder / "src" / "nook" / "ops" / "old.c"
        old.parent.mkdir(parents=True)
        old.write_text("#error\n")
        folders = self.write(DIGITS, SINE)
        self.built({"nook_digits": {}, "nook_sine": {}}, folders)
        self.assertFalse(old.exists())
        names = {path.name for path in self.sources.rglob("*.c")}
        self.assertLessEqual({"digits.c", "sine.c"}, names)
        copied = {path.relative_to(self.sources) for path in self.sources.rglob("nook/*") if path.is_file()}
        parts = [folder / "components" / folder.name / "c" for folder in folders]
        self.assertEqual(copied, {path.relative_to(c) for c in parts for path in c.rglob("nook/*") if path.is_file()})
        [changed] = (folders[1] / "components/nook_sine/c/nook").glob("nook.h")
        changed.write_text(changed.read_text() + "\n")
        with self.assertRaisesRegex(stand_in.EsphomeError, "nook.h differs .* same nook"):
            self.built({"nook_digits": {}, "nook_sine": {}}, folders)

    def test_networks_that_a_component_can_not_run_are_refused(self):
        (self.folder / "net.tflite").write_bytes(two_signatures())
        words = ("compile", DIGITS, "--target", "xtensa", "--format", "esphome", "-o", "out")
        self.refused(USAGE, "N2083", *words, "--input-in-scratch", says=("image is in the scratch", "--format esp-idf"))
        self.refused(USAGE, "N2022", *words, "--events", says=("callback",))
        self.refused(USAGE, "N2022", *words, "--license", "MIT", says=("no place",))
        self.refused(USAGE, "N2022", "compile", "net.tflite", "--all-signatures", *words[2:], says=("one network", "--signature"))
        self.refused(USAGE, "N2022", *words, "--engine", "interpreter")

    @unittest.skipUnless(ESPHOME, "NOOK_ESPHOME names no sources of ESPHome")
    def test_esphome_itself_takes_the_yaml(self):
        folders = self.write(WAKE / "frontend.tflite", WAKE / "wake.tflite", SINE)
        config = {"esphome": {"name": "test"}, "host": {}, "logger": {}, **LISTENS,
                  "external_components": [{"source": {"type": "local", "path": str(folder / "components")}} for folder in folders],
                  "nook_sine": {"id": "sine", "sensors": {"ids": ["angle"]}}}
        config["sensor"] = [*LISTENS["sensor"], {"platform": "template", "id": "angle", "name": "angle"},
                            {"platform": "nook_sine", "name": "y", "index": "best"}]
        (self.folder / "device.yaml").write_text(json.dumps(config))
        run = lambda: subprocess.run([sys.executable, "-m", "esphome", "compile", "--only-generate", "device.yaml"], cwd=self.folder,
                                     capture_output=True, text=True, env={**os.environ, "PYTHONPATH": ESPHOME + ":" + os.environ.get("PYTHONPATH", "")})
        done = run()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        [main_cpp] = self.folder.rglob("main.cpp")
        self.assertIn("wake = new nook_wake::Network();", main_cpp.read_text())
        self.assertTrue((main_cpp.parent / "nook/networks/wake/wake.c").exists())
        self.run_ok("g++", "-std=gnu++17", "-fsyntax-only", "-DUSE_HOST", "-DESPHOME_LOG_LEVEL=5", "-I", main_cpp.parent, main_cpp)
        config["nook_wake"]["steps"] = 3
        (self.folder / "device.yaml").write_text(json.dumps(config))
        done = run()
        self.assertIn("[steps] is an invalid option", done.stdout + done.stderr)


if __name__ == "__main__":
    main()
