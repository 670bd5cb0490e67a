#pragma once
#include "nookc/middle/rows/run_rows.h"

namespace nookc {

// run_rows() with the order of stages that holds the fewest bytes, of those tried, and with rows written in
// place: if the only reader of a row may overwrite it, both are made in the reader's rows. `one_row`: per
// call.
void least_rows(RowChain& chain, const std::set<TensorId>& whole, const std::set<TensorId>& dying,
                const std::vector<nook::Prepared>& one_row);

}  // namespace nookc
