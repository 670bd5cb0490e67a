"""tools/tidy.py finds kernels that a search for their name does not."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import tidy  # noqa: E402

ROW = "NOOK_KERNEL(nook_turn_s8_dsp, kDsp, always, no_scratch, disjoint, as_is)\n"


def findings(files):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, content in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(content)
        return list(tidy.check_kernels(root))


class Kernels(unittest.TestCase):
    def check(self, source, table=ROW, name="nook/ops/turn/s8_dsp.c"):
        return findings({"nook/ops/turn/s8.inc": table, name: source})

    def test_functions_of_c_and_assembly_define_kernels(self):
        self.assertEqual(self.check("void nook_turn_s8_dsp(const int8_t* x) {\n}\n"), [])
        self.assertEqual(self.check("__attribute__((noinline)) void nook_turn_s8_dsp(void) {}\n"), [])
        self.assertEqual(self.check("static const int* nook_turn_s8_dsp(void) {}\n"), [])
        self.assertEqual(self.check("function nook_turn_s8_dsp\n  bx lr\n", name="nook/kernels/dot/armv7em/turn_dsp.S"), [])

    def test_a_macro_does_not(self):
        missing = ["nook/ops/turn/s8.inc:1: no source of C or assembly defines nook_turn_s8_dsp"]
        self.assertEqual(self.check("NOOK_TURN(nook_turn_s8_dsp)\n"), missing)
        self.assertEqual(self.check("#define NAME nook_turn_s8_dsp\nvoid NAME(void) {}\n"), missing)
        self.assertEqual(self.check("void nook_turn_s8_dsp_row(void) {}\n"), missing)
        self.assertEqual(self.check("void other(void) {\n  nook_turn_s8_dsp();\n}\n"), missing)

    def test_rows_in_sources(self):
        row = "constexpr Kernel kRows[] = {NOOK_KERNEL_ROW(Turn, nook_turn_s8_ref, kRef, always)};\n"
        one = "  NOOK_ONE_KERNEL(TurnS8, nook_turn_s8_ref, disjoint);\n"
        for table in (row, one, "NOOK_FORM_KERNEL(nook_turn_s8_ref, disjoint, TurnS8)\n"):
            found = findings({"nook/ops/turn/turn_op.cc": table})
            self.assertEqual(found, ["nook/ops/turn/turn_op.cc:1: no source of C or assembly defines nook_turn_s8_ref"])


if __name__ == "__main__":
    unittest.main()
