#include "nook/ops/signal_energy/signal_energy_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FORM_KERNEL(nook_signal_energy_u32_ref, in_place, SignalEnergyU32)

Result<SignalEnergyU32::Params> SignalEnergyU32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                         PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS16 && y.type == DType::kU32, Code::kBadType);
  NOOK_TRY(check_vector(y, kFirstOutput, -1, context));
  const int32_t size = y.shape.elements();
  NOOK_TRY(check_vector(x, 0, 2 * size, context));
  NOOK_TRY(check_option(attrs.start_index, 0, size, context));
  NOOK_TRY(check_option(attrs.end_index, attrs.start_index, size, context));
  return Params{size, attrs.start_index, attrs.end_index};
}

void SignalEnergyU32::fields(ParamsVisitor& f, const Params& p) {
  f.value("size", p.size), f.value("start", p.start), f.value("end", p.end);
}

}  // namespace nook

NOOK_DEFINE_OP(SignalEnergy, signal_energy)
