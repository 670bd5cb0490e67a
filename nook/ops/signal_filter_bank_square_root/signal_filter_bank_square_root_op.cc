#include "nook/ops/signal_filter_bank_square_root/signal_filter_bank_square_root_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FORM_KERNEL(nook_signal_filter_bank_square_root_u64_ref, first_in_place, SignalFilterBankSquareRootU64)

Result<SignalFilterBankSquareRootU64::Params> SignalFilterBankSquareRootU64::prepare(
    const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &shift = node.inputs[1], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kU64 && shift.type == DType::kS32 && y.type == DType::kU32, Code::kBadType);
  NOOK_TRY(check_vector(x, 0, -1, context));
  NOOK_TRY(check_vector(y, kFirstOutput, x.shape.elements(), context));
  NOOK_CHECK(context, shift.shape.elements() == 1, Reason::kElements, 1, 1, shift.shape.elements());
  return Params{x.shape.elements()};
}

void SignalFilterBankSquareRootU64::fields(ParamsVisitor& f, const Params& p) { f.value("size", p.size); }

}  // namespace nook

NOOK_DEFINE_OP(SignalFilterBankSquareRoot, signal_filter_bank_square_root)
