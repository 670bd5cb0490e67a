"""nook quantize --ranges-only --part and nook merge: the model of one process, byte for byte."""
import json
import random

from cli import DIGITS_FLOAT, HELDOUT, ROOT, USAGE, CommandCase, main

SAMPLES = ("--samples", HELDOUT, "--sample-type", "int8", "--scale", "0.0625")
PLAIN = ("--no-bias-correction",)
RULES = ("minmax", "percentile=99.5", "mse")


class Ranges(CommandCase):
    def setUp(self):
        super().setUp()
        self.seed = random.randrange(1 << 32)
        self.draw = random.Random(self.seed)

    def parts(self, count, *words, name="part"):
        files = []
        for index in range(1, count + 1):
            files.append(self.folder / f"{name}{index}.json")
            self.done("quantize", DIGITS_FLOAT, *SAMPLES, *words, "--ranges-only", "--part", f"{index}/{count}", "-o", files[-1], "--force")
        self.draw.shuffle(files)
        return files

    def merged(self, files, name):
        (self.folder / name).write_text(self.done("merge", *files))
        return self.folder / name

    def ranges(self, rule, count, *words):
        """The file of all parts: for a rule that counts values, of a second round."""
        file = self.merged(self.parts(count, "--ranges", rule, *words), "seen.json")
        if rule != "minmax":
            file = self.merged(self.parts(count, "--ranges", file, *words, name="counted"), "counted.json")
        return file

    def model(self, *words):
        self.done("quantize", DIGITS_FLOAT, *words, "-o", "model.tflite", "--force")
        return (self.folder / "model.tflite").read_bytes()

    def test_every_rule_gives_the_model_of_one_process(self):
        models = set()
        for rule in RULES:
            count = self.draw.choice((2, 3, 7))
            file = self.ranges(rule, count)
            whole = self.model(*SAMPLES, "--ranges", rule, *PLAIN)
            self.assertEqual(self.model("--ranges", file, *PLAIN), whole, (self.seed, rule, count))
            corrected = self.model(*SAMPLES, "--ranges", rule)
            self.assertEqual(self.model(*SAMPLES, "--ranges", file), corrected, (self.seed, rule, count))
            models |= {whole, corrected}
        self.assertEqual(len(models), 6)  # the rules and the correction of biases matter here

    def test_options_that_change_the_network(self):
        for options in (("--equalize",), ("--activations", "int16"), ("--keep-float", "FULLY_CONNECTED")):
            file = self.ranges("minmax", 2, *options)
            self.assertEqual(self.model("--ranges", file, *options, *PLAIN), self.model(*SAMPLES, *options, *PLAIN), options)
        self.assertTrue(json.loads(self.ranges("minmax", 2, "--equalize").read_text())["equalized"])

    def test_one_process_may_measure_all(self):
        self.done("quantize", DIGITS_FLOAT, *SAMPLES, "--ranges-only", "-o", "all.json")
        self.assertEqual(json.loads((self.folder / "all.json").read_text()), json.loads(self.ranges("minmax", 5).read_text()))

    def test_refusals(self):
        quantize = ("quantize", DIGITS_FLOAT, *SAMPLES, "-o", "refused")
        one, two = self.parts(2)
        seen = self.merged(self.parts(2, "--ranges", "mse", name="mse"), "seen.json")
        other = self.merged((one, two), "minmax.json")
        document = json.loads(one.read_text())
        bad, apart = self.folder / "bad.json", self.folder / "apart.json"
        apart.write_text(json.dumps({**json.loads(other.read_text()), "network": "of another version"}))
        for code, says, words in (
                ("N2049", "add --ranges-only", (*quantize, "--part", "1/2")),
                ("N2049", "--labels", (*quantize, "--ranges-only", "--labels", HELDOUT / "labels.txt")),
                ("N2049", "makes no model", (*quantize, "--ranges-only", "--bench", "cortex-m4")),
                ("N2049", "correct biases", ("quantize", DIGITS_FLOAT, "--ranges", other, "-o", "refused")),
                ("N2049", "not equalized", (*quantize, "--ranges", other, "--equalize")),
                ("N2098", "need all of them", (*quantize, "--ranges", one)),
                ("N2098", "a second round", (*quantize, "--ranges", seen)),
                ("N2098", "nothing left to measure", (*quantize, "--ranges", other, "--ranges-only")),
                ("N2098", "more parts than samples", (*quantize, "--ranges-only", "--part", "1/41")),
                ("N2098", "another network", (*quantize, "--ranges", apart)),
                ("N2098", "another model", ("quantize", ROOT / "models/sine/sine_float.tflite", "--ranges", other, *PLAIN, "-o", "refused")),
                ("N2098", "parts are missing: ", ("merge", one)),
                ("N2098", "is also in", ("merge", one, two, two)),
                ("N2098", "is a part of other ranges", ("merge", one, seen))):
            self.refused(USAGE, code, *words, says=(says,))
        for key, value in (("seen", [[2, 1]]), ("seen", "x"), ("seen", [[1]]), ("cells", []), ("peaks", []), ("counts", [[1, 2]]), ("ranges", "most"),
                           ("all_samples", -1), ("part", {"index": 3, "of": 2}), ("model_sha256", 1)):
            bad.write_text(json.dumps({**document, key: value}))
            self.refused(USAGE, "N2098", "merge", bad, says=("bad.json",))
        self.assertFalse((self.folder / "refused").exists())


if __name__ == "__main__":
    main()
