"""nook evaluate: figures that numpy computes too, a planted fault that is found, data and labels that do not fit."""
import struct

import numpy as np

from cli import DIGITS, DIGITS_FLOAT, HAS_CORTEX_M, HELDOUT, INPUT_OUTPUT, SINE, USAGE, CommandCase, main

SINE_FLOAT = SINE.with_name("sine_float.tflite")


def heldout():
    """(images as int8, labels) of the held-out digits."""
    labels = np.array([int(line) for line in (HELDOUT / "labels.txt").read_text().split()])
    images = [np.frombuffer((HELDOUT / f"run{k}_input0.bin").read_bytes(), np.int8) for k in range(len(labels))]
    return np.stack(images).reshape(-1, 8, 8, 1), labels


class Evaluate(CommandCase):
    def setUp(self):
        super().setUp()
        self.images, self.labels = heldout()
        np.save(self.folder / "x.npy", self.images)
        np.save(self.folder / "y.npy", self.labels)

    def evaluate(self, *arguments, model=DIGITS, data="x.npy", labels="y.npy"):
        return self.json("evaluate", model, "--data", data, "--labels", labels, *arguments)

    def test_classes(self):
        wrong = (self.labels + (np.arange(len(self.labels)) % 4 == 0)) % 10  # a quarter has another class
        np.save(self.folder / "wrong.npy", wrong)
        done = self.evaluate("--top", "3", labels="wrong.npy")
        outputs = np.stack([np.frombuffer((HELDOUT / f"run{k}_output0.bin").read_bytes(), np.int8)
                            for k in range(len(wrong))]).astype(int)
        answers = outputs.argmax(axis=1)
        confusion = np.zeros((10, 10), int)
        np.add.at(confusion, (wrong, answers), 1)
        best = np.argsort(-outputs, axis=1, kind="stable")[:, :3]
        self.assertEqual(done["samples"], len(wrong))
        self.assertEqual(done["task"], "classify")
        self.assertEqual(done["result"]["accuracy"], (answers == wrong).mean())
        self.assertEqual(done["result"]["top_k"], {"k": 3, "accuracy": (best == wrong[:, None]).any(axis=1).mean()})
        self.assertEqual(done["result"]["confusion"], confusion.tolist())

    def test_data_in_every_form_are_the_same_samples(self):
        want = self.evaluate()["result"]
        real = self.images.astype(np.float32) / 16
        np.save(self.folder / "real.npy", real)
        np.savez_compressed(self.folder / "x.npz", anything=real.reshape(len(real), -1))
        np.save(self.folder / "levels.npy", self.images.astype(np.uint8))
        np.save(self.folder / "fortran.npy", np.asfortranarray(real.astype(np.float64)))
        np.save(self.folder / "one_hot.npy", np.eye(10)[self.labels])
        for data in ("real.npy", "x.npz", "fortran.npy", HELDOUT):
            self.assertEqual(self.evaluate(data=data)["result"], want)
        self.assertEqual(self.evaluate("--scale", "0.0625", data="levels.npy")["result"], want)
        self.assertEqual(self.evaluate(labels=HELDOUT / "labels.txt")["result"], want)
        self.assertEqual(self.evaluate(labels="one_hot.npy")["result"], want)

    def test_int8_next_to_float(self):
        done = self.evaluate("--against", DIGITS_FLOAT)
        self.assertEqual(done["against"]["accuracy"], 1)
        self.assertEqual(done["agreement"], 1)
        self.assertIsNone(done["noise"]["first_below"])
        kinds = [row["kind"] for row in done["noise"]["operators"]]
        self.assertEqual(kinds[:3], ["CONV_2D", "DEPTHWISE_CONV_2D", "CONV_2D"])
        for row in done["noise"]["operators"]:
            self.assertGreater(row["snr_db"], 30)
            self.assertGreater(row["alone_snr_db"], 30)  # with the float model's values as its inputs
        below = self.evaluate("--against", DIGITS_FLOAT, "--threshold", "40")["noise"]["first_below"]
        self.assertEqual(below["operator"], 2)

    def test_a_planted_scale_is_named(self):
        model = DIGITS.read_bytes()
        tensors = {t["name"]: t for t in self.json("inspect", DIGITS)["subgraphs"][0]["tensors"]}
        for tensor, operator in (("conv_2d_1", 2), ("fully_connected", 5)):
            scale = tensors[tensor]["quantization"]["scales"][0]
            self.assertEqual(model.count(struct.pack("<f", scale)), 1 + (tensor == "conv_2d_1") * 2, tensor)
            planted = model.replace(struct.pack("<f", scale), struct.pack("<f", scale / 16))
            (self.folder / "planted.tflite").write_bytes(planted)
            noise = self.evaluate("--against", DIGITS_FLOAT, model="planted.tflite")["noise"]
            self.assertEqual(noise["first_below"]["operator"], operator)
            text = self.done("evaluate", "planted.tflite", "--data", "x.npy", "--labels", "y.npy",
                             "--against", DIGITS_FLOAT)
            self.assertIn(f"The first below 10 dB: operator {operator} ", text)

    def test_real_numbers(self):
        x = np.linspace(0, 6.28, 50, dtype=np.float32).reshape(-1, 1)
        np.save(self.folder / "angles.npy", x)
        np.save(self.folder / "sines.npy", np.sin(x))
        done = self.evaluate("--against", SINE_FLOAT, model=SINE, data="angles.npy", labels="sines.npy")
        self.assertEqual(done["task"], "regress")
        self.assertLess(done["result"]["mean_error"], 0.05)
        self.assertLessEqual(done["against"]["mean_error"], done["against"]["root_mean_square_error"])
        self.assertIsNone(done["agreement"])

    def test_anomalies(self):
        x = np.array([[0.5], [1.0], [1.57], [4.0], [4.7], [5.5]], np.float32)
        np.save(self.folder / "angles.npy", x)
        for labels, auc in (((1, 1, 1, 0, 0, 0), 1), ((0, 0, 0, 1, 1, 1), 0), ((1, 0, 1, 0, 1, 0), 5 / 9)):
            np.save(self.folder / "marks.npy", np.array(labels))
            done = self.evaluate(model=SINE, data="angles.npy", labels="marks.npy")
            self.assertEqual(done["task"], "detect")
            self.assertAlmostEqual(done["result"]["auc"], auc)

    def test_on_a_board(self):
        if not HAS_CORTEX_M:
            self.skipTest("needs arm-none-eabi-gcc and qemu-system-arm")
        np.save(self.folder / "few.npy", self.images[:5])
        np.save(self.folder / "labels.npy", self.labels[:5])
        done = self.evaluate("--target", "cortex-m4", data="few.npy", labels="labels.npy")
        self.assertEqual((done["target"], done["result"]["accuracy"]), ("cortex-m4", 1))

    def test_run_accepts_arrays_too(self):
        done = self.json("run", DIGITS, "--data", "x.npy", "--output-dir", "out")
        self.assertEqual((done["runs"], done["outputs"]), (40, ["out/output0.npy"]))
        scores = np.load(self.folder / "out" / "output0.npy")
        self.assertEqual((scores.shape, scores.dtype), ((40, 1, 10), np.int8))
        for k in range(40):
            self.assertEqual(scores[k].tobytes(), (HELDOUT / f"run{k}_output0.bin").read_bytes())
        both = ("run", DIGITS, "--data", "x.npy", "--input-dir", HELDOUT, "--output-dir", "out")
        self.refused(USAGE, "N2000", *both, says=("excludes",))
        (self.folder / "out" / "output0.npy").write_bytes(b"mine")
        self.refused(INPUT_OUTPUT, "N4011", *both[:4], "--output-dir", "out", says=("output0.npy",))

    def test_a_plan_that_does_not_fit(self):
        (self.folder / "empty").mkdir()
        (self.folder / "cut.npy").write_bytes((self.folder / "x.npy").read_bytes()[:-1])
        (self.folder / "text.txt").write_text("1\ntwo\n")
        real = self.images.astype(np.float32)
        holes = real.copy()
        holes[3, 2, 1] = np.nan
        arrays = {"wide": np.zeros((4, 9, 9, 1), np.int8), "none": self.images[:0], "holes": holes,
                  "complex": real.astype(np.complex64), "objects": np.array([None, 1], object), "one": np.float32(1), "few": self.labels[:5],
                  "large": self.labels + 5, "pairs": np.zeros((40, 2)), "nan": np.full(40, np.nan)}
        for name, array in arrays.items():
            np.save(self.folder / f"{name}.npy", array, allow_pickle=True)
        np.savez(self.folder / "two.npz", a=real, b=real)

        def refused(exit_code, code, *more, data="x.npy", labels="y.npy", says=()):
            self.refused(exit_code, code, "evaluate", DIGITS, "--data", data, "--labels", labels, *more, says=says)

        refused(INPUT_OUTPUT, "N4001", data="there_is_none.npy")
        refused(INPUT_OUTPUT, "N4025", data="empty", says=("has no samples", "run{k}_input{i}.bin"))
        refused(INPUT_OUTPUT, "N4020", data="cut.npy", says=("need 2560", "have 2559"))
        refused(INPUT_OUTPUT, "N4021", data="complex.npy", says=("'<c8'", "astype('float32')"))
        refused(INPUT_OUTPUT, "N4021", data="objects.npy")
        refused(INPUT_OUTPUT, "N4023", data="two.npz", says=("'a', 'b'",))
        refused(INPUT_OUTPUT, "N4024", data="holes.npy", says=("sample 3, element 17", "nan"))
        refused(INPUT_OUTPUT, "N4025", data="wide.npy", says=("need samples of [1, 8, 8, 1]", "have [4, 9, 9, 1]"))
        refused(INPUT_OUTPUT, "N4025", data="none.npy", says=("no samples",))
        refused(INPUT_OUTPUT, "N4025", data="one.npy")
        refused(INPUT_OUTPUT, "N4026", labels="few.npy", says=("need one label for each of the 40 samples, have 5",))
        refused(INPUT_OUTPUT, "N4026", labels="text.txt", says=("label 1 is not a number: 'two'",))
        refused(INPUT_OUTPUT, "N4026", labels="large.npy", says=("the model has 10 classes",))
        refused(INPUT_OUTPUT, "N4026", labels="pairs.npy", says=("2 elements for each sample",))
        refused(INPUT_OUTPUT, "N4026", labels="nan.npy")
        refused(USAGE, "N2060", "--task", "detect")
        refused(USAGE, "N2061", "--against", SINE_FLOAT)


if __name__ == "__main__":
    main()
