#include "nookc/back/package/model_library.h"

#include <algorithm>
#include <map>

#include "nookc/back/interface/interface.h"
#include "nookc/back/package/archive.h"
#include "nookc/back/package/package.h"
#include "nookc/core/dtype.h"
#include "nookc/core/text.h"
#include "nookc/study/report/report.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kDeviceCpu = 1;  // kDLCPU in the format

// The format's file of weights that are loaded at run time, without any: a magic number, 8 reserved bytes,
// the number of names and the number of arrays, all little-endian. Our weights are in the code or, by
// pointer, in separate files next to it.
std::string no_parameters() {
  constexpr uint64_t kList = 0xF7E58D4F05049CB7;
  std::string bytes(32, '\0');
  for (size_t i = 0; i < 8; ++i) bytes[i] = static_cast<char>(kList >> (8 * i) & 0xFF);
  return bytes;
}

// The target as the format's tools write it: "c -keys=arm_cpu,cpu -mcpu=cortex-m4".
std::string target_text(const Target& target) {
  const bool arm = target.name.starts_with("cortex-");
  std::string text = arm ? "c -keys=arm_cpu,cpu" : "c -keys=cpu";
  // Compilers identify some cores only by their architecture.
  for (const std::string& option : split_text(std::string(target.flags), ' '))
    if (option.starts_with("-mcpu=") || (option.starts_with("-march=") && !arm)) text += " " + option;
  if (arm && text.find("-mcpu=") == std::string::npos) text += " -mcpu=" + std::string(target.name);
  return text;
}

Json tensors(const Program& program, const std::vector<InterfaceTensor>& all) {
  Json json = Json::object();
  for (const InterfaceTensor& t : all)
    json[t.identifier] = {{"size", t.bytes}, {"dtype", dtype_name(program.graph[t.id].type)}};
  return json;
}

// Version 7 of the format; facts without an entry in it (pools, offsets, quantization) are under "nook".
std::string metadata(const Program& program, const EmitOptions& options, const std::string& name) {
  const Interface face = interface_of(program, options);
  int64_t io = 0;
  for (const auto* side : {&face.inputs, &face.outputs})
    for (const InterfaceTensor& t : *side) io += t.in_scratch ? 0 : t.bytes;
  Json functions = {{"main",
                     {{{"device", kDeviceCpu},
                       {"workspace_size_bytes", program.scratch_bytes},
                       {"constants_size_bytes", program.constant_bytes()},
                       {"io_size_bytes", io},
                       {"inputs", tensors(program, face.inputs)},
                       {"outputs", tensors(program, face.outputs)}}}},
                    {"operator_functions", Json::array()}};
  // A function is listed once, with the largest workspace of any of its calls.
  std::map<std::string, int32_t> workspaces;
  for (const Call& call : program.calls) {
    int32_t& bytes = workspaces[call.op.symbol];
    bytes = std::max(bytes, call.op.scratch);
  }
  for (const auto& [function, bytes] : workspaces)
    functions["operator_functions"].push_back(
        {{"function_name", function},
         {"workspace", {{{"device", kDeviceCpu}, {"workspace_size_bytes", bytes}}}}});
  Json module = {{"model_name", name},
                 {"export_datetime", "1970-01-01 00:00:00Z"},  // equal inputs give equal bytes
                 {"memory", {{"functions", functions}}},
                 {"target", Json::array({target_text(*program.target)})},
                 {"executors", Json::array({"aot"})},
                 {"style", "full-model"},
                 {"external_dependencies", Json::array()},
                 {"nook", report_json(program, options)}};
  const Json all = {{"version", 7}, {"modules", {{name, module}}}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

Files library_files(const Program& program, const EmitOptions& options, const LibraryModule& module) {
  return {{"metadata.json", metadata(program, options, module.name)},
          {"parameters/" + module.name + ".params", no_parameters()},
          {"src/" + module.name + ".tflite",
           std::string(reinterpret_cast<const char*>(module.model.data()), module.model.size())}};
}

Result<std::string> library_archive(Files files) {
  for (File& file : files) file.path = "./" + file.path;
  return tar(std::move(files));
}

Result<std::string> model_library(const Program& program, const EmitOptions& options,
                                  std::span<const std::byte> model) {
  Result<Files> generated = emit_c(program, options);
  if (!generated) return generated.diag();
  Files files = library_files(program, options, {options.name, model});
  for (File& file : *generated) {
    const char* const folder = file.path.ends_with(".h")     ? "codegen/host/include/"
                               : file.path.ends_with(".bin") ? "parameters/"
                                                             : "codegen/host/src/";
    files.push_back({folder + file.path, std::move(file.content)});
  }
  for (File& file : kernel_files(program)) files.push_back({"runtime/" + file.path, std::move(file.content)});
  return library_archive(std::move(files));
}

}  // namespace nookc
