#pragma once
#include <cstdint>

#include "nookc/target/parts.h"

namespace nookc {

// The work of one inference.
struct InferenceWork {
  int64_t macs = 0;
  int64_t elements = 0;  // that operators without multiply-accumulates write: sums, products, pools, copies
};

// Estimates the cycles of an int8 network on a part, calls and requantization included: the instructions of
// docs/figures.md and docs/kernel-figures.md for the core or the most similar one, times the cycles given by
// the core's manual, plus the wait states of its flash. Accurate to a factor of two at best: measure on the
// board.
double cycles_on(const Part& part, const InferenceWork& work);

}  // namespace nookc
