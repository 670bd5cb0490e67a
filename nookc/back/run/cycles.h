// Estimates of cycles on emulated boards (docs/cycles.md).
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "nookc/back/run/board.h"
#include "nookc/core/diag.h"
#include "nookc/target/flash.h"

namespace nookc {

// Whether there are rules for the target's core.
bool estimates_cycles(std::string_view target);

// Whether the core has caches. The flash rules ignore them, so wait states are overestimated.
bool has_cache(std::string_view target);

// Options of the counter's plugin, each after a comma, for `program`, whose sections tell which memory is
// flash; empty if there are no rules. Diag N4001.
Result<std::string> timing_options(std::string_view target, const Board& board, const Flash& flash,
                                   const std::filesystem::path& program);

}  // namespace nookc
