#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "nookc/cli/command.h"

namespace nookc {

// The JSON as text; invalid UTF-8 in a model's names is replaced.
std::string json_text(const nlohmann::ordered_json& json);

// Prints to stdout, or hands the text to a caller in the same process.
void print_json(const Cli& cli, const nlohmann::ordered_json& json);

}  // namespace nookc
