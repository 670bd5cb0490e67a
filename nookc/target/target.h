#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace nookc {

// A named memory of a target.
struct Pool {
  std::string_view name;  // "sram", "flash"
  int32_t alignment;      // of its start, bytes
};

// What the compiler must know about the machine that runs the model. One row of targets.inc.
struct Target {
  std::string_view name;     // "cortex-m4"
  uint32_t isa;              // nook::Isa mask
  Pool workspace;            // read-write
  Pool constants;            // read-only
  std::string_view summary;  // one line for people
};

// Every target, the host first.
std::span<const Target> targets();
// Null when there is none of that name.
const Target* find_target(std::string_view name);

}  // namespace nookc
