#pragma once
#include <set>

#include "nookc/lower/program.h"

namespace nookc {

// Runs a chain without its bytes, in the very order of the generated code: whenever something can be made,
// the last stage of `order` that can makes one row. Sets `turns` of each stage to the rows that anybody
// reads, `held` to the most rows of its output that are needed at once, and the chain's overlaps: how far
// above an output that is kept as a whole (`whole`) an input that dies here (`dying`) must start to share
// bytes with it. Rows of an output that is read from outside of the chain are in `whole`; all of them are
// held. The inputs are there as a whole, but for that of the chain's stream, which comes row by row as late
// as it can.
void run_rows(RowChain& chain, const std::set<TensorId>& whole, const std::set<TensorId>& dying);

}  // namespace nookc
