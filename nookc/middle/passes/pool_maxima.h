#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

//   x -> REDUCE_MAX of all pixels -> y   =>   x -> MAX_POOL_2D -> MAX_POOL_2D -> y
//
// for int8 images: each row first, or parts of the only row. Pools have kernels for each core, and run at the
// end of a chain, which then keeps a few pixels instead of the image. The maximum of maxima is the maximum.
// Returns the number of operators changed.
int pool_maxima(Graph& graph);

}  // namespace nookc
