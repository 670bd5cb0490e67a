#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <map>
#include <memory>

#include "nookc/core/dtype.h"
#include "nookc/emit/interface.h"
#include "nookc/package/package.h"
#include "nookc/report/report.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kDeviceCpu = 1;  // kDLCPU of the format

Json tensors(const Program& program, const std::vector<InterfaceTensor>& all) {
  Json json = Json::object();
  for (const InterfaceTensor& t : all)
    json[t.identifier] = {{"size", t.bytes}, {"dtype", dtype_name(program.graph[t.id].type)}};
  return json;
}

// Version 7 of the format; what it has no place for (pools, offsets, quantization) is under "nook".
std::string metadata(const Program& program, const EmitOptions& options) {
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
  // A function is listed once, with the most workspace that any of its calls takes.
  std::map<std::string, int32_t> workspaces;
  for (const Call& call : program.calls) {
    int32_t& bytes = workspaces[call.op.symbol];
    bytes = std::max(bytes, call.op.scratch);
  }
  for (const auto& [function, bytes] : workspaces)
    functions["operator_functions"].push_back(
        {{"function_name", function},
         {"workspace", {{{"device", kDeviceCpu}, {"workspace_size_bytes", bytes}}}}});
  Json module = {{"model_name", face.name},
                 {"export_datetime", "1970-01-01 00:00:00Z"},  // the same input gives the same bytes
                 {"memory", {{"functions", functions}}},
                 {"target", Json::array({program.target->name})},
                 {"executors", Json::array({"aot"})},
                 {"style", "full-model"},
                 {"external_dependencies", Json::array()},
                 {"nook", report_json(program, options)}};
  const Json all = {{"version", 7}, {"modules", {{face.name, module}}}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

la_ssize_t append(archive*, void* tar, const void* bytes, size_t count) {
  static_cast<std::string*>(tar)->append(static_cast<const char*>(bytes), count);
  return static_cast<la_ssize_t>(count);
}

Result<std::string> to_tar(Files files) {
  std::ranges::sort(files, {}, &File::path);
  for (File& file : files) file.path = "./" + file.path;  // as the format's readers look for their members
  std::string bytes;
  const std::unique_ptr<archive, decltype(&archive_write_free)> tar(archive_write_new(), archive_write_free);
  const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                            archive_entry_free);
  bool fine = archive_write_set_format_ustar(tar.get()) == ARCHIVE_OK &&
              archive_write_open(tar.get(), &bytes, nullptr, append, nullptr) == ARCHIVE_OK;
  for (size_t i = 0; fine && i < files.size(); ++i) {
    archive_entry_clear(entry.get());
    archive_entry_set_pathname(entry.get(), files[i].path.c_str());
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(files[i].content.size()));
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    archive_entry_set_mtime(entry.get(), 0, 0);
    fine = archive_write_header(tar.get(), entry.get()) == ARCHIVE_OK &&
           archive_write_data(tar.get(), files[i].content.data(), files[i].content.size()) >= 0;
  }
  if (!fine || archive_write_close(tar.get()) != ARCHIVE_OK) {
    const char* why = archive_error_string(tar.get());
    return Diag{Exit::kInputOutput, "N4003", "the archive", why ? why : "libarchive says no more", {}};
  }
  return bytes;
}

}  // namespace

Result<std::string> model_library(const Program& program, const EmitOptions& options,
                                  std::span<const std::byte> model) {
  Result<Files> generated = emit_c(program, options);
  if (!generated) return generated.diag();
  Files files = {{"metadata.json", metadata(program, options)},
                 // The format's file of weights that are loaded at run time. Ours are in the code, or, by
                 // pointer, in files of their own beside it.
                 {"parameters/" + options.name + ".params", ""},
                 {"src/" + options.name + ".tflite",
                  std::string(reinterpret_cast<const char*>(model.data()), model.size())}};
  for (File& file : *generated) {
    const char* const folder = file.path.ends_with(".h")     ? "codegen/host/include/"
                               : file.path.ends_with(".bin") ? "parameters/"
                                                             : "codegen/host/src/";
    files.push_back({folder + file.path, std::move(file.content)});
  }
  for (File& file : kernel_files(program)) files.push_back({"runtime/" + file.path, std::move(file.content)});
  return to_tar(std::move(files));
}

}  // namespace nookc
