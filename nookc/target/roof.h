#pragma once
#include <string_view>

namespace nookc {

// The peak rate of a core: multiply-accumulates by the instruction that does the most of them.
struct Roof {
  double macs_per_cycle = 0, macs_per_instruction = 0;  // 0: not known
  std::string_view instruction;
};

Roof roof_of(std::string_view target);

}  // namespace nookc
