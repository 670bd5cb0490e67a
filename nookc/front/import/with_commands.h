#pragma once
#include "nookc/front/import/import.h"

namespace nookc {

// Like import_sound(), but takes operators that hold commands for an accelerator (nookc/graph/ethos_u.h):
// only generated code can pass them on.
Result<Graph> import_with_commands(std::span<const std::byte> bytes, const std::string& file);

// Likewise, survey().
std::vector<Diag> survey_with_commands(std::span<const std::byte> bytes, const std::string& file);

}  // namespace nookc
