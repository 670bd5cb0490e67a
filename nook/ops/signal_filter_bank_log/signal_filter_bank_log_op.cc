#include "nook/ops/signal_filter_bank_log/signal_filter_bank_log_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FORM_KERNEL(nook_signal_filter_bank_log_u32_ref, in_place, SignalFilterBankLogU32)

Result<SignalFilterBankLogU32::Params> SignalFilterBankLogU32::prepare(const Op::Attrs& attrs,
                                                                       const NodeView& node,
                                                                       PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kU32 && y.type == DType::kS16, Code::kBadType);
  NOOK_TRY(check_vector(x, 0, -1, context));
  NOOK_TRY(check_vector(y, kFirstOutput, x.shape.elements(), context));
  NOOK_TRY(check_option(attrs.input_correction_bits, 0, 31, context));
  return Params{x.shape.elements(), attrs.output_scale, attrs.input_correction_bits};
}

void SignalFilterBankLogU32::fields(ParamsVisitor& f, const Params& p) {
  f.value("size", p.size), f.value("scale", p.scale), f.value("correction", p.correction);
}

}  // namespace nook

NOOK_DEFINE_OP(SignalFilterBankLog, signal_filter_bank_log)
