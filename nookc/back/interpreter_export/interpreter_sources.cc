#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <string_view>

#include "nookc/back/interpreter_export/resolver_file.h"
#include "nookc/back/resources/resources.h"
#include "nookc/graph/graph.h"
#include "nookc/target/isa.h"

namespace nookc {
namespace {

constexpr std::string_view kFamilies = "nook/ops/families/";
constexpr std::string_view kOps = "nook/ops/", kContract = "nook/ops/contract/";

bool is_header(std::string_view path) { return path.ends_with(".h"); }

bool for_another_core(std::string_view path, const Target& target) {
  return std::ranges::any_of(kIsas, [&](const Isa& isa) {
    const std::string end = "_" + std::string(isa.name);
    return (path.ends_with(end + ".c") || path.ends_with(end + ".S")) && !(target.isa & isa.isa);
  });
}

std::vector<std::string_view> includes_of(std::string_view text) {
  constexpr std::string_view kInclude = "#include \"";
  std::vector<std::string_view> all;
  for (size_t at = text.find(kInclude); at != std::string_view::npos; at = text.find(kInclude, at)) {
    at += kInclude.size();
    all.push_back(text.substr(at, text.find('"', at) - at));
  }
  return all;
}

// "nook/ops/families/unary" for unary.h, unary.cc and unary_op.h.
std::string_view stem_of(std::string_view path) {
  path = path.substr(0, path.rfind('.'));
  constexpr std::string_view kOp = "_op";
  return path.ends_with(kOp) ? path.substr(0, path.size() - kOp.size()) : path;
}

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool has_word(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !is_of_word(text[at - 1])) && (end == text.size() || !is_of_word(text[end]))) return true;
  }
  return false;
}

// The names in a text that kernels may have: nook_lookup_s8_ref.
std::set<std::string_view> names_in(std::string_view text) {
  constexpr std::string_view kPrefix = "nook_";
  std::set<std::string_view> names;
  for (size_t at = text.find(kPrefix), end; at != std::string_view::npos; at = text.find(kPrefix, end)) {
    for (end = at; end < text.size() && is_of_word(text[end]);) ++end;
    names.insert(text.substr(at, end - at));
  }
  return names;
}

// The sources that operators share: sources named like a header, and sources of the kernels that operators
// call.
class Closure {
 public:
  explicit Closure(const Target& target) : target_(target) {}

  void add(std::string_view path) {
    const auto content = resource(path);
    if (!content || for_another_core(path, target_) || !files_.insert(std::string(path)).second) return;
    if (is_shared(path) && is_header(path)) add_sources_of(path);
    for (const std::string_view included : includes_of(*content)) {
      add(included);
      if (is_shared(path)) note_folder_of(included);
    }
    if (path.starts_with(kFamilies) && path.ends_with(".cc")) add_kernels_named_in(*content);
  }

  // Kernels of families may include any header, so they are found by the symbols that they define.
  void add_kernels_of(const nook::OpRow& row) {
    for (const nook::FormRow& form : row.forms)
      for (const nook::Kernel& kernel : form.kernels())
        for (const Resource& file : resources())
          if (file.path.starts_with(kFamilies) && is_source(file.path) && !file.path.ends_with(".cc") &&
              has_word(file.content, kernel.symbol))
            add(file.path);
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
  // A source of a family names its kernels, which are linked with it, whether an operator uses them or not.
  void add_kernels_named_in(std::string_view text) {
    for (const std::string_view name : names_in(text))
      for (const Resource& file : resources())
        if (file.path.starts_with(kFamilies) && file.path.ends_with(".c") &&
            file.content.find("void " + std::string(name) + "(") != std::string_view::npos)
          add(file.path);
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
