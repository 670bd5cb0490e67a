#include "nook/ops/mul/mul_op.h"

#include "nook/core/fixed_point.h"
#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/contract/kernel_table.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

// Operands that are not broadcast within a run, and a factor below 1.
template <class Params>
bool scaled_down(const Params& p) {
  constexpr int32_t kLeastShift = -30;
  return p.walk.a_step == 1 && p.walk.b_step == 1 && p.shift >= kLeastShift && p.shift <= 0;
}

// For kernels in portable C: a factor below 1/2.
template <class Params>
bool halved(const Params& p) {
  return !NOOK_SINGLE_ROUNDING && scaled_down(p) && p.shift < 0;  // the kernel rounds twice
}

// For int16: operands that are not broadcast within a run, and a factor below 1/2.
bool reduced(const nook_mul_s16& p) {
  constexpr int32_t kLeastShift = -30;
  return p.walk.a_step == 1 && p.walk.b_step == 1 && p.shift >= kLeastShift && p.shift < 0;
}

template <class Params>
bool scaled_down_repeat(const Params& p) {
  return has_repeats(p) && scaled_down(vectors_of(p));
}
template <class Params>
bool halved_repeat(const Params& p) {
  return has_repeats(p) && halved(vectors_of(p));
}
bool reduced_repeat(const nook_mul_s16& p) { return has_repeats(p) && reduced(vectors_of(p)); }

// A product of two differences of int8 is at most 255 * 255; this is the largest shift at which it cannot
// overflow.
constexpr int32_t kMaxShift = 15;

}  // namespace

#define NOOK_TABLE MulS8
#define NOOK_ROWS  "nook/ops/mul/s8.inc"
#include "nook/ops/contract/function_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE MulF32
#define NOOK_ROWS  "nook/ops/mul/f32.inc"
#include "nook/ops/contract/function_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE MulS16
#define NOOK_ROWS  "nook/ops/mul/s16.inc"
#include "nook/ops/contract/function_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
NOOK_FAMILY_KERNEL(nook_mul_s32_ref, binary_in_place, BinaryActS32<Mul>)

Result<MulS8::Params> MulS8::prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context) {
  NOOK_TRY(check_binary_s8(node, attrs.activation, context));
  Params p{};
  NOOK_TRY(prepare_broadcast(node, context, &p.walk));
  const TensorInfo &a = node.inputs[0], &b = node.inputs[1], &y = node.outputs[0];
  const auto scale = fixed_ratio(a.scale(), b.scale(), y.scale());
  NOOK_CHECK(context, scale && scale->shift <= kMaxShift, Reason::kScaleValue, kFirstOutput, 0, 0);
  set_quantized_s8(node, attrs.activation, *scale, &p);
  return p;
}

Result<MulS16::Params> MulS16::prepare(const Op::Attrs& attrs, const NodeView& node,
                                       PrepareContext& context) {
  NOOK_TRY(check_symmetric_binary_s16(node, attrs.activation, context));
  const TensorInfo &a = node.inputs[0], &b = node.inputs[1], &y = node.outputs[0];
  Params p{};
  NOOK_TRY(prepare_broadcast(node, context, &p.walk));
  const auto scale = fixed_ratio(a.scale(), b.scale(), y.scale());
  NOOK_CHECK(context, scale, Reason::kScaleValue, kFirstOutput, 0, 0);
  p.multiplier = scale->multiplier, p.shift = scale->shift;
  const IntegerRange range = activation_range_of(attrs.activation, y);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

void MulS8::fields(ParamsVisitor& f, const Params& p) {
  binary_fields(f, p.walk);
  f.value("a_zero", p.a_zero), f.value("b_zero", p.b_zero), f.value("y_zero", p.y_zero);
  f.value("multiplier", p.multiplier), f.value("shift", p.shift);
  f.value("act_min", p.act_min), f.value("act_max", p.act_max);
}

void MulS16::fields(ParamsVisitor& f, const Params& p) {
  binary_fields(f, p.walk);
  f.value("multiplier", p.multiplier), f.value("shift", p.shift);
  f.value("act_min", p.act_min), f.value("act_max", p.act_max);
}

}  // namespace nook

NOOK_DEFINE_OP(Mul, mul)
