// Operators on variables that a model names. Only interpreters run them; tensors that represent a variable
// (of DType::kResource) have the variable's memory. The compiler replaces them by copies to and from a
// variable tensor. An operator derives from VariableOp<Op>; its .cc defines the check() and kernels() of its
// form.
#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/families/variables.h"

namespace nook {

template <class Operator>
struct VariableForm;

template <class Operator, OpCode op_code>
struct VariableOp : PlainOp<Operator, op_code> {
  using Forms = List<VariableForm<Operator>>;
};

// Checks the `value` that is read from, or assigned to, a variable: any type of whole bytes.
Code check_value(const TensorInfo& value, int operand, PrepareContext& context, nook_variable* p);

template <class Operator>
struct VariableForm : FormOf<Operator, nook_variable> {
  static constexpr const char *kType = "nook_variable", *kHeader = "nook/ops/families/variables.h";

  static Result<nook_variable> prepare(const typename Operator::Attrs&, const NodeView& node,
                                       PrepareContext& context) {
    nook_variable p{};
    NOOK_TRY(check(node, context, &p));
    return p;
  }
  static Code check(const NodeView& node, PrepareContext& context, nook_variable* p);
  static Span<const KernelEntry> kernels();

  template <class F>
  static void fields(F& f, const nook_variable& p) {
    f.value("bytes", p.bytes);
  }
};

}  // namespace nook
