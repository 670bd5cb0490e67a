#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nookc/target/memory_pool.h"

namespace nookc {

// What the compiler must know about the machine that runs the model: one row of targets.inc.
struct Target {
  std::string_view name;       // "cortex-m4"
  uint32_t isa;                // nook::Isa mask
  std::string_view summary;    // one line for people
  std::string_view condition;  // of the preprocessor: that it compiles for such a core; empty: any will do
  std::string_view flags;      // of GCC and clang, with which it does
  std::string_view board;      // the row of ports/boards.inc that runs its code, "host", or none

  // Whether its programs run on the compiler's own machine, with pointers of the same width.
  bool this_machine() const { return name.starts_with("host"); }
};

// The default pools of a target: "sram" for scratch and "flash" for constants, without limits.
std::vector<MemoryPool> default_pools();

// Every target, the host first.
std::span<const Target> targets();
// The fastest target that this machine's processor can run; their rows come first, in the order of their
// speed.
const Target& fastest_here();
std::vector<std::string> target_names();
// Null if there is no target of that name.
const Target* find_target(std::string_view name);

}  // namespace nookc
