// The form of operators whose y is x under another name: the same bytes, of any type, in another shape. They
// are copied only if the two cannot share memory. An operator derives from Renaming<Op> and may add a check:
//
//   static Code check(const NodeView&, PrepareContext&)
#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/reshape/reshape.h"

namespace nook {

template <class Operator>
struct RenamedAny;

template <class Operator, OpCode op_code, Role... roles>
struct Renaming : PlainOp<Operator, op_code, roles...> {
  static constexpr bool kRenames = true;  // result 0 is operand 0
  using Forms = List<RenamedAny<Operator>>;
  static Code check(const NodeView&, PrepareContext&) { return Code::kOk; }
};

Span<const KernelEntry> renaming_kernels();
// Checks that x and y have the same type and the same number of elements.
Result<nook_reshape> prepare_renaming(const NodeView& node, PrepareContext& context);
// Checks that y has the dimensions of x in the same order, without dimensions of size 1.
Code check_only_ones_differ(const NodeView& node, PrepareContext& context);

template <class Operator>
struct RenamedAny : FormOf<Operator, nook_reshape> {
  static constexpr const char *kType = "nook_reshape", *kHeader = "nook/ops/reshape/reshape.h";

  static Result<nook_reshape> prepare(const typename Operator::Attrs&, const NodeView& node,
                                      PrepareContext& context) {
    const Result<nook_reshape> params = prepare_renaming(node, context);
    NOOK_REQUIRE(params, params.code());
    NOOK_TRY(Operator::check(node, context));
    return params;
  }
  static Span<const KernelEntry> kernels() { return renaming_kernels(); }

  template <class F>
  static void fields(F& f, const nook_reshape& p) {
    f.value("bytes", p.bytes);
  }
};

}  // namespace nook
