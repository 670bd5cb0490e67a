#pragma once
#include <nlohmann/json.hpp>

namespace nookc {

// Prints to stdout. Invalid UTF-8 in a model's names is replaced.
void print_json(const nlohmann::ordered_json& json);

}  // namespace nookc
