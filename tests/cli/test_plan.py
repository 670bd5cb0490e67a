"""nook plan: problems and models, reading and writing plans, pools in the compiler, several models together."""
import json
import struct
import unittest

from cli import DIGITS, DOES_NOT_FIT, OK, ROOT, SINE, SINE_GOLDEN, USAGE, CommandCase, main

NINE = ("id,lower,upper,size\nA1,1,5,400\nA2,1,2,401\nA3,1,3,10\nA4,2,5,201\nA5,2,4,11\nA6,3,4,202\nA7,3,5,12\n"
        "A8,4,5,200\nA9,4,5,13\n")
# As printed in the format's document; A5 and A7 overlap.
PRINTED = """const struct BufferPlan kOfflineNonPersistentBufferPlan = {
  .buffer_count = 9,
  .buffer_plan_entries = {
    [0] = { .offset = 0 }, [1] = { .offset = 400 }, [2] = { .offset = 801 }, [3] = { .offset = 400 },
    [4] = { .offset = 811 }, [5] = { .offset = 601 }, [6] = { .offset = 814 }, [7] = { .offset = 601 },
    [8] = { .offset = 801 },
   }
};
"""
WHOLE = ("--no-rows", "--no-overlap")  # there is something to place
SPLIT = ("--workspace-pool", "name=dtcm,size=1600,section=.dtcm", "--workspace-pool", "name=sram",
         "--constant-pool", "name=itcm,size=2KiB,section=.itcm_rodata", "--constant-pool", "name=flash")


class Problems(CommandCase):
    def problem(self, text, name="p.csv"):
        path = self.folder / name
        path.write_text(text)
        return path

    def test_the_nine_buffers(self):
        path = self.problem(NINE)
        plan = self.json("plan", "--problem", path)
        self.assertEqual((plan["pools"][0]["height"], plan["pools"][0]["lower_bound"]), (826, 826))
        self.assertTrue(plan["optimal"])
        self.assertEqual(plan["solver"], "exact")
        self.assertGreaterEqual(plan["seconds"], 0)
        self.assertEqual([b["name"] for b in plan["buffers"]], [f"A{i}" for i in range(1, 10)])
        self.assertEqual(set(plan["buffers"][0]) & {"name", "pool", "offset", "size"}, {"name", "pool", "offset", "size"})
        self.assertEqual(self.json("plan", "--problem", path, "--solver", "greedy_by_size")["pools"][0]["height"], 1012)
        for solver in ("greedy_by_conflicts", "hill_climb"):
            self.assertGreaterEqual(self.json("plan", "--problem", path, "--solver", solver)["pools"][0]["height"], 826)

    def test_a_plan_that_is_wrong_is_named(self):
        path = self.problem(NINE)
        self.refused(DOES_NOT_FIT, "N1002", "plan", "--problem", path, "--plan", self.problem(PRINTED, "plan.h"),
                     says=("'A5' and 'A7' overlap while both are needed, at step 3",))

    def test_plans_go_out_and_come_back(self):
        path = self.problem(NINE)
        for name in ("plan.json", "plan.csv", "plan.h"):
            self.done("plan", "--problem", path, "-o", name)
            again = self.json("plan", "--problem", path, "--plan", name)
            self.assertEqual(again["pools"][0]["height"], 826)
            self.assertEqual(again["solver"], name)
        self.assertIn("/* [8] A9, 13 bytes */", (self.folder / "plan.h").read_text())

    def test_a_plan_with_holes_is_completed(self):
        path = self.problem(NINE)
        partial = self.problem("id,offset\nA1,500\nA2,-1\n", "partial.csv")
        plan = self.json("plan", "--problem", path, "--plan", partial)
        self.assertEqual(plan["buffers"][0]["offset"], 500)
        self.assertGreater(plan["pools"][0]["height"], 826)

    def test_a_capacity_is_met_or_refused_with_a_sufficient_one(self):
        path = self.problem(NINE)
        self.assertLessEqual(self.json("plan", "--problem", path, "--capacity", "900")["pools"][0]["height"], 900)
        self.refused(DOES_NOT_FIT, "N1001", "plan", "--problem", path, "--capacity", "825",
                     says=("1 short", "no plan fits; it fits with memory of 826 bytes"))

    def test_several_pools(self):
        path = self.problem(json.dumps({
            "pools": [{"name": "dtcm", "size": 100, "clock": "480MHz", "read_bandwidth": 8},
                      {"name": "psram", "clock": "133MHz", "read_bandwidth": 1, "read_latency": 20}],
            "buffers": [{"name": "hot", "size": 80, "lives": [[0, 3]], "reads": 9000},
                        {"name": "cold", "size": 80, "lives": [[0, 3]], "reads": 80},
                        {"name": "dma", "size": 10, "lives": [[0, 3]], "pools": ["psram", "dtcm"]}]}), "p.json")
        plan = {b["name"]: b["pool"] for b in self.json("plan", "--problem", path)["buffers"]}
        self.assertEqual((plan["hot"], plan["cold"]), ("dtcm", "psram"))

    def test_wrong_options_are_reported(self):
        path = self.problem(NINE)
        self.refused(USAGE, "N2019", "plan", says=("--problem", "--models"))
        self.refused(USAGE, "N2004", "plan", "--problem", path, "--capacity", "0", says=("64KiB",))
        for seconds in ("0.0009", "1000001", "-1", "soon"):
            self.refused(USAGE, "N2000", "plan", "--problem", path, "--time-limit", seconds, says=("0.001 to 1000000",))
        for seconds in ("0.001", "1", "1000000"):
            self.done("plan", "--problem", path, "--time-limit", seconds)
        self.refused(USAGE, "N2015", "plan", "--problem", path, "--solver", "magic", says=("exact, greedy_by_size",))
        self.refused(USAGE, "N2016", "plan", "--problem", self.problem("x", "x"), says=("id, lower, upper and size",))
        self.refused(USAGE, "N2019", "plan", "--problem", path, "-o", "plan.xml", says=("plan.json",))
        self.refused(USAGE, "N2019", "plan", "--problem", path, "--embed", "m.tflite", says=("needs a model",))
        self.refused(4, "N4001", "plan", "--problem", "nowhere.csv")


class Models(CommandCase):
    def test_options_of_the_interpreter_s_plans_are_refused_without_it(self):
        for options in (("--weights", "packed"), ("--input-in-scratch",), ("--rows",)):
            done = self.run_nook("plan", DIGITS, *options)
            self.assertEqual(done.returncode, USAGE)
            self.assertIn("add --engine interpreter", done.stderr)
        done = self.run_nook("plan", "--engine", "interpreter", "--problem", "x.json")
        self.assertEqual(done.returncode, USAGE)
        self.assertIn("--engine interpreter plans a model", done.stderr)

    def test_a_plan_is_embedded_and_found_again(self):
        copy = self.folder / "planned.tflite"
        plan = self.json("plan", DIGITS, "--embed", copy)
        old, new = DIGITS.read_bytes(), copy.read_bytes()
        self.assertTrue(new.endswith(old), "the model itself is untouched")
        self.assertEqual((len(new) - len(old)) % 64, 0)
        metadata = [m["name"] for m in self.json("inspect", copy)["metadata"]]
        self.assertEqual(metadata.count("OfflineMemoryAllocation"), 1)
        again = self.json("plan", copy, "--plan", copy)
        self.assertEqual([b["offset"] for b in again["buffers"]], [b["offset"] for b in plan["buffers"]])
        twice = self.folder / "twice.tflite"
        self.done("plan", copy, "--embed", twice)
        self.assertEqual([m["name"] for m in self.json("inspect", twice)["metadata"]].count("OfflineMemoryAllocation"), 1)
        sine = self.folder / "sine.tflite"
        self.done("plan", SINE, "--embed", sine)
        self.done("validate", sine, "--golden", SINE_GOLDEN)  # its results are unchanged

    def test_rows_of_the_interpreter_s_plan_take_less_than_whole_tensors(self):
        def height(*options):
            return self.json("plan", DIGITS, "--engine", "interpreter", "--target", "cortex-m4", *options)["pools"][0]["height"]
        for scratch in ((), ("--input-in-scratch",), ("--input-in-scratch", "--output-in-scratch")):
            self.assertLess(height("--rows", *scratch), height(*scratch))

    def test_rows_are_chosen_for_the_place_of_the_input(self):
        """A published network: its rows take as much next to the application's input as with the input in the scratch."""
        model = ROOT.parent / "shared/golden/mlperf_vww_96_int8/model.tflite"
        if not model.exists():
            self.skipTest("no ../shared/golden")

        def height(*options):
            return self.json("plan", model, "--engine", "interpreter", "--target", "cortex-m4", "--rows", *options)["pools"][0]["height"]
        self.assertLessEqual(height() + 96 * 96 * 3, height("--input-in-scratch"))

    def test_the_interpreter_s_plan_is_embedded(self):
        copy = self.folder / "planned.tflite"
        plan = self.json("plan", DIGITS, "--engine", "interpreter", "--embed", copy)
        placed = {b["name"]: b["offset"] for b in self.json("plan", copy, "--engine", "interpreter", "--plan", copy)["buffers"]}
        self.assertTrue(placed)
        self.assertEqual(placed, {b["name"]: b["offset"] for b in plan["buffers"]})

    def test_metadata_that_is_damaged_is_refused(self):
        copy = self.folder / "planned.tflite"
        self.done("plan", DIGITS, "--embed", copy)
        data = bytearray(copy.read_bytes())
        tensors = len(self.json("inspect", DIGITS)["subgraphs"][0]["tensors"])
        at = data.find(struct.pack("<iii", 1, 1, tensors))
        self.assertGreater(at, 0)
        for position, value, says in ((at, 9, "need version 1"), (at + 8, tensors + 1, "offsets, have"),
                                      (at + 12, -5, "need an offset or -1, have -5")):
            wrong = bytearray(data)
            wrong[position:position + 4] = struct.pack("<i", value)
            copy.write_bytes(wrong)
            self.refused(USAGE, "N2017", "plan", DIGITS, "--plan", copy, says=(says,))

    def test_pools_reach_the_generated_interface(self):
        report = self.json("compile", DIGITS, "--target", "host", "-o", "out", *WHOLE, *SPLIT, "--declare-memory", "--linker-script")
        pools = {p["pool"]: p for p in report["memory"]["scratch"]}
        self.assertEqual(pools["dtcm"]["bytes"], 1536)
        self.assertEqual(pools["sram"]["bytes"], 1024)
        self.assertLessEqual(next(p["bytes"] for p in report["memory"]["constant"] if p["pool"] == "itcm"), 2048)
        header = (self.folder / "out/digits.h").read_text()
        for text in ("#define DIGITS_SCRATCH_DTCM_BYTES 1536\n", '#define DIGITS_SCRATCH_DTCM_SECTION ".dtcm"\n',
                     "#define DIGITS_SCRATCH_SRAM_BYTES 1024\n", "void* scratch_dtcm;", "void* scratch_sram;",
                     "#define DIGITS_CONSTANT_ITCM_BYTES ", "extern const digits_memory digits_default_memory;"):
            self.assertIn(text, header)
        self.assertIn("NOOK_SECTION(DIGITS_SCRATCH_DTCM_SECTION)", (self.folder / "out/digits_memory.c").read_text())
        script = (self.folder / "out/digits.ld").read_text()
        self.assertIn(".dtcm (NOLOAD) : ALIGN(16) {\n    *(.dtcm .dtcm.*)\n  } > DTCM", script)
        self.assertIn(".itcm_rodata : ALIGN(16)", script)

    def test_a_model_in_two_pools_reports_the_same(self):
        split = ("--workspace-pool", "name=dtcm,size=16", "--workspace-pool", "name=sram")
        scratch = self.json("analyze", SINE, *split)["memory"]["scratch"]
        self.assertTrue(all(pool["bytes"] > 0 for pool in scratch), scratch)
        self.done("validate", SINE, "--golden", SINE_GOLDEN, *split)
        self.done("validate", SINE, "--golden", SINE_GOLDEN, "--input-in-scratch", "--output-in-scratch", *split)

    def test_pools_of_a_file(self):
        path = self.folder / "pools.json"
        path.write_text(json.dumps({"pools": [{"name": "tcm", "size": "64KiB"}, {"name": "rom", "kind": "constant"}]}))
        report = self.json("analyze", DIGITS, "--pools", path)
        self.assertEqual(report["memory"]["scratch"][0]["pool"], "tcm")
        self.assertEqual(report["memory"]["constant"][0]["pool"], "rom")

    def test_places_and_candidates(self):
        placed = self.json("inspect", DIGITS, "--placement", *SPLIT, "--place", "conv_2d_1=sram@512",
                           "--candidates", "MAX_POOL_2D=sram,dtcm", "--candidates", "op:0=flash,sram")["placement"]
        by_name = {(p["name"], p["what"]): p for p in placed}
        self.assertEqual((by_name["conv_2d_1", "tensor"]["pool"], by_name["conv_2d_1", "tensor"]["offset"]), ("sram", 512))
        self.assertEqual(by_name["max_pool_2d", "tensor"]["candidates"], ["sram", "dtcm"])
        first = by_name["conv_2d", "tensor"]
        self.assertEqual((first["candidates"], first["pool"]), (["sram"], "sram"))
        self.assertTrue(any(p["what"] == "constant" and p["candidates"] == ["flash"] for p in placed))
        shown = self.done("inspect", DIGITS, "--placement", *SPLIT)
        self.assertRegex(shown, r"Placement\n +pool +offset +bytes +what +candidates +name\n")

    def test_units_narrow_the_candidates_that_are_shown(self):
        reach = ("--workspace-pool", "name=dtcm", "--workspace-pool", "name=sram,readers=cpu+npu,writers=cpu+npu",
                 "--constant-pool", "name=itcm", "--constant-pool", "name=flash,readers=cpu+npu")
        placed = self.json("inspect", DIGITS, "--placement", "--no-rows", "--unit", "npu=op:1-2", *reach)["placement"]
        found = {p["name"]: (p["candidates"], p["pool"]) for p in placed if p["what"] == "tensor"}
        for name in ("conv_2d", "depthwise_conv_2d", "conv_2d_1"):  # tensors that the unit reads or writes
            self.assertEqual(found[name], (["sram"], "sram"))
        self.assertEqual(found["max_pool_2d"], ([], "dtcm"))
        self.assertEqual({c for p in placed if p["what"] == "constant" for c in p["candidates"]}, {"flash"})
        # A pool that a unit can't reach is never a candidate; and pools are not listed if they are all that exist.
        asked = self.json("inspect", DIGITS, "--placement", "--no-rows", "--unit", "npu=op:1-2", *reach, "--candidates",
                          "conv_2d_1=dtcm,sram")["placement"]
        self.assertIn((["sram"], "sram"), [(p["candidates"], p["pool"]) for p in asked if p["name"] == "conv_2d_1"])
        free = self.json("inspect", DIGITS, "--placement", "--no-rows", "--workspace-pool", "name=dtcm", "--workspace-pool",
                         "name=sram")["placement"]
        self.assertFalse([p for p in free if p["candidates"]])

    def test_constants_by_pointer_are_shown_where_their_file_has_them(self):
        shown = self.json("inspect", DIGITS, "--placement", "--constants-by-pointer")["placement"]
        self.done("compile", DIGITS, "--target", "host", "--constants-by-pointer", "-o", "out")
        constants = {c["name"]: c["offset"] for c in json.loads((self.folder / "out/digits.json").read_text())["constants"]}
        offsets = {p["name"]: p["offset"] for p in shown if p["what"] == "constant"}
        self.assertTrue(offsets and None not in offsets.values())
        self.assertEqual(len(set(offsets.values())), len(offsets))
        self.assertEqual({name: constants[name] for name in offsets if name in constants},
                         {name: offset for name, offset in offsets.items() if name in constants})
        self.assertTrue(set(offsets) & set(constants))
        in_program = self.json("inspect", DIGITS, "--placement")["placement"]
        self.assertEqual({p["offset"] for p in in_program if p["what"] == "constant"}, {None})

    def test_an_input_is_kept_where_it_is_asked_for(self):
        kept = self.json("analyze", DIGITS, "--input-in-scratch", "--keep-input")["buffers"]
        reused = self.json("analyze", DIGITS, "--input-in-scratch")["buffers"]
        last = {name: next(b["last"] for b in buffers if b["kind"] == "input")
                for name, buffers in (("kept", kept), ("reused", reused))}
        self.assertEqual(last["kept"], max(b["last"] for b in kept) if kept else 0)
        self.assertGreater(last["kept"], last["reused"])

    def test_wrong_pools_are_reported(self):
        compile_ = ("compile", DIGITS, "--target", "host", "-o", "out", *WHOLE)
        for pool, code, says in (("size=4", "N2010", "it has no name"), ("name=a,size=0", "N2010", "need 1 byte to 2 GiB"),
                                 ("name=a,sise=4", "N2010", "there is no key 'sise'"),
                                 ("name=2a", "N2010", "letters, digits"), ("name=a,align=3", "N2010", "power of two"),
                                 ("name=a,readers=", "N2010", "no unit can read it"),
                                 ("name=a,readers=npu", "N1005", "cpu can read and write")):
            self.refused(DOES_NOT_FIT if code == "N1005" else USAGE, code, *compile_, "--workspace-pool", pool, says=(says,))
        self.refused(DOES_NOT_FIT, "N1001", *compile_, "--workspace-pool", "name=a,size=2000",
                     says=("a has 2000 and needs 2560 with it, 560 short", "a of 2560 bytes"))
        self.refused(USAGE, "N2011", *compile_, "--place", "conv_2d=dtcm", says=("pools: sram, flash",))
        self.refused(USAGE, "N2018", *compile_, "--place", "nothing=sram", says=("no tensor 'nothing'",))
        self.refused(USAGE, "N2018", *compile_, "--place", "image=sram", says=("--input-in-scratch",))
        self.refused(USAGE, "N2018", *compile_, "--place", "conv_2d", says=("tensor=pool@offset",))
        self.refused(USAGE, "N2012", *compile_, "--place", "conv_2d=sram@7", says=("need a multiple of 16",))
        self.refused(USAGE, "N2012", *compile_, "--place", "conv_2d=sram@0", "--place", "depthwise_conv_2d=sram@16",
                     says=("overlapping bytes of sram",))
        self.assertFalse((self.folder / "out").exists())

    def test_several_models_share_one_scratch(self):
        header = self.folder / "shared.h"
        plan = self.json("plan", "--models", DIGITS, SINE, "--target", "cortex-m4", "--header", header,
                         "--region", "name=fft,size=1KiB,live=sine", "--region", "name=ring,size=256,live=always")
        one = {m["name"]: {p["role"]: p["bytes"] for p in m["memory"]} for m in plan["models"]}
        scratch = next(p for p in plan["pools"] if p["name"] == "sram")
        constants = next(p for p in plan["pools"] if p["name"] == "flash")
        self.assertEqual(scratch["height"], max(one["digits"]["scratch"], one["sine"]["scratch"] + 1024) + 256)
        self.assertGreaterEqual(constants["height"], one["digits"]["constant"] + one["sine"]["constant"])
        text = header.read_text()
        for macro in (f"#define SHARED_SRAM_BYTES {scratch['height']}\n", "#define DIGITS_SCRATCH_SRAM_OFFSET ",
                      "#define SINE_SCRATCH_SRAM_OFFSET ", "#define FFT_OFFSET ", "#define RING_BYTES 256\n"):
            self.assertIn(macro, text)
        for region in ("name=fft,size=1KiB,align=512", "align=512,name=fft,size=1KiB"):
            fft = next(b for b in self.json("plan", "--models", DIGITS, "--region", region)["buffers"] if b["name"] == "fft")
            self.assertEqual((fft["size"], fft["alignment"], fft["offset"] % 512), (1024, 512, 0), region)
        for wrong in ("sise=4", "size=0", "align=3", "align=128KiB", "size"):
            self.refused(USAGE, "N2020", "plan", "--models", DIGITS, "--region", f"name=fft,size=1KiB,{wrong}",
                         says=(f"can't use '{wrong}'",))
        self.refused(USAGE, "N2020", "plan", "--models", DIGITS, "--region", "name=fft", says=("a name and a size",))
        self.refused(USAGE, "N2020", "plan", "--models", DIGITS, "--region", "name=fft,size=4,live=kws", says=("'kws'",))
        self.refused(USAGE, "N2003", "plan", "--models", DIGITS, DIGITS, says=("two models named 'digits'",))

    def test_state_of_a_model_is_outside_of_the_scratch_of_the_others(self):
        header = self.folder / "shared.h"
        knocks = ROOT / "models" / "knocks" / "knocks.tflite"
        plan = self.json("plan", "--models", knocks, DIGITS, "--target", "cortex-m4", "--header", header)
        one = {m["name"]: {p["role"]: p["bytes"] for p in m["memory"]} for m in plan["models"]}
        scratch = next(p for p in plan["pools"] if p["name"] == "sram")
        self.assertGreater(one["knocks"]["persistent"], 0)
        self.assertEqual(one["digits"]["persistent"], 0)
        most = max(one["knocks"]["scratch"], one["digits"]["scratch"])
        self.assertGreaterEqual(scratch["height"], most + one["knocks"]["persistent"])
        self.assertLess(scratch["height"], most + one["knocks"]["persistent"] + 32)
        self.assertIn("#define KNOCKS_PERSISTENT_SRAM_OFFSET ", header.read_text())

    def test_help_has_an_example(self):
        for command in ("plan", "map"):
            done = self.run_nook(command, "--help")
            self.assertEqual(done.returncode, OK)
            self.assertIn("Example", done.stdout)


if __name__ == "__main__":
    main()
