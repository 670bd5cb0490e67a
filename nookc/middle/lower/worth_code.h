#pragma once
#include <vector>

#include "nookc/middle/lower/choose_kernel.h"

namespace nookc {

// 1 % of a memory is worth 0.1 % of the time: of the flash for code, of the scratch for line buffers
// (nookc/middle/rows/strip_time.h).
inline constexpr double kWorthOfMemory = 0.1;

// The default level takes at most 10 % more time for 5 % less RAM, and at most 3 % for 2 % less flash. These
// are the largest ratios of the logarithms of both factors: of the time, and of the memory.
inline constexpr double kTimeForRam = 1.858, kTimeForFlash = 1.463;

// Memory is never worth a kernel that takes more than twice the time of the layer's best one, unless that is
// less than a hundredth of the inference. In cycles.
constexpr bool takes_too_long(double cycles, double best, double inference) {
  return cycles > 2 * best && cycles > inference / 100;
}

// Drops kernels that are not worth their code: those that save fewer cycles per inference, compared with the
// next best kernels of their nodes, than their own bytes of code (used by no other kernel) are worth. Their
// nodes get the next best kernels, none of which takes too long. Only kernels with an estimate are exchanged.
// Nodes without `op` have no kernel. `constant_bytes`: the model's constants, which are in flash too.
void drop_unworthy(std::vector<Chosen>& nodes, int64_t constant_bytes);

}  // namespace nookc
