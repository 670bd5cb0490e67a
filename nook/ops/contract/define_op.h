// The end of an operator's .cc, NOOK_DEFINE_OP(Tanh, tanh), defines the rows through which other code finds
// the operator.
#pragma once
#include "nook/ops/contract/op_row.h"
#include "nook/ops/contract/prepare.h"

namespace nook {

template <class Op, Kernels linked>
Code prepare_model_node(const NodeView& node, PrepareContext& context, Prepared* prepared) {
  using Forms = typename InterpretedForms<Op>::type;
  return parse_and_prepare<Op, Forms, detail::instance_of<linked>(Forms())>(node, context, prepared);
}

namespace detail {

template <class Form>
using Header = decltype(Form::kHeader);
template <class Form>
constexpr const char* header_of() {
  if constexpr (kHas<Header, Form>) {
    return Form::kHeader;
  } else {
    return nullptr;
  }
}

template <class Form>
using Pieces = decltype(&Form::pieces);

template <class Params>
inline constexpr Params kNone{};

template <class Form>
constexpr FormRow form_row() {
  using Params = typename Form::Params;
  FormRow row{Form::kType,
              header_of<Form>(),
              Form::kRows,
              [](ParamsVisitor& visitor, const void* params) {
                Form::fields(visitor, *static_cast<const Params*>(params));
              },
              &kNone<Params>,
              [](const void* params) { return Form::macs(*static_cast<const Params*>(params)); },
              [] { return Span<const KernelEntry>(Form::kernels()); },
              nullptr,
              nullptr,
              kHas<StateBytes, Form>,
              kHas<MayWait, Form>,
              nullptr};
  if constexpr (Form::kRows == ByRows::kWindow)
    row.window = [](const void* params) { return window_of<Form>(*static_cast<const Params*>(params)); };
  if constexpr (Form::kRows == ByRows::kWindow || Form::kRows == ByRows::kSums)
    row.sum_bytes = [](const void* params) { return sums_of<Form>(*static_cast<const Params*>(params)); };
  if constexpr (kHas<Pieces, Form>)
    row.pieces = [](const void* params) { return Form::pieces(*static_cast<const Params*>(params)); };
  return row;
}

template <class... Forms>
struct FormRows {
  static constexpr FormRow all[] = {form_row<Forms>()...};
};
template <class... Forms>
constexpr Span<const FormRow> form_rows(List<Forms...>) {
  return {FormRows<Forms...>::all, sizeof...(Forms)};
}

template <class Op>
using Renames = decltype(Op::kRenames);

template <class Op>
Code parse_any(const NodeView& node, void* attrs) {
  using Attrs = typename Op::Attrs;
  static_assert(sizeof(Attrs) <= kMostAttrs && alignof(Attrs) <= 8, "kMostAttrs");
  const Result<Attrs> parsed = Op::parse(node);
  if (parsed) *static_cast<Attrs*>(attrs) = *parsed;
  return parsed.code();
}
template <class Op>
Result<Prepared> prepare_any(const void* attrs, const NodeView& node, PrepareContext& context) {
  return prepare_op<Op>(*static_cast<const typename Op::Attrs*>(attrs), node, context);
}

}  // namespace detail
}  // namespace nook

// Defines kernels() for an operator's form that a family declares, with one portable kernel, like
// NOOK_ONE_KERNEL.
#define NOOK_FAMILY_KERNEL(symbol, overlap, ...) \
  template <>                                    \
  NOOK_FORM_KERNEL(symbol, overlap, __VA_ARGS__)

#define NOOK_DEFINE_OP(Type, folder)                                                                        \
  namespace nook {                                                                                          \
  template Code prepare_model_node<Type, Kernels::kUnpacked>(const NodeView&, PrepareContext&, Prepared*);  \
  template Code prepare_model_node<Type, Kernels::kFast>(const NodeView&, PrepareContext&, Prepared*);      \
  template Code prepare_model_node<Type, Kernels::kRows>(const NodeView&, PrepareContext&, Prepared*);      \
  template Code prepare_model_node<Type, Kernels::kElsewhere>(const NodeView&, PrepareContext&, Prepared*); \
  template <>                                                                                               \
  const OpRow& op_row<Type>() {                                                                             \
    static constexpr OpRow kRow = {Type::kCode,                                                             \
                                   #Type,                                                                   \
                                   custom_name<Type>(),                                                     \
                                   #folder,                                                                 \
                                   Type::kSignature,                                                        \
                                   detail::parse_any<Type>,                                                 \
                                   detail::prepare_any<Type>,                                               \
                                   detail::form_rows(Type::Forms()),                                        \
                                   kHas<detail::Renames, Type>};                                            \
    return kRow;                                                                                            \
  }                                                                                                         \
  }
