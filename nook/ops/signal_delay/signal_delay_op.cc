#include "nook/ops/signal_delay/signal_delay_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FORM_KERNEL(nook_signal_delay_s16_ref, disjoint, SignalDelayS16)

Result<SignalDelayS16::Params> SignalDelayS16::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                       PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS16 && y.type == DType::kS16, Code::kBadType);
  NOOK_TRY(check_last_dimension(x, y, x.shape.back(0), context));
  const int32_t rows = x.shape.elements() / x.shape.back(0);
  NOOK_TRY(check_option(attrs.option, 0, kMostKeptSamples / rows, context));
  return Params{rows, x.shape.back(0), attrs.option};
}

void SignalDelayS16::fields(ParamsVisitor& f, const Params& p) {
  f.value("rows", p.rows), f.value("size", p.size), f.value("delay", p.delay);
}

}  // namespace nook

NOOK_DEFINE_OP(SignalDelay, signal_delay)
