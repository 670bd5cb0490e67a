#include <algorithm>

#include "nookc/back/package/package.h"
#include "nookc/back/package/readme.h"
#include "nookc/back/resources/resources.h"
#include "nookc/study/report/report.h"

namespace nookc {
std::string cmake_lists(const Target& target, const std::string& name, const Files& files) {
  const bool cpp = std::ranges::any_of(files, [](const File& f) { return f.path.ends_with(".cc"); });
  std::string assembly;
  std::string text = "cmake_minimum_required(VERSION 3.16)\nproject(" + name + (cpp ? " C CXX" : " C") +
                     ")\n\nadd_library(" + name + " STATIC";
  for (const File& file : files) {
    if (is_source(file.path)) text += "\n  " + file.path;
    if (file.path.ends_with(".S")) assembly += "\n  " + file.path;
  }
  text += ")\ntarget_include_directories(" + name + " PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})\n";
  text += "set_target_properties(" + name +
          " PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF" +
          (cpp ? "\n                      CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF" : "") +
          ")\n";
  text += "target_compile_options(" + name +
          " PRIVATE -ffunction-sections -fdata-sections -ffp-contract=off" +
          (target.this_machine() && !target.flags.empty() ? " " + std::string(target.flags) : "") +
          (cpp ? "\n                       \"$<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions;-fno-rtti;"
                 "-fno-threadsafe-statics>\""
               : "") +
          ")\n";
  // As C, so that a project that sets flags for C only assembles for the same core.
  if (!assembly.empty())
    text += "set_source_files_properties(" + assembly +
            "\n  PROPERTIES LANGUAGE C COMPILE_OPTIONS \"-x;assembler-with-cpp\")\n";
  if (std::ranges::any_of(files, &File::math)) text += "target_link_libraries(" + name + " PUBLIC m)\n";
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
  files->push_back({"README.md", readme(describe_package(program, options, *files), "standalone")});
  if (const auto license = resource("LICENSE")) files->push_back({"LICENSE", std::string(*license)});
  return files;
}

}  // namespace nookc
