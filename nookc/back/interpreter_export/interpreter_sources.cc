#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "nookc/back/interpreter_export/resolver_file.h"
#include "nookc/back/resources/resources.h"
#include "nookc/graph/graph.h"
#include "nookc/target/isa.h"

namespace nookc {
namespace {

constexpr std::string_view kOps = "nook/ops/", kContract = "nook/ops/contract/";

bool is_header(std::string_view path) { return path.ends_with(".h"); }

bool for_another_core(std::string_view path, const Target& target) {
  return std::ranges::any_of(kIsas, [&](const Isa& isa) {
    const std::string end = "_" + std::string(isa.name);
    return (path.ends_with(end + ".c") || path.ends_with(end + ".S")) && !(target.isa & isa.isa);
  });
}

// "nook/ops/families/unary" for unary.h, unary.cc and unary_op.h.
std::string_view stem_of(std::string_view path) {
  path = path.substr(0, path.rfind('.'));
  constexpr std::string_view kOp = "_op";
  return path.ends_with(kOp) ? path.substr(0, path.size() - kOp.size()) : path;
}

bool defines(const Resource& file, std::string_view symbol) {
  return std::ranges::find(file.defines, symbol) != file.defines.end();
}

// The sources that operators share: sources named like a header, and sources of the kernels that operators
// call.
class Closure {
 public:
  explicit Closure(const Target& target) : target_(target) {}

  void add(std::string_view path) {
    const Resource* const file = find_resource(path);
    if (!file || for_another_core(path, target_) || !files_.insert(std::string(path)).second) return;
    if (is_shared(path) && is_header(path)) add_sources_of(path);
    for (const std::string_view included : file->includes) {
      add(included);
      if (is_shared(path)) note_folder_of(included);
    }
    // A source of a family names its kernels, which are linked with it, whether an operator uses them or not.
    for (const std::string_view name : file->names) add_shared_kernel(name);
  }

  // Kernels outside the operator's folder are found by the symbols that they define.
  void add_kernels_of(const nook::OpRow& row) {
    for (const nook::FormRow& form : row.forms)
      for (const nook::KernelEntry& kernel : form.kernels()) add_shared_kernel(kernel.symbol);
  }

  // The sources of a folder, and of all operators that files so far share functions with.
  void add_folder(const std::string& folder) {
    constexpr std::string_view kForTheCompiler = "_cycles.cc";
    for (const Resource& file : resources())
      if (file.path.starts_with(folder) && is_source(file.path) && !file.path.ends_with(kForTheCompiler))
        add(file.path);
    while (!folders_.empty()) {
      const std::string next = *folders_.begin();
      folders_.erase(folders_.begin());
      if (added_.insert(next).second) add_folder(next);
    }
  }

  std::set<std::string> sources() const {
    std::set<std::string> all = files_;
    std::erase_if(all, [](const std::string& path) { return !is_source(path); });
    return all;
  }

 private:
  void add_shared_kernel(std::string_view symbol) {
    for (const Resource& file : resources())
      if (is_shared(file.path) && defines(file, symbol)) add(file.path);
  }
  // A shared file that includes an operator's header may call functions of that operator.
  void note_folder_of(std::string_view included) {
    const std::string folder(included.substr(0, included.rfind('/') + 1));
    if (folder.starts_with(kOps) && folder != kOps && folder != kContract && !is_shared(folder))
      folders_.insert(folder);
  }
  void add_sources_of(std::string_view header) {
    for (const Resource& file : resources())
      if (is_shared(file.path) && !is_header(file.path) && stem_of(file.path) == stem_of(header))
        add(file.path);
  }

  const Target& target_;
  std::set<std::string> files_;
  std::set<std::string> folders_, added_;  // folders still to add, and those that were added for shared files
};

}  // namespace

std::vector<std::string> interpreter_sources(const Program& program) {
  return sources_of_operators(resolved_operators(program), *program.target);
}

std::vector<std::string> sources_of_operators(const std::set<nook::OpCode>& operators, const Target& target) {
  Closure closure(target);
  for (const char* part : {"nook/interp/", "nook/model/", "nook/plan/", "nook/ops/contract/constant_store",
                           "nook/ops/contract/custom_options", "nook/ops/contract/prepare"})
    closure.add_folder(part);
  for (const nook::OpCode code : operators) {
    closure.add_kernels_of(op_row(code));
    for (const std::string& folder : operator_folders(op_row(code)))
      if (!is_shared(folder)) closure.add_folder(folder);
  }
  const std::set<std::string> all = closure.sources();
  return {all.begin(), all.end()};
}

}  // namespace nookc
