#include "nook/ops/signal_pcan/signal_pcan_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {
namespace {

template <class P>
int32_t signals_in_place(const P&, int input) {
  return input < 2 ? 0 : kDisjoint;
}

}  // namespace

NOOK_FORM_KERNEL(nook_signal_pcan_u32_ref, signals_in_place, SignalPcanU32)

Result<SignalPcanU32::Params> SignalPcanU32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                     PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &noise = node.inputs[1], &gains = node.inputs[2],
                   &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kU32 && noise.type == DType::kU32 && gains.type == DType::kS16 &&
                   y.type == DType::kU32,
               Code::kBadType);
  const int32_t size = x.shape.elements();
  NOOK_TRY(check_vector(x, 0, -1, context));
  NOOK_TRY(check_vector(noise, 1, size, context));
  NOOK_TRY(check_vector(y, kFirstOutput, size, context));
  NOOK_TRY(check_vector(gains, 2, -1, context));
  NOOK_CHECK(context, gains.shape.elements() >= NOOK_SIGNAL_PCAN_GAINS, Reason::kElements, 2,
             NOOK_SIGNAL_PCAN_GAINS, gains.shape.elements());
  NOOK_TRY(check_option(attrs.option, 0, 63, context));
  return Params{size, attrs.option};
}

void SignalPcanU32::fields(ParamsVisitor& f, const Params& p) {
  f.value("size", p.size), f.value("snr_shift", p.snr_shift);
}

}  // namespace nook

NOOK_DEFINE_OP(SignalPcan, signal_pcan)
