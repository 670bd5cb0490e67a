#include "nook/ops/signal_delay/signal_delay_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kS16[] = {
    NOOK_KERNEL_ROW(SignalDelayS16, nook_signal_delay_s16_ref, kRef, always, no_scratch, disjoint, as_is)};

}  // namespace

Span<const Kernel> SignalDelayS16::kernels() { return kS16; }

Result<SignalDelayS16::Params> SignalDelayS16::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                       PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS16 && y.type == DType::kS16, Code::kBadType);
  Code code = check_last_dimension(x, y, x.shape.back(0), context);
  NOOK_REQUIRE(code == Code::kOk, code);
  const int32_t rows = x.shape.elements() / x.shape.back(0);
  code = check_option(attrs.delay_length, 0, kMostKeptSamples / rows, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  return Params{rows, x.shape.back(0), attrs.delay_length};
}

}  // namespace nook

NOOK_DEFINE_OP(SignalDelay, signal_delay)
