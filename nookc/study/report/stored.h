// Weights in storage: the reads of a run, and the time that it waits for them.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "nookc/middle/lower/program.h"

namespace nookc {

// Empty if all weights are in the address space.
std::string stored_text(const Program& program);
// {file_bytes staging_bytes ...}; docs/formats.md lists the keys.
nlohmann::ordered_json stored_json(const Program& program);

}  // namespace nookc
