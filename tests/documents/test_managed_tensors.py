"""Promises of the managed tensors document that only this machine can check: sizes, sources, compile errors."""
# Document 004, "uTensor Runtime": managed tensors.
import argparse
import contextlib
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "managed"), str(ROOT / "tools")]
import events  # noqa: E402
import sizes  # noqa: E402

ARGUMENTS = None
CORE, LIBRARY, SMALL_LIBRARY = 2048, 1100, 1024

# The document's snippet, unchanged.
SNIPPET = r'''
import numpy as np
import glob
import re

from collections import defaultdict
from pprint import pprint


def mHash_fnv1a(mStr):
  np.seterr(over='ignore')
  val_32_const = np.uint32(0x811c9dc5)
  prime_32_const = np.uint32(0x1000193)
  value = val_32_const
  for c in mStr:
      value = (value ^ np.uint32(ord(c))) * prime_32_const
  return value

def get_target_files():
  x = glob.glob('**/*.[ch]pp', recursive=True)
  return x

def get_event_map():
  tgts = get_target_files()
  event_names = []
  event_map = defaultdict(list)
  for f in tgts:
    with open(f) as fp:
      for line in fp:
        m = re.match("\s*DECLARE_\w+\((\w+)\)", line)
        if m:
          #print(m)
          event_names.append(m.group(1))

  for evt in event_names:
    x = mHash_fnv1a(evt)
    event_map[x].append(evt)
  pprint(event_map)
  return event_map

if __name__ == "__main__":
  x = get_event_map()
'''
# The parts of numpy that the snippet needs, if numpy is missing.
NUMPY = """
def seterr(over): pass
class uint32(int):
    def __xor__(self, other): return uint32(int(self) ^ int(other))
    def __mul__(self, other): return uint32(int(self) * int(other) & 0xffffffff)
"""


def run_snippet(folder):
    """The map that the snippet extracts from the sources in a folder."""
    try:
        import numpy  # noqa: F401
    except ImportError:
        (folder / "numpy.py").write_text(NUMPY)
    before = os.getcwd()
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    try:
        names = {"__name__": "__main__"}
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(SNIPPET, "snippet", "exec"), names)
        return {int(value): found for value, found in names["x"].items()}
    finally:
        os.chdir(before)
        sys.path.remove(str(folder))


def build_small(folder, arena):
    """The two-operator example with an arena on a Cortex-M4 at -Os, only with the parts that it needs; not run."""
    example = folder / "two_operators.cc"
    example.write_text((ROOT / "examples/managed/two_operators.cc").read_text().replace("CircularArenaAllocator", arena))
    port = folder / "port.c"
    port.write_text("void port_print(const char* t) { (void)t; }\nint main(int, char**);\n"
                    "void start(void) { main(0, 0); }\n")
    managed = ROOT / "nook" / "managed"
    sources = [example, *sorted(managed.glob("*.cc")),
               *sorted((managed / "tensors").glob("*.cc")), managed / "ops/prepared.cc", port]
    elf = folder / "two_operators.elf"
    flags = ["-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16", "-Os", "-ffunction-sections", "-fdata-sections", "-ffp-contract=off", "-DNDEBUG",
             "-I", ROOT]
    only_cpp = ["-std=c++17", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"]
    objects = []
    for source in sources:
        objects.append(folder / f"{source.name}.o")
        compiler = ["arm-none-eabi-gcc"] if source.suffix == ".c" else ["arm-none-eabi-g++", *only_cpp]
        subprocess.run(list(map(str, [*compiler, *flags, "-c", source, "-o", objects[-1]])), check=True)
    subprocess.run(list(map(str, ["arm-none-eabi-g++", *flags[:4], "-nostdlib", "-Wl,--gc-sections,-estart", *objects, "-lc",
                                  "-lgcc", "-o", elf])), check=True)
    return elf


class Document(unittest.TestCase):
    # "the uTensor core compiles to an extremely small footprint somewhere between 1 kB and 2 KB (plus ~1KB for the rest
    # uTensor library)"
    # Yes: core 2,042 bytes on a Cortex-M4; compacting arena, three tensors and handler 1,088, with the bump arena 800.
    def test_core_1_the_footprint(self):
        if not shutil.which("arm-none-eabi-g++"):
            self.skipTest("arm-none-eabi-g++ is not here")
        measured = []
        for arena, library in (("CircularArenaAllocator", LIBRARY), ("BumpArenaAllocator", SMALL_LIBRARY)):
            with tempfile.TemporaryDirectory() as name:
                parts = sizes.sizes("arm-none-eabi-nm", build_small(pathlib.Path(name), arena))
            self.assertLessEqual(parts["core"], CORE)
            self.assertLessEqual(parts["library"], library)
            self.assertGreater(min(parts["core"], parts["arena"], parts["tensors"], parts["handler"]), 50)
            measured.append(parts)
        if "12.2" not in subprocess.run(["arm-none-eabi-g++", "-dumpversion"], capture_output=True, text=True).stdout:
            self.skipTest("the figures are those of the compiler of Debian 12")
        compacting, bump = measured
        page = " ".join((ROOT / "docs/managed-tensors.md").read_text().split())
        self.assertIn(f"**core {compacting['core']:,} bytes**", page)
        self.assertIn(f"library **{compacting['library']:,}**: arena {compacting['arena']}, three tensors "
                      f"{compacting['tensors']}, handler {compacting['handler']}. With the bump arena for both roles the "
                      f"library is {bump['library']}.", page)
        self.assertIn(f"core {compacting['core']:,} bytes on a Cortex-M4; compacting arena, three tensors and handler "
                      f"{compacting['library']:,}, with the bump arena {bump['library']}.",
                      (ROOT / "docs/documents.md").read_text())

    # "the memory manager only needs to record one instance per bound region which saves a good chunk of space"
    # Yes: a handle takes two words, one of them in the block's header; on 32-bit targets a `RamTensor` takes 64
    # bytes, a `Tensor` 8.
    def test_core_handles_3_objects_are_small(self):
        if not shutil.which("arm-none-eabi-g++"):
            self.skipTest("arm-none-eabi-g++ is not here")
        page = " ".join((ROOT / "docs/managed-tensors.md").read_text().split())
        for said, kind, size in (("`RamTensor` is an object of 64 bytes", "RamTensor", 64), ("a `Tensor` one of 8", "Tensor", 8),
                                 ("an `OptConv2D` one of 308", "optimized::OptConv2D<int8_t>", 308),
                                 ("room for 64, in 152 bytes", "SimpleErrorHandler", 152)):
            self.assertIn(said, page)
            source = ('#include "nook/managed/managed.h"\n#include "nook/managed/ops/optimized.h"\n'
                      f"using namespace nook::managed;\nstatic_assert(sizeof({kind}) == {size});\n")
            subprocess.run(["arm-none-eabi-g++", "-std=c++17", "-mcpu=cortex-m4", "-mthumb", "-fno-rtti", "-fsyntax-only",
                            "-I", ROOT, "-x", "c++", "-"], input=source, text=True, check=True)

    # "`grep` your source code for DECLARE_EVENT({EVENT_NAME}) or DECLARE_ERROR({ERROR_NAME}), run the same hash
    # function"
    # Yes: every event is declared this way, and `tools/events.py` prints that map, cut to the width of the build.
    def test_core_events_4_ids_have_names(self):
        found = {value: name for value, [(name, _, _)] in events.events([], 2).items()}
        self.assertEqual(found[0x63ef], "OutOfMemError")
        self.assertEqual(found[0x0a97], "localCircularArenaAllocatorRebalancing")

    # "this Python snippet will scrape codebases for all basically defined Events and Errors"
    # No: it runs unchanged, but its glob is `.hpp` and `.cpp`, and nook's files are `.h` and `.cc`; its keys have 32
    # bits whatever the width. `tools/events.py` reads all of these and knows the width.
    def test_core_events_5_the_snippet(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "deep").mkdir()
            (folder / "deep" / "mine.hpp").write_text("DECLARE_EVENT(SensorWarm);\n  DECLARE_ERROR(SensorOnFire);\n")
            (folder / "events.hpp").write_text((ROOT / "nook/managed/events.h").read_text())
            (folder / "not_found.h").write_text("DECLARE_EVENT(NotFound);\n")
            found = run_snippet(folder)
            tool = {value: [name for name, _, _ in names] for value, names in events.events([folder / "deep"], 4).items()}
        self.assertEqual(found, tool)
        self.assertEqual(found[0x31f863ef], ["OutOfMemError"])
        self.assertIn(["SensorOnFire"], found.values())

    # "Rather than forcing users to compile their code with RTTI enabled and bear the cost"
    # Yes: `-fno-rtti`, which hand-written files that use the library need too. With type information the linker
    # reports missing symbols, and `docs/managed-tensors.md` explains the remedy.
    def test_core_events_6_no_type_information(self):
        text = ('#include "nook/managed/managed.h"\nusing namespace nook::managed;\n'
                "int main() { static int8_t b[4]; BufferTensor t({4}, i8, b); return t.num_elems() == 4 ? 0 : 1; }\n")
        with tempfile.TemporaryDirectory() as name:
            program = pathlib.Path(name) / "program"
            for flag, fine in (("-fno-rtti", True), ("-frtti", False)):
                command = ["g++", "-std=c++17", "-O1", flag, f"-DNOOK_EVENT_BYTES={ARGUMENTS.bytes}", "-I", ROOT, "-x", "c++", "-",
                           "-x", "none", ARGUMENTS.library, "-o", program]
                done = subprocess.run(list(map(str, command)), input=text, capture_output=True, text=True)
                self.assertEqual(done.returncode == 0, fine, done.stderr)
                if fine:
                    self.assertEqual(subprocess.run([program]).returncode, 0)
                else:
                    self.assertIn("typeinfo for nook::managed::TensorInterface", done.stderr)
        self.assertIn("-fno-rtti", (ROOT / "docs" / "managed-tensors.md").read_text())

    # "`TensorMap`s [...] two maps", "mOperator.setInputs({{mOperator::a, tensor1}, ...})"
    # No: `myOp::in` is not C++ if `myOp` is a variable; the examples compile after `using myOp = MyOperator;`.
    def test_core_operators_2_names_are_of_the_class(self):
        text = textwrap.dedent("""
            #include "nook/managed/managed.h"
            using namespace nook::managed;
            struct MyOperator : OperatorInterface<1, 0> { enum names_in : uint8_t { in }; };
            ALIAS
            bool f(Tensor& tensor1) { MyOperator myOp; return myOp.setInputs({{myOp::in, tensor1}}).eval(); }
            """)
        for alias, fine in (("using myOp = MyOperator;", True), ("", False)):
            done = subprocess.run(["g++", "-std=c++17", "-fsyntax-only", "-I", ROOT, "-x", "c++", "-"],
                                  input=text.replace("ALIAS", alias), capture_output=True, text=True)
            self.assertEqual(done.returncode == 0, fine, done.stderr)

    # "CMSIS-NN and CMSIS-DSP optimized libraries"
    # No: nook's kernels replace CMSIS-NN; `docs/managed-tensors.md` says so, and no source includes the headers of
    # CMSIS-NN.
    def test_lib_operators_4_cmsis_nn_is_not_used(self):
        self.assertIn("CMSIS-NN", (ROOT / "docs" / "managed-tensors.md").read_text())
        for source in (ROOT / "nook").rglob("*.[ch]*"):
            self.assertNotIn("#include \"arm_nn", source.read_text(errors="replace"), source)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--library", required=True, help="libnook_managed.a of this machine")
    parser.add_argument("--bytes", required=True, help="NOOK_EVENT_BYTES of it")
    ARGUMENTS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
