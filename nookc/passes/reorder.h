#pragma once
#include "nookc/ir/graph.h"

namespace nookc {

// Executes the nodes in the order in which the most bytes of tensors that are alive at once are the fewest:
//
//   x -> A -> a, x -> B -> b, a -> C -> c, c, b -> D        A B C D becomes A C B D where a is large, c small
//
// Exact: of all orders the one with the least peak, and of those the first in the order of the file. A
// RESHAPE is another name of its input, and what can work in place does when its input dies. Inputs and
// outputs may be in the scratch or the application's: counted or not, no peak may rise and one must fall, or
// the order stays, as it does in graphs with too many orders, with variables and with tensors that have
// offsets already. Returns how many nodes moved.
int reorder(Graph& graph);

}  // namespace nookc
