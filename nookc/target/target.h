#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nookc/target/memory_pool.h"

namespace nookc {

// The machine that runs the model, as the compiler needs to know it: one row of targets.inc.
struct Target {
  std::string_view name;       // "cortex-m4"
  uint32_t isa;                // nook::Isa mask
  std::string_view summary;    // one line for users
  std::string_view condition;  // preprocessor condition that holds for such a core; empty: always
  std::string_view flags;      // compiler flags of GCC and clang for which the condition holds
  std::string_view board;      // the row of ports/boards.inc that runs its code, "host", or none

  // Whether its programs run on the compiler's own machine, with pointers of the same width.
  bool this_machine() const { return name.starts_with("host"); }
};

// The default pools of a target: "sram" for scratch and "flash" for constants, without limits.
std::vector<MemoryPool> default_pools();

// Every target, the host first.
std::span<const Target> targets();
// The fastest target that this machine's processor can run; host rows come first, sorted by speed.
const Target& fastest_here();
std::vector<std::string> target_names();
// Null if there is no target of that name.
const Target* find_target(std::string_view name);

}  // namespace nookc
