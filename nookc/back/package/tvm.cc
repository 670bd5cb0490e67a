#include "nookc/back/package/tvm.h"

#include <algorithm>

#include "nookc/back/package/model_library.h"
#include "nookc/back/package/tvm_interface.h"
#include "nookc/back/resources/resources.h"
#include "nookc/core/invariant.h"
#include "nookc/study/report/report.h"

namespace nookc {
namespace {

constexpr std::string_view kHeaders = "codegen/host/include/", kSources = "codegen/host/src/";

// Makefiles of microTVM's projects compile codegen/host/src/*.c: sources of folders stand there under their
// path.
std::string place_of(const std::string& path) {
  if (!is_source(path)) return std::string(kHeaders) + path;
  std::string flat = path;
  std::ranges::replace(flat, '/', '_');
  return std::string(kSources) + flat;
}

std::string lists(const Target& target, const std::string& name, const Files& files) {
  std::string text = cmake_lists(target, name, files);
  const std::string here = "${CMAKE_CURRENT_SOURCE_DIR}";
  return text.replace(text.find(here), here.size(), here + "/codegen/host/include");
}

std::string readme(const TvmOptions& tvm, const Program& program) {
  const bool assembly = std::ranges::any_of(kernel_sources(program),
                                            [](const std::string& path) { return path.ends_with(".S"); });
  return "# The module `" + tvm.module + "` in Model Library Format\n\nCompile `codegen/host/src/*.c`" +
         (assembly ? " and `codegen/host/src/*.S`" : "") +
         " with `-Icodegen/host/include -ffp-contract=off`, and call `tvmgen_" + tvm.module +
         "_run()` of `tvmgen_" + tvm.module + ".h`. `CMakeLists.txt` makes a library of them.\n\n" +
         "`metadata.json` has the sizes, the plan and the quantization; `src/" + tvm.module +
         ".tflite` is the model. Nothing of TVM is needed.\n";
}

}  // namespace

std::string tvm_network(const std::string& module) { return "tvmgen_" + module + "_network"; }

Result<Files> tvm_folder(const Program& program, const EmitOptions& given, const TvmOptions& tvm,
                         std::span<const std::byte> model) {
  EmitOptions options = given;
  options.check_core = true;
  Result<Files> code = emit_c(program, options);
  if (!code) return code;
  Result<Files> face = tvm_interface(program, options, tvm);
  if (!face) return face;
  std::ranges::move(*face, std::back_inserter(*code));
  for (File& file : kernel_files(program)) code->push_back(std::move(file));
  for (File& file : *code) file.path = place_of(file.path);
  Files files = library_files(program, options, {tvm.module, model});
  std::ranges::move(*code, std::back_inserter(files));
  files.push_back({"CMakeLists.txt", lists(*program.target, "tvmgen_" + tvm.module, files)});
  files.push_back({"README.md", readme(tvm, program)});
  if (const auto license = resource("LICENSE")) files.push_back({"LICENSE", std::string(*license)});
  invariant(distinct_paths(files), "each file of a module has its own path");
  return files;
}

Result<std::string> tvm_archive(const Program& program, const EmitOptions& options, const TvmOptions& tvm,
                                std::span<const std::byte> model) {
  Result<Files> files = tvm_folder(program, options, tvm, model);
  if (!files) return files.diag();
  // The archive's readers expect the format's folders only.
  std::erase_if(*files, [](const File& file) {
    return file.path.find('/') == std::string::npos && file.path != "metadata.json";
  });
  return library_archive(*std::move(files));
}

}  // namespace nookc
