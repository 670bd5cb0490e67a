"""Whole models as classes on managed tensors: the same outputs as compiled ones, in exactly the arena that the class
states, without moves, and a clear error in a smaller one."""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "random"))
import test_random  # noqa: E402  (finds tools/modelgen)
from modelgen import random_graphs, tflite  # noqa: E402
from modelgen.builder import Builder  # noqa: E402
from sampled import EVERYTHING  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
OWN = ROOT / "models"
PUBLISHED = ROOT.parent / "shared" / "golden"
MOST_BYTES = 400_000  # limit for a model's file; larger ones take minutes to compile
ARGUMENTS = None

MAIN = """
#include <stdio.h>
#include <string.h>
#include <vector>
#include "net.h"
#include "net_model.h"
#include "net_weights.h"
using namespace nook::managed;
using nook::Span;
static net_input in; static net_output out;
alignas(16) static uint8_t scratch[NET_SCRATCH_SRAM_BYTES + 16];
static Event history[16];
// In an arena of the stated size less `missing`; which event came last, 0: none.
static int run(size_t missing, bool compare) {
  std::vector<uint64_t> ram(net_model::kRamBytes / 8 + 2), objects(net_model::kMetadataBytes / 8 + 2);
  uint8_t* const base = reinterpret_cast<uint8_t*>((reinterpret_cast<uintptr_t>(ram.data()) + 15) & ~uintptr_t{15});
  SimpleErrorHandler errors(history, go_on);
  net_model::RamArena arena{Span<uint8_t>(base, net_model::kRamBytes - missing)};
  net_model::MetadataArena metadata{Span<uint8_t>(reinterpret_cast<uint8_t*>(objects.data()), net_model::kMetadataBytes)};
  Context context(&metadata, &arena, &errors);
  Context* const before = Context::set_default_context(&context);
  const size_t room = arena.available();
  bool fine = true;
  {
    net_model model;
@TENSORS@
    model.set_inputs({@INPUTS@}).set_outputs({@OUTPUTS@});
    for (int k = 0; k < 2; ++k) {
      fine = model.eval() && fine;
@COMPARE@
    }
  }
  if (arena.available() != room) printf("the arena is not as empty as before\\n"), fine = false;
  Context::set_default_context(before);
  if (!fine && compare) return 1;
  return errors.size() ? 2 : 0;
}
int main(int argc, char** argv) {
  (void)argc;
@LOAD@
  const net_memory memory = {scratch, sizeof scratch};
  if (net_run(&memory, &in, &out) != NOOK_OK) return 9;
  if (const int bad = run(0, true)) return printf("bad %d\\n", bad), bad;
  // Half of it can't do, and says so without touching anything else.
  if (net_model::kRamBytes > 64 && run(net_model::kRamBytes / 2 + 16, false) != 2) return printf("not refused\\n"), 3;
  printf("%zu %zu\\n", net_model::kRamBytes, net_model::kMetadataBytes);
  return 0;
}
"""


def names(header, enum):
    return re.findall(r"\w+", re.search(rf"enum {enum} : uint8_t {{([^}}]*)}}", header)[1])


def main_for(folder, inputs):
    header, c = (folder / "net_model.h").read_text(), (folder / "net.h").read_text()
    members = {side: re.findall(r"(\w+)\[[^\]]*\](?: NOOK_ALIGNED\(\w+\))?;", re.search(rf"typedef struct net_{side} {{(.*?)}} net_{side};", c, re.S)[1])
               for side in ("input", "output")}
    ins, outs = names(header, "names_in"), names(header, "names_out")
    tensors, compare, load = [], [], []
    for k, (name, member) in enumerate(zip(ins, members["input"], strict=True)):
        tensors.append(f"    Tensor i{k} = new BufferTensor(net_model::{name}_facts::shape(), "
                       f"net_model::{name}_facts::type, in.{member});")
        load.append(f'  {{ FILE* f = fopen(argv[{k + 1}], "rb"); if (!f || fread(in.{member}, 1, sizeof in.{member}, f) != '
                    f"sizeof in.{member}) return 8; fclose(f); }}")
    for k, (name, member) in enumerate(zip(outs, members["output"], strict=True)):
        tensors.append(f"    static net_output got; Tensor o{k} = new BufferTensor(net_model::{name}_facts::shape(), "
                       f"net_model::{name}_facts::type, got.{member});".replace("static net_output got; " if k else "\0", ""))
        compare.append(f"      if (memcmp(got.{member}, out.{member}, sizeof out.{member}) != 0) "
                       f'{{ if (compare) printf("{member} differs\\n"); fine = false; }}')
    fill = {"TENSORS": "\n".join(tensors), "COMPARE": "\n".join(compare), "LOAD": "\n".join(load),
            "INPUTS": ", ".join(f"{{net_model::{n}, i{k}}}" for k, n in enumerate(ins)),
            "OUTPUTS": ", ".join(f"{{net_model::{n}, o{k}}}" for k, n in enumerate(outs))}
    (folder / "main.cc").write_text(re.sub(r"@(\w+)@", lambda m: fill[m[1]], MAIN))
    return inputs


UNSUPPORTED = 3
KEEPS_NOTHING = "error[N3012]"  # the error for models with state


class Models(unittest.TestCase):
    def check(self, model, inputs):
        with self.subTest(model=str(model)), tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for form in ("c", "managed", "weights"):
                # All read the same constants, so the weights of wide images stay as the model has them.
                done = subprocess.run([ARGUMENTS.nook, "compile", model, "--target", "host", "--name", "net", "--format", form,
                                       *(["--disable-pass", "turn-images"] if form == "c" else []), "-o", folder],
                                      capture_output=True, text=True)
                if form == "managed" and done.returncode == UNSUPPORTED and KEEPS_NOTHING in done.stderr:
                    return
                self.assertEqual(done.returncode, 0, done.stderr)
            main_for(folder, inputs)
            objects = []
            for source in ("main.cc", "net_model.cc", "net_arguments.c", "net.c", "net_check.c", "net_constants.c"):
                language = ["g++", "-std=c++17", "-fno-rtti"] if source.endswith(".cc") else ["gcc", "-std=c99"]
                objects.append(folder / (source + ".o"))
                command = [*language, "-O0", "-Wall", "-Wextra", "-Werror", f"-DNOOK_EVENT_BYTES={ARGUMENTS.bytes}", "-I", ROOT,
                           "-I", ARGUMENTS.libraries / "gen", "-I", folder, "-c", folder / source, "-o", objects[-1]]
                done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
            libraries = [ARGUMENTS.libraries / f"libnook_{part}.a" for part in ("managed", "ops", "model", "kernels")]
            done = subprocess.run(["g++", *objects, *libraries, "-lm", "-o", folder / "program"], capture_output=True,
                                  text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            done = subprocess.run([folder / "program", *inputs], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, f"{model}: {done.stdout}{done.stderr}")

    def test_our_models(self):
        self.check(OWN / "digits" / "digits.tflite", [OWN / "digits" / "heldout" / "run3_input0.bin"])
        self.check(OWN / "sine" / "sine.tflite", [OWN / "sine" / "golden" / "run0_input0.bin"])

    def test_random_graphs(self):
        for seed in range(40 if EVERYTHING else 6):
            form = ("int8", "float32", "mixed")[seed % 3]
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                graph = random_graphs.random_graph(seed, form)
                test_random.write_golden(f"random {form} {seed}", graph, folder)
                self.check(folder / "model.tflite", [folder / f"run0_input{i}.bin" for i in range(len(graph.inputs))])

    def test_an_operator_with_too_many_inputs_is_refused(self):
        with tempfile.TemporaryDirectory() as name:
            for count, status in ((64, 0), (65, 3)):
                b = Builder("many")
                parts = [b.input((1, 2)) for _ in range(count)]
                tflite.write(b.finish(b.concatenation(parts, 1)), pathlib.Path(name) / "many.tflite")
                done = subprocess.run([ARGUMENTS.nook, "compile", f"{name}/many.tflite", "--target", "host", "--format", "managed",
                                       "-o", name], capture_output=True, text=True)
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertEqual("at most 64, have 65" in done.stderr, status != 0)

    @unittest.skipUnless(PUBLISHED.is_dir(), "../shared is not here")
    def test_published_models(self):
        seen = 0
        for folder in sorted(PUBLISHED.iterdir())[::1 if EVERYTHING else 6]:
            model = folder / "model.tflite"
            if not model.exists() or (model.stat().st_size > MOST_BYTES and not EVERYTHING):
                continue
            known = subprocess.run([ARGUMENTS.nook, "analyze", model], capture_output=True)
            if known.returncode == 0:
                seen += 1
                count = len(list(folder.glob("run0_input*.bin")))
                self.check(model, [folder / f"run0_input{i}.bin" for i in range(count)])
        self.assertGreater(seen, 9)

    def test_options_of_the_c_interface_are_refused(self):
        model = OWN / "sine" / "sine.tflite"
        with tempfile.TemporaryDirectory() as folder:
            for option in ("--standalone", "--events", "--declare-memory", "--linker-script", "--archive=mlf",
                           "--input-in-scratch", "--workspace-pool=name=a,size=1KiB --workspace-pool=name=b,size=1KiB"):
                done = subprocess.run([ARGUMENTS.nook, "compile", model, "--target", "host", "--format", "managed", "-o", folder,
                                       *option.split()], capture_output=True, text=True)
                self.assertEqual(done.returncode, 2, f"{option}: {done.stdout}{done.stderr}")
                self.assertIn("N2022", done.stderr)
            done = subprocess.run([ARGUMENTS.nook, "compile", OWN / "digits" / "digits.tflite", "--target", "host", "--format",
                                   "managed", "--workspace-pool", "name=a,size=2560", "-o", folder], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn("need 2592 bytes with the headers of the blocks, have 2560", done.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", required=True)
    parser.add_argument("--libraries", required=True, type=pathlib.Path)
    parser.add_argument("--bytes", default="2", help="NOOK_EVENT_BYTES of the libraries")
    ARGUMENTS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
