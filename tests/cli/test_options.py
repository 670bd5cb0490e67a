"""Every option of every command, with a model of each kind: the output, a file or the exit code changes, or the
option is refused with the reason. The options are the ones that the command's own --help lists; one that is not in
TRIED fails the test. Each command is a test, so that the walk can be split: test_options.py --nook NOOK Options.test_map.
NOOK_TEST_ALL=1 takes all kinds of models, and the commands that build programs."""
import json
import re
import shutil
import subprocess
import tempfile
import zlib
from pathlib import Path

from cli import DOES_NOT_FIT, OK, ROOT, UNSUPPORTED, CommandCase, main
from models import kinds
from sampled import EVERYTHING

M4 = ("--target", "cortex-m4")
SRAM = ("--workspace-pool", "name=a,size=32KiB", "--workspace-pool", "name=b,size=64KiB")
INTERPRETED = ("--engine", "interpreter")
UNIT = ("--workspace-pool", "name=sram,size=64KiB,readers=cpu+npu,writers=cpu+npu", "--constant-pool", "name=flash,readers=cpu+npu")
PACKAGE = ("--format", "platformio")
PART = '{"part": {"index": 1, "of": 1}, "model": "m", "target": "host", "task": "regress", "all_samples": 1, "samples": 1, "tally": {"elements": 1, "errors": "1", "squares": "1"}}'
POOLS = '{"pools": [{"name": "tight", "size": "48KiB"}]}'

# The words to try for an option; and, in a second entry, words that accompany it, which the run without the option
# has as well. {model} is the model's name without its suffix, {input} and {output} are the names of its first input
# and output.
TRIED = {
    "--io": (("int8",),), "--io-layout": (("nhwc",),), "--input-shape": (("{input}={shape}",),), "--input-value": (("{input}=1",),), "--state": (("{input}=other",),), "--signature": (("other",),),
    "--target": (("cortex-m55",),), "--board": (("nrf52840",),),
    "--engine": (("interpreter",),), "--planner": (("offline",), INTERPRETED), "--keep-scales": ((), INTERPRETED),
    "--trusted": ((), INTERPRETED), "--weights": (("packed",), INTERPRETED), "--rows": ((), INTERPRETED),
    "--quiet": ((),), "--full": ((),), "--json": ((),), "--name": (("other",),),
    "--flash": (("9,8,8",), ("-O", "time")), "-O": (("size",),),
    "--input-in-scratch": ((),), "--output-in-scratch": ((),), "--keep-input": ((), ("--input-in-scratch",)),
    "--no-rows": ((),), "--no-overlap": ((),), "--stream-input": ((), ("--output-in-scratch",)), "--constants-by-pointer": ((),),
    "--workspace-pool": (("name=own,size=64KiB",),), "--constant-pool": (("name=own",),), "--pools": (("pools.json",),),
    "--place": (("{input}=b",), (*SRAM, "--input-in-scratch")), "--candidates": (("{input}=b",), (*SRAM, "--input-in-scratch")),
    "--unit": (("npu=op:0",), UNIT), "--solver": (("greedy_by_size",),), "--time-limit": (("0.001",),),
    "--no-passes": ((),), "--disable-pass": (("views",),), "--no-eliminate-channels": ((),),
    "--scratch-limit": (("1",),), "--while-limit": (("3",),), "--dump-ir": (("graph.txt",),), "--force": ((), ("--dump-ir", "locked.txt")),
    "--cores": (("2",),), "--rollback-counter": (("7",),), "--kernels": (("firmware",),), "--key": (("key.pem",),),
    "--weights-from": (("storage",),), "--staging": (("8KiB",), ("--weights-from", "storage")), "--storage-speed": (("1MiB",), ("--weights-from", "storage", "--staging", "16KiB")),
    "--hop": (("2",),), "--hop-axis": (("1",), ("--hop", "2")), "--hop-state": (("1",), ("--hop", "2", "--hop-axis", "1")),
    "--hop-start": (("padding",), ("--hop", "2", "--hop-axis", "1")), "--hop-time": (("20ms",), ("--hop", "2", "--hop-axis", "1", "--board", "nrf52840")),
    "--placement": ((),), "--all": ((),), "--output": (("made.json",),), "--archive": (("mlf",),), "--format": (("cmake",),),
    "--license": (("MIT",), PACKAGE), "--author": (("Ada",), PACKAGE), "--url": (("https://example.org/net",), PACKAGE),
    "--package-version": (("1.2.3",), PACKAGE), "--standalone": ((),), "--all-signatures": ((),), "--events": ((),), "--declare-memory": ((),), "--linker-script": ((), ("--workspace-pool", "name=a,section=.a")),
    "--problem": (("problem.csv",),), "--overlap": ((),), "--capacity": (("64KiB",),), "--plan": (("plan.json",),), "--embed": (("embedded.tflite",),),
    "--models": (("int8.tflite", "float.tflite"),), "--region": (("name=fft,size=4KiB",), ("--models", "int8.tflite")),
    "--header": (("together.h",), ("--models", "int8.tflite")),
    "--model": (("int8.tflite",),), "--emit-resolver": (("r.cc",), ("--model", "int8.tflite")),
    "--fast": ((), ("--model", "int8.tflite", "--emit-resolver", "r.cc")), "--onnx": ((),),
    # for commands that run models
    "--input-dir": (("other_{kind}",),), "--data": (("other_{kind}.npy",),), "--sample-type": (("int8",),), "--mean": (("1",),), "--scale": (("2",),),
    "--output-dir": (("outputs",),), "--chrome-trace": (("trace.json",), INTERPRETED), "--keep": (("kept",),), "--port": (("/dev/null",), M4),
    "--timeout": (("0.01",),), "--golden": (("inputs_{kind}",),), "--every-size": ((),), "--labels": (("labels.txt",),), "--against": (("float.tflite",),),
    "--explain": (("op:0",),), "--ram": (("64KiB",),), "--flash-size": (("1MiB",),), "--latency": (("10s",), ("--board", "nrf52840")), "--pareto": ((),), "--task": (("regress",),), "--top": (("2",),), "--threshold": (("90",),), "--noise-samples": (("1",),), "--inputs": (("other_{kind}",),),
    "--library": (("none.so",),), "--clock": (("1MHz",),), "--svg": (("bench.svg",),), "--callgrind": ((),), "--by-pass": ((),),
    "--samples": (("other_{kind}.npy",),), "--ranges-from": (("int8.tflite",),), "--ranges": (("percentile=90",),), "--threads": (("1",),),
    "--activations": (("int16",),), "--per-tensor": ((),), "--dense-per-channel": ((),), "--keep-float": (("CONV_2D",),), "--equalize": ((),),
    "--no-equalize": ((),), "--no-simplify": (("fold-affine",),), "--no-bias-correction": ((),), "--accuracy-drop": (("1",),), "--bench": (("host",),), "--picture": (("q.svg",),), "--markdown": ((),), "--part": (("1/2",),), "--ranges-only": ((),),
}
# Entries for options that mean something else to one command.
OF_ONE = {
    ("plan", "--io"): (("int8",),), ("plan", "--input-in-scratch"): ((), INTERPRETED), ("plan", "--output-in-scratch"): ((), INTERPRETED),
    ("plan", "--weights"): (("packed",), INTERPRETED), 
    ("plan", "--overlap"): ((), (*INTERPRETED, *M4, "--output", "plan.h")), ("plan", "--force"): ((), ("--output", "locked.json")), ("plan", "--solver"): (("greedy_by_size",),),
    ("supported-ops", "--rows"): ((), ("--model", "int8.tflite", "--emit-resolver", "r.cc")),
    ("supported-ops", "--force"): ((), ("--model", "int8.tflite", "--emit-resolver", "locked.cc")),
    ("inspect --placement", "--disable-pass"): (("eliminate-channels",),), ("map", "--disable-pass"): (("eliminate-channels",),),
    ("map", "--output"): (("m.txt",),), ("map", "--force"): ((), ("--output", "locked.svg")),
    ("compile", "--output"): (("elsewhere",),), ("compile", "--force"): ((), ("--output", "locked")), ("pack", "--output"): (("other.bin",),),
    ("pack", "--force"): ((), ("--output", "locked.bin")), ("convert", "--output"): (("other.tflite",),),
    ("convert", "--force"): ((), ("--output", "locked.tflite")), ("quantize", "--io"): (("float",),), ("quantize", "--weights"): (("int4",),),
    ("quantize", "--output"): (("other.tflite",),), ("quantize", "--force"): ((), ("--output", "locked.tflite")),
    ("quantize", "--part"): (("1/2",), ("--ranges-only",)), ("image", "--output"): (("signed.img",),),
    ("map", "--constant-pool"): (("name=own,size=16",),), ("fit", "--board"): (("nrf52840",),), ("fit", "--svg"): (("front.svg",), ("--pareto",)), ("fit", "--force"): ((), ("--pareto", "--svg", "locked.svg")), ("boards", "--target"): (("cortex-m33",),),
}
# Options whose effect no comparison can show, with the reason; and options that have nothing to do in some models, so
# that they may be ignored.
UNSEEN = {"--help": "prints the text that this test reads", "--all": "the default of nook fit, in words",
          "--trusted": "the size of the code that a run links", "--time-limit": "these models are solved in less",
          "--threads": "the results are the same by promise", "--timeout": "ends what hangs"}
NOTHING = {"--no-overlap", "--overlap", "--no-rows", "--no-passes", "--disable-pass", "--no-eliminate-channels", "--solver", "--flash", "--keep-scales",
           "--keep-input", "--place", "--candidates", "--full", "--constant-pool", "-O", "--ram", "--flash-size", "--latency", "--rows", "--weights", "--constants-by-pointer", "--scratch-limit", "--capacity"}
# Words that stand for an option in its refusal.
NAMED = {"--planner": "the plan", "--rows": "NookRowChains", "--weights": "packed"}
# These show the places of buffers, which may be the same; --full shows more only where a terminal is narrow
# (cli_terminal); and packed weights do not depend on how the application passes inputs.
SAME = {("inspect --placement", option) for option in ("--target", "--board", "--unit", "--flash", "--stream-input")}
SAME |= {("map", "--unit"), ("map", "--flash")} | {("pack", option) for option in ("--io", "--io-layout", "--input-shape")}
SAME |= {(command, "--full") for command in ("inspect", "inspect --placement", "fit", "map", "plan", "report")}
# A model that passes change, for commands that show places only.
PASSES = {(command, option) for command in ("inspect --placement", "map") for option in ("--no-passes", "--disable-pass", "--no-eliminate-channels")}
# Each command's arguments other than the model.
BASES = {"analyze": M4, "inspect": (), "inspect --placement": M4, "compile": (*M4, "--output", "out"), "pack": (*M4, "--output", "packed.bin"), "fit": ("--board", "nrf52840"),
         "map": (*M4, "--output", "map.svg"), "plan": (), "convert": ("--output", "converted.tflite"), "supported-ops": (), "boards": (), "completion": (), "image": ("info", "int8.tflite"), "init": (), "merge": ("part.json",), "report": ("before.json", "after.json")}
# Commands that build programs, with their arguments: building takes minutes.
RUNNING = {"run": ("--input-dir", "inputs_{kind}", "--output-dir", "outputs", "--keep", "kept"),
           "validate": ("--golden", "golden_{kind}", "--keep", "kept"), "bench": ("--keep", "kept"),
           "evaluate": ("--data", "{kind}.npy", "--labels", "labels.txt", "--keep", "kept"), "golden": ("--inputs", "inputs_{kind}", "--output", "golden"),
           "quantize": ("--samples", "{kind}.npy", "--output", "quantized.tflite")}
FOR_RUNS = {"quantize": ["float", "onnx"]}
WITHOUT_MODEL = {"supported-ops", "boards", "image", "completion", "report", "merge"}
# With another shape for the first input.
MODELS = {"int8": "2,12,12,3", "float": "2,12,12,3", "float_ends": "2,12,12,3", "signal": "2,1,64,2", "control": "8", "state": "2,4", "onnx": "2,3,12,12"}

def options_of(nook, command):
    """The long names, or the short name of options without a long one."""
    found = re.findall(r"^  (-\w)?,?(--[a-z][a-z0-9-]*)?", told(nook, command, "--help"), re.M)
    return [long or short for short, long in found if long or short]


def told(nook, *words):
    return subprocess.run([str(nook), *words], capture_output=True, text=True, check=True).stdout


def method_of(command):
    return command.replace(" --", "_").replace("-", "_")


def commands(nook):
    return re.findall(r"^  ([a-z][a-z-]+) {2,}", told(nook, "--help"), re.M)


def normal(data):
    """Removes the command line, which appears in reports and sources, and the time taken."""
    text = data.decode("latin-1")
    text = re.sub(r"nook (analyze|compile|fit|map|plan|quantize|pack|bench|run|validate|supported-ops)\b[^\n\"]*", "nook", text)
    return re.sub(r"(seconds|milliseconds)\"?: ?[0-9.e+-]+", r"\1", text)


def without_numbers(result, other):
    """A result (exit code, output, errors, files) without the numbers in the parts that differ from the other result."""
    def apart(mine, others):
        return mine if mine == others else re.sub(r"[0-9]+", "#", mine)
    code, out, errors, files = result
    return code, apart(out, other[1]), apart(errors, other[2]), {name: apart(text, other[3].get(name, "")) for name, text in files.items()}


def spread(command, option):
    """The kinds of models: ./dev test uses one for most commands, and another for each option."""
    if command in WITHOUT_MODEL:
        return [None]
    if (command, option) in PASSES:
        return ["passes"]
    if option == "--no-simplify":
        return ["simplified"]
    kinds_of = FOR_RUNS.get(command, sorted(MODELS))
    if command == "analyze" or EVERYTHING and command not in RUNNING:
        return kinds_of
    return [kinds_of[zlib.crc32(f"{command} {option}".encode()) % len(kinds_of)]]


class Options(CommandCase):
    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory(prefix="nook_cli_")
        cls.addClassCleanup(place.cleanup)
        cls.files = Path(place.name)
        cls.models = kinds.write(cls.files, ROOT) | {"simplified": kinds.write_simplified(cls.files)}
        cls.names = {}
        for kind, file in cls.models.items():
            said = json.loads(told(cls.nook, "inspect", cls.files / file, "--json"))["subgraphs"][0]
            first = next(t for t in said["inputs"] if said["tensors"][t]["type"] != "bool")
            cls.names[kind] = said["tensors"][first]["name"]
        (cls.files / "pools.json").write_text(POOLS)
        for name in ("locked.txt", "locked.json", "locked.cc", "locked.svg", "locked.bin", "locked.tflite", "locked/net.h"):
            (cls.files / name).parent.mkdir(exist_ok=True)
            (cls.files / name).write_text("of the user\n")
        (cls.files / "part.json").write_text(PART)
        for name, model in (("before.json", "int8.tflite"), ("after.json", "float.tflite")):
            (cls.files / name).write_text(told(cls.nook, "analyze", cls.files / model, *M4, "--json"))
        told(cls.nook, "plan", cls.files / "int8.tflite", "-o", cls.files / "plan.json")
        if EVERYTHING:
            cls.make_inputs()
        cls.models["passes"] = kinds.write_changed_by_passes(cls.files)
        (cls.files / "problem.csv").write_text("id,lower,upper,size\na,0,2,64\nb,1,3,64\n")
        cls.listed = {command: options_of(cls.nook, command) for command in commands(cls.nook)}
        cls.listed["inspect --placement"] = [o for o in cls.listed["inspect"] if o != "--placement"]

    def setUp(self):
        super().setUp()
        self.seen = {}

    @classmethod
    def make_inputs(cls):
        """Inputs as folders and as samples, two of each, and outputs for them."""
        for kind, file in cls.models.items():
            model = json.loads(told(cls.nook, "analyze", cls.files / file, "--target", "cortex-m4", "--json"))
            for seed, name in enumerate(("inputs", "other")):
                folder = cls.files / f"{name}_{kind}"
                folder.mkdir()
                for i, tensor in enumerate(model["inputs"]):
                    (folder / f"run0_input{i}.bin").write_bytes(kinds.numbers(tensor["shape"], tensor["type"], seed).tobytes())
                shape = next(t["shape"] for t in model["inputs"] if t["type"] != "bool")
                (cls.files / f"{'' if seed == 0 else 'other_'}{kind}.npy").write_bytes(kinds.samples((4, *shape[1:]) if len(shape) > 1 else (4, *shape), seed))
            golden = cls.files / f"golden_{kind}"
            shutil.copytree(cls.files / f"inputs_{kind}", golden)
            told(cls.nook, "run", cls.files / file, "--input-dir", golden, "--output-dir", golden)
        (cls.files / "labels.txt").write_text("0\n1\n2\n3\n")

    def silence_of_runs(self, command, kind, base, before, after):
        """Whether the two differ in no more than times do, which differ between two runs of the same."""
        key = command, kind, tuple(base), "again"
        if key not in self.seen:
            first = self.seen.pop((command, kind, tuple(base)))
            self.seen[key] = self.result(command, kind, base)
            self.seen[(command, kind, tuple(base))] = first
        again = self.seen[key]
        if again == before:
            return before == after
        return without_numbers(before, again) == without_numbers(after, again)

    def has_reference(self):
        """Whether TensorFlow Lite or ONNX Runtime is installed, without which nook golden computes nothing."""
        words = [word.format(kind="int8") for word in RUNNING["golden"]]
        return "N4005" not in self.result("golden", "int8", words)[2]

    def result(self, command, kind, words):
        """(exit code, printed output, written files) of a run in a fresh folder."""
        key = command, kind, tuple(words)
        if key not in self.seen:
            with tempfile.TemporaryDirectory(dir=self.folder) as folder:
                shutil.copytree(self.files, folder, dirs_exist_ok=True)
                model = [] if command in WITHOUT_MODEL or kind is None else [self.models[kind]]
                done = subprocess.run([str(self.nook), *command.split(), *model, *words], cwd=folder, capture_output=True)
                written = {str(f.relative_to(folder)): normal(f.read_bytes()) for f in sorted(Path(folder).rglob("*")) if f.is_file()}
                self.seen[key] = done.returncode, normal(done.stdout), normal(done.stderr), written
        return self.seen[key]

    def silent(self, command, option, kind):
        """None: the option has an effect or is refused; otherwise a text about how it is ignored."""
        words, *others = OF_ONE.get((command, option), TRIED[option])
        json_too = ["--json"] if option not in ("--json", "--quiet", "--full") and "--json" in self.listed[command] else []
        fill = {"kind": kind, "input": self.names.get(kind, ""), "shape": MODELS.get(kind, "")}
        words = [option, *(word.format(**fill) for word in words)]
        base = [word.format(**fill) for word in (*{**BASES, **RUNNING}[command], *(others[0] if others else ()))]
        for given in (option, "--target" if option == "--board" else option):
            if given in base:
                base = base[:base.index(given)] + base[base.index(given) + 2:]
        base += json_too
        before, after = self.result(command, kind, base), self.result(command, kind, base + words)
        whole = [word.format(**fill) for word in {**BASES, **RUNNING}[command]] + json_too
        if after[0] == UNSUPPORTED and after[:3] == self.result(command, kind, whole)[:3]:
            return None  # the command refuses this model whatever its options are
        if after[0] not in (OK, DOES_NOT_FIT) and before[0] != after[0]:
            said = after[1] + after[2]
            named = option.lstrip("-") in said or NAMED.get(option, option) in said or (len(words) > 1 and words[1].split("=")[0].split(":")[0] in said)
            return None if named and after[0] != 1 else "refused without its name: " + said
        if before[0] not in (OK, DOES_NOT_FIT) and before == after:
            return None if before[2] else "refused without a word"
        if command in RUNNING:
            return "ignored" if self.silence_of_runs(command, kind, base, before, after) else None
        return "ignored" if before == after else None

    def walk(self, command):
        """Each option of a command."""
        effects, found = {}, []
        tried = [(o, kind) for o in self.listed[command] if o not in UNSEEN for kind in spread(command, o)]
        for option, kind in tried:
            how = self.silent(command, option, kind)
            effects.setdefault(option, []).append(how is None)
            same = (command, option) in SAME or option in (NOTHING if (command, option) not in PASSES else ())
            if how and not (how == "ignored" and same):
                found.append(f"nook {command} {option} ({kind}): {how}")
        found += [f"nook {command} {o}: has no effect on any" for o, seen in effects.items()
                  if len(seen) > 1 and not any(seen) and (command, o) not in SAME]
        self.assertEqual(found, [], "\n".join(found))

    def walk_if_everything(self, command):
        if not EVERYTHING:
            self.skipTest("builds programs: only with NOOK_TEST_ALL=1")
        self.walk(command)

    def test_each_option_is_tried(self):
        new = {(c, o) for c, options in self.listed.items() for o in options if o not in TRIED and o not in UNSEEN}
        self.assertEqual(new, set(), "say in TRIED how these are tried")
        self.assertEqual(set(self.listed), set(BASES) | set(RUNNING))
        walked = {name.removeprefix("test_") for name in dir(self) if name.startswith("test_")}
        self.assertEqual({method_of(command) for command in self.listed} - walked, set(), "a command without a test")

    def test_analyze(self):
        self.walk("analyze")

    def test_inspect(self):
        self.walk("inspect")

    def test_inspect_placement(self):
        self.walk("inspect --placement")

    def test_compile(self):
        self.walk("compile")

    def test_pack(self):
        self.walk("pack")

    def test_image(self):
        self.walk("image")

    def test_fit(self):
        self.walk("fit")

    def test_map(self):
        self.walk("map")

    def test_plan(self):
        self.walk("plan")

    def test_convert(self):
        self.walk("convert")

    def test_supported_ops(self):
        self.walk("supported-ops")

    def test_boards(self):
        self.walk("boards")

    def test_completion(self):
        self.walk("completion")

    def test_init(self):
        self.walk("init")

    def test_merge(self):
        self.walk("merge")

    def test_report(self):
        self.walk("report")

    def test_run(self):
        self.walk_if_everything("run")

    def test_validate(self):
        self.walk_if_everything("validate")

    def test_bench(self):
        self.walk_if_everything("bench")

    def test_evaluate(self):
        self.walk_if_everything("evaluate")

    def test_quantize(self):
        self.walk_if_everything("quantize")

    def test_golden(self):
        if EVERYTHING and not self.has_reference():
            self.skipTest("needs TensorFlow Lite or ONNX Runtime: ./dev oracle gets them")
        self.walk_if_everything("golden")


if __name__ == "__main__":
    main()
