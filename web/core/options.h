// Options of a command as a JavaScript caller gives them: an object whose keys are the flags of the command
// line with _ for -, {"level": "ram", "input_in_scratch": true, "disable_pass": ["views"]}.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc::web {

// kNames: true for all, or names separated by commas; kList: texts; kNumber: a whole number from 1 on;
// kIndex: from 0 on; kReal: a number from 0 on.
enum class Kind : uint8_t { kText, kFlag, kNames, kList, kNumber, kIndex, kReal };

struct Option {
  const char* key;
  const char* flag;  // on the command line; empty: it has none
  Kind kind;
  std::function<void(const std::string&)> set;  // kFlag: ""; kList: once for each
  std::vector<std::string> one_of = {};         // empty: anything
};

std::function<void(const std::string&)> into(std::string& to);
std::function<void(const std::string&)> into(bool& to);
std::function<void(const std::string&)> into(std::vector<std::string>& to);
std::function<void(const std::string&)> into(int& to);
std::function<void(const std::string&)> into(double& to);

// Sets the options that are given and adds them to the command line. Diag N2000: an unknown key, or an
// invalid value.
Status read_options(const nlohmann::json& given, const std::vector<Option>& all, std::string& line);

// Diag N2000.
Diag usage(const std::string& where, const std::string& what, const std::string& hint);

}  // namespace nookc::web
