#pragma once
#include "nook/ops/table.h"

namespace nook {

// One form of an operator: Params, the best kernel for the target, its scratch. kBadType: not this form.
template <class Form, class Attrs>
Result<Prepared> prepare_form(int32_t form, const Attrs& attrs, const NodeView& node,
                              PrepareContext& context) {
  const size_t before = context.persistent.used();
  const Span<typename Form::Params> kept = context.persistent.make<typename Form::Params>(1);
  NOOK_CHECK(context, !kept.empty(), Reason::kPersistent, 0, sizeof(typename Form::Params), 0);
  const Result<typename Form::Params> params = Form::prepare(attrs, node, context);
  if (!params) {
    context.persistent.rewind(before);  // a refused node leaves nothing behind
    return params.code();
  }
  kept[0] = *params;
  const auto* kernel = choose(Form::kernels(), context, kept[0]);
  NOOK_CHECK(context, kernel, Reason::kNoKernel, 0, 1, 0);
  return Prepared{&kept[0], kernel, kernel->invoke, kernel->symbol, kernel->scratch(kept[0]), form};
}

// The first form whose element types match decides; kBadType from all of them means that none did.
template <class Attrs, class... Forms>
Result<Prepared> prepare_forms(List<Forms...>, const Attrs& attrs, const NodeView& node,
                               PrepareContext& context) {
  Result<Prepared> result = Code::kBadType;
  int32_t form = 0;
  (void)((context.refusal = {}, result = prepare_form<Forms>(form++, attrs, node, context),
          result.code() != Code::kBadType || context.refusal.reason != Reason::kNone) ||
         ...);
  return result;
}

// From attributes to something runnable. The interpreter gets here straight after Op::parse, the compiler
// after its passes have had their way with `attrs`: this is the code that they share.
template <class Op>
Result<Prepared> prepare_op(const typename Op::Attrs& attrs, const NodeView& node, PrepareContext& context) {
  const size_t in = node.inputs.size(), out = node.outputs.size();
  NOOK_CHECK(context, in >= Op::kMinInputs, Reason::kOperandCount, 0, Op::kMinInputs, in);
  NOOK_CHECK(context, in <= Op::kInputs, Reason::kOperandCount, 0, Op::kInputs, in);
  NOOK_CHECK(context, out == Op::kOutputs, Reason::kOperandCount, kFirstOutput, Op::kOutputs, out);
  for (size_t i = 0; i < Op::kMinInputs; ++i)
    NOOK_CHECK(context, node.inputs[i].present(), Reason::kOperandCount, i, 1, 0);
  return prepare_forms(typename Op::Forms(), attrs, node, context);
}

}  // namespace nook
