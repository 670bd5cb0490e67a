#include "tests/generated/compiled.h"

#include <libtcc.h>

#include <sstream>

namespace generated {
namespace {

// tcc ignores the attribute, but not _Alignas before a definition or a member.
std::string aligned(const std::string& line) {
  const size_t at = line.find(" NOOK_ALIGNED("), end = line.find(')', at);
  if (at == std::string::npos || (line.starts_with(' ') && !line.ends_with(';'))) return line;
  const size_t number = line.find('(', at);
  return "_Alignas" + line.substr(number, end + 1 - number) + " " + line.substr(0, at) + line.substr(end + 1);
}

// A file with its generated includes expanded in place.
std::string whole(const nookc::Files& files, const std::string& content) {
  std::istringstream lines(content);
  std::string text;
  for (std::string line; std::getline(lines, line); text += '\n') {
    const nookc::File* included = nullptr;
    for (const nookc::File& file : files)
      if (line == "#include \"" + file.path + "\"") included = &file;
    text += included ? whole(files, included->content) : aligned(line);
  }
  return text;
}

void note(void* to, const char* message) { *static_cast<std::string*>(to) += std::string(message) + "\n"; }

}  // namespace

void Compiled::Free::operator()(TCCState* state) const { tcc_delete(state); }

Compiled::Compiled(const nookc::Files& files, const std::vector<std::string>& definitions)
    : state_(tcc_new()) {
  TCCState* const s = state_.get();
  tcc_set_error_func(s, &said_, note);
  tcc_set_options(s, "-Wimplicit-function-declaration -Werror");
  tcc_set_output_type(s, TCC_OUTPUT_MEMORY);
  tcc_add_include_path(s, NOOK_ROOT);
  for (const std::string& d : definitions) tcc_define_symbol(s, d.c_str(), "1");
  for (const nookc::File& file : files)
    if (file.path.ends_with(".c") && tcc_compile_string(s, whole(files, file.content).c_str()) != 0) {
      said_ = file.path + ": " + said_;
      return;
    }
  ok_ = tcc_relocate(s, TCC_RELOCATE_AUTO) == 0;
}

void* Compiled::symbol(const std::string& name) const { return tcc_get_symbol(state_.get(), name.c_str()); }

}  // namespace generated
