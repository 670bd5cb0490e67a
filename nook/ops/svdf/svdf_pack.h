#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/svdf/svdf.h"

namespace nook {

// Whether inputs fit the kernel's stack, and factors are below 1, that of the result below 1/2.
bool in_fours(const nook_svdf& p);

// Of s8_dsp.c: of each four filters what their sums begin as and their weights (shared/pack_four_sums.h);
// then what the sum of each unit begins as, and all weights over time. Twice the sum of a unit, with its
// bias, has 30 bits, or always saturates.
using SvdfStream = Stream<nook_svdf, struct FourFilters>;

// The same for s8_mve.c and s16_mve.c, with all weights: the rows of four filters are those of
// shared/four_sums_mve.h, and the weights over time, of as many bytes as the state, end with a register that
// may be read.
bool svdf_on_mve(const nook_svdf& p);
int32_t svdf_s8_stream_bytes_mve(const nook_svdf& p);
int32_t svdf_s16_stream_bytes_mve(const nook_svdf& p);
void pack_svdf_s8_stream_mve(const nook_svdf& p, const void* const* in, PackedBytes& to);
void pack_svdf_s16_stream_mve(const nook_svdf& p, const void* const* in, PackedBytes& to);

}  // namespace nook
