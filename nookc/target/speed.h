#pragma once
#include <cstdint>

#include "nookc/target/parts.h"

namespace nookc {

// What an inference has to do.
struct InferenceWork {
  int64_t macs = 0;
  int64_t elements = 0;  // that operators without multiply-accumulates write: sums, products, pools, copies
};

// About how many cycles an int8 network takes on a part, calls and requantization included: instructions as
// docs/figures.md and docs/kernel-figures.md have them for the core or the one most like it, times what its
// manual says of cycles, and more for the wait states of its flash. Right within a factor of two, no better:
// measure on the board.
double cycles_on(const Part& part, const InferenceWork& work);

}  // namespace nookc
