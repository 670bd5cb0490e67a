// SLICE and STRIDED_SLICE whose bounds are computed when the model runs. TensorFlow Lite gives their results
// another shape in each run; nook has one shape for each tensor, and writes other operators:
//
//   x[i : i + 4, :]                            GATHER of rows i, i + 1, i + 2 and i + 3
//   CONCATENATION(x[:i], part, x[i + 1:])      DYNAMIC_UPDATE_SLICE of x, as in a loop that fills a list
#pragma once
#include "nookc/front/import/draft.h"

namespace nookc::importing {

// Each writes other operators in place of the node; false: the node is of another kind, or the size of the
// slice is not known.
bool replace_slice(Import& d, const Node& node, const nook::OperatorView& op);
bool replace_update(Import& d, const Node& node);

// Removes nodes without an effect from a graph in which nodes were replaced.
void drop_unread(Graph& graph);

}  // namespace nookc::importing
