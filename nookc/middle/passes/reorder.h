#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Executes the nodes in the order with the lowest peak of live tensors:
//
//   x -> A -> a, x -> B -> b, a -> C -> c, c, b -> D        A B C D becomes A C B D where a is large, c small
//
// Exact: finds the least peak of all orders, and among several orders with this peak the first in file order.
// A RESHAPE is an alias of its input; an operator that can work in place does so if its input dies. Variables
// are read and written in the order of the file, and nothing with state passes an operator that can end the
// run.
//
// Inputs and outputs may be in the scratch or in the application's buffers, so two peaks are computed, with
// and without them: neither may rise and one must fall, otherwise the order stays. It also stays in graphs
// with too many orders, or with tensors that already have offsets. Returns the number of moved nodes.
int reorder(Graph& graph);

}  // namespace nookc
