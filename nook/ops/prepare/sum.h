#pragma once
#include "nook/core/fixed_point.h"
#include "nook/core/fixed_ratio.h"
#include "nook/ops/prepare/broadcast.h"

// ADD and SUB in int8 and int16.
namespace nook {

// Rescales both operands to 2 * max / 2^left_shift first; left_shift is 20 for int8. The three factors are
// then below 1, or the model is refused.
struct SumScales {
  Result<FixedScale> a, b, y;
};

inline Code check_sum_scales(const SumScales& real, PrepareContext& context) {
  const Result<FixedScale>* const all[] = {&real.a, &real.b, &real.y};
  for (int i = 0; i < 3; ++i)
    NOOK_CHECK(context, *all[i] && (*all[i])->shift <= 0, Reason::kScaleValue, i < 2 ? i : kFirstOutput, 0,
               0);
  return Code::kOk;
}

constexpr int32_t kSumShiftOfInt8 = 20;

template <class Params>
Result<Params> prepare_sum_s8(SumScales (*scales_of)(const NodeView&, int32_t left_shift),
                              Activation activation, const NodeView& node, PrepareContext& context) {
  NOOK_TRY(check_binary_s8(node, activation, context));
  Params p{};
  NOOK_TRY(prepare_broadcast(node, context, &p.walk));
  const SumScales real = scales_of(node, kSumShiftOfInt8);
  NOOK_TRY(check_sum_scales(real, context));
  p.a_multiplier = real.a->multiplier, p.a_shift = real.a->shift;
  p.b_multiplier = real.b->multiplier, p.b_shift = real.b->shift;
  p.y_multiplier = real.y->multiplier, p.y_shift = real.y->shift;
  p.a_zero = node.inputs[0].zero_point, p.b_zero = node.inputs[1].zero_point;
  p.y_zero = node.outputs[0].zero_point;
  const RangeS8 range = activation_range_s8(activation, node.outputs[0]);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

// Whether elementwise kernels accept these arguments.
template <class Params>
bool side_by_side(const Params& p) {
  constexpr int32_t kLeastShift = -30;
  return p.walk.a_step == 1 && p.walk.b_step == 1 && p.a_shift >= kLeastShift && p.b_shift >= kLeastShift &&
         p.y_shift >= kLeastShift;
}

constexpr bool is_half(int32_t multiplier, int32_t shift) { return multiplier == 1 << 30 && shift == 0; }

// For kernels in portable C: the factor of one operand is 1/2, the factor of the other at most 1/2, and the
// sum is scaled down.
template <class Params>
bool sums_halves(const Params& p) {
  if (NOOK_SINGLE_ROUNDING) return false;  // these kernels round twice
  const bool a_half = is_half(p.a_multiplier, p.a_shift), b_half = is_half(p.b_multiplier, p.b_shift);
  return side_by_side(p) && (a_half || (b_half && p.a_shift < 0)) && (b_half || (a_half && p.b_shift < 0)) &&
         p.y_shift < 0;
}

}  // namespace nook
