// nook.toml: a model's usual options, stored beside it, so that no command line needs to repeat them.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

struct ProjectOption {
  std::string name;                 // "input-in-scratch"
  std::vector<std::string> values;  // one for each time it is given; of a flag none
  bool off = false;                 // a flag that is false: not given
};

// Reads the subset of TOML that options need: `name = "text"`, a number, true, false or a list of texts, and
// `#` comments. N2084: anything else, with the line.
Result<std::vector<ProjectOption>> parse_project(const std::string& text, const std::string& file);

// The options of the commands; with "" for a command, those of any.
struct Commands {
  // The ways to write an option of a command: "-o" and "--output".
  std::function<std::vector<std::string>(const std::string& command, const std::string& option)> spellings;
  std::function<bool(const std::string& command, const std::string& option)> have;
  // Whether a command takes only one of two options: "--board" and "--all" of fit.
  std::function<bool(const std::string& command, const std::string& option, const std::string& other)>
      exclude;
};

// Extends a command line by the nook.toml in the folder of its first model: options that the command has,
// that are not given, and that no given one excludes. N4001, N2084.
Result<std::vector<std::string>> with_project(const std::vector<std::string>& words,
                                              const Commands& commands);

}  // namespace nookc
