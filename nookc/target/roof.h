#pragma once
#include <string_view>

namespace nookc {

// The peak rate of a core: multiply-accumulates with the instruction that performs the most.
struct Roof {
  double macs_per_cycle = 0, macs_per_instruction = 0;  // 0: unknown
  std::string_view instruction;
};

Roof roof_of(std::string_view target);

}  // namespace nookc
