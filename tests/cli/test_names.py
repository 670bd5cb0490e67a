"""Names of models, tensors and pools against all names that C, C++, their libraries and CMake reserve."""
import pathlib
import re
import subprocess
import sys

from cli import ROOT, SINE, USAGE, CommandCase, main

sys.path.insert(0, str(ROOT / "tools"))
import reserved_names  # noqa: E402
from modelgen import tflite  # noqa: E402
from modelgen.builder import Builder  # noqa: E402

STANDARD = """assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdarg stdbool stddef
stdint stdio stdlib string time wchar wctype""".split()


def of_this_compiler():
    """Every lower-case word of the C library as provided by this machine's compiler: macros of any kind, types,
    functions."""
    source = "".join(f"#include <{header}.h>\n" for header in STANDARD)
    ask = lambda *flags: subprocess.run(["cc", "-std=gnu99", *flags, "-x", "c", "-"], input=source, text=True,  # noqa: E731
                                        capture_output=True, check=True).stdout
    macros = set(re.findall(r"^#define ([a-z]\w*)", ask("-dM", "-E"), re.M))
    return sorted(macros | set(re.findall(r"\b[a-z]\w*\b", re.sub(r"^#.*", "", ask("-E"), flags=re.M))))


def concatenation(path, names):
    """A model that joins one input per name."""
    builder = Builder("joined")
    builder.finish(builder.concatenation([builder.input([1, 1], name) for name in names], 1))
    graph = builder.graph
    graph.tensors[graph.outputs[0]].name = "int8_t"
    tflite.write(graph, path)


class Names(CommandCase):
    def builds(self, folder, header):
        """Compiles as C99 and C++, after every header of the standard library."""
        before = "".join(f"#include <{h}.h>\n" for h in STANDARD)
        for compiler, flags, name in (("gcc", ("-std=c99", "-pedantic"), "all.c"), ("g++", (), "all.cc")):
            (folder / name).write_text(before.replace("#include <complex.h>\n", "" if compiler == "g++" else "#include <complex.h>\n")
                                       + f'#include "{header}"\n')
            sources = sorted(folder.glob("*.c")) if compiler == "gcc" else [folder / name]
            built = subprocess.run([compiler, *flags, "-Wall", "-Werror", "-Wno-unused", "-fsyntax-only", "-I", folder, *sources],
                                   capture_output=True, text=True)
            self.assertEqual(built.returncode, 0, built.stderr[:3000])

    def test_tensors_with_every_word_of_the_c_library(self):
        words = of_this_compiler()
        self.assertGreater(len(words), 500)
        self.assertIn("int8_t", words)
        for k in range(0, len(words), 1000):
            concatenation(self.folder / f"joined{k}.tflite", words[k:k + 1000])
            self.done("compile", f"joined{k}.tflite", "--target", "host", "--standalone", "-o", f"out{k}")
            self.builds(self.folder / f"out{k}", f"joined{k}.h")

    def test_prefixes_that_hide_a_header_or_a_target_are_refused_with_one_that_works(self):
        _, headers = reserved_names.of_compiler("cc")
        self.done("compile", SINE, "--target", "host", "--standalone", "-o", "targets")
        subprocess.run(["cmake", "-S", "targets", "-B", "build"], cwd=self.folder, capture_output=True, check=True)
        listed = subprocess.run(["cmake", "--build", "build", "--target", "help"], cwd=self.folder, capture_output=True, text=True)
        targets = set(re.findall(r"^(?:\.\.\. )?([a-z_]+)\b", listed.stdout, re.M)) & {
            "all", "clean", "depend", "rebuild_cache", "edit_cache", "help"}
        self.assertGreaterEqual(len(targets), 3)
        for name in sorted(headers | targets | {"m", "c", "install", "test", "String", "int8_t", "size_t"}):
            done = self.run_nook("compile", SINE, "--target", "host", "--standalone", "--name", name, "-o", "o")
            self.assertEqual(done.returncode, USAGE, name)
            self.assertIn("error[N2003]", done.stderr)
            self.assertIn("--name sine", done.stderr)

    def test_models_in_files_of_such_names_get_another(self):
        for name in ("string", "m", "all", "clean", "stdint", "help"):
            (self.folder / f"{name}.tflite").write_bytes(SINE.read_bytes())
            self.done("compile", f"{name}.tflite", "--target", "host", "--standalone", "-o", name)
            self.builds(self.folder / name, f"my_{name}.h")
        for command in (["cmake", "-S", "m", "-B", "b"], ["cmake", "--build", "b"]):
            built = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(built.returncode, 0, built.stdout + built.stderr)

    def test_pools_with_any_name(self):
        names = ("inputs", "outputs", "macs", "constant", "arguments", "stack_bytes", "a", "A", "a__b", "a_b", "a_bytes", "run",
                 "section", "place", "place_bytes", "int", "int8_t", "memory", "p" * 100, "p" * 99 + "q")
        for name in names:
            for more in names[names.index(name) + 1:names.index(name) + 2]:
                pools = [f for kind in ("--workspace-pool", "--constant-pool") for n in dict.fromkeys((name, more))
                         for f in (kind, f"name={n},section=.{kind[2]}")]
                # Two pools may not have one name.
                pools = [f if not f.startswith("name=") else f.replace("name=", "name=k") if ".c" in f[-2:] else f for f in pools]
                out = self.folder / f"{names.index(name)}_{names.index(more)}"
                self.done("compile", SINE, "--target", "host", "--declare-memory", "--linker-script", "--standalone", *pools, "-o", out)
                self.builds(out, "sine.h")
        self.done("compile", SINE, "--target", "host", "--constant-pool", "name=constant", "--constant-pool",
                  "name=constant_bytes", "--standalone", "-o", "c")
        self.builds(self.folder / "c", "sine.h")
        self.done("plan", "--models", SINE, "--workspace-pool", "name=a_b", "--workspace-pool", "name=A_B", "--header", "h/shared.h")
        text = pathlib.Path(self.folder / "h" / "shared.h").read_text()
        defined = re.findall(r"#define (\w+)", text)
        self.assertEqual(len(defined), len(set(defined)), text)
    


if __name__ == "__main__":
    main()
