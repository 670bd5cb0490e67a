#include "nook/ops/contract/prepare.h"

namespace nook {

[[gnu::noinline]] Code reject(PrepareContext& context, uint32_t reason_and_operand, int32_t need,
                              int32_t have) {
  const Reason why = static_cast<Reason>(reason_and_operand & 0xFF);
  context.refusal = {why, static_cast<int8_t>(reason_and_operand >> 8), need, have};
  return code_of(why);
}

Code check_counts(const Counts& counts, const NodeView& node, PrepareContext& context) {
  const size_t in = node.inputs.size(), out = node.outputs.size();
  NOOK_CHECK(context, in >= counts.least, Reason::kOperandCount, 0, counts.least, in);
  NOOK_CHECK(context, in <= counts.most, Reason::kOperandCount, 0, counts.most, in);
  const bool any = counts.results == kAnyNumber;
  NOOK_CHECK(context, any ? out > 0 : out == counts.results, Reason::kOperandCount, kFirstOutput,
             any ? 1 : counts.results, out);
  for (size_t i = 0; i < in && i < kMostOperands; ++i) {
    const TensorInfo& x = node.inputs[i];
    if (counts.required >> i & 1u) NOOK_CHECK(context, x.present(), Reason::kOperandCount, i, 1, 0);
    if (counts.state >> i & 1u && x.present())
      NOOK_CHECK(context, x.variable && !x.data, Reason::kNotVariable, i, 1, 0);
  }
  return Code::kOk;
}

Code detail::prepare_first(int32_t form, const void* params, Span<const KernelEntry> kernels, ByRows by,
                           PrepareContext& context, Prepared* prepared) {
  const KernelEntry* const kernel = choose(kernels, context, params);
  NOOK_CHECK(context, kernel, Reason::kNoKernel, 0, 1, 0);
  if (context.rows) context.rows->by = by;
  prepared->params = params, prepared->form = form, prepared->overlap = overlap_of;
  run_by(*kernel, prepared);
  return Code::kOk;
}

}  // namespace nook
