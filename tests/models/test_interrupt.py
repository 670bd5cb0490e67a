"""A model in an interrupt handler while another runs, or the weights of one: on the emulated boards, also in checked
builds, compiled and interpreted."""
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile
import unittest

from models import EVERYTHING, OWN, ROOT, ModelCase, has_tools, main, run

sys.path.insert(0, str(ROOT / "ports"))
import run as board_run  # noqa: E402

MODELS = ((OWN / "digits" / "digits.tflite", "--stream-input"), (OWN / "digits" / "digits_float.tflite",))
LISTENING = ((OWN / "digits" / "digits.tflite",), (OWN / "words" / "words.tflite", "--hop", "2", "--hop-axis", "1"))
SECTIONS = "-Wall -Wextra -Werror -ffp-contract=off -ffunction-sections -fdata-sections".split()
STORED = ((OWN / "digits" / "digits_float.tflite", "--name", "own"),
          (OWN / "digits" / "digits_float.tflite", "--name", "stored", "--weights-from", "storage", "--staging", "4KiB"))
FLAGS = ["-O2", "-std=c99", *SECTIONS]
FLAGS_CPP = "-Os -std=c++17 -fno-exceptions -fno-rtti -fno-threadsafe-statics".split() + SECTIONS
OPERATORS = ("conv2d", "depthwise_conv2d", "fully_connected", "max_pool2d", "reshape", "softmax")  # the operators of digits


def name_of(model, *options):
    return options[options.index("--name") + 1] if "--name" in options else model.stem


class Interrupt(ModelCase):
    def sources(self, folder, target, models):
        """The generated code of all models, and each kernel once."""
        found = {}
        for model, *options in models:
            part = pathlib.Path(folder) / name_of(model, *options)
            done = run("compile", model, "--target", target, "--standalone", "-o", part, *options)
            self.assertEqual(done.returncode, 0, done.stderr)
            for weights in part.glob("*_weights.bin"):  # in storage
                numbers = ",".join(map(str, weights.read_bytes()))
                (part / "weights.c").write_text(f"extern const unsigned char weights[];\nconst unsigned char weights[] = {{{numbers}}};\n")
            found.update((source.relative_to(part), source) for source in part.rglob("*.[cS]"))
        return list(found.values())

    def check(self, target, *flags, models=MODELS, program="interrupt.c"):
        if not has_tools(target):
            print(f"skipped: no cross compiler or emulator for {target}")
            return
        board = board_run.boards()[target]
        with self.subTest(target=target, flags=flags, program=program), tempfile.TemporaryDirectory() as folder:
            sources = [*self.sources(folder, target, models), ROOT / "tests" / "models" / program,
                       *(ROOT / "ports" / source for source in board["sources"])]
            includes = [f"-I{folder}/{name_of(*model)}" for model in models]
            elf = f"{folder}/interrupt.elf"
            self.build([board["tools"] + "gcc", *board["flags"], *FLAGS, *flags, *includes, f"-I{ROOT}",
                        *board_run.link_options(board), *sources, *board_run.LIBRARIES, "-o", elf])
            self.boot(board, elf)

    def build(self, command):
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def boot(self, board, elf):
        # One instruction takes one nanosecond, so interrupts come at the same instructions every time.
        done = subprocess.run([*board_run.qemu_command(board, elf), "-icount", "shift=0"], capture_output=True,
                              text=True, timeout=120, stdin=subprocess.DEVNULL)
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def interpreters(self, target):
        if not has_tools(target):
            print(f"skipped: no cross compiler or emulator for {target}")
            return
        board, digits = board_run.boards()[target], OWN / "digits" / "digits.tflite"
        with self.subTest(target=target), tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            done = run("supported-ops", "--model", digits, "--emit-resolver", folder / "digits_resolver.cc")
            self.assertEqual(done.returncode, 0, done.stderr)
            numbers = ",".join(map(str, digits.read_bytes()))
            (folder / "digits.c").write_text(
                f"__attribute__((aligned(16))) const unsigned char digits_model[] = {{{numbers}}};\n"
                "const unsigned digits_model_bytes = sizeof digits_model;\n")
            sources = [*(ROOT / "ports" / source for source in board["sources"]), folder / "digits.c",
                       folder / "digits_resolver.cc", ROOT / "tests" / "models" / "interrupt_interpreter.c",
                       ROOT / "nook" / "ops" / "contract" / "prepare.cc",
                       ROOT / "nook" / "ops" / "contract" / "prepare_fast.cc"]
            for part in ("interp", "model", "plan", "core", "kernels/dot/pack", "kernels/dot/c99", "ops/prepare", "ops/reference",
                         "ops/families"):
                sources += [*(ROOT / "nook" / part).glob("*.cc"), *(ROOT / "nook" / part).glob("*_ref.c")]
            for operator in OPERATORS:
                here = ROOT / "nook" / "ops" / operator
                sources += [*here.glob(f"{operator}_*.cc"), *here.glob("*_ref.c")]
            sources = [source for source in sources if not source.name.endswith(("_test.cc", "_avx2.cc"))]
            objects = [folder / f"{k}.o" for k in range(len(sources))]

            def compile_one(source, made):
                cpp = source.suffix == ".cc"
                self.build([board["tools"] + ("g++" if cpp else "gcc"), *board["flags"], *(FLAGS_CPP if cpp else FLAGS),
                            f"-I{ROOT}", "-c", source, "-o", made])

            with concurrent.futures.ThreadPoolExecutor() as pool:
                list(pool.map(compile_one, sources, objects))
            self.build([board["tools"] + "g++", *board["flags"], *board_run.link_options(board), *objects,
                        *board_run.LIBRARIES, "-o", folder / "interrupt.elf"])
            self.boot(board, folder / "interrupt.elf")

    def test_two_models_do_not_disturb_each_other(self):
        for target in ("cortex-m0", "cortex-m4", "cortex-m55"):
            self.check(target)

    def test_nor_do_they_in_a_checked_build(self):
        self.check("cortex-m4", "-DNOOK_CHECKED=1")

    def test_a_window_moves_in_an_interrupt(self):
        for target in ("cortex-m0", "cortex-m4", "cortex-m55"):
            self.check(target, models=LISTENING, program="interrupt_push.c")
        self.check("cortex-m4", "-DNOOK_CHECKED=1", models=LISTENING, program="interrupt_push.c")

    def test_weights_move_in_an_interrupt(self):
        for target in ("cortex-m0", "cortex-m4", "cortex-m55"):
            self.check(target, models=STORED, program="interrupt_storage.c")
        self.check("cortex-m4", "-DNOOK_CHECKED=1", models=STORED, program="interrupt_storage.c")

    def test_two_interpreters_do_not_disturb_each_other(self):
        if not EVERYTHING:
            self.skipTest("compiles the interpreter for two cores: ./dev test --all")
        for target in ("cortex-m0", "cortex-m4"):
            self.interpreters(target)


if __name__ == "__main__":
    main()
