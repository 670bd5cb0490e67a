#pragma once
#include "nook/ops/op.h"
#include "nook/ops/svdf/svdf.h"

namespace nook {

// Whether inputs fit the kernel's stack, and factors are below 1, that of the result below 1/2.
bool in_fours(const nook_svdf& p);

// Of s8_dsp.c: of each four filters what their sums begin as and their weights (shared/pack_four_sums.h);
// then what the sum of each unit begins as, and all weights over time. Twice the sum of a unit, with its
// bias, has 30 bits, or always saturates.
using SvdfStream = Stream<nook_svdf, struct FourFilters>;

}  // namespace nook
