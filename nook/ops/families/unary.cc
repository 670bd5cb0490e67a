#include "nook/core/fixed_point.h"
#include "nook/core/fixed_ratio.h"
#include "nook/ops/families/one_operand.h"
#include "nook/ops/families/unary_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

// The integer part of 3 * x; the product does not fit into a float.
int32_t thrice(float x) {
  const int32_t whole = static_cast<int32_t>(x);
  return 3 * whole + static_cast<int32_t>(3 * (x - static_cast<float>(whole)));
}

// 2^0.001: TensorFlow Lite's tolerance for a power of two.
constexpr float kNearlyOne = 1.000693387f;

}  // namespace

Span<const KernelEntry> lookup_kernels() {
  NOOK_ONE_KERNEL(OneOperandForm<nook_lookup_s8>, nook_lookup_s8_ref, in_place);
}
Span<const KernelEntry> slopes_kernels() {
  NOOK_ONE_KERNEL(OneOperandForm<nook_slopes_s16>, nook_slopes_s16_ref, in_place);
}

Span<const KernelEntry> points_kernels() {
  NOOK_ONE_KERNEL(OneOperandForm<nook_points_s16>, nook_points_s16_ref, in_place);
}
Span<const KernelEntry> gated_kernels() {
  NOOK_ONE_KERNEL(OneOperandForm<nook_gated_s16>, nook_gated_s16_ref, in_place);
}

Result<nook_lookup_s8> prepare_lookup(const NodeView& node, PrepareContext& context, const void* attrs,
                                      Code (*fill)(const void* attrs, const TableOf& of)) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_TRY(check_s8_to_s8(x, y, context));
  NOOK_TRY(check_output_shape(y, x.shape, context));
  const Span<int8_t> table = context.persistent.make<int8_t>(NOOK_LOOKUP_SIZE);
  NOOK_CHECK(context, !table.empty(), Reason::kPersistent, 0, NOOK_LOOKUP_SIZE, 0);
  NOOK_TRY(fill(attrs, {node, x, y, context, table}));
  return nook_lookup_s8{x.shape.elements(), table.data()};
}

Code fill_clamped(const TableOf& of, int32_t least, int32_t most) {
  const auto scale = fixed_quotient(of.x.scale(), of.y.scale());
  NOOK_CHECK(of.context, scale && scale->shift <= kMaxShiftOfInt8, Reason::kScaleValue, kFirstOutput, 0, 0);
  return of.fill([&](int32_t centred) {
    return nook_requantize(centred, scale->multiplier, scale->shift, of.y.zero_point, least, most);
  });
}

Result<nook_points_s16> prepare_points(const NodeView& node, PrepareContext& context) {
  NOOK_TRY(check_s16_to_s16(node, context));
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  return nook_points_s16{x.shape.elements(), x.scale(), y.scale(), nullptr};
}

Result<nook_gated_s16> prepare_gated(const Gate& gate, int32_t kind, const NodeView& node,
                                     PrepareContext& context) {
  constexpr float kSixteenBits = 1.0f / 65536;
  NOOK_TRY(check_s16_to_s16(node, context));
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  const auto at =
      fixed_ratio(x.scale(), static_cast<float>(gate.last << gate.bits), static_cast<float>(gate.end));
  NOOK_CHECK(context, at, Reason::kScaleValue, 0, 0, 0);
  const auto scale = fixed_ratio(x.scale(), kSixteenBits, y.scale());
  NOOK_CHECK(context, scale && scale->shift <= 0, Reason::kScaleValue, kFirstOutput, 0, 0);
  return nook_gated_s16{x.shape.elements(), at->multiplier, at->shift, gate.bits, gate.last, nullptr,
                        scale->multiplier,  scale->shift,   kind};
}

void fill_gate(const Gate& gate, uint16_t* points) {
  for (int32_t i = 0; i <= gate.last; ++i) {
    const float place = static_cast<float>(i * gate.end) / static_cast<float>(gate.last);
    points[i] = static_cast<uint16_t>((gate.at(place) - 0.5f) * 65536 + 0.5f);
  }
}

Result<nook_curve_s16> prepare_curve_s16(const NodeView& node, int32_t powers_of_two,
                                         PrepareContext& context) {
  constexpr float kLargestScale = 5;  // limit for products of 31 bits
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_TRY(check_s16_to_s16(node, context));
  NOOK_TRY(check_fixed_output(y, 15, 0, context));
  NOOK_CHECK(context, x.scale() <= kLargestScale, Reason::kScaleValue, 0, 0, 0);
  nook_curve_s16 p{x.shape.elements(), 0, 0};
  float units = x.scale() * 4096;
  for (int32_t i = 0; i < powers_of_two; ++i) {
    const float ratio = units / static_cast<float>(1 << i);
    p.multiplier = 3 << i;
    if (ratio > 1 / kNearlyOne && ratio < kNearlyOne) return p;
  }
  // The largest multiplier of 15 bits, truncated. Doubling a float is exact.
  for (; thrice(2 * units) < 32767 && p.shift < 31; ++p.shift) units *= 2;
  p.multiplier = thrice(units);
  return p;
}

Result<nook_unary_f32> prepare_unary_f32(const NodeView& node, PrepareContext& context) {
  NOOK_TRY(check_one_shape(node, DType::kF32, DType::kF32, context));
  return nook_unary_f32{node.inputs[0].shape.elements()};
}

}  // namespace nook
