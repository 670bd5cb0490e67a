#pragma once
#include <nlohmann/json.hpp>

namespace nookc {

// On stdout. Names come from models: what is not UTF-8 in them is replaced.
void print_json(const nlohmann::ordered_json& json);

}  // namespace nookc
