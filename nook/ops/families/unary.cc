#include <float.h>

#include "nook/ops/families/unary_op.h"
#include "nook/ops/shared/checks.h"

namespace nook {
namespace {

// Any operator with one operand and one result calls it alike.
struct AnyUnary {
  static constexpr Signature kSignature = operands(Role::kData);
};
struct Lookup {
  using Op = AnyUnary;
  using Params = nook_lookup_s8;
};
constexpr Kernel kLookup[] = {
    NOOK_KERNEL_ROW(Lookup, nook_lookup_s8_ref, kRef, always, no_scratch, in_place, as_is)};
struct Slopes {
  using Op = AnyUnary;
  using Params = nook_slopes_s16;
};
constexpr Kernel kSlopes[] = {
    NOOK_KERNEL_ROW(Slopes, nook_slopes_s16_ref, kRef, always, no_scratch, in_place, as_is)};

}  // namespace

Span<const Kernel> lookup_kernels() { return kLookup; }
Span<const Kernel> slopes_kernels() { return kSlopes; }

Result<Span<int8_t>> prepare_lookup(const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS8 && y.type == DType::kS8, Code::kBadType);
  Code code = check_quantized_s8(x, 0, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  code = check_quantized_s8(y, kFirstOutput, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  code = check_output_shape(y, x.shape, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  const Span<int8_t> table = context.persistent.make<int8_t>(NOOK_LOOKUP_SIZE);
  NOOK_CHECK(context, !table.empty(), Reason::kPersistent, 0, NOOK_LOOKUP_SIZE, 0);
  return table;
}

Code check_symmetric_s16(const TensorInfo& t, int operand, PrepareContext& context) {
  NOOK_CHECK(context, t.per_tensor(), Reason::kScaleCount, operand, 1, t.scales.size());
  NOOK_CHECK(context, t.scale() > 0 && t.scale() <= FLT_MAX, Reason::kScaleValue, operand, 0, 0);
  NOOK_CHECK(context, t.zero_point == 0, Reason::kZeroPoint, operand, 0, t.zero_point);
  return Code::kOk;
}

Code check_slopes(const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS16 && y.type == DType::kS16, Code::kBadType);
  return check_output_shape(y, x.shape, context);
}

Result<nook_unary_f32> prepare_unary_f32(const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kF32 && y.type == DType::kF32, Code::kBadType);
  const Code code = check_output_shape(y, x.shape, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  return nook_unary_f32{x.shape.elements()};
}

}  // namespace nook
