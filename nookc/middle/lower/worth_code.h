#pragma once
#include <vector>

#include "nookc/middle/lower/choose_kernel.h"

namespace nookc {

// Drops kernels that are not worth their code: those that save fewer cycles per inference, compared with the
// next best kernels of their nodes, than their own bytes of code (used by no other kernel) are worth. Their
// nodes get the next best kernels. Only kernels with an estimate are exchanged. Nodes without `op` have no
// kernel. `constant_bytes`: the model's constants, which are in flash too.
void drop_unworthy(std::vector<Chosen>& nodes, int64_t constant_bytes);

}  // namespace nookc
