#include "nook/ops/sub/sub_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/contract/kernel_table.h"

namespace nook {

#define NOOK_TABLE SubS8
#define NOOK_ROWS  "nook/ops/sub/s8.inc"
#include "nook/ops/contract/function_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE SubF32
#define NOOK_ROWS  "nook/ops/sub/f32.inc"
#include "nook/ops/contract/function_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE SubS16
#define NOOK_ROWS  "nook/ops/sub/s16.inc"
#include "nook/ops/contract/function_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
NOOK_FAMILY_KERNEL(nook_sub_s32_ref, binary_in_place, BinaryActS32<Sub>)

// TensorFlow Lite computes these factors in single precision for SUB, unlike ADD.
SumScales Sub::sum_scales(const NodeView& node, int32_t left_shift) {
  const float a = node.inputs[0].scale(), b = node.inputs[1].scale(), unit = 2 * (a > b ? a : b);
  return {fixed_quotient(a, unit), fixed_quotient(b, unit),
          fixed_quotient(unit, static_cast<float>(1 << left_shift) * node.outputs[0].scale())};
}

}  // namespace nook

NOOK_DEFINE_OP(Sub, sub)
