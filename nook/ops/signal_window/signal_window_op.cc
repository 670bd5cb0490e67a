#include "nook/ops/signal_window/signal_window_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FORM_KERNEL(nook_signal_window_s16_ref, first_in_place, SignalWindowS16)

Result<SignalWindowS16::Params> SignalWindowS16::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                         PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &window = node.inputs[1], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS16 && window.type == DType::kS16 && y.type == DType::kS16, Code::kBadType);
  NOOK_TRY(check_last_dimension(x, y, x.shape.back(0), context));
  NOOK_TRY(check_vector(window, 1, x.shape.back(0), context));
  NOOK_TRY(check_option(attrs.option, 0, 31, context));
  return Params{x.shape.elements() / x.shape.back(0), x.shape.back(0), attrs.option};
}

void SignalWindowS16::fields(ParamsVisitor& f, const Params& p) {
  f.value("rows", p.rows), f.value("size", p.size), f.value("shift", p.shift);
}

}  // namespace nook

NOOK_DEFINE_OP(SignalWindow, signal_window)
