#pragma once
#include "nookc/middle/rows/run_rows.h"

namespace nookc {

// Orders stages by the longest chain of stages before them, and equal ones with the last first: a short
// branch waits until the long one can't continue.
std::vector<size_t> order_of_depth(const RowChain& chain);

enum class Paces : uint8_t { kBoth, kFree };

// run_rows() with the order of stages and, of kBoth, the pace (RowChain::even), among those tried, that hold
// the fewest bytes, and with rows written in place: if the only reader of a row may overwrite it, both share
// the reader's rows. `one_row`: per call.
bool least_rows(RowChain& chain, const std::set<TensorId>& whole, const std::set<TensorId>& dying,
                const std::vector<nook::Prepared>& one_row, int64_t& work, Paces paces);

}  // namespace nookc
