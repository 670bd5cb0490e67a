"""nook quantize: its output is correct, and each fault in the samples gives one error."""
import re
import shlex
import struct
import unittest
import warnings
import zipfile

from cli import DIGITS, DIGITS_FLOAT, HAS_CORTEX_M, HELDOUT, INPUT_OUTPUT, ROOT, SINE, UNSUPPORTED, USAGE, CommandCase, main

RAW = ("--samples", HELDOUT, "--sample-type", "int8", "--scale", "0.0625")


def npy(descr, shape, data):
    header = repr({"descr": descr, "fortran_order": False, "shape": tuple(shape)}).encode()
    header += b" " * (63 - (10 + len(header)) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + data


class Quantize(CommandCase):
    def quantized(self, *options, model=DIGITS_FLOAT):
        report = self.json("quantize", model, "-o", "out.tflite", "--force", *options)
        return report, self.json("inspect", "out.tflite")["subgraphs"][0]

    def test_digits_keep_their_accuracy(self):
        report, graph = self.quantized(*RAW, "--labels", HELDOUT / "labels.txt")
        self.assertEqual(report["accuracy"], {"float": 1.0, "quantized": 1.0})
        self.assertEqual((report["operators"], report["float_operators"], report["samples"]), (7, 0, 40))
        self.assertGreater(report["output_decibels"], 35)
        self.assertEqual({t["type"] for t in graph["tensors"]}, {"int8", "int32"})
        self.assertLess(report["after"]["constant_bytes"], report["before"]["constant_bytes"] / 2)
        self.assertEqual(report["after"]["float_macs"], 0)
        self.assertEqual(report["after"]["integer_macs"], report["before"]["float_macs"])

    def test_the_ranges_of_a_twin_make_the_twin(self):
        self.quantized("--ranges-from", DIGITS)
        said = self.json("validate", "out.tflite", "--golden", HELDOUT)
        self.assertTrue(said["ok"])

    def test_the_same_samples_in_any_form_give_the_same_bytes(self):
        self.quantized(*RAW)
        want = (self.folder / "out.tflite").read_bytes()
        images = [(HELDOUT / f"run{k}_input0.bin").read_bytes() for k in range(40)]
        (self.folder / "a.npy").write_bytes(npy("|i1", (40, 8, 8), b"".join(images)))
        values = [v / 16 for v in struct.unpack("2560b", b"".join(images))]
        (self.folder / "b.npy").write_bytes(npy("<f4", (40, 8, 8, 1), struct.pack("<2560f", *values)))
        for options in (("--samples", "a.npy", "--scale", "0.0625"), ("--samples", "b.npy"),
                        ("--samples", "b.npy", "--threads", "1"), ("--samples", "b.npy", "--threads", "7")):
            self.quantized(*options)
            self.assertEqual((self.folder / "out.tflite").read_bytes(), want, options)

    def test_forms_follow_the_options(self):
        types = lambda graph: {t["type"] for t in graph["tensors"]}
        report, graph = self.quantized(*RAW, "--activations", "int16")
        self.assertEqual(types(graph), {"int16", "int8", "int64", "int32"})
        self.assertGreater(report["output_decibels"], 40)
        report, graph = self.quantized(*RAW, "--weights", "int4")
        self.assertIn("int4", types(graph))
        self.assertGreater(report["agreement"], 0.9)
        _, graph = self.quantized(*RAW, "--io", "float")
        self.assertEqual([o["name"] for o in graph["operators"]][::8], ["QUANTIZE", "DEQUANTIZE"])
        _, graph = self.quantized(*RAW, "--per-tensor")
        self.assertTrue(all(len((t["quantization"] or {"scales": []})["scales"]) <= 1 for t in graph["tensors"]))
        report, graph = self.quantized(*RAW, "--keep-float", "conv_2d_1", "--keep-float", "SOFTMAX")
        self.assertEqual(report["float_operators"], 2)
        for ranges in ("mse", "percentile=99.9"):
            report, _ = self.quantized(*RAW, "--ranges", ranges)
            self.assertGreater(report["output_decibels"], 20)
            self.assertEqual(report["agreement"], 1)

    def test_operators_that_lose_most_get_wider_until_the_accuracy_is_met(self):
        (self.folder / "labels").write_text((HELDOUT / "labels.txt").read_text())
        coarse = (*RAW, "--labels", "labels", "--weights", "int4", "--per-tensor", "--no-bias-correction", "--no-equalize", "--ranges",
                  "percentile=85", "--io", "float")
        report, _ = self.quantized(*coarse)
        self.assertLess(report["accuracy"]["quantized"], 0.99)
        self.assertEqual(report["float_operators"], 0)
        met, _ = self.quantized(*coarse, "--accuracy-drop", "1")
        self.assertGreaterEqual(met["accuracy"]["quantized"], 0.99)
        changed = [t["operator"] for t in met["tensors"][1:] if t["type"] != "int8"]
        self.assertTrue(0 < len(changed) < 7, changed)
        same, _ = self.quantized(*coarse, "--accuracy-drop", "100")
        self.assertEqual(same, report)

    def test_corrected_biases_and_equal_weights_bring_the_output_nearer(self):
        plain, _ = self.quantized(*RAW, "--per-tensor", "--no-bias-correction", "--no-equalize")
        corrected, _ = self.quantized(*RAW, "--per-tensor", "--no-equalize")
        equalized, _ = self.quantized(*RAW, "--per-tensor", "--no-bias-correction", "--equalize")
        logits = lambda report: report["tensors"][-2]["decibels"]
        self.assertGreater(logits(corrected), logits(plain) + 2)
        self.assertGreater(logits(equalized), logits(plain))
        self.assertEqual([report["equalized"] for report in (plain, corrected, equalized)], [False, False, True])

    def test_weights_are_equalized_where_samples_show_that_it_helps(self):
        coarse = (*RAW, "--per-tensor", "--no-bias-correction", "--weights", "int4")
        tried = {option: self.quantized(*coarse, *option)[0] for option in ((), ("--equalize",), ("--no-equalize",))}
        helps = tried["--equalize",]["output_decibels"] - tried["--no-equalize",]["output_decibels"]
        self.assertGreater(abs(helps - 3), 0.5)  # otherwise 32 of the samples may give another answer than all
        chosen = tried[()]
        trial = chosen.pop("equalizing")
        self.assertEqual(trial["samples"], 32)
        self.assertEqual(chosen["equalized"], helps > 3)
        self.assertEqual(chosen["equalized"], trial["equalized_decibels"] >= trial["plain_decibels"] + 3)
        given = tried["--equalize" if helps > 3 else "--no-equalize",]
        self.assertIsNone(given.pop("equalizing"))
        self.assertEqual(chosen, given)

    @unittest.skipUnless(HAS_CORTEX_M, "no compiler and emulator of Cortex-M")
    def test_instructions_before_and_after_are_counted(self):
        report, _ = self.quantized(*RAW, "--bench", "cortex-m4")
        self.assertGreater(2 * report["before"]["instructions"], 3 * report["after"]["instructions"])
        self.assertGreater(report["after"]["instructions"], 46848 // 4)

    def test_a_picture_of_the_report_is_drawn(self):
        self.quantized(*RAW, "--picture", "out.svg")
        text = (self.folder / "out.svg").read_text()
        self.assertIn("SOFTMAX  scores", text)
        self.assertEqual(text.count("<rect"), 9)

    def test_bad_samples_are_one_error(self):
        out = ("-o", "out.tflite")
        (self.folder / "empty").mkdir()
        (self.folder / "text").write_text("1 2 3")
        (self.folder / "short.npy").write_bytes(npy("<f4", (1, 8, 8), b"123"))
        (self.folder / "odd.npy").write_bytes(npy("<f4", (2, 63), bytes(2 * 63 * 4)))
        (self.folder / "nan.npy").write_bytes(npy("<f4", (1, 8, 8), struct.pack("<64f", *[float("nan")] * 64)))
        (self.folder / "object.npy").write_bytes(npy("|O", (1, 64), bytes(512)))
        (self.folder / "huge.npy").write_bytes(npy("<f4", (1, 8, 8), struct.pack("<64f", *[3e38] * 64)))
        with zipfile.ZipFile(self.folder / "twice.npz", "w") as archive, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the name
            for _ in range(2):
                archive.writestr("image.npy", npy("<f4", (1, 8, 8), bytes(256)))
        (self.folder / "labels").write_text("1\n2\n")
        (self.folder / "ten").write_text("10\n" * 40)
        for exit_code, code, *options in (
                (USAGE, "N2049"), (INPUT_OUTPUT, "N4001", "--samples", "none"), (INPUT_OUTPUT, "N4025", "--samples", "empty"),
                (INPUT_OUTPUT, "N4020", "--samples", "text"), (INPUT_OUTPUT, "N4020", "--samples", "short.npy"),
                (INPUT_OUTPUT, "N4025", "--samples", "odd.npy"), (INPUT_OUTPUT, "N4024", "--samples", "nan.npy"),
                (INPUT_OUTPUT, "N4021", "--samples", "object.npy"), (INPUT_OUTPUT, "N4025", "--samples", HELDOUT),
                (UNSUPPORTED, "N3052", "--samples", "huge.npy"), (INPUT_OUTPUT, "N4022", "--samples", "twice.npz"),
                (INPUT_OUTPUT, "N4024", "--samples", "huge.npy", "--scale", "1e10"),
                (INPUT_OUTPUT, "N4026", *RAW, "--labels", "labels"), (INPUT_OUTPUT, "N4026", *RAW, "--labels", "ten"),
                (USAGE, "N2049", "--ranges-from", DIGITS, "--labels", "labels"),
                (INPUT_OUTPUT, "N4001", *RAW, "--labels", "none"), (USAGE, "N2046", *RAW, "--ranges", "best"),
                (USAGE, "N2047", "--ranges-from", SINE), (USAGE, "N2048", *RAW, "--keep-float", "conv"),
                (USAGE, "N2049", *RAW, "--accuracy-drop", "1"),
                (USAGE, "N2049", "--ranges-from", DIGITS, "--equalize"),
                (USAGE, "N2049", *RAW, "--equalize", "--no-equalize"), (USAGE, "N2050", *RAW, "--mean", "a"), (USAGE, "N2050", *RAW, "--mean", "1,2"),
                (USAGE, "N2049", *RAW, "--per-tensor", "--dense-per-channel"),
                (USAGE, "N2049", *RAW, "--activations", "int16", "--weights", "int4"),
                (USAGE, "N2049", *RAW, "--activations", "int16", "--io", "int8"),
                (USAGE, "N2049", "--ranges-from", DIGITS, "--ranges", "mse"),
                (USAGE, "N2049", "--ranges-from", DIGITS, "--no-simplify", "fold-affine"),
                (USAGE, "N2049", *RAW, "--picture", "./out.tflite"),
                (USAGE, "N2050", "--samples", HELDOUT, "--scale", "0"), (USAGE, "N2050", "--samples", HELDOUT, "--mean", ""),
                (USAGE, "N2000", *RAW, "--io", "int4")):
            with self.subTest(options):
                self.refused(exit_code, code, "quantize", DIGITS_FLOAT, *out, *options)
        self.assertFalse((self.folder / "out.tflite").exists())

    def test_models_that_are_integers_already_are_refused(self):
        self.refused(UNSUPPORTED, "N3051", "quantize", DIGITS, "-o", "out.tflite", *RAW)

    def test_inputs_of_the_command_are_not_overwritten(self):
        model = self.folder / "m.tflite"
        model.write_bytes(DIGITS_FLOAT.read_bytes())
        self.refused(INPUT_OUTPUT, "N4012", "quantize", model, "-o", model, "--force", *RAW)

    def test_every_command_of_the_page_works(self):
        (self.folder / "models").symlink_to(ROOT / "models")
        page = (ROOT / "docs" / "quantize.md").read_text()
        commands = [line for block in re.findall(r"```sh\n(.*?)```", page, re.S) for line in block.splitlines()]
        self.assertGreater(len(commands), 4)
        for command in commands:
            name, *arguments = shlex.split(command)
            self.assertEqual(name, "nook")
            file = arguments.pop() if ">" in arguments else None
            if file:
                arguments.remove(">")
            said = self.done(*arguments)
            if file:
                (self.folder / file).write_text(said)


if __name__ == "__main__":
    main()
