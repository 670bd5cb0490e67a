#pragma once
#include <vector>

#include "nookc/middle/lower/choose_kernel.h"

namespace nookc {

// 1 % of a memory is worth 0.1 % of the time: of the flash for code, of the scratch for line buffers
// (nookc/middle/rows/strip_time.h).
inline constexpr double kWorthOfMemory = 0.1;

// Drops kernels that are not worth their code: those that save fewer cycles per inference, compared with the
// next best kernels of their nodes, than their own bytes of code (used by no other kernel) are worth. Their
// nodes get the next best kernels. Only kernels with an estimate are exchanged. Nodes without `op` have no
// kernel. `constant_bytes`: the model's constants, which are in flash too.
void drop_unworthy(std::vector<Chosen>& nodes, int64_t constant_bytes);

}  // namespace nookc
