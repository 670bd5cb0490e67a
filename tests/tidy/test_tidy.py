"""tools/tidy.py finds kernels that a search for their name does not, assembly in the wrong place, and stray files."""
import pathlib
import subprocess
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
        row = "constexpr KernelEntry kRows[] = {NOOK_KERNEL_ROW(Turn, nook_turn_s8_ref, kRef, always)};\n"
        one = "  NOOK_ONE_KERNEL(TurnS8, nook_turn_s8_ref, disjoint);\n"
        for table in (row, one, "NOOK_FORM_KERNEL(nook_turn_s8_ref, disjoint, TurnS8)\n"):
            found = findings({"nook/ops/turn/turn_op.cc": table})
            self.assertEqual(found, ["nook/ops/turn/turn_op.cc:1: no source of C or assembly defines nook_turn_s8_ref"])


class Root(unittest.TestCase):
    def test_a_tracked_file_that_no_one_named_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            self.assertEqual(list(tidy.check_root(root)), [])  # an archive
            subprocess.run(["git", "init", "-q", root], check=True)
            (root / "docs").mkdir()
            for name in ("README.md", "-", ".nook-files", "docs/page.md", "untracked"):
                (root / name).write_text("")
            subprocess.run(["git", "-C", root, "add", "--", "README.md", "./-", ".nook-files", "docs"], check=True)
            self.assertEqual([found.split(":")[0] for found in tidy.check_root(root)], ["-", ".nook-files"])


class Assembly(unittest.TestCase):
    def said(self, line, times, name="nook/ops/turn/s8_dsp.c"):
        return [finding for _, finding in tidy.check_assembly(name, [line] * times)]

    def test_a_few_instructions_may_be_a_string(self):
        self.assertEqual(self.said('  "add r0, r1\\n\\t"', tidy.MOST_INLINE), [])
        self.assertEqual(self.said('  "text\\n"', 20, "nookc/back/emit/source.cc"), [])

    def test_more_needs_an_assembly_file(self):
        for line in ('  "add r0, r1\\n\\t"', '"add r0, r1\\n"', '#define NOOK_ADD "add r0, r1\\n\\t"  \\'):
            self.assertEqual(len(self.said(line, tidy.MOST_INLINE + 1)), 1, line)
        self.assertEqual(self.said("__attribute__((naked)) void nook_turn_dsp(void) {", 1), ["a function that is all assembly needs a .S file"])

    def test_an_exception_that_is_needed_no_more_is_a_finding(self):
        name = sorted(tidy.LONGER_INLINE)[0]
        self.assertEqual(self.said('"add r0, r1\\n"', 20, name), [])
        self.assertEqual(len(self.said("", 1, name)), 1)

    def test_two_sources_of_one_object(self):
        with tempfile.TemporaryDirectory() as folder:
            here = pathlib.Path(folder) / "nook/kernels/dot/armv7em"
            here.mkdir(parents=True)
            for name in ("a_dsp.c", "a_dsp.h", "b_dsp.S"):
                (here / name).write_text("")
            self.assertEqual(list(tidy.check_objects(pathlib.Path(folder))), [])
            (here / "b_dsp.c").write_text("")
            self.assertEqual(len(list(tidy.check_objects(pathlib.Path(folder)))), 1)

    def test_two_types_of_one_name(self):
        with tempfile.TemporaryDirectory() as folder:
            here = pathlib.Path(folder) / "nookc"
            here.mkdir()

            def write(name, text):
                (here / name).write_text(text)
                return len(list(tidy.check_types(pathlib.Path(folder))))

            self.assertEqual(write("a.h", "namespace nookc {\nstruct Fit {\n};\n}  // namespace nookc\n"), 0)
            other = "namespace nookc {{\n{}enum class Fit {{ kYes }};\n{}}}  // namespace nookc\n"
            self.assertEqual(write("b.h", other.format("", "")), 1)
            self.assertEqual(write("b.h", other.format("namespace {\n", "}  // namespace\n")), 0)
            self.assertEqual(write("b.h", other.format("namespace plan {\n", "}  // namespace plan\n")), 0)
            self.assertEqual(write("b.cc", other.format("", "")), 1)
            self.assertEqual(write("b.cc", "namespace nookc {\nstruct Fit;\n}  // namespace nookc\n"), 0)


if __name__ == "__main__":
    unittest.main()
