#include <algorithm>

#include "nookc/package/package.h"
#include "nookc/report/report.h"
#include "nookc/resources/resources.h"

namespace nookc {
namespace {

bool needs_math(const Files& files) {
  return std::ranges::any_of(
      files, [](const File& f) { return f.content.find("#include <math.h>") != std::string::npos; });
}

// How to compile the folder without CMake.
std::string by_hand(const Program& program, const std::string& name, bool math) {
  const Target& target = *program.target;
  std::string text =
      "Or give every `.c` file here to your own build: C99, with this folder as include path and "
      "`-ffp-contract=off`, so that every machine computes the same";
  if (!target.flags.empty())
    text +=
        ", for the core that it was made for, with GCC or clang\n\n    " + std::string(target.flags) + "\n\n";
  else
    text += ". ";
  if (!target.condition.empty()) text += "`" + name + ".c` refuses to be compiled for another core. ";
  text += "Of the C library the kernels include `stdint.h`, `stddef.h`";
  return text + (math ? ", `string.h` and `math.h`, and the C library's mathematics (`-lm`).\n"
                      : " and `string.h`.\n");
}

std::string readme(const Program& program, const EmitOptions& options, bool math) {
  const std::string& n = options.name;
  const std::string target(program.target->name);
  return "# " + n + "\n\nA neural network compiled by nook " + options.provenance.version + " for " + target +
         ". The folder has all sources that it needs; a C99 compiler for that core is yours.\n\n" +
         "    cmake -B build" +
         (program.target->this_machine() ? ""
                                         : " -DCMAKE_TOOLCHAIN_FILE=<your toolchain for " + target + ">") +
         " && cmake --build build\n\nmakes `lib" + n + ".a`. " + by_hand(program, n, math) + "\n" + "* `" +
         n + ".h` is the interface: memory to provide, functions to call.\n* `" + n +
         ".report.txt` says where the memory goes, `" + n +
         ".json` the same for tools.\n* `nook/` are the kernels that "
         "this network uses.\n";
}

}  // namespace

std::string cmake_lists(const Target& target, const std::string& name, const Files& files) {
  const bool cpp = std::ranges::any_of(files, [](const File& f) { return f.path.ends_with(".cc"); });
  std::string text = "cmake_minimum_required(VERSION 3.16)\nproject(" + name + (cpp ? " C CXX" : " C") +
                     ")\n\nadd_library(" + name + " STATIC";
  for (const File& file : files)
    if (file.path.ends_with(".c") || file.path.ends_with(".cc")) text += "\n  " + file.path;
  text += ")\ntarget_include_directories(" + name + " PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})\n";
  text += "set_target_properties(" + name +
          " PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF" +
          (cpp ? "\n                      CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF" : "") +
          ")\n";
  text += "target_compile_options(" + name +
          " PRIVATE -pedantic -Wall -Werror -ffunction-sections -fdata-sections\n"
          "                       -ffp-contract=off" +
          (target.isa & nook::kAvx2 ? " -mavx2" : "") +
          (cpp ? "\n                       \"$<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions;-fno-rtti;"
                 "-fno-threadsafe-statics>\""
               : "") +
          ")\n";
  if (needs_math(files)) text += "target_link_libraries(" + name + " PUBLIC m)\n";
  return text;
}

Result<Files> standalone(const Program& program, const EmitOptions& given) {
  EmitOptions options = given;
  options.check_core = true;
  Result<Files> files = emit_c(program, options);
  if (!files) return files;
  for (File& file : report_files(program, options)) files->push_back(std::move(file));
  for (File& file : kernel_files(program)) files->push_back(std::move(file));
  const std::string lists = cmake_lists(*program.target, options.name, *files);
  files->push_back({"CMakeLists.txt", lists});
  files->push_back({"README.md", readme(program, options, needs_math(*files))});
  if (const auto license = resource("LICENSE")) files->push_back({"LICENSE", std::string(*license)});
  return files;
}

}  // namespace nookc
