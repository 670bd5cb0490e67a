#pragma once
#include "nook/ops/table.h"

namespace nook {
namespace detail {

template <class Form>
int32_t overlap_of(const void* kernel, const void* params, int input) {
  using Params = typename Form::Params;
  return static_cast<const Kernel<Params>*>(kernel)->overlap(*static_cast<const Params*>(params), input);
}

template <class Form>
void fill_scales_of(void* params, const ScaleSource& scales, void* table) {
  auto* p = static_cast<typename Form::Params*>(params);
  int32_t* const multiplier = static_cast<int32_t*>(table);
  int8_t* const shift = reinterpret_cast<int8_t*>(multiplier + Form::scale_count(*p));
  p->multiplier = multiplier, p->shift = shift;
  Form::fill_scales(scales, *p, {multiplier, shift});
}

// Forms without scale tables.
template <class Form, class Params>
void defer_scales(const Params&, Prepared*, long) {}
template <class Form, class Params>
auto defer_scales(const Params& params, Prepared* prepared, int)
    -> decltype(Form::scale_count(params), void()) {
  prepared->scale_bytes = Form::scale_count(params) * static_cast<int32_t>(sizeof(int32_t) + sizeof(int8_t));
  prepared->fill = fill_scales_of<Form>;
}

}  // namespace detail

// One form of an operator: Params, the best kernel for the target, its scratch. kBadType: not this form.
template <class Form, class Attrs>
Result<Prepared> prepare_form(int32_t form, const Attrs& attrs, const NodeView& node,
                              PrepareContext& context) {
  static_assert(sizeof(typename Form::Params) <= kMostParams, "what counts memory has room for that much");
  const size_t before = context.persistent.used();
  const Result<typename Form::Params> params = Form::prepare(attrs, node, context);
  context.table_bytes = context.persistent.used() - before;
  const Span<typename Form::Params> kept =
      params ? context.persistent.make<typename Form::Params>(1) : Span<typename Form::Params>();
  if (kept.empty()) context.persistent.rewind(before);  // a refused node leaves nothing behind
  NOOK_REQUIRE(params, params.code());
  NOOK_CHECK(context, !kept.empty(), Reason::kPersistent, 0, sizeof(typename Form::Params), 0);
  kept[0] = *params;
  const auto* kernel = choose(Form::kernels(), context, kept[0]);
  NOOK_CHECK(context, kernel, Reason::kNoKernel, 0, 1, 0);
  Prepared prepared{&kept[0],
                    kernel,
                    kernel->invoke,
                    kernel->symbol,
                    kernel->scratch(kept[0]),
                    form,
                    detail::overlap_of<Form>};
  if (context.defer_scales) detail::defer_scales<Form>(kept[0], &prepared, 0);
  return prepared;
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
template <class Op, class Forms = typename Op::Forms>
Result<Prepared> prepare_op(const typename Op::Attrs& attrs, const NodeView& node, PrepareContext& context) {
  const size_t in = node.inputs.size(), out = node.outputs.size();
  NOOK_CHECK(context, in >= Op::kMinInputs, Reason::kOperandCount, 0, Op::kMinInputs, in);
  NOOK_CHECK(context, in <= Op::kInputs, Reason::kOperandCount, 0, Op::kInputs, in);
  NOOK_CHECK(context, out == Op::kOutputs, Reason::kOperandCount, kFirstOutput, Op::kOutputs, out);
  for (size_t i = 0; i < Op::kMinInputs; ++i)
    NOOK_CHECK(context, node.inputs[i].present(), Reason::kOperandCount, i, 1, 0);
  return prepare_forms(Forms(), attrs, node, context);
}

template <class Op, class Forms>
Result<Prepared> parse_and_prepare(const NodeView& node, PrepareContext& context) {
  const Result<typename Op::Attrs> attrs = Op::parse(node);
  NOOK_REQUIRE(attrs, attrs.code());
  return prepare_op<Op, Forms>(*attrs, node, context);
}

// The row of an operator with all of its forms.
template <class Op>
constexpr OpEntry op_entry() {
  return {OpLine<Op>::code, OpLine<Op>::name, parse_and_prepare<Op, typename Op::Forms>};
}
// With those that are named; what no row names is not linked.
template <class Op, class Form, class... Forms>
constexpr OpEntry op_entry() {
  return {OpLine<Op>::code, OpLine<Op>::name, parse_and_prepare<Op, List<Form, Forms...>>};
}

}  // namespace nook
