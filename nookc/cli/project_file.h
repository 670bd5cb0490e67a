// nook.toml, the options that a model always has: beside it, so that no command line needs to repeat them.
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

// The part of TOML that options need: `name = "text"`, a number, true, false or a list of texts, and `#`
// comments. N2084: anything else, with the line.
Result<std::vector<ProjectOption>> parse_project(const std::string& text, const std::string& file);

// The words of a command line with those of the nook.toml in the folder of the first model among them:
// options that the command has and that are not given. `knows` says whether a command, or with "" any of
// them, has an option. N4001, N2084.
using Knows = std::function<bool(const std::string& command, const std::string& option)>;
Result<std::vector<std::string>> with_project(const std::vector<std::string>& words, const Knows& knows);

}  // namespace nookc
