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

// Whether a source defines a kernel: with a function that begins a line, or in assembly with the macro
// `function`.
bool defines(std::string_view source, std::string_view symbol) {
  for (size_t at = source.find(symbol); at != std::string_view::npos; at = source.find(symbol, at + 1)) {
    const size_t begin = source.rfind('\n', at) + 1, end = at + symbol.size();
    const std::string_view before = source.substr(begin, at - begin);
    const char after = end < source.size() ? source[end] : '\0';
    // An attribute may precede the type; a call is indented.
    const bool returns = before.ends_with("void ") || before.ends_with("int ");
    if (returns && !before.starts_with(' ') && after == '(') return true;
    if (before == "function " && after == '\n') return true;
  }
  return false;
}

// The file of an instruction set that defines a kernel, in the folder of its header; if none does so by name,
// the file of the form's element types.
std::string defining(const nook::Kernel& kernel, const std::string& header, std::string_view params_type) {
  const std::string folder = header.substr(0, header.rfind('/') + 1), end = name_end(kernel.isa);
  const auto for_isa = [&](std::string_view path) {
    return path.ends_with(end + ".c") || path.ends_with(end + ".S");
  };
  for (const Resource& file : resources())
    if (file.path.starts_with(folder) && for_isa(file.path) && defines(file.content, kernel.symbol))
      return std::string(file.path);
  for (const char* types : {"s8", "s16", "f32"})
    if (params_type.ends_with(std::string("_") + types)) return folder + types + end + ".c";
  return folder + "any" + end + ".c";
}

// The file with the kernel that is called, and the file with the reference kernel.
std::pair<std::string, std::string> files_of(const Call& call) {
  const nook::FormRow& form = form_of(call);
  const nook::Span<const nook::Kernel> all = form.kernels();
  return {defining(*call.op.kernel, call.header, form.type),
          defining(all[all.size() - 1], call.header, form.type)};
}

// Adds a file and everything that it includes. If a header has a source with its name, in C or assembly, that
// source must be linked.
void add_with_includes(const std::string& path, std::set<std::string>& all) {
  const auto content = resource(path);
  if (!content || !all.insert(path).second) return;
  if (path.ends_with(".h"))
    for (const char* suffix : {".c", ".S"}) add_with_includes(path.substr(0, path.size() - 2) + suffix, all);
  add_included(*content, all);
}

bool calls_reference(std::string_view source) {
  return source.find("_ref(") != std::string_view::npos || source.find("_ref_row(") != std::string_view::npos;
}

}  // namespace

void add_included(std::string_view text, std::set<std::string>& all) {
  constexpr std::string_view kInclude = "#include \"";
  for (size_t at = text.find(kInclude); at != std::string_view::npos; at = text.find(kInclude, at)) {
    at += kInclude.size();
    add_with_includes(std::string(text.substr(at, text.find('"', at) - at)), all);
  }
}

std::vector<std::string> kernel_sources(const Program& program) {
  std::set<std::string> all;
  add_with_includes("nook/nook.h", all);
  add_with_includes("nook/model_info.h", all);
  if (!program.chains.empty()) add_with_includes("nook/core/rows.h", all);
  add_with_includes("nook/nook_model.h", all);
  for (const Call& call : program.calls) {
    const auto [source, reference] = files_of(call);
    add_with_includes(call.header, all);
    add_with_includes(source, all);
    // Fast kernels pass layers that they do not accept to the reference kernel.
    if (const auto content = resource(source); content && calls_reference(*content))
      add_with_includes(reference, all);
  }
  return {all.begin(), all.end()};
}

Files kernel_files(const Program& program) {
  Files files;
  for (const std::string& path : kernel_sources(program))
    files.push_back({path, std::string(*resource(path))});
  return files;
}

}  // namespace nookc
