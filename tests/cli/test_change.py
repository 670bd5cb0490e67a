"""nook report: the cost of a change, from every document that has figures, and from documents that are damaged."""
import json
import random
import unittest

from cli import DIGITS, DIGITS_FLOAT, HAS_CORTEX_M, HELDOUT, SINE, USAGE, INPUT_OUTPUT, CommandCase, main

M4 = ("--target", "cortex-m4")


class Change(CommandCase):
    def write(self, name, text):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def compiled(self, model, folder, *options):
        self.done("compile", model, *M4, "-o", folder, "--name", "net", "-q", *options)
        return self.folder / folder / "net.json"

    def figures(self, *sides):
        """{(model, place): {figure: (before, after)}}"""
        tables = self.json("report", *sides)["models"]
        return {(t["model"], t["place"]): {f["figure"]: (f["before"], f["after"]) for f in t["figures"]} for t in tables}

    def test_figures_are_those_of_analyze(self):
        options = ((), ("--input-in-scratch",), ("-O", "ram"), ("--no-rows",), ("--workspace-pool", "name=a,size=64KiB", "--workspace-pool", "name=b"),
                   ("--stream-input", "--output-in-scratch"))
        for model in (DIGITS, DIGITS_FLOAT, SINE):
            whole = self.json("analyze", model, *M4)
            before = self.write("before.json", json.dumps(whole))
            for number, chosen in enumerate(options):
                if model == SINE and "--stream-input" in chosen:
                    continue
                said = self.json("analyze", model, *M4, *chosen)
                found = self.figures(before, self.compiled(model, f"{model.stem}{number}", *chosen))[(model.stem, "cortex-m4")]
                self.assertEqual(found["ram_bytes"], (whole["ram_bytes"], said["ram_bytes"]), (model, chosen))
                self.assertEqual(found["stack_bytes"], (whole["stack_bytes"], said["stack_bytes"]))
                constants = [sum(pool["bytes"] for pool in facts["memory"]["constant"]) for facts in (whole, said)]
                self.assertEqual(found["constant_bytes"], tuple(constants))
                self.assertEqual(found["macs"], (whole["macs"], said["macs"]))

    def test_cycles_are_shown_if_all_operators_have_an_estimate(self):
        shown = 0
        for model in (DIGITS, SINE):
            file = self.compiled(model, model.stem)
            estimates = [op["estimated"] for op in json.loads(file.read_text())["operators"]]
            found = self.figures(file, file)[(model.stem, "cortex-m4")]
            self.assertEqual("cycles_flash" in found, None not in estimates)
            if None not in estimates:
                shown += 1
                self.assertEqual(found["cycles_flash"], (sum(e["cycles_flash"] for e in estimates),) * 2)
        self.assertGreater(shown, 0)

    def test_a_folder_has_the_documents_of_several_commands(self):
        evaluated = self.json("evaluate", DIGITS, "--data", HELDOUT, "--labels", HELDOUT / "labels.txt")
        fitted = self.json("fit", DIGITS, "--board", "nrf52840")
        for side in ("before", "after"):
            self.compiled(DIGITS, side)
            self.write(f"{side}/library.json", '{"name": "of another tool"}')
            self.write(f"{side}/notes.txt", "no JSON")
            self.write(f"{side}/fit.json", json.dumps(fitted))
        worse = json.loads(json.dumps(evaluated))
        worse["result"]["accuracy"] = 0.9
        self.write("before/evaluation.json", json.dumps(evaluated))
        self.write("after/evaluation.json", json.dumps(worse))
        found = self.figures("before", "after")
        self.assertEqual(set(found), {("digits", "cortex-m4"), ("digits", "nrf52840")})
        self.assertEqual(found[("digits", "cortex-m4")]["accuracy"], (evaluated["result"]["accuracy"], 0.9))
        board = fitted["boards"][0]
        for key, of in (("ram_bytes", "ram_bytes"), ("constant_bytes", "flash_bytes"), ("code_bytes", "code_bytes"), ("milliseconds_estimate", "milliseconds_estimate")):
            self.assertEqual(found[("digits", "nrf52840")][key], (board[of], board[of]))
        text = self.done("report", "before", "after")
        self.assertRegex(text, r"accuracy +100\.00 % +90\.00 % +-10\.00 points")
        self.assertRegex(text, r"RAM +[\d,]+ +[\d,]+ +0\n")

    def test_an_evaluation_alone_is_compared_with_that_of_a_folder(self):
        self.compiled(DIGITS, "whole")
        evaluated = self.json("evaluate", DIGITS, "--data", HELDOUT, "--labels", HELDOUT / "labels.txt")
        self.write("whole/evaluation.json", json.dumps(evaluated))
        alone = self.write("alone.json", json.dumps(evaluated))
        accuracy = evaluated["result"]["accuracy"]
        self.assertEqual(self.figures("whole", alone)[("digits", "cortex-m4")]["accuracy"], (accuracy, accuracy))
        self.assertEqual(self.figures(alone, alone)[("digits", None)]["accuracy"], (accuracy, accuracy))

    def test_quantize_has_the_accuracy_of_the_model_that_it_writes(self):
        labels = ("--labels", HELDOUT / "labels.txt")
        said = self.json("quantize", DIGITS_FLOAT, "--samples", HELDOUT, "--sample-type", "int8", "--scale", "0.0625", *labels, "-o", "q.tflite")
        file = self.write("q.json", json.dumps(said))
        found = self.figures(file, file)[("q", None)]
        self.assertEqual(found["accuracy"][0], said["accuracy"]["quantized"])
        self.assertEqual(found["agreement"][0], said["agreement"])

    @unittest.skipUnless(HAS_CORTEX_M, "no cross compiler or emulator for Cortex-M")
    def test_bench_adds_code_and_cycles_to_a_compilation(self):
        self.compiled(SINE, "build")
        said = self.json("bench", SINE, *M4)
        self.write("build/bench.json", json.dumps(said))
        found = self.figures("build", "build")
        self.assertEqual(set(found), {("sine", "cortex-m4")})
        for key in ("code_bytes", "instructions"):
            self.assertEqual(found[("sine", "cortex-m4")][key], (said[key], said[key]))
        counted = self.figures("build/bench.json", "build/bench.json")[("sine", "cortex-m4")]
        self.assertEqual(counted["cycles_flash"][0], said["cycles_flash"])
        self.assertEqual(counted["ram_bytes"], found[("sine", "cortex-m4")]["ram_bytes"])

    def test_models_are_paired_by_name_if_there_are_several(self):
        for side, models in (("before", (DIGITS, SINE)), ("after", (DIGITS_FLOAT, DIGITS))):
            for model in models:
                self.compiled(model, model.stem, "--force")
                self.write(f"{side}/{model.stem}.json", (self.folder / model.stem / "net.json").read_text())
        said = self.json("report", "before", "after")["models"]
        self.assertEqual([(t["model"], t["state"]) for t in said], [("digits", None), ("sine", "gone"), ("digits_float", "new")])
        self.assertIn("sine on cortex-m4 (gone)", self.done("report", "before", "after"))
        both = self.figures("before/digits.json", "after/digits_float.json")  # one model each: a new name
        self.assertEqual(set(both), {("digits -> digits_float", "cortex-m4")})

    def test_a_dash_stands_for_an_absent_build(self):
        file = self.compiled(SINE, "build")
        self.assertEqual(self.json("report", "-", file)["models"][0]["state"], "new")
        self.assertEqual(self.json("report", file, "-")["models"][0]["state"], "gone")
        self.refused(USAGE, "N2096", "report", "-", "-", says=["there is no build"])

    def test_markdown_is_one_table_for_each_model(self):
        file = self.compiled(DIGITS, "build")
        text = self.done("report", self.compiled(DIGITS_FLOAT, "float"), file, "--markdown")
        self.assertTrue(text.startswith("**`digits_float -> digits` on `cortex-m4`**\n\n|  | before | after | change |\n|---|--:|--:|--:|\n"), text)
        rows = [line for line in text.splitlines() if line.startswith("|")]
        self.assertEqual({line.count("|") for line in rows}, {5})
        self.assertRegex(text, r"\| RAM \| 5,416 \| [\d,]+ \| -[\d,]+ \(-\d+\.\d %\) \|")
        both = self.run_nook("report", file, file, "--markdown", "--json")
        self.assertEqual((both.returncode, json.loads(both.stdout)["error"]["code"]), (USAGE, "N2096"), both.stdout)

    def test_names_cannot_contain_markup(self):
        report = json.loads(self.compiled(SINE, "build").read_text())
        report["model"]["file"] = "a`|*@someone<b>\n# x\x1b[31m.tflite"
        text = self.done("report", self.write("a.json", json.dumps(report)), "build/net.json", "--markdown")
        title = text.split("\n")[0]
        self.assertTrue(title.startswith("**`") and title.count("`") == 4 and title.endswith("`**"), title)
        self.assertNotIn("\x1b", text)

    def test_contradictions_are_refused(self):
        self.compiled(DIGITS, "build")
        self.compiled(DIGITS, "other", "--no-rows")
        self.write("build/other.json", (self.folder / "other/net.json").read_text())
        self.refused(USAGE, "N2096", "report", "build", "other", says=["another figure of digits", "RAM"])

    def test_other_files_are_refused(self):
        good = self.compiled(SINE, "build")
        self.refused(INPUT_OUTPUT, "N4001", "report", "missing.json", good)
        self.refused(USAGE, "N2096", "report", good, self.write("x.json", "{"), says=["x.json", "not JSON"])
        self.refused(USAGE, "N2096", "report", self.write("y.json", "[1]"), good, says=["y.json", "has no figures"])
        (self.folder / "empty").mkdir()
        self.refused(USAGE, "N2096", "report", good, "empty", says=["empty", "no .json file"])
        unsupported = self.write("z.json", '{"format": 1, "memory": null, "operators": [], "model": {"file": "z"}, "target": "host"}')
        self.refused(USAGE, "N2096", "report", good, unsupported, says=["z.json: outputs: need a list, have nothing"])

    def test_damaged_documents_are_refused_or_read(self):
        """Every value of a document becomes another kind of value, or goes."""
        good = self.compiled(SINE, "build")
        documents = [json.loads(good.read_text()), self.json("fit", SINE, "--board", "nrf52840"),
                     {"model": "m.tflite", "task": "classify", "result": {"accuracy": 0.5, "top_k": {"k": 5, "accuracy": 0.75}, "auc": 0.1, "mean_error": 3}}]
        seed = random.randrange(1 << 32)
        draw = random.Random(seed)
        codes = set()
        for turn in range(60):
            broken = json.loads(json.dumps(draw.choice(documents)))
            at = broken
            while True:
                key = draw.choice(list(at) if isinstance(at, dict) else range(len(at)))
                if not isinstance(at[key], (dict, list)) or not at[key] or draw.random() < 0.2:
                    break
                at = at[key]
            at[key] = draw.choice([None, True, -1, 1 << 62, 1 << 70, 1e300, -0.5, "text", [], {}, [[1]], {"bytes": -5}])
            done = self.run_nook("report", self.write("broken.json", json.dumps(broken)), good)
            codes.add(done.returncode)
            self.assertIn(done.returncode, (0, USAGE), (seed, turn, done.stderr))
            if done.returncode:
                self.assertTrue(done.stderr.startswith("error[N2096] "), (seed, turn, done.stderr))
        self.assertEqual(codes, {0, USAGE}, seed)


if __name__ == "__main__":
    main()
