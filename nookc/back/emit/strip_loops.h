#pragma once
#include <string>

#include "nookc/back/emit/row_loops.h"

namespace nookc {

// row_loop() for a chain of strips (RowChain::strips).
std::string strip_loop(const Program& program, const RowChain& chain, const RowNames& names);

// The expression for the first pixel in the buffer of a tensor of the chain, from the counters in `made`.
std::string line_start(const RowChain& chain, TensorId t);

}  // namespace nookc
