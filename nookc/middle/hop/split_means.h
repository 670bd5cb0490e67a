#pragma once
#include "nookc/middle/hop/motion.h"

namespace nookc {

// Before: a mean of int8 over all rows and columns (MEAN, or AVERAGE_POOL_2D of a window as large as the
// image). After:  NOOK_BLOCK_SUMS over blocks of rows that move as a whole with each hop, and
// NOOK_MEAN_OF_SUMS. So a
//         hop can keep a sum of each block, in place of its rows.
// Each byte is the same, because sums of integers are exact. Returns the number of means.
int split_means(Graph& graph, const Motion& motion);

}  // namespace nookc
