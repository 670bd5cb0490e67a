#pragma once
#include "nookc/middle/rows/run_rows.h"

namespace nookc {

// run_rows() with the order of stages, among those tried, that holds the fewest bytes, and with rows written
// in place: if the only reader of a row may overwrite it, both share the reader's rows. `one_row`: per call.
void least_rows(RowChain& chain, const std::set<TensorId>& whole, const std::set<TensorId>& dying,
                const std::vector<nook::Prepared>& one_row);

}  // namespace nookc
