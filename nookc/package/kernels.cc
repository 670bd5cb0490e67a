#include <set>
#include <utility>

#include "nookc/package/package.h"
#include "nookc/resources/resources.h"

namespace nookc {
namespace {

// What the files of an instruction set end with.
const char* file_end(uint32_t isa) {
  if (isa & nook::kMve) return "_mve.c";
  if (isa & nook::kDsp) return "_dsp.c";
  if (isa & nook::kRvv) return "_rvv.c";
  if (isa & nook::kAvx2) return "_avx2.c";
  if (isa & nook::kThumb1) return "_thumb1.c";
  if (isa & nook::kRv32) return "_rv32.c";
  return "_ref.c";
}

// The element types of a form as its files are called, from the name of its Params.
std::string types_of(std::string_view c_type) {
  for (const std::string_view types : {"s8", "s16", "f32"})
    if (c_type.ends_with("_" + std::string(types))) return std::string(types);
  return "any";
}

// The file of an instruction set in the operator's folder that defines a kernel; where none says so by name,
// that of its types.
std::string defining(std::string_view symbol, const std::string& folder, std::string_view types,
                     const char* end) {
  const std::string definition = "void " + std::string(symbol) + "(";
  for (const Resource& file : resources())
    if (file.path.starts_with(folder) && file.path.ends_with(end) &&
        file.content.find(definition) != std::string_view::npos)
      return std::string(file.path);
  return folder + std::string(types) + end;
}

// The file with the kernel that is called, and that of the reference.
std::pair<std::string, std::string> files_of(const Call& call) {
  const std::string folder = "nook/ops/" + call.folder + "/";
  std::pair<std::string, std::string> files;
  visit_form(call.code, call.op.form, [&]<class Form>(std::type_identity<Form>) {
    const auto* kernel = static_cast<const nook::Kernel<typename Form::Params>*>(call.op.kernel);
    const std::string types = types_of(Form::kType);
    files = {defining(kernel->symbol, folder, types, file_end(kernel->isa)),
             folder + types + file_end(nook::kRef)};
  });
  return files;
}

// Adds a file and all that it includes. A header that has a source of its name needs it linked.
void add(const std::string& path, std::set<std::string>& all) {
  const auto content = resource(path);
  if (!content || !all.insert(path).second) return;
  if (path.ends_with(".h")) add(path.substr(0, path.size() - 2) + ".c", all);
  constexpr std::string_view kInclude = "#include \"";
  for (size_t at = content->find(kInclude); at != std::string_view::npos; at = content->find(kInclude, at)) {
    at += kInclude.size();
    add(std::string(content->substr(at, content->find('"', at) - at)), all);
  }
}

bool calls_reference(std::string_view source) {
  return source.find("_ref(") != std::string_view::npos || source.find("_ref_row(") != std::string_view::npos;
}

}  // namespace

std::vector<std::string> kernel_sources(const Program& program) {
  std::set<std::string> all;
  add("nook/nook.h", all);
  add("nook/model_info.h", all);
  if (!program.chains.empty()) add("nook/core/rows.h", all);
  add("nook/nook_model.h", all);
  for (const Call& call : program.calls) {
    const auto [source, reference] = files_of(call);
    add("nook/ops/" + call.folder + "/" + call.folder + ".h", all);
    add(source, all);
    // Fast kernels leave what they do not take to the reference.
    if (const auto content = resource(source); content && calls_reference(*content)) add(reference, all);
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
