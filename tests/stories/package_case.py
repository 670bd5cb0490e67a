"""Parts of the tests of packages: programs that use one network or two, and the build systems of frameworks."""
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from cli import DIGITS, SINE, CommandCase  # noqa: E402
from sampled import EVERYTHING  # noqa: E402

MAIN = '#include "digits.h"\n' + """
static uint8_t scratch[DIGITS_SCRATCH_SRAM_BYTES] NOOK_ALIGNED(DIGITS_SCRATCH_SRAM_ALIGN);
static const digits_memory memory = {.scratch_sram = scratch, .scratch_sram_bytes = sizeof scratch};
int main(void) {
  static digits_input in;
  static digits_output out;
  return digits_run(&memory, &in, &out) == NOOK_OK ? 42 : 1;
}
"""
INTERPRETED = '#include "digits.h"\n' + """
static nook_interpreter interpreter;
int main(void) {
  if (digits_init(&interpreter, NULL) != NOOK_OK) return 1;
  digits_input_image[0] = 1;
  return nook_interpreter_invoke(&interpreter) == NOOK_OK && digits_output_scores[0] ? 42 : 2;
}
"""
# The essence of a framework's CMake functions.
IDF = """
cmake_minimum_required(VERSION 3.16)
project(app C)
function(idf_component_register)
  cmake_parse_arguments(arg "" "" "SRCS;INCLUDE_DIRS" ${ARGN})
  get_filename_component(component ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  add_library(${component} STATIC ${arg_SRCS})
  target_include_directories(${component} PUBLIC ${arg_INCLUDE_DIRS})
  set(COMPONENT_LIB ${component} PARENT_SCOPE)
endfunction()
add_subdirectory(package)
add_executable(app main.c)
target_link_libraries(app package m)
"""
ZEPHYR = """
cmake_minimum_required(VERSION 3.16)
project(app C)
set(CONFIG_NOOK_DIGITS y)
set(CONFIG_NOOK_SINE y)
function(zephyr_include_directories)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  set_property(GLOBAL PROPERTY includes ${ARGN})
endfunction()
macro(zephyr_library_named name)
  set(library ${name})
  add_library(${name} STATIC)
  set_property(GLOBAL APPEND PROPERTY libraries ${name})
endmacro()
function(zephyr_library_sources)
  target_sources(${library} PRIVATE ${ARGN})
  get_property(includes GLOBAL PROPERTY includes)
  target_include_directories(${library} PUBLIC ${includes})
endfunction()
function(zephyr_library_compile_options)
  target_compile_options(${library} PRIVATE ${ARGN})
endfunction()
add_subdirectory(package)
add_executable(app main.c)
get_property(libraries GLOBAL PROPERTY libraries)
target_link_libraries(app -Wl,--whole-archive ${libraries} -Wl,--no-whole-archive m)
"""
# Two networks that share some kernels, and also have kernels of their own.
BOTH = '#include "digits.h"\n#include "sine.h"\n' + """
static uint8_t scratch[DIGITS_SCRATCH_SRAM_BYTES + SINE_SCRATCH_SRAM_BYTES + 16] NOOK_ALIGNED(16);
int main(void) {
  static digits_input image;
  static digits_output scores;
  static sine_input x;
  static sine_output y;
  const digits_memory one = {.scratch_sram = scratch, .scratch_sram_bytes = sizeof scratch};
  const sine_memory other = {.scratch_sram = scratch, .scratch_sram_bytes = sizeof scratch};
  return digits_run(&one, &image, &scores) == NOOK_OK && sine_run(&other, &x, &y) == NOOK_OK ? 42 : 1;
}
"""
BOTH_INTERPRETED = '#include "digits.h"\n#include "sine.h"\n' + """
static nook_interpreter one, other;
int main(void) {
  if (digits_init(&one, NULL) != NOOK_OK || sine_init(&other, NULL) != NOOK_OK) return 1;
  return nook_interpreter_invoke(&one) == NOOK_OK && nook_interpreter_invoke(&other) == NOOK_OK ? 42 : 2;
}
"""


class PackageCase(CommandCase):
    def write(self, kind, *options):
        self.done("compile", DIGITS, "--target", "generic", "--format", kind, "-o", "package", *options)
        self.package = self.folder / "package"
        return self.package

    def run_ok(self, *command, folder=None):
        done = subprocess.run([str(word) for word in command], cwd=folder or self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def answers(self, program):
        self.assertEqual(subprocess.run([str(program)], capture_output=True).returncode, 42)

    def with_cmake(self, lists, program=MAIN):
        (self.folder / "CMakeLists.txt").write_text(lists)
        (self.folder / "main.c").write_text(program)
        self.run_ok("cmake", "-G", "Ninja", "-S", ".", "-B", "build")
        self.run_ok("cmake", "--build", "build")
        self.answers(self.folder / "build" / "app")

    def sources(self, below="."):
        return sorted(self.package.glob(below + "/**/*.c"))

    def both(self, kind, *options):
        """The folders of two networks, "package" and "second"."""
        for folder, model in (("package", DIGITS), ("second", SINE)):
            shutil.rmtree(self.folder / folder, ignore_errors=True)
            self.done("compile", model, "--target", "host", "--format", kind, "-o", folder, *options)
        self.package = self.folder / "package"
        (self.folder / "main.c").write_text(BOTH_INTERPRETED if "interpreter" in options else BOTH)
        return self.package, self.folder / "second"

    def archive(self, folder, name):
        """As a builder makes a library from a folder: the objects in an archive."""
        objects = self.objects(folder, name)
        (self.folder / f"{name}.a").unlink(missing_ok=True)
        self.run_ok("ar", "rcs", f"{name}.a", *objects)
        return f"{name}.a"

    def objects(self, folder, name, *flags):
        made = self.folder / f"{name}_objects"
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir()
        objects = []
        for source in sorted(s for s in folder.rglob("*") if s.suffix in (".c", ".cc", ".cpp") and "examples" not in s.parts):
            objects.append(made / (str(source.relative_to(folder)).replace("/", "_") + ".o"))
            compiler = ["gcc", "-std=c99"] if source.suffix == ".c" else [
                "g++", "-std=c++17", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"]
            self.run_ok(*compiler, "-Wall", "-Werror", *flags, "-I", folder, "-c", source, "-o", objects[-1])
        return objects

    def link_both(self, first, second, *objects):
        self.run_ok("gcc", "-std=c99", "-I", first, "-I", second, "main.c", *objects, "-lm", "-o", "app")
        self.answers(self.folder / "app")
