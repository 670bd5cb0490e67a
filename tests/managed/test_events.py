"""Ids of events: the tool computes the same ids as the compiler, and colliding ids do not build."""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "events.py"
sys.path.insert(0, str(TOOL.parent))
import events  # noqa: E402

ARGUMENTS = None


def tool(*arguments):
    return subprocess.run([sys.executable, TOOL, *map(str, arguments)], capture_output=True, text=True)


def colliding(size):
    """Two names with one id that the library does not use."""
    own, seen = events.events([], size), {}
    for i in range(1 << 20):
        name = f"Sensor{i}"
        value = events.fnv1a(name) & (1 << 8 * size) - 1
        if value in own:
            continue
        if value in seen:
            return seen[value], name
        seen[value] = name
    raise AssertionError("no collision")


def compiles(text, size):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "source.cc"
        source.write_text(text)
        command = [ARGUMENTS.compiler, "-std=c++17", "-Wall", "-Werror", "-fsyntax-only", f"-DNOOK_EVENT_BYTES={size}",
                   "-I", str(ROOT), str(source)]
        return subprocess.run(command, capture_output=True, text=True)


def assembly(compiler, level, text):
    command = [compiler, "-std=c++17", level, "-fno-rtti", "-S", "-x", "c++", "-", "-o", "-", "-I", str(ROOT)]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return re.sub(r"\.L\w*", "", done.stdout)  # label numbers differ


class Events(unittest.TestCase):
    def test_every_width_compiles_with_the_librarys_own_events(self):
        for size in (1, 2, 4):
            done = compiles('#include "nook/managed/managed.h"\n', size)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(tool("--bytes", size, "--check").returncode, 0)

    def test_two_events_with_one_id_do_not_compile(self):
        for size in (1, 2, 4):
            first, second = colliding(size)
            both = '#include "nook/managed/events.h"\nnamespace a {{ DECLARE_EVENT({}); }}\nnamespace b {{ DECLARE_ERROR({}); }}\n'
            self.assertEqual(compiles(both.format(first, first + "x"), size).returncode, 0)
            done = compiles(both.format(first, second), size)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("this_event_id_is_taken_by_another_event", done.stderr)

    def test_one_that_has_the_id_of_the_librarys_does_not_compile(self):
        done = compiles('#include "nook/managed/events.h"\nnamespace mine { DECLARE_ERROR(OutOfMemError); }\n', 2)
        self.assertIn("this_event_id_is_taken_by_another_event", done.stderr)

    def test_the_tool_names_the_ids_that_devices_report(self):
        self.assertEqual(tool("0x63ef").stdout.split(), ["0x63ef", "OutOfMemError"])
        self.assertEqual(tool("--bytes", 4, "0xbd0a0a97").stdout.split()[1], "localCircularArenaAllocatorRebalancing")
        done = tool("0x0001")
        self.assertEqual(done.returncode, 1)
        self.assertIn("is no event", done.stdout)
        listed = tool("--bytes", 2).stdout
        self.assertIn("0xbbdc error OutOfMemBoundsError", listed)
        self.assertIn("0x8df3 event localCircularArenaAllocatorConstructed", listed)

    def test_the_tool_finds_collisions_across_files_that_no_file_sees_together(self):
        first, second = colliding(2)
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "a.cc").write_text(f"DECLARE_EVENT({first});\n")
            (pathlib.Path(folder) / "b.cc").write_text(f"  DECLARE_ERROR( {second} );\n")
            done = tool(folder, "--check")
            self.assertEqual(done.returncode, 1)
            self.assertIn(first, done.stderr)
            self.assertIn(second, done.stderr)
            self.assertEqual(tool(folder, "--bytes", 4, "--check").returncode, 0)
        self.assertEqual(tool("/nowhere").returncode, 2)

    def test_a_target_that_checks_its_events_does_not_build_with_a_collision(self):
        first, second = colliding(2)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "CMakeLists.txt").write_text(
                "cmake_minimum_required(VERSION 3.25)\nproject(p CXX)\n"
                f"include({ROOT}/cmake/nook_check_events.cmake)\nadd_library(p a.cc b.cc)\n"
                f"target_include_directories(p PRIVATE {ROOT})\ntarget_compile_features(p PRIVATE cxx_std_17)\n"
                "nook_check_events(p)\n")
            source = '#include "nook/managed/events.h"\nDECLARE_EVENT({});\n'
            (folder / "a.cc").write_text(source.format(first))
            for other, fine in ((second, False), (second + "x", True)):
                (folder / "b.cc").write_text(source.format(other))
                subprocess.run(["cmake", "-S", folder, "-B", folder / "build"], capture_output=True, check=True)
                done = subprocess.run(["cmake", "--build", folder / "build"], capture_output=True, text=True)
                self.assertEqual(done.returncode == 0, fine, done.stdout + done.stderr)

    def test_a_list_of_tensors_that_can_not_be_right_does_not_compile(self):
        text = ('#include "nook/managed/ops/reference.h"\nusing namespace nook::managed;\n'
                "bool f(Tensor& x, Tensor& y) {{ reference::MatMul<float> op;\n"
                "  return op.set_inputs({{{}}}).set_outputs({{{}}}).eval(); }}\n")
        lists = {("{op.a, x}, {op.b, x}", "{op.out, y}"): "", ("{op.a, x}", "{op.out, y}"): "fewer inputs than",
                 ("{op.a, x}, {op.b, x}, {op.a, y}", "{op.out, y}"): "more inputs than",
                 ("{op.a, x}, {op.b, x}", "{op.out, y}, {op.out, y}"): "as many outputs as"}
        for (inputs, outputs), expected in lists.items():
            done = compiles(text.format(inputs, outputs), 2)
            self.assertEqual(done.returncode == 0, not expected, done.stderr)
            self.assertIn(expected, done.stderr)

    def test_names_of_tensors_by_text_are_numbers_in_the_program(self):
        text = ('#include "nook/managed/operator.h"\nusing namespace nook::managed;\n'
                "template <class T> struct Op : NamedOperator<Op<T>, 3, 1> {\n"
                "  enum names_in : uint8_t { in, filter_of_the_layer, bias }; enum names_out : uint8_t { out }; };\n"
                "bool f(Op<float>& op, Tensor& x, Tensor& y) {\n"
                '  return op.set_inputs({{"filter_of_the_layer", x}, {"in", x}, {"bias", x}}).set_outputs({{"out", y}}).eval(); }\n')
        numbers = re.sub(r'"(in|filter_of_the_layer|bias|out)"', r"op.\1", text)
        for compiler in filter(shutil.which, (ARGUMENTS.compiler, "clang++", "arm-none-eabi-g++")):
            for level in ("-O1", "-Os", "-O2"):
                by_text, by_number = assembly(compiler, level, text), assembly(compiler, level, numbers)
                self.assertEqual(by_text, by_number, f"{compiler} {level}")

    def test_names_that_collide_or_that_no_operator_has_said_do_not_compile(self):
        text = ('#include "nook/managed/managed.h"\nusing namespace nook::managed;\n'
                "struct Op : {} {{ enum names_in : uint8_t {{ {} }}; enum names_out : uint8_t {{ out }}; }};\n"
                'void f(Op& op, Tensor& x) {{ op.set_inputs({{{{"costarring", x}}, {{Op::{}, x}}}}); }}\n')
        cases = {("NamedOperator<Op, 2, 1>", "costarring, other", "other"): "",
                 ("NamedOperator<Op, 2, 1>", "costarring, liquid", "liquid"): "two names of this operator have one hash",
                 ("NamedOperator<Op, 2, 1>", "costarring, other = 7", "other"): "the enumerators are 0 to n - 1",
                 ("OperatorInterface<2, 1>", "costarring, other", "other"): "derive the operator from NamedOperator"}
        for arguments, expected in cases.items():
            done = compiles(text.format(*arguments), 2)
            self.assertEqual(done.returncode == 0, not expected, done.stderr)
            self.assertIn(expected, done.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--compiler", required=True)
    ARGUMENTS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
