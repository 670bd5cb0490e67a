#pragma once
#include "nookc/middle/hop/keep.h"

namespace nookc {

// Before: the network of a whole window.
// After:  the network of one hop. Its inputs are the new frames. Each operator computes the rows of
//         plan.held alone, in one or more parts, which are the same operator on fewer rows with explicit
//         padding; SLIDE_WINDOW operators keep the other rows in variable tensors. Operators that read the
//         whole window are as before.
// From the run number `runs` on, the outputs equal the network's outputs on the window that ends with the new
// frames in every byte; earlier runs end without a result.
// Without `runs` (0), the first run has a result: `first` has the bytes of each tensor of the old network in
// the window before it.
void rewrite(Graph& graph, const Motion& motion, const HopPlan& plan, int32_t runs,
             const std::vector<Bytes>& first = {});

}  // namespace nookc
