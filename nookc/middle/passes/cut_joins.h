#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Reads rows of a joined tensor where they were before they were joined:
//
//   a -> CONCATENATION -> SLICE inside of b -> y   =>   b -> SLICE -> y
//   b ->
//
// also where RESHAPE and other slices of contiguous bytes lie between the two, as in a shift register that a
// model writes as a roll: the two halves of the old rows change places, and the rows that came to the end are
// replaced by new ones. Nothing changes where others read the CONCATENATION, too. All bytes are unchanged.
// Returns the number of slices that read another tensor.
int cut_joins(Graph& graph);

}  // namespace nookc
