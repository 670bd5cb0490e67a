#include "nook/ops/logistic/logistic_op.h"

#include "nook/ops/shared/checks.h"
#include "nook/ops/shared/curve.h"
#include "nook/ops/shared/exponential.h"

namespace nook {
namespace {

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(LogisticS8, __VA_ARGS__)
constexpr Kernel<nook_logistic_s8> kS8[] = {
#include "nook/ops/logistic/s8.inc"
};
#undef NOOK_KERNEL

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(LogisticF32, __VA_ARGS__)
constexpr Kernel<nook_logistic_f32> kF32[] = {
#include "nook/ops/logistic/f32.inc"
};
#undef NOOK_KERNEL

int32_t logistic(int32_t x) {
  if (x == 0) return 1 << 30;
  const int32_t positive = nook_reciprocal_one_plus(nook_exp_negative(x < 0 ? x : -x, 4));
  return x < 0 ? INT32_MAX - positive : positive;
}

}  // namespace

Span<const Kernel<LogisticS8::Params>> LogisticS8::kernels() { return kS8; }
Span<const Kernel<LogisticF32::Params>> LogisticF32::kernels() { return kF32; }

Result<Logistic::Attrs> Logistic::parse(const NodeView&) { return Attrs{}; }

Result<LogisticS8::Params> LogisticS8::prepare(const Op::Attrs&, const NodeView& node,
                                               PrepareContext& context) {
  NOOK_REQUIRE(node.inputs[0].type == DType::kS8 && node.outputs[0].type == DType::kS8, Code::kBadType);
  const auto table = make_curve({logistic, 8, -128}, node, context);
  NOOK_REQUIRE(table, table.code());
  return Params{node.inputs[0].shape.elements(), *table};
}

Result<LogisticF32::Params> LogisticF32::prepare(const Op::Attrs&, const NodeView& node,
                                                 PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kF32 && y.type == DType::kF32, Code::kBadType);
  const Code code = check_output_shape(y, x.shape, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  return Params{x.shape.elements()};
}

}  // namespace nook
