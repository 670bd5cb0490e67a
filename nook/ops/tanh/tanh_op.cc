#include "nook/ops/tanh/tanh_op.h"

#include "nook/ops/shared/checks.h"
#include "nook/ops/shared/curve.h"
#include "nook/ops/shared/exponential.h"

namespace nook {
namespace {

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(TanhS8, __VA_ARGS__)
constexpr Kernel<nook_tanh_s8> kS8[] = {
#include "nook/ops/tanh/s8.inc"
};
#undef NOOK_KERNEL

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(TanhF32, __VA_ARGS__)
constexpr Kernel<nook_tanh_f32> kF32[] = {
#include "nook/ops/tanh/f32.inc"
};
#undef NOOK_KERNEL

// (1 - e) / (1 + e) with e = exp(-2x): the bits of -x, read with one more integer bit, are those of -2x.
int32_t tanh_of(int32_t x) {
  if (x == 0) return 0;
  const int32_t over = nook_two_over_one_plus(nook_exp_negative(x < 0 ? x : -x, 5));
  const int32_t positive = nook_shift_left_sat(over - (1 << 29), 2);
  return x < 0 ? -positive : positive;
}

}  // namespace

Span<const Kernel<TanhS8::Params>> TanhS8::kernels() { return kS8; }
Span<const Kernel<TanhF32::Params>> TanhF32::kernels() { return kF32; }

Result<Tanh::Attrs> Tanh::parse(const NodeView&) { return Attrs{}; }

Result<TanhS8::Params> TanhS8::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  NOOK_REQUIRE(node.inputs[0].type == DType::kS8 && node.outputs[0].type == DType::kS8, Code::kBadType);
  const auto table = make_curve({tanh_of, 7, 0}, node, context);
  NOOK_REQUIRE(table, table.code());
  return Params{node.inputs[0].shape.elements(), *table};
}

Result<TanhF32::Params> TanhF32::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kF32 && y.type == DType::kF32, Code::kBadType);
  const Code code = check_output_shape(y, x.shape, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  return Params{x.shape.elements()};
}

}  // namespace nook
