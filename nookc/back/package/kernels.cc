#include <algorithm>
#include <set>
#include <utility>

#include "nookc/back/package/package.h"
#include "nookc/back/resources/resources.h"
#include "nookc/target/isa.h"

namespace nookc {
namespace {

// How the names of the files of an instruction set end, without the suffix of the language.
std::string name_end(uint32_t isa) {
  for (const Isa& each : kIsas)
    if (isa & each.isa) return "_" + std::string(each.name);
  return "_ref";
}

// The file of an instruction set that defines a kernel, in the folder of its header or in nook/kernels; if
// none does so by name, the file of the form's element types.
std::string defining(const nook::KernelEntry& kernel, const std::string& header,
                     std::string_view params_type) {
  const std::string folder = header.substr(0, header.rfind('/') + 1), end = name_end(kernel.isa);
  const auto for_isa = [&](std::string_view path) {
    return path.ends_with(end + ".c") || path.ends_with(end + ".S");
  };
  for (const Resource& file : resources())
    if ((file.path.starts_with(folder) || file.path.starts_with("nook/kernels/")) && for_isa(file.path) &&
        std::ranges::count(file.defines, kernel.symbol))
      return std::string(file.path);
  for (const char* types : {"s8", "s16", "f32"})
    if (params_type.ends_with(std::string("_") + types)) return folder + types + end + ".c";
  return folder + "any" + end + ".c";
}

// The file with the kernel that is called, and the file with the reference kernel.
std::pair<std::string, std::string> files_of(const Call& call) {
  const nook::FormRow& form = form_of(call);
  const nook::Span<const nook::KernelEntry> all = form.kernels();
  return {defining(*call.op.kernel, call.header, form.type),
          defining(all[all.size() - 1], call.header, form.type)};
}

}  // namespace

void add_with_includes(const std::string& path, std::set<std::string>& all) {
  const Resource* const file = find_resource(path);
  if (!file || !all.insert(path).second) return;
  if (path.ends_with(".h"))
    for (const char* suffix : {".c", ".S"}) add_with_includes(path.substr(0, path.size() - 2) + suffix, all);
  for (const std::string_view included : file->includes) add_with_includes(std::string(included), all);
}

File file_of(const std::string& path) {
  const Resource& file = *find_resource(path);
  return {path, std::string(file.content), file.math};
}

std::vector<std::string> kernel_sources(const Program& program) {
  std::set<std::string> all;
  add_with_includes("nook/nook.h", all);
  add_with_includes("nook/model_info.h", all);
  if (!program.chains.empty()) add_with_includes("nook/core/rows.h", all);
  if (std::ranges::any_of(program.chains, &RowChain::strips)) add_with_includes("nook/core/strips.h", all);
  add_with_includes("nook/nook_model.h", all);
  if (program.cores > 1) add_with_includes("nook/cores.h", all);
  if (!program.stored.empty()) add_with_includes("nook/storage.h", all);
  for (const Call& call : program.calls) {
    const auto [source, reference] = files_of(call);
    add_with_includes(call.header, all);
    add_with_includes(source, all);
    // Fast kernels pass layers that they do not accept to the reference kernel.
    if (const Resource* const file = find_resource(source); file && file->calls_reference)
      add_with_includes(reference, all);
  }
  return {all.begin(), all.end()};
}

Files kernel_files(const Program& program) {
  Files files;
  for (const std::string& path : kernel_sources(program)) files.push_back(file_of(path));
  return files;
}

}  // namespace nookc
