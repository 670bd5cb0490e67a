#include "nookc/back/run/cycles.h"

#include <cstdio>

#include "nookc/back/run/section_sizes.h"

namespace nookc {
namespace {

// The core of tools/count/timing.c for each target.
struct Rules {
  std::string_view target, core;
};
constexpr Rules kRules[] = {{"cortex-m0", "cortex-m0"},  {"cortex-m3", "cortex-m4"},
                            {"cortex-m4", "cortex-m4"},  {"cortex-m4-nofp", "cortex-m4"},
                            {"cortex-m33", "cortex-m4"}, {"cortex-m33-nofp", "cortex-m4"},
                            {"cortex-m7", "cortex-m7"},  {"cortex-m55", "cortex-m55"}};

std::string_view core_of(std::string_view target) {
  for (const Rules& rules : kRules)
    if (rules.target == target) return rules.core;
  return {};
}

}  // namespace

bool estimates_cycles(std::string_view target) { return !core_of(target).empty(); }

bool has_cache(std::string_view target) { return target == "cortex-m7" || target == "cortex-m55"; }

Result<std::string> timing_options(std::string_view target, const Board& board, const Flash& flash,
                                   const std::filesystem::path& program) {
  const std::string_view core = core_of(target);
  if (core.empty()) return std::string();
  const Result<AddressRange> constants = section_range(program, ".nook_constants");
  if (!constants) return constants.diag();
  char text[256];
  std::snprintf(
      text, sizeof text,
      ",core=%.*s,wait=%d,line=%d,buffer=%d,code_line=%d,code_buffer=%d,flash0=%x-%x,flash1=%llx-%llx",
      static_cast<int>(core.size()), core.data(), flash.wait_states, flash.line_bytes, flash.buffer_bytes,
      flash.code_line_bytes, flash.code_buffer_bytes, board.code.origin, board.code.origin + board.code.bytes,
      static_cast<unsigned long long>(constants->first), static_cast<unsigned long long>(constants->end));
  return std::string(text);
}

}  // namespace nookc
