#include "nook/ops/average_pool2d/average_pool2d_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/contract/kernel_table.h"

namespace nook {
namespace {

// At least four channels, and windows of at most this many taps.
template <int32_t most_taps, class Params>
bool fours(const Params& p) {
  return p.in_c >= 4 && p.filter_w <= most_taps / p.filter_h;
}
// The sum of this many bytes fits 16 bits.
template <class Params>
bool sums_in_16(const Params& p) {
  return fours<256>(p);
}
// The product of the sum of this many bytes and the factor of the mean fits 32 bits.
template <class Params>
bool means_in_32(const Params& p) {
  return fours<181>(p);
}

bool four_channels(const nook_pool_f32& p) { return p.in_c >= 4; }

// The sums of a window fit 16 bits.
template <class Params>
bool less_than_256(const Params& p) {
  return p.filter_w <= 255 / p.filter_h;
}

constexpr RowInvoke kRowsU8[] = {linked_row<AveragePool2DU8, kRef, nook_average_pool2d_u8_ref_row>()};

// For kernels of int16: at least a word of channels.
bool pairs(const nook_pool_s16& p) { return p.in_c >= 2; }

}  // namespace

#define NOOK_TABLE AveragePool2DS16
#define NOOK_ROWS  "nook/ops/average_pool2d/s16.inc"
#include "nook/ops/contract/function_tables.inc"
#include "nook/ops/contract/row_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE AveragePool2DS8
#define NOOK_ROWS  "nook/ops/average_pool2d/s8.inc"
#include "nook/ops/contract/function_tables.inc"
#include "nook/ops/contract/row_tables.inc"
#include "nook/ops/contract/sum_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
NOOK_FORM_KERNEL(nook_average_pool2d_u8_ref, disjoint, AveragePool2DU8)
Span<const RowInvoke> AveragePool2DU8::row_kernels() { return kRowsU8; }
#define NOOK_TABLE AveragePool2DF32
#define NOOK_ROWS  "nook/ops/average_pool2d/f32.inc"
#include "nook/ops/contract/function_tables.inc"
#include "nook/ops/contract/row_tables.inc"
#include "nook/ops/contract/sum_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS

}  // namespace nook

NOOK_DEFINE_OP(AveragePool2D, average_pool2d)
