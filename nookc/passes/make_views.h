#pragma once
#include "nookc/ir/graph.h"

namespace nookc {

// Marks the CONCATENATIONs and STRIDED_SLICEs that need not move anything (Node::parts):
//
//   a -> CONCATENATION along the outermost axis -> y     a and b are made where they are in y
//   b ->
//   x -> STRIDED_SLICE of what lies together -> y        y is read where it is in x
//
// Bytes stay as they are. A part must not be placed by the application, the model or a wish, and be in one
// whole only; nor may a whole that is there earlier, or longer, raise the peak of live tensors. Returns how
// many nodes it marked; plan/level.h forgets them where a plan with copies is smaller.
int make_views(Graph& graph);

}  // namespace nookc
