"""The hints about options that would save much: each keeps its promise, and none is missing."""
import json

from cli import DIGITS, OK, ROOT, USAGE, CommandCase, main
from models import Builder, Rng, kinds, quantize, random_graph, tflite, uniform_samples
from sampled import EVERYTHING

LEAST = 1024
TRIED = ("--io int8", "--io-layout nhwc", "--io int8 --io-layout nhwc", "--input-in-scratch --output-in-scratch")


class Hints(CommandCase):
    def ram(self, file, options):
        """None: refused."""
        done = self.run_nook("analyze", file, *options.split(), "--target", "cortex-m4", "--json", "-q")
        return json.loads(done.stdout)["ram_bytes"] if done.returncode == OK else None

    def hints(self, file):
        """{option: total RAM} of both commands; one of them also has a separate line about the scratch."""
        said = {}
        for command in (("analyze",), ("compile", "-o", "out", "--force")):
            report = self.json(*command, file, "--target", "cortex-m4")
            text = self.done(*command, file, "--target", "cortex-m4", "--full")
            for hint in report["hints"]:
                self.assertIn(hint["text"], text)
                said.setdefault(hint["option"], []).append(hint["ram_bytes"])
        return said

    def models(self):
        yield from kinds.write(self.folder, ROOT).values()
        yield DIGITS
        yield self.channels_first()
        for seed in range(100 if EVERYTHING else 3):
            tflite.write(random_graph(seed, "mixed"), self.folder / f"random_{seed}.tflite")
            yield f"random_{seed}.tflite"

    def channels_first(self):
        """A network of one convolution whose input has its channels first."""
        b = Builder("first")
        x = b.input((1, 3, 48, 48))
        graph = b.finish(b.conv_2d(b.transpose(x, (0, 2, 3, 1)), 4, size=3, stride=2))
        tflite.write(quantize(graph, uniform_samples(graph, Rng(1), {x: (-1.0, 1.0)})), self.folder / "first.tflite")
        return "first.tflite"

    def published(self):
        """A MobileNetV2 of a public repository, if this machine has it."""
        model = ROOT.parent / "shared/golden/xtensa_mobilenet_v2_quantized_1x3x224x224/model.tflite"
        return model if model.exists() else None

    def test_conversions_and_the_options_that_they_enable_are_one_hint(self):
        """Without its TRANSPOSE the network can take the input's rows as they arrive: analyze says both at once."""
        for file in (self.channels_first(), self.published()):
            if file is None:
                continue
            with self.subTest(file):
                now = self.ram(file, "")
                hints = self.json("analyze", file, "--target", "cortex-m4")["hints"]
                least = min(hints, key=lambda hint: hint["ram_bytes"] or 1 << 30)
                self.assertTrue(least["option"].startswith("--io-layout nhwc --"), hints)
                self.assertIn("--io-layout nhwc", [hint["option"] for hint in hints])
                self.assertLessEqual(self.ram(file, least["option"]), least["ram_bytes"])
                self.assertLess(3 * least["ram_bytes"], 2 * now)
                if "shared" in str(file):
                    self.assertLessEqual(least["ram_bytes"], 205300)

    def test_each_holds_and_none_is_missing(self):
        some = set()
        for file in self.models():
            with self.subTest(file):
                now, said = self.ram(file, ""), self.hints(file)
                some |= set(said)
                for option, figures in said.items():
                    for most in figures:
                        if most is None:  # for flash
                            continue
                        self.assertLessEqual(self.ram(file, option), most, option)
                        self.assertTrue(now - most >= LEAST and 5 * (now - most) >= now)
                for option in TRIED:
                    least = self.ram(file, option)
                    clearly = least is not None and now - least >= 2 * LEAST and 3 * (now - least) >= now
                    better = [f for figures in said.values() for f in figures if f is not None and f <= 1.1 * (least or 0)]
                    if clearly:
                        self.assertTrue(option in said or better, f"{option}: {least} of {now}, said {said}")
        self.assertLessEqual({"--io int8", "--io-layout nhwc", "--stream-input --output-in-scratch"}, some)

    def test_streams(self):
        """RAM is the buffers held at once; an input that would be held as a whole anyway gets no streaming hint."""
        files = kinds.write(self.folder, ROOT)
        report = self.json("analyze", files["int8"], "--target", "cortex-m4", "--stream-input", "--output-in-scratch")
        scratch = sum(pool["bytes"] for pool in report["memory"]["scratch"])
        self.assertEqual(report["ram_bytes"], scratch)
        self.assertIn("in rows of 36 bytes", self.done("analyze", files["int8"], "--stream-input", "--output-in-scratch"))
        # The rows of a signal are its steps.
        self.assertIn("in rows of 2 bytes", self.done("analyze", files["signal"], "--stream-input", "--output-in-scratch"))

    def test_another_level(self):
        """Weights that are packed at four times their size, and a level that uses memory for speed."""
        files = kinds.write(self.folder, ROOT)
        report = self.json("analyze", files["int8"], "--target", "cortex-m4", "-O", "size")
        balanced = self.json("analyze", files["int8"], "--target", "cortex-m4")["ram_bytes"]
        some = [hint for hint in report["hints"] if hint["option"] == "-O balanced"]
        self.assertEqual(len(some), int(report["ram_bytes"] - balanced >= max(LEAST, report["ram_bytes"] / 5)))

    def test_quantize(self):
        files = kinds.write(self.folder, ROOT)
        (self.folder / "x.npy").write_bytes(kinds.samples((2, 12, 12, 3)))
        report = self.json("quantize", files["float"], "--samples", "x.npy", "--io", "float", "-o", "q.tflite")
        self.assertEqual([hint["option"] for hint in report["hints"]], ["--io int8"])
        self.assertEqual(self.json("quantize", files["float"], "--samples", "x.npy", "-o", "p.tflite")["hints"], [])
        self.assertIn("hint: --io int8: ", self.done("quantize", files["float"], "--samples", "x.npy", "--io", "float", "-o", "r.tflite"))


if __name__ == "__main__":
    main()
