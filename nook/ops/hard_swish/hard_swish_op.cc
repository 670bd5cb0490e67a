#include "nook/ops/hard_swish/hard_swish_op.h"

#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/short_fixed_point.h"

namespace nook {
namespace {

// Uses TensorFlow Lite's 16-bit arithmetic; relu6(x + 3) / 6 is `gate` with 15 fraction bits.
int32_t hard_swish(int32_t centred, const FixedScale& output, const FixedScale& relu, int32_t zero) {
  const int32_t high = centred * 128;
  int32_t gate = relu.shift > 0 ? shift_left_sat_16(high, relu.shift - 1) : high;
  gate = mul_high_16(gate, short_multiplier(relu));
  if (relu.shift > 0) gate = shift_left_sat_16(gate, 1);
  if (relu.shift < 0) gate = nook_shift_right_round(gate, -relu.shift);
  gate = (gate + (1 << 15)) >> 1;
  const int32_t product = gate * mul_high_16(high, short_multiplier(output)) / (1 << 15);  // truncates
  return nook_clamp(nook_shift_right_round(product, -output.shift) + zero, -128, 127);
}

}  // namespace

NOOK_FAMILY_KERNEL(nook_hard_swish_f32_ref, in_place, UnaryF32<HardSwish>)

template <>
int32_t GatedS16<HardSwish>::kind_of(const Op::Attrs&) {
  return 0;
}

// Between -3 and 3 the gate is a straight line.
template <>
Gate GatedS16<HardSwish>::gate(int32_t) {
  return {3, 1, 16, [](float x) { return 0.5f + x / 6; }};
}

template <>
Code UnaryS8<HardSwish>::fill_table(const Op::Attrs&, const TableOf& of) {
  const float high = of.x.scale() / 128.0f;
  const auto output = fixed_quotient(high, of.y.scale()), relu = fixed_quotient(high, 3.0f / 32768.0f);
  NOOK_CHECK(of.context, output && output->shift <= 0, Reason::kScaleValue, kFirstOutput, 0, 0);
  NOOK_CHECK(of.context, relu, Reason::kScaleValue, 0, 0, 0);
  return of.fill([&](int32_t centred) { return hard_swish(centred, *output, *relu, of.y.zero_point); });
}

}  // namespace nook

NOOK_DEFINE_OP(HardSwish, hard_swish)
