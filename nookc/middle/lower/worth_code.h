#pragma once
#include <vector>

#include "nookc/middle/lower/choose_kernel.h"

namespace nookc {

// Kernels that are linked for too little: each saves fewer cycles of an inference, over the next best kernels
// of its nodes, than the bytes of code are worth that no other kernel needs. Its nodes get those kernels.
// Only kernels with an estimate are exchanged. Nodes without `op` have no kernel. `constant_bytes`: of the
// model, which are in flash too.
void drop_unworthy(std::vector<Chosen>& nodes, int64_t constant_bytes);

}  // namespace nookc
