#include "nookc/run/cycles.h"

#include <cstdio>
#include <optional>
#include <sstream>

#include "nookc/run/section_sizes.h"

namespace nookc {
namespace {

// The cores of tools/count/timing.c by target.
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

constexpr int kMostWaitStates = 100, kMostLines = 512;  // the latter as tools/count/timing.h

bool is_line(int bytes) { return bytes >= 4 && bytes <= 128 && (bytes & (bytes - 1)) == 0; }

}  // namespace

Result<Flash> parse_flash(const std::string& text) {
  Flash flash;
  int* const to[] = {&flash.wait_states, &flash.line_bytes, &flash.buffer_bytes};
  std::istringstream in(text);
  size_t count = 0;
  bool fine = true;
  for (std::string word; fine && std::getline(in, word, ',');) {
    fine = count < std::size(to) && !word.empty() && word.size() <= 6 &&
           word.find_first_not_of("0123456789") == std::string::npos;
    if (fine) *to[count++] = std::stoi(word);
  }
  if (fine && count > 0 && !text.ends_with(',') && flash.wait_states <= kMostWaitStates &&
      is_line(flash.line_bytes) && flash.buffer_bytes / flash.line_bytes <= kMostLines)
    return flash;
  return Diag{
      Exit::kUsage, "N2026", "--flash " + text, "is not a flash description",
      "WAIT STATES[,BYTES OF A LINE[,BYTES OF ITS BUFFER]]: at most 100 wait states, lines of 4, 8, 16, 32,\n"
      "64 or 128 bytes, a buffer of at most 512 lines; an STM32L4 at 120 MHz is 5,16,256"};
}

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
