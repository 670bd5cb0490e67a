#include "nook/ops/signal_filter_bank/signal_filter_bank_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {
namespace {

enum Operand { kX, kWeights, kUnweights, kFirstBin, kFirstWeight, kWidth, kOperands };

// Checks that part c is inside the spectrum and the weights.
Code check_range(const NodeView& node, int operand, int32_t c, int32_t limit, PrepareContext& context) {
  const auto at = [&](int of) { return static_cast<const int16_t*>(node.inputs[of].data)[c]; };
  const int32_t first = at(operand), width = at(kWidth);
  NOOK_CHECK(context, width >= 0, Reason::kAxis, kWidth, 0, width);
  NOOK_CHECK(context, first >= 0 && first + width <= limit, Reason::kAxis, operand, limit, first + width);
  return Code::kOk;
}

Code check_parts(const NodeView& node, int32_t parts, PrepareContext& context) {
  const int32_t bins = node.inputs[kX].shape.elements(), weights = node.inputs[kWeights].shape.elements();
  for (int i = kFirstBin; i <= kWidth; ++i) {
    const int32_t have = node.inputs[i].shape.elements();
    NOOK_CHECK(context, have >= parts, Reason::kElements, i, parts, have);
    NOOK_CHECK(context, node.inputs[i].data, Reason::kNotConstant, i, 1, 0);
  }
  for (int32_t c = 0; c < parts; ++c) {
    NOOK_TRY(check_range(node, kFirstBin, c, bins, context));
    NOOK_TRY(check_range(node, kFirstWeight, c, weights, context));
  }
  return Code::kOk;
}

}  // namespace

NOOK_FORM_KERNEL(nook_signal_filter_bank_u32_ref, disjoint, SignalFilterBankU32)

Result<SignalFilterBankU32::Params> SignalFilterBankU32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                                 PrepareContext& context) {
  const TensorInfo& y = node.outputs[0];
  bool fits = node.inputs[kX].type == DType::kU32 && y.type == DType::kU64;
  for (int i = kWeights; i < kOperands; ++i) fits = fits && node.inputs[i].type == DType::kS16;
  NOOK_REQUIRE(fits, Code::kBadType);
  NOOK_TRY(check_vector(y, kFirstOutput, -1, context));
  const int32_t channels = y.shape.elements();
  NOOK_TRY(check_option(attrs.option, channels, channels, context));
  for (int i = 0; i < kOperands; ++i) {
    NOOK_TRY(check_vector(node.inputs[i], i, i == kUnweights ? node.inputs[kWeights].shape.elements() : -1,
                          context));
  }
  NOOK_TRY(check_parts(node, channels + 1, context));
  return Params{channels};
}

void SignalFilterBankU32::fields(ParamsVisitor& f, const Params& p) { f.value("channels", p.channels); }

}  // namespace nook

NOOK_DEFINE_OP(SignalFilterBank, signal_filter_bank)
