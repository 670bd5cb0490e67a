// A run that two cores share: how the work is divided.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "nookc/middle/lower/program.h"

namespace nookc {

// Empty for one core.
std::string cores_text(const Program& program);
// {divided signals macs cycles_estimate}; docs/formats.md lists the keys.
nlohmann::ordered_json cores_json(const Program& program);

}  // namespace nookc
