#pragma once
#include <set>

#include "nookc/middle/lower/program.h"

namespace nookc {

// Simulates a chain without its bytes, in exactly the order of the generated code: whenever a row can be
// computed, the last ready stage of `order` computes it. Sets `turns` of each stage to the number of its rows
// that are read, `held` to the most rows of its output needed at once, and the chain's overlaps: how far
// above a whole output (`whole`) an input at its last use (`dying`) must start to share bytes with it.
// Outputs that are read outside the chain are in `whole`, and all of their rows are held. Inputs are whole,
// except the chain's stream, whose rows arrive as late as possible. In a chain of strips, buffers that are
// never in use at the same time become one (RowStage::into).
// `work`: steps times stages that may be simulated, less those that were; false: they do not suffice.
// Repetitions in the middle of the images are left out (steady_steps.h).
bool run_rows(RowChain& chain, const std::set<TensorId>& whole, const std::set<TensorId>& dying,
              int64_t& work);

}  // namespace nookc
