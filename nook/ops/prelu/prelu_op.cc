#include "nook/ops/prelu/prelu_op.h"

#include "nook/ops/define_op.h"
#include "nook/ops/shared/fixed_ratio.h"

namespace nook {
namespace {

constexpr Kernel kS8[] = {
    NOOK_KERNEL_ROW(PreluS8, nook_prelu_s8_ref, kRef, always, no_scratch, binary_in_place, as_is)};
constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(PreluF32, nook_prelu_f32_ref, kRef, always, no_scratch, binary_in_place, as_is)};

// A product of two differences of int8 is at most 255 * 255, which leaves room for this many bits; less one
// for the zero point.
constexpr int32_t kMaxSlopeShift = 14;

}  // namespace

Span<const Kernel> PreluS8::kernels() { return kS8; }
template <>
Span<const Kernel> PreluF32::kernels() {
  return kF32;
}

Result<PreluS8::Params> PreluS8::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  Code code = check_binary_s8(node, Activation::kNone, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  Params p{};
  code = prepare_broadcast(node, context, &p.walk);
  NOOK_REQUIRE(code == Code::kOk, code);
  const TensorInfo &a = node.inputs[0], &b = node.inputs[1], &y = node.outputs[0];
  const auto scale = fixed_ratio(a.scale(), 1, y.scale());
  const auto slope = fixed_ratio(a.scale(), b.scale(), y.scale());
  NOOK_CHECK(context, scale && scale->shift < kMaxShiftOfInt8, Reason::kScaleValue, kFirstOutput, 0, 0);
  NOOK_CHECK(context, slope && slope->shift <= kMaxSlopeShift, Reason::kScaleValue, 1, 0, 0);
  p.multiplier = scale->multiplier, p.shift = scale->shift;
  p.slope_multiplier = slope->multiplier, p.slope_shift = slope->shift;
  p.a_zero = a.zero_point, p.b_zero = b.zero_point, p.y_zero = y.zero_point;
  return p;
}

}  // namespace nook

NOOK_DEFINE_OP(Prelu, prelu)
