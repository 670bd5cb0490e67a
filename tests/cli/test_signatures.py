"""compile --all-signatures: each signature of a .tflite as a function, with constants stored once."""
import re
import subprocess

from cli import USAGE, CommandCase, main
from models import Graph, Operator, Tensor, kinds, np, tflite

WEIGHTS = np.arange(16 * 16, dtype=np.float32).reshape(16, 16) / 64 - 2
# Runs of encode and decode in turn, after a reset of both, with one persistent memory.
STATEFUL = """
#include <stdio.h>
#include "net.h"
int main(void) {
  static char scratch[NET_SCRATCH_SRAM_BYTES + 1] NOOK_ALIGNED(16), kept[NET_PERSISTENT_SRAM_BYTES] NOOK_ALIGNED(16);
  const net_encode_memory encode = {.scratch_sram = scratch, .persistent_sram = kept};
  const net_decode_memory decode = {.scratch_sram = scratch, .persistent_sram = kept};
  net_encode_input x;
  net_encode_output y;
  net_decode_input u;
  net_decode_output v;
  if (net_encode_reset(&encode) || net_decode_reset(&decode)) return 1;
  for (int step = 0; step < 4; ++step) {
    for (int i = 0; i < 4; ++i) x.a[i] = (float)(i + step), u.c[i] = (float)(i - step) / 2;
    if (net_encode_run(&encode, &x, &y) || net_decode_run(&decode, &u, &v)) return 1;
    for (int i = 0; i < 4; ++i) printf("%.6g %.6g\\n", (double)y.b[i], (double)v.d[i]);
    for (size_t i = 0; i < sizeof scratch; ++i) scratch[i] = 77;
  }
  return 0;
}
"""
PROGRAM = """
#include <stdio.h>
#include "net.h"
int main(void) {
  static char scratch[NET_SCRATCH_SRAM_BYTES + 1] NOOK_ALIGNED(16);
  const net_encode_memory encode = {.scratch_sram = scratch};
  const net_decode_memory decode = {.scratch_sram = scratch};
  net_encode_input x;
  net_encode_output y;
  net_decode_input u;
  net_decode_output v;
  for (int i = 0; i < 16; ++i) x.a[i] = (float)i / 8, u.c[i] = (float)i / 4;
  if (net_encode_run(&encode, &x, &y) || net_decode_run(&decode, &u, &v)) return 1;
  for (int i = 0; i < 16; ++i) printf("%.6g %.6g\\n", (double)y.b[i], (double)v.d[i]);
  return 0;
}
"""


def graph_of(kind, x, y, weights):
    """y = kind(FULLY_CONNECTED(x)) with weights that both signatures read."""
    graph = Graph("net")
    shape = (1, 16)
    a = graph.add(Tensor(x, shape, "FLOAT32"))
    w = graph.add(Tensor("w", weights.shape, "FLOAT32", weights))
    h = graph.add(Tensor(f"{y}_h", shape, "FLOAT32"))
    b = graph.add(Tensor(y, shape, "FLOAT32"))
    graph.inputs, graph.outputs = [a], [b]
    graph.operators = [Operator("FULLY_CONNECTED", [a, w, -1], [h], {}), Operator(kind, [h], [b], {})]
    return graph


def pixels_of(x, y, zero):
    """CONV_2D of int8 with a tap, 64 to 64 channels: weights that both signatures read, and zero points that differ."""
    graph, one = Graph("net"), np.ones(1, np.float32)
    weights = (np.arange(64 * 64) * 7 % 251 - 125).astype(np.int8).reshape(64, 1, 1, 64)
    a = graph.add(Tensor(x, (1, 5, 5, 64), "INT8", None, one / 8, zero))
    w = graph.add(Tensor("w", weights.shape, "INT8", weights, one / 64))
    b = graph.add(Tensor(f"{y}_bias", (64,), "INT32", np.arange(64, dtype=np.int32) * zero, one / 512))
    c = graph.add(Tensor(y, (1, 5, 5, 64), "INT8", None, one * 2, -zero))
    graph.inputs, graph.outputs = [a], [c]
    graph.operators = [Operator("CONV_2D", [a, w, b], [c], {"padding": "SAME", "stride_h": 1, "stride_w": 1,
                                                            "dilation_h_factor": 1, "dilation_w_factor": 1})]
    return graph


def two_signatures(others=None):
    """Two subgraphs, encode and decode, neither of which runs the other."""
    return joined(graph_of("TANH", "a", "b", WEIGHTS), graph_of("ABS", "c", "d", WEIGHTS if others is None else others))


def of_variable(kind, x, y, uses="read assign", name="h", elements=4):
    """y = kind(x, h), where a variable h is read, assigned, or both; without reading: y = tanh(x)."""
    graph, shape = Graph(y), (1, elements)
    a, handle, h, b = (graph.add(Tensor(n, s, k)) for n, s, k in ((x, shape, "FLOAT32"), (f"{y}_handle", (), "RESOURCE"),
                                                                (f"{y}_{name}", shape, "FLOAT32"), (y, shape, "FLOAT32")))
    graph.operators = [Operator("VAR_HANDLE", [], [handle], {"container": "", "shared_name": name})]
    if "read" in uses:
        graph.operators += [Operator("READ_VARIABLE", [handle], [h], {}), Operator(kind, [a, h], [b], {})]
    else:
        graph.operators += [Operator("TANH", [a], [b], {})]
    if "assign" in uses:
        graph.operators += [Operator("ASSIGN_VARIABLE", [handle, b], [], {})]
    graph.inputs, graph.outputs = [a], [b]
    return graph


def first_value(name, values):
    """A subgraph that assigns a constant to a variable, for CALL_ONCE."""
    graph = Graph(f"first_{name}")
    handle = graph.add(Tensor("handle", (), "RESOURCE"))
    value = graph.add(Tensor("value", (1, len(values)), "FLOAT32", np.array([values], np.float32)))
    graph.operators = [Operator("VAR_HANDLE", [], [handle], {"container": "", "shared_name": name}),
                       Operator("ASSIGN_VARIABLE", [handle, value], [], {})]
    return graph


def joined(encode, decode, *more):
    """`more`: subgraphs that others call once; each signature calls the one of its index, None: none."""
    for i, graph in enumerate((encode, decode)):
        if i < len(more) and more[i]:
            graph.operators.insert(0, Operator("CALL_ONCE", [], [], {"init_subgraph_index": 2 + sum(map(bool, more[:i]))}))
    document = joined_two(encode, decode)
    for graph in filter(None, more):
        append(document, tflite.to_json(graph))
    return kinds.binary(document)


def append(document, second):
    codes, buffers = len(document["operator_codes"]), len(document["buffers"])
    for op in second["subgraphs"][0]["operators"]:
        op["opcode_index"] = op.get("opcode_index", 0) + codes
    for tensor in second["subgraphs"][0]["tensors"]:
        if tensor.get("buffer", 0):
            tensor["buffer"] += buffers
    document["operator_codes"] += second["operator_codes"]
    document["buffers"] += second["buffers"]
    document["subgraphs"] += second["subgraphs"]


def joined_two(encode, decode):
    document = tflite.to_json(encode)
    append(document, tflite.to_json(decode))
    document["signature_defs"] = [
        {"signature_key": key, "subgraph_index": i, "inputs": [{"name": x, "tensor_index": graph.inputs[0]}],
         "outputs": [{"name": y, "tensor_index": graph.outputs[0]}]}
        for i, (key, graph, x, y) in enumerate((("encode", encode, "a", "b"), ("decode", decode, "c", "d")))]
    return document


def with_state():
    """y = x + h, z = x * h; the signature calls the tensor h "first"."""
    graph, shape = Graph("net"), (1, 4)
    x, h, y, z = (graph.add(Tensor(name, shape, "FLOAT32")) for name in "xhyz")
    graph.inputs, graph.outputs = [x, h], [y, z]
    graph.operators = [Operator("ADD", [x, h], [y], {}), Operator("MUL", [x, h], [z], {})]
    document = tflite.to_json(graph)
    document["signature_defs"] = [{"signature_key": "run", "subgraph_index": 0,
                                   "inputs": [{"name": "x", "tensor_index": x}, {"name": "first", "tensor_index": h}],
                                   "outputs": [{"name": "y", "tensor_index": y}, {"name": "z", "tensor_index": z}]}]
    return kinds.binary(document)


class Signatures(CommandCase):
    def test_both_run_with_one_scratch_and_one_copy_of_the_weights(self):
        (self.folder / "net.tflite").write_bytes(two_signatures())
        said = self.done("compile", "net.tflite", "--all-signatures", "--target", "generic", "-o", "out")
        for words in ("'encode', net_encode_run()", "'decode', net_decode_run()", "1024 bytes of constants serve several signatures"):
            self.assertIn(words, said)
        constants = [(self.folder / "out" / f"net_{key}_constants.c").read_text() for key in ("encode", "decode")]
        self.assertEqual([len(re.findall(r"\[256\] NOOK_ALIGNED", text)) for text in constants], [1, 0])
        sources = {}
        for key in ("encode", "decode"):  # the kernels
            self.done("compile", "net.tflite", "--signature", key, "--target", "generic", "--standalone", "-o", key)
            for file in (self.folder / key / "nook").rglob("*.[cS]"):
                sources[file.relative_to(self.folder / key)] = file
        (self.folder / "main.c").write_text(PROGRAM)
        built = subprocess.run(["cc", "-std=c99", "-Wall", "-Werror", "-o", "main", "main.c", "-Iout", "-Iencode", "-Idecode",
                                *map(str, (self.folder / "out").glob("*.c")), *map(str, sources.values()), "-lm"],
                               cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(built.returncode, 0, built.stderr)
        have = np.array(subprocess.run(["./main"], cwd=self.folder, capture_output=True, text=True, check=True).stdout.split(), np.float32)
        i = np.arange(16, dtype=np.float32)
        np.testing.assert_allclose(have.reshape(16, 2).T, [np.tanh(WEIGHTS @ (i / 8)), np.abs(WEIGHTS @ (i / 4))], rtol=1e-4, atol=1e-5)

    def test_every_package_has_all_signatures(self):
        (self.folder / "net.tflite").write_bytes(two_signatures())
        for form in ("standalone", "cmake", "makefile", "arduino", "platformio", "esp-idf", "zephyr", "cmsis-pack", "rust"):
            self.done("compile", "net.tflite", "--all-signatures", "--target", "generic", "--format", form, "-o", form)
            names = [file.name for file in (self.folder / form).rglob("*")]
            for name in ("net.h", "net_encode.c", "net_decode.c", "net_encode_constants.c", "README.md"):
                self.assertEqual(names.count(name), 1, (form, name))
            self.assertIn("net_encode.report.txt", (self.folder / form / "README.md").read_text())
        example = (self.folder / "platformio" / "examples" / "main.c").read_text()
        self.assertIn("#include <net.h>", example)
        self.assertIn("net_encode_run(&net_encode_default_memory", example)

    def test_a_package_builds_as_one_library(self):
        (self.folder / "net.tflite").write_bytes(two_signatures())
        self.done("compile", "net.tflite", "--all-signatures", "--target", "generic", "--format", "makefile", "-o", "net")
        (self.folder / "main.c").write_text(PROGRAM)
        for command in (["make", "-C", "net", "CC=cc -Wall -Werror"], ["cc", "-std=c99", "-o", "main", "main.c", "-Inet", "net/libnet.a", "-lm"]):
            built = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(built.returncode, 0, built.stderr)
        have = np.array(subprocess.run(["./main"], cwd=self.folder, capture_output=True, text=True, check=True).stdout.split(), np.float32)
        i = np.arange(16, dtype=np.float32)
        np.testing.assert_allclose(have.reshape(16, 2).T, [np.tanh(WEIGHTS @ (i / 8)), np.abs(WEIGHTS @ (i / 4))], rtol=1e-4, atol=1e-5)

    def test_other_weights_are_stored_too(self):
        (self.folder / "net.tflite").write_bytes(two_signatures(WEIGHTS + 1))
        report = self.json("compile", "net.tflite", "--all-signatures", "--target", "cortex-m4", "-o", "out", "--name", "codec")
        self.assertEqual(report["shared_constant_bytes"], 0)
        self.assertEqual(list(report["signatures"]), ["encode", "decode"])
        self.assertEqual(report["signatures"]["decode"]["name"], "codec_decode")
        self.assertTrue((self.folder / "out" / "codec.h").exists())

    def test_weights_are_stored_once_although_they_are_packed_in_different_ways(self):
        (self.folder / "net.tflite").write_bytes(joined(pixels_of("a", "b", 5), pixels_of("c", "d", -9)))
        for target, level in (("cortex-m0", "balanced"), ("cortex-m4", "balanced"), ("cortex-m55", "flash"), ("rv32", "balanced")):
            how = ("--target", target, "-O", level)  # Helium's packed copies are worth their flash at other levels
            report = self.json("analyze", "net.tflite", "--all-signatures", *how)
            alone = [self.json("analyze", "net.tflite", "--signature", key, *how) for key in ("encode", "decode")]
            memory = {pool["role"]: pool["bytes"] for pool in report["memory"]}
            self.assertLess(memory["constant"], sum(one["memory"]["constant"][0]["bytes"] for one in alone) - 3500)
            self.assertLess(memory["constant"], 64 * 64 + 2 * (4 + 4 + 1) * 64 + 300)
            self.assertEqual(memory["scratch"], max(one["memory"]["scratch"][0]["bytes"] for one in alone))
            self.assertEqual(report["shared_constant_bytes"], 64 * 64)

    def results_of(self, program):
        """Compiles net.tflite and the program, and returns the numbers that it prints, two columns."""
        self.done("compile", "net.tflite", "--all-signatures", "--target", "generic", "--format", "standalone", "-o", "net", "--force")
        (self.folder / "main.c").write_text(program)
        sources = [str(file) for file in (self.folder / "net").rglob("*.c")]
        built = subprocess.run(["cc", "-std=c99", "-Wall", "-Werror", "-o", "main", "main.c", "-Inet", *sources, "-lm"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(built.returncode, 0, built.stderr)
        return np.array(subprocess.run(["./main"], cwd=self.folder, capture_output=True, text=True, check=True).stdout.split(), np.float32).reshape(-1, 2).T

    def test_signatures_share_the_variables_that_both_name(self):
        i = np.arange(4, dtype=np.float32)
        for encodes, decodes, first in (("read assign", "read", None), ("assign", "read", None), ("read assign", "read assign", [3, -1, 2, 5]), ("read", "read assign", None)):
            call = [first and first_value("h", first)] * (1 if first else 0)  # decode does not call it
            (self.folder / "net.tflite").write_bytes(joined(of_variable("ADD", "a", "b", encodes), of_variable("MUL", "c", "d", decodes), *call))
            h, want = np.array(first or [0] * 4, np.float32), []
            for step in range(4):
                y = i + step + h if "read" in encodes else np.tanh(i + step)
                h = y if "assign" in encodes else h
                v = (i - step) / 2 * h
                h = v if "assign" in decodes else h
                want += [np.stack([y, v])]
            np.testing.assert_allclose(self.results_of(STATEFUL), np.concatenate(want, axis=1), rtol=1e-5, atol=1e-6, err_msg=f"{encodes}, {decodes}")
            report = self.json("analyze", "net.tflite", "--all-signatures", "--target", "generic")
            self.assertEqual(report["shared_variables"], ["h"])
            self.assertEqual([pool["bytes"] for pool in report["memory"] if pool["role"] == "persistent"], [16])
            self.assertIn("they share 'h'", self.done("analyze", "net.tflite", "--all-signatures", "--target", "generic"))

    def test_own_state_lies_after_the_shared_variables(self):
        """encode reads h and assigns it, and has a variable of its own; a reset of decode leaves that alone."""
        encode = of_variable("ADD", "a", "b")
        count, value = (encode.add(Tensor(n, s, k)) for n, s, k in (("count_handle", (), "RESOURCE"), ("count", (1, 4), "FLOAT32")))
        out = encode.add(Tensor("sum", (1, 4), "FLOAT32"))
        encode.operators += [Operator("VAR_HANDLE", [], [count], {"container": "", "shared_name": "count"}), Operator("READ_VARIABLE", [count], [value], {}),
                             Operator("ADD", [value, encode.outputs[0]], [out], {}), Operator("ASSIGN_VARIABLE", [count, out], [], {})]
        encode.outputs = [out]
        (self.folder / "net.tflite").write_bytes(joined(encode, of_variable("MUL", "c", "d", "read")))
        report = self.json("analyze", "net.tflite", "--all-signatures", "--target", "generic")
        self.assertEqual([pool["bytes"] for pool in report["memory"] if pool["role"] == "persistent"], [32])
        i = np.arange(4, dtype=np.float32)
        h, total, want = np.zeros(4, np.float32), np.zeros(4, np.float32), []
        for step in range(4):
            h = i + step + h
            total = total + h
            if step == 1:
                h = np.zeros(4, np.float32)  # the reset of decode concerns h, not the count
                want += [np.stack([total, (i - step) / 2 * 0])]
                continue
            want += [np.stack([total, (i - step) / 2 * h])]
        program = STATEFUL.replace("&x, &y) ||", "&x, &y) || (step == 1 && net_decode_reset(&decode)) ||")
        np.testing.assert_allclose(self.results_of(program), np.concatenate(want, axis=1), rtol=1e-5)

    def test_variables_that_do_not_agree_are_refused(self):
        first, other = first_value("h", [1, 2, 3, 4]), first_value("h", [4, 3, 2, 1])
        wrong = {"different tensors": joined(of_variable("ADD", "a", "b"), of_variable("MUL", "c", "d", elements=8)),
                 "different initial values": joined(of_variable("ADD", "a", "b"), of_variable("MUL", "c", "d"), first, other)}
        for words, model in wrong.items():
            (self.folder / "net.tflite").write_bytes(model)
            self.refused(USAGE, "N2054", "analyze", "net.tflite", "--all-signatures", "--target", "host", says=("'h'", words))
        (self.folder / "net.tflite").write_bytes(joined(of_variable("ADD", "a", "b"), of_variable("MUL", "c", "d")))
        self.refused(USAGE, "N2022", "compile", "net.tflite", "--all-signatures", "--target", "host", "--format", "rust", "-o", "out", says=("'h'", "rust"))

    def test_pools_have_room_for_all_signatures(self):
        """Two states of 64 bytes and the largest scratch: each signature alone fits where both do not."""
        (self.folder / "net.tflite").write_bytes(joined(of_variable("ADD", "a", "b", name="h", elements=16), of_variable("MUL", "c", "d", name="g", elements=16)))
        how = ("analyze", "net.tflite", "--all-signatures", "--target", "generic")
        memory = {pool["role"]: pool["bytes"] for pool in self.json(*how)["memory"]}
        self.assertEqual(memory["persistent"], 128)
        needed = memory["persistent"] + memory["scratch"]
        self.json(*how, "--workspace-pool", f"name=sram,size={needed}")
        self.refused(1, "N1001", *how, "--workspace-pool", f"name=sram,size={needed - 16}")
        report = self.json(*how, "--workspace-pool", "name=dtcm,size=64", "--workspace-pool", "name=sram")
        self.assertEqual(sorted((p["pool"], p["bytes"]) for p in report["memory"] if p["role"] == "persistent"), [("dtcm", 64), ("sram", 64)])

    def test_analyze_shows_the_memory_of_all_signatures_together(self):
        (self.folder / "net.tflite").write_bytes(two_signatures())
        said = self.done("analyze", "net.tflite", "--all-signatures", "--target", "cortex-m4")
        for words in ("Signature 'encode', net_encode_run()", "Signature 'decode', net_decode_run()", "Together, one run at a time",
                      " bytes of constants serve several signatures"):
            self.assertIn(words, said)
        self.assertNotIn("Written", said)
        made = self.json("compile", "net.tflite", "--all-signatures", "--target", "cortex-m4", "-o", "out")
        self.assertEqual(made["memory"], self.json("analyze", "net.tflite", "--all-signatures", "--target", "cortex-m4")["memory"])
        scratch = next(pool["bytes"] for pool in made["memory"] if pool["role"] == "scratch")
        self.assertIn(f"#define NET_SCRATCH_SRAM_BYTES {scratch}\n", (self.folder / "out" / "net.h").read_text())
        for options in (("--signature", "decode"), ("--dump-ir", "ir.txt"), ("--engine", "interpreter")):
            self.refused(USAGE, "N2022", "analyze", "net.tflite", "--all-signatures", "--target", "host", *options, says=(options[0],))

    def test_options_that_cannot_be_combined_are_refused(self):
        (self.folder / "net.tflite").write_bytes(two_signatures())
        tflite.write(graph_of("ABS", "a", "b", WEIGHTS), self.folder / "one.tflite")
        compiling = ("--all-signatures", "--target", "host", "-o", "out")
        self.refused(USAGE, "N2054", "compile", "one.tflite", *compiling, says=("has no signatures",))
        for options in (("--format", "managed"), ("--format", "runner"), ("--archive", "mlf"), ("--signature", "decode"), ("--declare-memory",), ("--dump-ir", "ir.txt")):
            self.refused(USAGE, "N2022", "compile", "net.tflite", *compiling, *options, says=(options[0], "--all-signatures"))

    def test_a_state_has_one_output_under_both_names_of_its_input(self):
        (self.folder / "net.tflite").write_bytes(with_state())
        for name in ("first", "h"):
            self.assertEqual([t["name"] for t in self.json("analyze", "net.tflite", "--state", f"{name}=y")["inputs"]], ["x"])
        self.refused(USAGE, "N2056", "analyze", "net.tflite", "--state", "first=y", "--state", "h=z", says=("two outputs", "'h'"))


if __name__ == "__main__":
    main()
