// Estimates of cycles on emulated boards (docs/cycles.md).
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "nookc/back/run/board.h"
#include "nookc/core/diag.h"
#include "nookc/target/flash.h"

namespace nookc {

// Whether there is a timing model of the target's core.
bool estimates_cycles(std::string_view target);

// Whether the core has caches. The flash model ignores them, so wait states are overestimated.
bool has_cache(std::string_view target);

// Options of the counter's plugin, each preceded by a comma, for `program`, whose sections tell which memory
// is flash; empty if there is no timing model. Diag N4001.
Result<std::string> timing_options(std::string_view target, const Board& board, const Flash& flash,
                                   const std::filesystem::path& program);

}  // namespace nookc
