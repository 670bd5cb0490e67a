// nook.toml: the usual options of a model, stored next to it, so that no command line needs to repeat them.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

struct ProjectOption {
  std::string name;                 // "input-in-scratch"
  std::vector<std::string> values;  // one per occurrence; none for a flag
  bool off = false;                 // a flag set to false, as if not given
};

// Reads the subset of TOML that options need: `name = "text"`, a number, true, false or a list of texts, and
// `#` comments. N2084: anything else, with the line.
Result<std::vector<ProjectOption>> parse_project(const std::string& text, const std::string& file);

// The options of the commands; "" stands for any command.
struct Commands {
  // All spellings of a command's option: "-o" and "--output".
  std::function<std::vector<std::string>(const std::string& command, const std::string& option)> spellings;
  std::function<bool(const std::string& command, const std::string& option)> have;
  // Whether two options of a command exclude each other: "--board" and "--all" of fit.
  std::function<bool(const std::string& command, const std::string& option, const std::string& other)>
      exclude;
};

// Extends a command line by the nook.toml in the folder of its first model: options that the command has,
// that are not given, and that no given one excludes. N4001, N2084.
Result<std::vector<std::string>> with_project(const std::vector<std::string>& words,
                                              const Commands& commands);

}  // namespace nookc
