#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/svdf/svdf.h"

namespace nook {

// Whether inputs fit the kernel's stack, the first factor is below 1, and the factor of the result is below
// 1/2.
bool in_fours(const nook_svdf& p);

// The packed weights for s8_dsp.c: for each four filters, their initial sums and their weights
// (kernels/dot/pack/pack_four_sums.h); then the initial sum of each unit, and all time weights. Twice the sum
// of a unit, with its bias, fits 30 bits, or always saturates.
int32_t packed_fours_bytes(const nook_svdf& p);
bool takes_fours(const nook_svdf& p, const void* const* in);
void pack_fours(const nook_svdf& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_svdf> kFours = {packed_fours_bytes, pack_fours, takes_fours};

// The packed weights for s8_mve.c and s16_mve.c, which accept any weights. The rows of four filters have the
// layout of four_sums_mve.h. The time weights have the state's element size and are followed by padding that
// a register load may read.
bool svdf_on_mve(const nook_svdf& p);
int32_t packed_fours_s8_bytes_mve(const nook_svdf& p);
int32_t packed_fours_s16_bytes_mve(const nook_svdf& p);
void pack_fours_s8_mve(const nook_svdf& p, const void* const* in, PackedBytes& to);
void pack_fours_s16_mve(const nook_svdf& p, const void* const* in, PackedBytes& to);
inline constexpr Packing<nook_svdf> kFoursS8Mve = {packed_fours_s8_bytes_mve, pack_fours_s8_mve},
                                    kFoursS16Mve = {packed_fours_s16_bytes_mve, pack_fours_s16_mve};

}  // namespace nook
