#include "nook/ops/max_pool2d/max_pool2d_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/contract/kernel_table.h"

namespace nook {
namespace {

// At least four channels.
template <class Params>
bool fours(const Params& p) {
  return p.in_c >= 4;
}

// Windows of a single row. Kernels that write the largest so far after each pixel pay for a few pixels only.
constexpr int32_t kFewPixels = 4;
template <class Params>
bool one_row(const Params& p) {
  return p.filter_h == 1 && p.pad_top == 0;
}
template <class Params>
bool few(const Params& p) {
  return one_row(p) && p.filter_w <= kFewPixels;
}
template <class Params>
bool few_fours(const Params& p) {
  return few(p) && fours(p);
}

// For kernels of int16: at least a word of channels.
bool pairs(const nook_pool_s16& p) { return p.in_c >= 2; }

}  // namespace

#define NOOK_TABLE MaxPool2DS16
#define NOOK_ROWS  "nook/ops/max_pool2d/s16.inc"
#include "nook/ops/contract/function_tables.inc"
#include "nook/ops/contract/row_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE MaxPool2DS8
#define NOOK_ROWS  "nook/ops/max_pool2d/s8.inc"
#include "nook/ops/contract/function_tables.inc"
#include "nook/ops/contract/row_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE MaxPool2DF32
#define NOOK_ROWS  "nook/ops/max_pool2d/f32.inc"
#include "nook/ops/contract/function_tables.inc"
#include "nook/ops/contract/row_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS

}  // namespace nook

NOOK_DEFINE_OP(MaxPool2D, max_pool2d)
