#include "nookc/back/package/readme.h"

#include <algorithm>

#include "nookc/back/package/description.h"
#include "nookc/core/identifier.h"
#include "nookc/core/invariant.h"

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
  const std::string tools = tools_for(p.target);
  const bool known = p.this_machine || !tools.empty();
  const std::string own = "make CC=<your C compiler for " + p.target + ">" + cpp + " AR=<its ar>";
  return "    " + (known ? "make" : own) + "\n\nmakes `lib" + p.name + ".a`" +
         (tools.empty() ? "" : " with `" + tools + "gcc`") +
         (known ? "; `make CC=...` uses another compiler.\n" : ".\n");
}

std::string with_arduino(const Package& p) {
  return "Move this folder below `libraries/` of your sketchbook, and `#include <" + p.name +
         ".h>`. `examples/run_" + p.name +
         "` is a sketch.\n\nArduino 1.6.10 or newer builds it. It passes no flags of a library to the "
         "compiler. If yours contracts\nfloating-point operations, float models differ in the last bits from "
         "other machines.\n";
}

std::string with_platformio(const Package& p) {
  return "Move this folder below `lib/` of your project (PlatformIO Core 4 or newer), and `#include <" +
         p.name + ".h>`. `examples/main.c` is a program.\n";
}

std::string with_esp_idf(const Package& p) {
  return "Move this folder below `components/` of your project (ESP-IDF 4.0 or newer). The name of the "
         "folder "
         "is the name of the component:\nname it in the `CMakeLists.txt` of the component that includes `" +
         p.name + ".h`:\n\n    idf_component_register(SRCS main.c REQUIRES " + p.name + ")\n";
}

std::string with_zephyr(const Package& p) {
  const std::string symbol = "CONFIG_" + upper(package_name(p)) + "=y";
  return "Zephyr 2.5 or newer. Name this folder in `ZEPHYR_EXTRA_MODULES`, in front of "
         "`find_package(Zephyr)` of "
         "your\n`CMakeLists.txt` or on the command line,\n\n    west build -b BOARD APPLICATION -- "
         "-DZEPHYR_EXTRA_MODULES=$PWD/" +
         p.name + "\n\nand add " + (p.cpp ? "these lines" : "this line") + " to `prj.conf`:\n\n    " +
         symbol +
         (p.cpp ? "\n    CONFIG_CPP=y\n    CONFIG_STD_CPP17=y\n\nBefore Zephyr 3.3, `CONFIG_CPLUSPLUS=y` in "
                  "place "
                  "of `CONFIG_CPP=y`.\n"
                : "\n");
}

std::string with_pack(const Package& p) {
  return "Install `nook." + p.name + "." + p.version +
         ".pack` (`cpackget add`, or the pack installer of your environment), and select the component "
         "*Machine Learning,\nModel, " +
         p.name + "*.\n";
}

std::string with_cargo(const Package& p) {
  const std::string crate = package_name(p);
  return "Name this folder in the `Cargo.toml` of your program:\n\n    [dependencies]\n    " + crate +
         " = { path = \"" + crate +
         "\" }\n\nThe crate is `no_std` and needs no other crate: `build.rs` runs the C compiler of the "
         "target. "
         "`CC_<target>`,\n`AR_<target>` and `CFLAGS_<target>` name another one and more flags, as with the "
         "crate `cc`. `cargo doc "
         "--open` explains it;\n`src/lib.rs` begins with a program.\n";
}

std::string with_esphome(const Package& p) {
  const std::string id = package_name(p);
  return "Name the folder `components` in the configuration of your device:\n\n    external_components:\n    "
         "  - source:\n"
         "          type: local\n          path: " +
         id + "/components\n\n`example.yaml` has more lines for it. The component `" + id +
         "` collects the elements of the input, runs the network each\ntime it is full, and shows its output "
         "as `sensor` and `binary_sensor`.\n\n"
         "| option of `" +
         id +
         "` | |\n|---|---|\n"
         "| `step` | elements between two inferences; default: all of the input |\n"
         "| `sensors: {ids: [...], update_interval: 1s}` | the states of sensors are the input |\n"
         "| `source` | the id of another network of nook, whose first output is the input |\n"
         "| `queue_size` | samples that `id(...).push(x)` may add between two turns of the loop, in "
         "`on_data` of a microphone |\n\n"
         "Without these three, lambdas call `id(...).feed({1.0f, 2.0f})`.\n\n"
         "| option of the platform `" +
         id +
         "` | |\n|---|---|\n"
         "| `output`, `index` | the element, by the output's name in `" +
         p.name +
         ".h`; `index: best`, for a sensor: the index of the largest |\n"
         "| `sliding_window_size` | the mean of so many answers; default: 1 |\n"
         "| `cutoff` | a binary sensor is on if the mean is above it |\n"
         "| `ignored_answers` | answers that a binary sensor ignores at the start and after it went on; as "
         "long it stays on |\n";
}

std::string with_micropython(const Package& p) {
  const std::string module = package_name(p);
  return "Give the folder around this one to the build of your port, `make USER_C_MODULES=FOLDER`, or "
         "`micropython.cmake` to a port with "
         "CMake,\n`USER_C_MODULES=" +
         module + "/micropython.cmake` (MicroPython 1.20 or newer). Then\n\n    import " + module +
         "\n    from array import array\n    print(" + module + ".inputs(), " + module +
         ".outputs())  # (name, letter of array(), shape, scale, zero point)\n    " + module +
         ".run(x, y)\n\nwith a buffer for each input, then one for each output: arrays or bytearrays of the "
         "right size. `run()` "
         "allocates nothing, and\nreturns `False` while the network needs more runs for its next result. "
         "`reset()` sets its state to the initial "
         "value.\nThe whole build gets `-ffp-contract=off`.\n";
}

struct Use {
  const char* format;
  std::string (*text)(const Package& package);
};
constexpr Use kUses[] = {{"standalone", with_cmake},
                         {"cmake", with_cmake},
                         {"makefile", with_make},
                         {"arduino", with_arduino},
                         {"platformio", with_platformio},
                         {"esp-idf", with_esp_idf},
                         {"zephyr", with_zephyr},
                         {"cmsis-pack", with_pack},
                         {"rust", with_cargo},
                         {"esphome", with_esphome},
                         {"micropython", with_micropython}};

std::string flags(const Package& p) {
  std::string text = p.cpp ? "`.c` files are C99, `.cc` and `.cpp` files are C++17 without exceptions. "
                           : "The sources are C99. ";
  if (p.assembly) text += "`.S` files are assembly, which the C compiler accepts with the same flags. ";
  text += "They need the folder of `" + p.name +
          ".h` as include path,\n`-ffp-contract=off`, so that every machine computes the same";
  text +=
      p.flags.empty() ? ".\n" : ", and for " + p.target + ", with GCC or clang,\n\n    " + p.flags + "\n\n";
  if (p.one_core && !p.cpp) text += "`" + p.network + ".c` refuses to be compiled for another core. ";
  if (p.fpu)
    text +=
        "Kernels keep words in registers of the FPU: it must be enabled, and an RTOS must save them for the "
        "threads\nthat run the model (Zephyr: `CONFIG_FPU_SHARING`; FreeRTOS: a port for the FPU, "
        "`ARM_CM4F`). ";
  if (p.vectors)
    text += "Vectors must be enabled before the model runs (the\nfield VS of `mstatus`" +
            std::string(p.vectors_of_floats ? ", and FS for the FPU" : "") +
            "). A toolchain without libraries for this `-march`, such as GCC 12, links with\n`" +
            (p.vectors_of_floats ? "-march=rv32imfc -mabi=ilp32f" : "-march=rv32imc -mabi=ilp32") + "`. ";
  if (p.cpp) return text;
  return text + "From the C library, they include `stdint.h`, `stddef.h`" +
         (p.math ? ", `string.h` and `math.h`\n(`-lm`).\n" : " and `string.h`.\n");
}

std::string files(const Package& p, const std::string& format) {
  const std::string n = p.name, cpp = format == "arduino" ? ".cpp" : ".cc";
  if (p.cpp)
    return "* `" + n + ".h` is the interface: the types of inputs and outputs, `" + n + "_init()`.\n* `" + n +
           ".c` declares the memory.\n* `" + n + "_constants.c` is the model, `" + n + "_resolver" + cpp +
           "` names the operators that it uses.\n* `nook/` has the interpreter and these operators.\n";
  if (p.network != n)
    return "* `" + n +
           ".h` includes the interfaces of all networks and has the size of a scratch that serves them all, "
           "one "
           "run at\n  a time. Constants that several read are stored once.\n* `" +
           p.network + ".report.txt` and its like show how the memory is used, `" + p.network +
           ".json` the same for tools.\n* `nook/` has the kernels that these networks use.\n";
  return "* `" + n + ".h` is the interface: memory to provide, functions to call.\n* `" + n +
         ".report.txt` shows how the memory is used, `" + n + ".json` the same for tools.\n" +
         (p.weights.empty()
              ? ""
              : "* `" + p.weights +
                    "` holds the weights: write it to the storage that the `nook_storage` in the "
                    "memory reads\n  (`nook/storage.h`).\n") +
         "* `nook/` has the kernels that this network uses.\n";
}

// Says how folders of several networks, which share kernels, fit into one program.
std::string several(const std::string& format) {
  const std::string same = "Folders of several networks fit into one program if the same nook wrote them: ";
  if (format == "zephyr" || format == "cmsis-pack" || format == "esphome" || format == "micropython")
    return same + "the files that they share are compiled only once.\n";
  return same +
         "each is a library of its own, and the linker takes\nthe files that they share once. Where sources "
         "are "
         "linked without libraries, name each file of `nook/` once.\n";
}

}  // namespace

std::string readme(const Package& package, const std::string& format) {
  const auto* const use = std::ranges::find(kUses, format, &Use::format);
  invariant(use != std::end(kUses), "every format says how it is used");
  return "# " + package.name + "\n\n" + package.what +
         ". The folder has all sources that it needs.\n\n## Use\n\n" + use->text(package) + "\n" +
         several(format) + "\n## Compiler\n\n" + flags(package) + "\n## Files\n\n" + files(package, format) +
         "* `LICENSE` is the license of `nook/`; it says nothing about the network.\n";
}

}  // namespace nookc
