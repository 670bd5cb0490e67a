// Estimates of cycles on emulated boards (docs/cycles.md).
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "nookc/core/diag.h"
#include "nookc/run/board.h"

namespace nookc {

// The flash that a program runs from. Lines in its buffers cost nothing.
struct Flash {
  int wait_states = 5;                      // of a line that is not in a buffer
  int line_bytes = 16, buffer_bytes = 256;  // of data: constants
  int code_line_bytes = 32, code_buffer_bytes = 1024;
};

// "5", "5,16" or "5,16,256": wait states, bytes of a line, bytes of the buffer of data. Diag N2026.
Result<Flash> parse_flash(const std::string& text);

// Whether there are rules for the target's core.
bool estimates_cycles(std::string_view target);

// Whether the core has caches. The flash rules ignore them, so wait states are overestimated.
bool has_cache(std::string_view target);

// Options of the counter's plugin, each after a comma, for `program`, whose sections tell which memory is
// flash; empty if there are no rules. Diag N4001.
Result<std::string> timing_options(std::string_view target, const Board& board, const Flash& flash,
                                   const std::filesystem::path& program);

}  // namespace nookc
