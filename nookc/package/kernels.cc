#include <set>

#include "nookc/package/package.h"
#include "nookc/resources/resources.h"

namespace nookc {
namespace {

// The file of a folder that has the kernels of an instruction set.
const char* file_of(uint32_t isa) {
  if (isa & nook::kMve) return "mve.c";
  if (isa & nook::kDsp) return "dsp.c";
  if (isa & nook::kRvv) return "rvv.c";
  if (isa & nook::kAvx2) return "avx2.c";
  return "ref.c";
}

uint32_t isa_of(const Call& call) {
  uint32_t isa = nook::kRef;
  visit_form(call.code, call.op.form, [&]<class Form>(std::type_identity<Form>) {
    isa = static_cast<const nook::Kernel<typename Form::Params>*>(call.op.kernel)->isa;
  });
  return isa;
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
  for (const Call& call : program.calls) {
    const std::string folder = "nook/ops/" + call.folder + "/";
    const std::string source = folder + file_of(isa_of(call));
    add(folder + call.folder + ".h", all);
    add(source, all);
    // Fast kernels leave what they do not take to the reference.
    if (const auto content = resource(source); content && calls_reference(*content))
      add(folder + "ref.c", all);
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
