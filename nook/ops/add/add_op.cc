#include "nook/ops/add/add_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/contract/kernel_table.h"

namespace nook {
namespace {

// For kernels that require that the factor of one operand is 1/2, which is always true.
template <class Params>
bool one_half(const Params& p) {
  return side_by_side(p) && (is_half(p.a_multiplier, p.a_shift) || is_half(p.b_multiplier, p.b_shift));
}

template <class Params>
bool one_half_repeat(const Params& p) {
  return has_repeats(p) && one_half(vectors_of(p));
}

}  // namespace

#define NOOK_TABLE AddS8
#define NOOK_ROWS  "nook/ops/add/s8.inc"
#include "nook/ops/contract/function_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE AddF32
#define NOOK_ROWS  "nook/ops/add/f32.inc"
#include "nook/ops/contract/function_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE AddS16
#define NOOK_ROWS  "nook/ops/add/s16.inc"
#include "nook/ops/contract/function_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
NOOK_FAMILY_KERNEL(nook_add_s32_ref, binary_in_place, BinaryActS32<Add>)

SumScales Add::sum_scales(const NodeView& node, int32_t left_shift) {
  const float a = node.inputs[0].scale(), b = node.inputs[1].scale(), most = a > b ? a : b;
  return {fixed_ratio(a, 0.5f, most), fixed_ratio(b, 0.5f, most),
          fixed_ratio(most, 2 / static_cast<float>(1 << left_shift), node.outputs[0].scale())};
}

}  // namespace nook

NOOK_DEFINE_OP(Add, add)
