"""nook evaluate --part and nook merge: the report of one process, whatever the parts and their order."""
import functools
import json
import operator
import random
import struct

from cli import DIGITS, HELDOUT, INPUT_OUTPUT, ROOT, SINE, USAGE, CommandCase, main

HOST = ("--target", "host")


def npy(shape, values):
    """A .npy file of float32."""
    head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    head += " " * (63 - (len(head) + 10) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack(f"<{len(values)}f", *values)


class Parts(CommandCase):
    def setUp(self):
        super().setUp()
        self.seed = random.randrange(1 << 32)
        self.draw = random.Random(self.seed)

    def parts(self, count, *words):
        files = []
        for index in range(1, count + 1):
            file = self.folder / f"{index}of{count}.json"
            file.write_text(self.done("evaluate", *words, "--part", f"{index}/{count}"))
            files.append(file)
        return files

    def check(self, words, counts):
        whole = {form: self.done("evaluate", *words, *form) for form in ((), ("--json",))}
        for count in counts:
            files = self.parts(count, *words)
            self.draw.shuffle(files)
            for form, text in whole.items():
                self.assertEqual(self.done("merge", *files, *form), text, (self.seed, count))

    def sines(self, count):
        """Samples and labels over many magnitudes, whose sum in doubles depends on the order."""
        (self.folder / "x.npy").write_bytes(npy((count, 1), [self.draw.uniform(-3, 3) for _ in range(count)]))
        (self.folder / "y.npy").write_bytes(npy((count, 1), [self.draw.uniform(-1, 1) * 10.0 ** self.draw.randint(-12, 12) for _ in range(count)]))
        return "--data", self.folder / "x.npy", "--labels", self.folder / "y.npy", *HOST

    def test_classes(self):
        self.check((DIGITS, "--data", HELDOUT, "--labels", HELDOUT / "labels.txt", "--top", "3", *HOST), (1, 4))

    def test_real_numbers(self):
        self.check((SINE, *self.sines(60), "--task", "regress"), (1, 7))
        self.check((ROOT / "models/sine/sine_float.tflite", *self.sines(60), "--task", "regress"), (4,))

    def test_anomalies(self):
        words = list(self.sines(50))
        (self.folder / "labels.txt").write_text("\n".join(str(int(self.draw.random() < 0.3)) for _ in range(48)) + "\n0\n1\n")
        words[3] = self.folder / "labels.txt"
        self.check((SINE, *words, "--task", "detect"), (5,))

    def test_a_sum_of_parts_is_not_the_sum_of_doubles(self):
        """The labels are such that adding in another order gives another double: the other tests can fail."""
        self.sines(60)
        values = [abs(v) for v in struct.unpack("<60f", (self.folder / "y.npy").read_bytes()[-240:])]
        # A single order gives the same double in about every second run; a hundred never do. sum() of Python 3.12 is exact.
        orders = [self.draw.sample(values, len(values)) for _ in range(100)]
        self.assertGreater(len({functools.reduce(operator.add, order) for order in orders}), 1, self.seed)

    def test_incomplete_and_foreign_parts_are_refused(self):
        words = self.sines(20)
        a, b, c = self.parts(3, SINE, *words, "--task", "regress")
        self.refused(USAGE, "N2098", "merge", a, c, says=["parts are missing: 2 of 3", "--part 2/3"])
        self.refused(USAGE, "N2098", "merge", a, b, c, b, says=["part 2/3 is also in"])
        for key, value in (("model_sha256", "0"), ("target", "cortex-m4"), ("task", "detect"), ("all_samples", 21)):
            other = self.folder / "other.json"
            other.write_text(json.dumps({**json.loads(b.read_text()), key: value}))
            self.refused(USAGE, "N2098", "merge", a, other, c, says=["is a part of another evaluation"])
        self.refused(USAGE, "N2098", "merge", a, self.parts(2, SINE, *words, "--task", "regress")[0], says=["another evaluation"])
        self.refused(INPUT_OUTPUT, "N4001", "merge", a, "missing.json")
        (self.folder / "text.json").write_text("{")
        self.refused(USAGE, "N2098", "merge", "text.json", says=["not JSON"])

    def test_damaged_parts_are_refused_or_read(self):
        (self.folder / "labels.txt").write_text("0\n1\n" * 4)
        words = list(self.sines(8))
        kinds = [self.parts(1, SINE, *words, "--task", "regress")[0].read_text(),
                 self.parts(1, SINE, *words[:3], self.folder / "labels.txt", *HOST, "--task", "detect")[0].read_text(),
                 self.parts(1, DIGITS, "--data", HELDOUT, "--labels", HELDOUT / "labels.txt", *HOST)[0].read_text()]
        codes = set()
        for turn in range(60):
            broken = json.loads(self.draw.choice(kinds))
            at = broken
            while True:
                key = self.draw.choice(list(at) if isinstance(at, dict) else range(len(at)))
                if not isinstance(at[key], (dict, list)) or not at[key] or self.draw.random() < 0.2:
                    break
                at = at[key]
            at[key] = self.draw.choice([None, -1, 1 << 62, 1e300, "text", "f" * 600, "inf", "7ff8000000000000", [], {}, [[1]], [1, 2]])
            (self.folder / "broken.json").write_text(json.dumps(broken))
            done = self.run_nook("merge", "broken.json", "--json")
            codes.add(done.returncode)
            self.assertIn(done.returncode, (0, USAGE, INPUT_OUTPUT), (self.seed, turn, broken, done.stderr))
        self.assertIn(USAGE, codes)

    def test_parts_that_cannot_be_are_refused(self):
        words = (SINE, *self.sines(5), "--task", "regress")
        for part in ("0/3", "4/3", "3", "1/0", "a/b", "1/2/3", "-1/2", "1/9999999"):
            self.refused(USAGE, "N2098", "evaluate", *words, f"--part={part}", says=["--part " + part])
        self.refused(USAGE, "N2098", "evaluate", *words, "--part", "1/6", says=["more parts than samples, which are 5"])
        self.refused(USAGE, "N2098", "evaluate", *words, "--part", "1/2", "--against", SINE, says=["--against"])
        knocks = ROOT / "models/knocks/knocks.tflite"
        shape = self.json("analyze", knocks, *HOST)["inputs"][0]["shape"]
        size = 1
        for dimension in shape[1:]:
            size *= dimension
        (self.folder / "k.npy").write_bytes(npy((4, *shape[1:]), [0.0] * (4 * size)))
        (self.folder / "k.txt").write_text("0\n1\n0\n1\n")
        self.refused(USAGE, "N2098", "evaluate", knocks, "--data", "k.npy", "--labels", "k.txt", *HOST, "--part", "1/2", says=["keeps its state"])


if __name__ == "__main__":
    main()
