#include "nookc/package/readme.h"

#include <algorithm>

#include "nookc/emit/identifier.h"

namespace nookc {
namespace {

std::string with_cmake(const Package& p) {
  return "    cmake -B build" +
         (p.this_machine ? "" : " -DCMAKE_TOOLCHAIN_FILE=<your toolchain for " + p.target + ">") +
         " && cmake --build build\n\nmakes `lib" + p.name +
         ".a`. In a project with CMake, call `add_subdirectory()` with this folder and link `" + p.name +
         "`.\n";
}

std::string with_make(const Package& p) {
  const std::string cpp = p.cpp ? " CXX=<its C++ compiler>" : "";
  return "    make" +
         (p.this_machine ? "" : " CC=<your C compiler for " + p.target + ">" + cpp + " AR=<its ar>") +
         "\n\nmakes `lib" + p.name + ".a`.\n";
}

std::string with_arduino(const Package& p) {
  return "Move this folder below `libraries/` of your sketchbook, and `#include <" + p.name +
         ".h>`. `examples/run_" + p.name +
         "` is a sketch.\n\nArduino passes no flags of a library to the compiler. If yours contracts "
         "floating-point operations, float models\ndiffer in the last bits from other machines.\n";
}

std::string with_platformio(const Package& p) {
  return "Move this folder below `lib/` of your project, and `#include <" + p.name +
         ".h>`. `examples/main.c` is a program.\n";
}

std::string with_esp_idf(const Package& p) {
  return "Move this folder below `components/` of your project. The name of the folder is the name of the "
         "component: name it in `REQUIRES`\nof the component that includes `" +
         p.name + ".h`.\n";
}

std::string with_zephyr(const Package& p) {
  return "Name this folder in `ZEPHYR_EXTRA_MODULES`, and set `CONFIG_" + upper(package_name(p)) + "=y`" +
         (p.cpp ? ", `CONFIG_CPP=y` and `CONFIG_STD_CPP17=y`" : "") + ".\n";
}

std::string with_pack(const Package& p) {
  return "Install `nook." + p.name + "." + p.version +
         ".pack` (`cpackget add`, or the pack installer of your environment), and select the component "
         "*Machine Learning,\nModel, " +
         p.name + "*.\n";
}

struct Use {
  const char* format;
  std::string (*text)(const Package& package);
};
constexpr Use kUses[] = {{"standalone", with_cmake},      {"cmake", with_cmake},
                         {"makefile", with_make},         {"arduino", with_arduino},
                         {"platformio", with_platformio}, {"esp-idf", with_esp_idf},
                         {"zephyr", with_zephyr},         {"cmsis-pack", with_pack}};

std::string flags(const Package& p) {
  std::string text = p.cpp ? "`.c` files are C99, `.cc` and `.cpp` files are C++17 without exceptions. "
                           : "The sources are C99. ";
  text += "They need the folder of `" + p.name +
          ".h` as include path,\n`-ffp-contract=off`, so that every machine computes the same";
  text +=
      p.flags.empty() ? ".\n" : ", and for " + p.target + ", with GCC or clang,\n\n    " + p.flags + "\n\n";
  if (p.one_core && !p.cpp) text += "`" + p.name + ".c` refuses to be compiled for another core. ";
  if (p.fpu)
    text +=
        "Kernels keep words in registers of the FPU: it must be enabled, and an RTOS must save them for the "
        "threads\nthat run the model (Zephyr: `CONFIG_FPU_SHARING`; FreeRTOS: a port for the FPU, "
        "`ARM_CM4F`). ";
  if (p.cpp) return text;
  return text + "Of the C library, they include `stdint.h`, `stddef.h`" +
         (p.math ? ", `string.h` and `math.h`\n(`-lm`).\n" : " and `string.h`.\n");
}

std::string files(const Package& p, const std::string& format) {
  const std::string n = p.name, cpp = format == "arduino" ? ".cpp" : ".cc";
  if (p.cpp)
    return "* `" + n + ".h` is the interface: the types of inputs and outputs, `" + n + "_init()`.\n* `" + n +
           ".c` declares the memory.\n* `" + n + "_constants.c` is the model, `" + n + "_resolver" + cpp +
           "` names the operators that it uses.\n* `nook/` has the interpreter and these operators.\n";
  return "* `" + n + ".h` is the interface: memory to provide, functions to call.\n* `" + n +
         ".report.txt` says where the memory goes, `" + n +
         ".json` the same for tools.\n* `nook/` has the kernels that this network uses.\n";
}

}  // namespace

std::string readme(const Package& package, const std::string& format) {
  return "# " + package.name + "\n\n" + package.what +
         ". The folder has all sources that it needs.\n\n## Use\n\n" +
         std::ranges::find(kUses, format, &Use::format)->text(package) + "\n## Compiler\n\n" +
         flags(package) + "\n## Files\n\n" + files(package, format);
}

}  // namespace nookc
