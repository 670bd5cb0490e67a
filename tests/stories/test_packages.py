"""A model in a project of each kind that `nook compile --format` supports: written, compiled, run."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import unittest
import zipfile
import xml.etree.ElementTree as xml

from package_case import EVERYTHING, IDF, INTERPRETED, MAIN, ZEPHYR, PackageCase
from cli import DIGITS, SINE, USAGE, main  # package_case knows its folder

ARDUINO_CORE = pathlib.Path("/usr/share/arduino/hardware/arduino")
WARNINGS = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"]
ARDUINO_H = """
#include <stdio.h>
#include <stdlib.h>
static struct { void begin(long) {} void println(int v) { printf("%d\\n", v); exit(42); } } Serial;
static inline void delay(int) {}
"""


class Packages(PackageCase):
    def test_a_makefile_project(self):
        for compiler in ("gcc", "clang"):
            if not shutil.which(compiler):
                continue
            package = self.write("makefile", "--force")
            self.run_ok("make", "-j2", "CC=" + compiler, folder=package)
            (self.folder / "main.c").write_text(MAIN)
            self.run_ok(compiler, *WARNINGS, "-I", package, "main.c", package / "libdigits.a", "-lm", "-o", "app")
            self.answers(self.folder / "app")
            self.run_ok("make", "clean", folder=package)
            self.assertEqual(list(package.rglob("*.o")), [])

    def test_assembly_is_built_in_every_format(self):
        """Kernels for Cortex-M4 are assembly: each format names the files, or they are where it takes all."""
        named = {"standalone": "CMakeLists.txt", "cmake": "CMakeLists.txt", "makefile": "Makefile", "zephyr": "CMakeLists.txt",
                 "cmsis-pack": "nook.digits.pdsc", "rust": "sources.rs", "arduino": None, "platformio": None}
        for kind, build_file in named.items():
            package = self.folder / kind
            self.done("compile", DIGITS, "--target", "cortex-m4", "--format", kind, "-o", package)
            sources = [str(path.relative_to(package)) for path in package.rglob("*.S")]
            self.assertTrue(sources, kind)
            for source in sources:
                if build_file:
                    self.assertIn(source, (package / build_file).read_text(), kind)
                else:
                    self.assertTrue(source.startswith("src/"), f"{kind}: {source}")
        if not shutil.which("arm-none-eabi-gcc"):
            self.skipTest("needs gcc-arm-none-eabi to build them")
        self.run_ok("make", "-s", "-j2", "CC=arm-none-eabi-gcc", "AR=arm-none-eabi-ar", folder=self.folder / "makefile")
        flags = "-mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard"
        self.run_ok("cmake", "-G", "Ninja", "-S", self.folder / "cmake", "-B", "build", "-DCMAKE_SYSTEM_NAME=Generic",
                    "-DCMAKE_C_COMPILER=arm-none-eabi-gcc", "-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY",
                    f"-DCMAKE_C_FLAGS={flags}")  # flags for C, none for assembly
        self.run_ok("cmake", "--build", "build")

    def test_a_cmake_project(self):
        self.write("cmake")
        self.with_cmake("cmake_minimum_required(VERSION 3.16)\nproject(app C)\nadd_subdirectory(package)\n"
                        "add_executable(app main.c)\ntarget_link_libraries(app digits)\n")

    def test_the_interpreter_in_a_cmake_project(self):
        self.interpreted("cmake")
        self.with_cmake("cmake_minimum_required(VERSION 3.16)\nproject(app C CXX)\nadd_subdirectory(package)\n"
                        "add_executable(app main.c)\ntarget_link_libraries(app digits)\n", INTERPRETED)

    def test_the_readme_explains_the_use_of_the_folder_in_its_build_system(self):
        uses = {"standalone": "cmake -B build", "cmake": "add_subdirectory()", "makefile": "make CC=", "arduino": "below `libraries/`",
                "platformio": "below `lib/`", "esp-idf": "below `components/`", "zephyr": "CONFIG_NOOK_DIGITS=y", "cmsis-pack": "cpackget add",
                "rust": 'nook_digits = { path = "nook_digits" }', "esphome": "path: nook_digits/components",
                "micropython": "import nook_digits"}
        for engine in ("compiled", "interpreter"):
            for kind, words in uses.items():
                if engine == "interpreter" and kind in ("rust", "esphome", "micropython"):
                    continue
                package = self.write(kind, "--engine", engine, "--force")
                text = (package / "README.md").read_text()
                self.assertIn(words, text)
                self.assertEqual("cmake -B" in text, kind in ("standalone", "cmake"), kind)
                self.assertEqual(max(map(len, text.splitlines())) < 140, True, text)
                for file in re.findall(r"^\* `(\w+\.\w+)`", text, re.M):
                    self.assertTrue(any(package.rglob(file)), f"{kind}: {file}")
                shutil.rmtree(package)

    def test_a_component_of_esp_idf(self):
        self.assertIn("idf_component_register", (self.write("esp-idf") / "CMakeLists.txt").read_text())
        self.with_cmake(IDF)

    def test_a_module_of_zephyr(self):
        package = self.write("zephyr")
        self.assertIn("kconfig: Kconfig", (package / "zephyr" / "module.yml").read_text())
        try:
            import kconfiglib
        except ImportError:
            print("Kconfig not parsed: needs python3-kconfiglib")
        else:
            options = kconfiglib.Kconfig(str(package / "Kconfig"), warn=False)
            self.assertIn("NOOK_DIGITS", options.syms)
        self.with_cmake(ZEPHYR)

    @unittest.skipUnless(ARDUINO_CORE.is_dir() and all(map(shutil.which, ("arduino-builder", "avr-gcc", "simavr"))),
                         "needs arduino-builder, arduino-core-avr and simavr")
    def test_a_sketch_on_an_arduino_mega(self):
        """The example of a library, built by Arduino's own builder for an ATmega2560, reports over the UART that it
        ran."""
        library = self.folder / "libraries" / "nook_sine"
        self.done("compile", SINE, "--target", "generic", "--format", "arduino", "-o", library)
        sketch = self.folder / "run_sine" / "run_sine.ino"
        sketch.parent.mkdir()
        shutil.copy(library / "examples" / "run_sine" / "run_sine.ino", sketch)
        built = self.folder / "built"
        built.mkdir()
        tools = [f"-prefs=runtime.tools.{tool}.path=/usr" for tool in ("avr-gcc", "avrdude")]
        # DECIMAL_DIG: Debian's core expects a newer avr-libc than Debian's.
        self.run_ok("arduino-builder", "-compile", "-hardware", ARDUINO_CORE.parent, "-hardware", "/usr/share/arduino-builder",
                    "-tools", "/usr/bin", "-libraries", library.parent, "-fqbn", "arduino:avr:mega:cpu=atmega2560",
                    "-build-path", built, *tools, "-prefs=compiler.cpp.extra_flags=-DDECIMAL_DIG=9", sketch)
        board = subprocess.Popen(["simavr", "-m", "atmega2560", "-f", "16000000", built / "run_sine.ino.elf"],
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        timer = threading.Timer(60, board.kill)  # seconds; the board itself never ends
        timer.start()
        said, status = b"", None
        while not (status := re.search(rb"^(\d+)\.\.", said, re.M)) and (part := os.read(board.stdout.fileno(), 64)):
            said = re.sub(rb"\033\[\d*m", b"", said + part)
        board.kill()
        board.communicate()
        timer.cancel()
        self.assertTrue(status and int(status[1]) == 0, said)  # NOOK_OK

    def test_an_arduino_library(self):
        package = self.write("arduino")
        properties = dict(line.split("=", 1) for line in (package / "library.properties").read_text().splitlines())
        self.assertEqual((properties["name"], properties["includes"]), ("nook_digits", "digits.h"))
        (self.folder / "Arduino.h").write_text(ARDUINO_H)
        sketch = package / "examples" / "run_digits" / "run_digits.ino"
        objects = []
        for source in self.sources("src"):
            objects.append(self.folder / (str(source.relative_to(package)).replace("/", "_") + ".o"))
            self.run_ok("gcc", "-Wall", "-Wextra", "-Werror", "-I", package / "src", "-c", source, "-o", objects[-1])
        self.run_ok("g++", "-Wall", "-Wextra", "-Werror", "-I", package / "src", "-I", ".", "-include", "Arduino.h", "-x",
                    "c++", "-c", sketch, "-o", "sketch.o")
        (self.folder / "core.cc").write_text("void setup();\nvoid loop();\nint main() { setup(); for (;;) loop(); }\n")
        self.run_ok("g++", "core.cc", "sketch.o", *objects, "-lm", "-o", "app")
        self.answers(self.folder / "app")

    def test_a_library_of_platformio(self):
        package = self.write("platformio")
        library = json.loads((package / "library.json").read_text())
        self.assertEqual(library["name"], "nook_digits")
        self.run_ok("gcc", *WARNINGS, *library["build"]["flags"], "-I", package / "src", *self.sources("src"),
                    package / "examples" / "main.c", "-lm", "-o", "app")
        self.run_ok(self.folder / "app")

    def test_a_cmsis_pack(self):
        package = self.write("cmsis-pack")
        described = package / "nook.digits.pdsc"
        tree = xml.parse(described)
        files = {f.get("name"): f.get("category") for f in tree.iter("file")}
        archive = next(package.glob("*.pack"))
        self.assertRegex(archive.name, r"^nook\.digits\.\d+\.\d+\.\d+\.pack$")
        inside = set(zipfile.ZipFile(archive).namelist())
        self.assertLessEqual({name for name, kind in files.items() if kind != "include"}, inside)
        self.assertIn("LICENSE", inside)
        self.assertEqual({str(s.relative_to(package)) for s in self.sources()},
                         {name for name, kind in files.items() if kind == "sourceC"})
        schema = os.environ.get("NOOK_PACK_XSD")
        if schema and shutil.which("xmllint"):
            self.run_ok("xmllint", "--noout", "--schema", schema, described)
        else:
            print("the description is not validated: needs xmllint and NOOK_PACK_XSD")

    def test_a_package_states_the_facts_of_its_owner_and_nothing_else(self):
        says = ("--license", "MIT", "--author", "Ada & Co", "--url", "https://ada.example/net", "--package-version", "1.2.3")
        for kind in ("arduino", "platformio", "esp-idf", "cmsis-pack", "rust"):
            for options in ((), says):
                shutil.rmtree(self.folder / "package", ignore_errors=True)
                package = self.write(kind, *options)
                text = "".join(f.read_text() for f in package.glob("*") if f.suffix in (".properties", ".json", ".yml", ".pdsc", ".toml")
                               and f.name != "digits.json")
                for unknown in ("Apache", "invalid", "1970", "author=nook", "<url></url>"):
                    self.assertNotIn(unknown, text, kind)
                for said in ("1.2.3", "https://ada.example/net", "Ada &"):
                    self.assertEqual(said in text, bool(options), f"{kind}: {said}")
                if kind == "platformio":
                    library = json.loads(text)
                    self.assertEqual((library.get("license"), library.get("authors"), library.get("homepage")),
                                     ("MIT", {"name": "Ada & Co"}, "https://ada.example/net") if options else (None, None, None))
                if kind == "cmsis-pack":
                    tree = xml.fromstring(text)
                    self.assertEqual([e.text for e in tree.iter("url")], ["https://ada.example/net"] if options else [])
                    self.assertEqual((package / "NETWORK_LICENSE").exists(), bool(options))
        for kind in ("standalone", "zephyr", "c", "makefile", "managed", "esphome", "micropython"):
            self.refused(USAGE, "N2022", "compile", DIGITS, "--target", "host", "--format", kind, "-o", "none", "--license", "MIT")
        self.refused(USAGE, "N2022", "compile", DIGITS, "--target", "host", "--format", "arduino", "-o", "none",
                     "--package-version", "1.2")

    def test_no_format_chooses_warnings_for_its_user(self):
        for kind in ("standalone", "makefile", "platformio", "esp-idf", "zephyr"):
            shutil.rmtree(self.folder / "package", ignore_errors=True)
            package = self.write(kind)
            for name in ("CMakeLists.txt", "Makefile", "library.json"):
                if (package / name).exists():
                    self.assertNotRegex((package / name).read_text(), r"-pedantic|-W[a-z]|-Werror")

    @unittest.skipUnless(all(map(shutil.which, ("arm-none-eabi-gcc", "riscv64-unknown-elf-gcc"))), "needs cross compilers")
    def test_a_makefile_uses_the_compiler_of_its_target(self):
        for target, machine in (("cortex-m0plus", "ARM"), ("rv32", "RISC-V")):
            folder = self.folder / target
            self.done("compile", SINE, "--target", target, "--format", "makefile", "-o", folder)
            self.run_ok("make", "-s", folder=folder)
            self.assertIn(machine, self.run_ok("readelf", "-h", folder / "libsine.a"))

    def test_the_last_line_names_the_missing_option(self):
        self.assertIn("--format makefile", self.done("compile", SINE, "--target", "host", "-o", "c").splitlines()[-2])
        self.assertIn("README.md", self.done("compile", SINE, "--target", "host", "--format", "cmake", "-o", "d").splitlines()[-1])

    def test_a_folder_with_the_interpreter_has_what_its_operators_use(self):
        """Linked as a whole, called or not, each symbol is present, and none of other operators."""
        package = self.interpreted("makefile")
        if EVERYTHING:
            self.link_both(package, package, *self.objects(package, "digits"))
        names = {path.name for path in package.rglob("*.c*")}
        self.assertFalse(names & {"fft.cc", "signal.cc", "comparison.cc", "reduction.cc", "conv2d_cycles.cc", "curve.cc"})
        self.assertLess(len(names), 160)

    def interpreted(self, kind, *options):
        """A folder whose program interprets the model, and that program."""
        shutil.rmtree(self.folder / "package", ignore_errors=True)
        package = self.package = self.folder / "package"
        self.done("compile", DIGITS, "--target", "host", "--engine", "interpreter", "--format", kind, "-o", package, *options)
        (self.folder / "main.c").write_text(INTERPRETED)
        return package

    def test_the_interpreter_in_a_makefile_project(self):
        package = self.interpreted("makefile", "--weights", "prepacked")
        self.run_ok("make", "-j2", "CFLAGS=-O0", folder=package)
        self.run_ok("gcc", *WARNINGS, "-I", package, "main.c", package / "libdigits.a", "-lm", "-o", "app")
        self.answers(self.folder / "app")

    def test_the_interpreter_in_other_formats(self):
        package = self.interpreted("platformio")
        flags = json.loads((package / "library.json").read_text())["build"]["flags"]
        self.assertIn("-std=c++17", flags)
        library = (package / "library.json").parent / "src"
        self.assertTrue(list(library.rglob("*.cc")) and (package / "examples" / "main.c").is_file())
        package = self.interpreted("arduino")
        self.assertEqual(list(package.rglob("*.cc")), [])
        self.assertIn("digits_init", (package / "examples" / "run_digits" / "run_digits.ino").read_text())
        package = self.interpreted("cmsis-pack")
        kinds = {f.get("category") for f in xml.parse(package / "nook.digits.pdsc").iter("file")}
        self.assertLessEqual({"sourceC", "sourceCpp", "header"}, kinds)
        self.assertIn("depends on CPP", (self.interpreted("zephyr") / "Kconfig").read_text())

    def test_the_interpreter_has_formats_of_its_own(self):
        for options in ((), ("--format", "runner"), ("--format", "rust"), ("--format", "esphome"), ("--format", "micropython"), ("--format", "managed"), ("--format", "cmake", "--events")):
            self.refused(USAGE, "N2022", "compile", DIGITS, "--target", "generic", "--engine", "interpreter", "-o", "out", *options)

    def test_all_formats_are_documented(self):
        known = re.search(r"c\|managed\|weights\|([a-z|-]+)", self.done("compile", "--help")).group(1).split("|")
        documented = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "packages.md").read_text()
        for name in known:
            self.assertIn(f"`{name}`", documented)


if __name__ == "__main__":
    main()
