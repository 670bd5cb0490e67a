"""Two networks in one project, in every format: their names do not collide, kernels that both use are linked once,
and both run."""
import pathlib
import re
import sys
import tarfile
import xml.etree.ElementTree as xml

from package_case import BOTH, BOTH_INTERPRETED, EVERYTHING, IDF, ZEPHYR, PackageCase
from cli import DIGITS, ROOT, SINE, main  # package_case knows its folder

INTERPRETER = ("--engine", "interpreter")
# Formats whose folders hold one whole program, so that two of them are two programs.
ONE_PROGRAM = {"runner"}
ELSEWHERE = {"rust", "tvm", "esphome", "micropython", "image"}  # their own tests have several networks in one program
FOLDERS = (("digits", DIGITS), ("sine", SINE))
TWO_CLASSES = """
#include <stdint.h>
#include "digits_model.h"
#include "digits_weights.h"
#include "sine_model.h"
#include "sine_weights.h"
using namespace nook::managed;
alignas(16) static uint8_t ram[1 << 14], objects[1 << 14];
static int8_t image[64], scores[10], angle[1], result[1];
int main() {
  CircularArenaAllocator<uint16_t, 16> arena{nook::Span<uint8_t>(ram, sizeof ram)};
  CircularArenaAllocator<> metadata{nook::Span<uint8_t>(objects, sizeof objects)};
  Event history[8];
  SimpleErrorHandler errors(history, go_on);
  Context context(&metadata, &arena, &errors);
  Context::set_default_context(&context);
  bool fine = true;
  {
    digits_model one;
    sine_model other;
    Tensor a = new BufferTensor(digits_model::image_facts::shape(), digits_model::image_facts::type, image);
    Tensor b = new BufferTensor(digits_model::scores_facts::shape(), digits_model::scores_facts::type, scores);
    Tensor c = new BufferTensor(sine_model::x_facts::shape(), sine_model::x_facts::type, angle);
    Tensor d = new BufferTensor(sine_model::y_facts::shape(), sine_model::y_facts::type, result);
    one.set_inputs({{digits_model::image, a}}).set_outputs({{digits_model::scores, b}});
    other.set_inputs({{sine_model::x, c}}).set_outputs({{sine_model::y, d}});
    fine = one.eval() && other.eval();
  }
  return fine && errors.size() == 0 && sizeof digits_weights::CONSTANT && sizeof sine_weights::weights ? 42 : 1;
}
"""


class Pairs(PackageCase):
    seen = set()

    def both(self, kind, *options):
        Pairs.seen.add(kind)
        return super().both(kind, *options)

    def with_and_without_interpreter(self):
        """The options of both kinds of folders; those with the interpreter take a minute to compile."""
        return ((), INTERPRETER)[:1 + EVERYTHING]

    def in_cmake(self, lists, options):
        language = "C CXX" if options else "C"
        self.with_cmake(lists.replace("project(app C)", f"project(app {language})"), BOTH_INTERPRETED if options else BOTH)

    def test_two_networks_in_a_cmake_project(self):
        for kind in ("standalone", "cmake"):
            for options in self.with_and_without_interpreter():
                self.both(kind, *options)
                self.in_cmake("cmake_minimum_required(VERSION 3.16)\nproject(app C)\nadd_subdirectory(package)\n"
                              "add_subdirectory(second)\nadd_executable(app main.c)\ntarget_link_libraries(app digits sine)\n", options)

    def test_two_networks_in_a_makefile_project(self):
        for options in self.with_and_without_interpreter():
            first, second = self.both("makefile", *options)
            for folder in (first, second):
                self.run_ok("make", "-s", "CFLAGS=-O0", "CXXFLAGS=-O0", folder=folder)
            self.link_both(first, second, first / "libdigits.a", second / "libsine.a")

    def test_two_networks_in_a_sketch_and_in_platformio(self):
        for options in self.with_and_without_interpreter():
            first, second = self.both("arduino", *options)
            for folder in (first, second):  # without this line, Arduino links the objects of both
                self.assertIn("dot_a_linkage=true\n", (folder / "library.properties").read_text())
            self.link_archives(first / "src", second / "src")
            first, second = self.both("platformio", *options)  # archives, unless library.json disables that
            for folder in (first, second):
                self.assertNotIn("libArchive", (folder / "library.json").read_text())
            self.link_archives(first / "src", second / "src")

    def link_archives(self, first, second):
        self.link_both(first, second, self.archive(first, "digits"), self.archive(second, "sine"))

    def test_two_networks_in_esp_idf_and_in_zephyr(self):
        for kind, lists in (("esp-idf", IDF.replace("app package m", "app package second m")), ("zephyr", ZEPHYR)):
            for options in self.with_and_without_interpreter():
                self.both(kind, *options)
                self.in_cmake(lists.replace("add_subdirectory(package)", "add_subdirectory(package)\nadd_subdirectory(second)"), options)

    def test_two_networks_of_packs(self):
        """Links the objects of both, as csolution does with RTE_Components.h, which collects the components'
        definitions."""
        first, second = self.both("cmsis-pack")
        said = "".join(part.text for folder, name in ((first, "digits"), (second, "sine"))
                       for part in xml.parse(folder / f"nook.{name}.pdsc").iter("RTE_Components_h"))
        (self.folder / "RTE_Components.h").write_text(said)
        rte = ("-D_RTE_", "-I", self.folder)
        self.link_both(first, second, *self.objects(first, "digits", *rte), *self.objects(second, "sine", *rte))
        self.link_both(first, second, *self.objects(first, "digits", *rte[1:]), self.archive(second, "sine"))  # without RTE

    def runtime(self, kinds, *names):
        """Libraries of this build, as a project that builds nook itself has them. `kinds`: the formats that need them."""
        Pairs.seen.update(kinds)
        folder = pathlib.Path(self.nook).resolve().parent / "runtime"
        libraries = [folder / f"libnook_{name}.a" for name in names]
        if not all(library.exists() for library in libraries):
            self.skipTest("needs nook's libraries beside the command")
        return ["-I", ROOT, "-I", folder / "gen"], libraries

    def test_two_networks_as_files_of_a_project_with_nook(self):
        include, libraries = self.runtime(["c"], "kernels")
        first, second = self.both("c")
        self.link_both(first, second, *include, *self.objects(first, "digits", *include), *self.objects(second, "sine", *include), *libraries)

    def test_two_networks_in_archives_of_the_model_library_format(self):
        include, libraries = self.runtime([], "kernels")
        folders = []
        for name, model in FOLDERS:
            self.done("compile", model, "--target", "host", "--archive", "mlf", "-o", f"{name}_mlf")
            with tarfile.open(next((self.folder / f"{name}_mlf").glob("*.tar"))) as tar:
                tar.extractall(self.folder / f"{name}_files")
            folders.append(self.folder / f"{name}_files" / "codegen" / "host")
        (self.folder / "main.c").write_text(BOTH)
        objects = [o for folder, (name, _) in zip(folders, FOLDERS) for o in self.objects(folder, name, *include, "-I", folder / "include")]
        self.link_both(folders[0] / "include", folders[1] / "include", *include, *objects, *libraries)

    def test_two_networks_as_managed_classes_with_their_weights(self):
        include, libraries = self.runtime(["managed", "weights"], "managed", "ops", "kernels", "model", "plan")
        folders = []
        for kind in ("managed", "weights"):
            for name, model in FOLDERS:
                self.done("compile", model, "--target", "host", "--format", kind, "-o", f"{name}_{kind}")
                folders += ["-I", self.folder / f"{name}_{kind}"]
        constant = re.search(r"inline constexpr int8_t (\w+)\[", (self.folder / "digits_weights" / "digits_weights.h").read_text())[1]
        (self.folder / "main.cc").write_text(TWO_CLASSES.replace("CONSTANT", constant))
        objects = [o for name, _ in FOLDERS for o in self.objects(self.folder / f"{name}_managed", name, *include)]
        self.run_ok("g++", "-std=c++17", "-fno-exceptions", "-fno-rtti", *include, *folders, "main.cc", *objects,
                    "-Wl,--start-group", *libraries, "-Wl,--end-group", "-lm", "-o", "app")
        self.answers(self.folder / "app")

    @classmethod
    def tearDownClass(cls):
        """Every format of the command's help had its pair, unless only some tests were asked for."""
        known = re.search(r"--format (c\|[a-z|\s-]+?)\n\s+c:", cls.help)[1]
        formats = set(re.sub(r"\s", "", known).split("|"))
        assert "-k" in sys.argv or formats == cls.seen | ONE_PROGRAM | ELSEWHERE, formats ^ (cls.seen | ONE_PROGRAM | ELSEWHERE)

    def setUp(self):
        super().setUp()
        Pairs.help = self.done("compile", "--help")


if __name__ == "__main__":
    main()
