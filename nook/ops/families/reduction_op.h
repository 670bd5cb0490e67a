// The forms of reductions along the axes of operand 1, a constant. An axis may be negative (counted from the
// end) and may be named twice. An operator lists its forms and defines their kernels(), each a
// specialization.
#pragma once
#include "nook/model/fields.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/families/reduction.h"

namespace nook {

// The attributes of such an operator.
template <class Operator, OpCode op_code>
struct ReductionOp : OptionsOp<op_code, Role::kData, Role::kPrepared> {
  struct Attrs {
    using Op = Operator;
    bool keep_dims = false;  // reduced axes stay as dimensions of 1
  };
  static Result<Attrs> parse(const NodeView& node) {
    return Attrs{node.options[fields::ReducerOptions::keep_dims] != 0};
  }
};

// Enums, so that no caller passes a bare bool.
enum class KeepDims : uint8_t { kNo, kYes };

// Checks both shapes and the axes, and computes the walks. `axes`, unless null: receives the reduced axes as
// a bit mask.
Code prepare_reduction_walk(const NodeView& node, KeepDims keep, PrepareContext& context,
                            nook_reduction_walk* walk, uint32_t* axes = nullptr);
// Checks that x and y have this type and, for int8, the same quantization. kBadType without a reason: other
// types.
Result<nook_reduction> prepare_reduction(const NodeView& node, DType type, KeepDims keep,
                                         PrepareContext& context);

template <class F>
void reduction_fields(F& f, const nook_reduction_walk& w) {
  f.value("walk.count", w.count), f.value("walk.run", w.run), f.value("walk.step", w.step);
  f.value("walk.taken_rank", w.taken_rank);
  f.table("walk.taken_dim", w.taken_dim, w.taken_rank);
  f.table("walk.taken_jump", w.taken_jump, w.taken_rank);
  f.value("walk.kept_rank", w.kept_rank);
  f.table("walk.kept_dim", w.kept_dim, w.kept_rank), f.table("walk.kept_jump", w.kept_jump, w.kept_rank);
}

// Reduces stored values. Results are written in the order of the first elements that they read, so that no
// result overwrites elements that a later one needs: a kernel may work in place.
template <class Operator, DType type>
struct Reduction : FormOf<Operator, nook_reduction> {
  using Op = Operator;
  using Params = nook_reduction;
  static constexpr const char* kType = "nook_reduction";

  static Result<Params> prepare(const typename Op::Attrs& attrs, const NodeView& node,
                                PrepareContext& context) {
    return prepare_reduction(node, type, attrs.keep_dims ? KeepDims::kYes : KeepDims::kNo, context);
  }
  static Span<const KernelEntry> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    reduction_fields(f, p.walk);
  }
};

// The maximum or minimum of floats. Operator::kSide is the sign of the initial value: -1 for a maximum, 1 for
// a minimum.
template <class Operator>
struct ReductionExtremum : FormOf<Operator, nook_reduction_extremum> {
  using Op = Operator;
  using Params = nook_reduction_extremum;
  static constexpr const char* kType = "nook_reduction_extremum";

  static Result<Params> prepare(const typename Op::Attrs& attrs, const NodeView& node,
                                PrepareContext& context) {
    NOOK_REQUIRE(node.inputs[0].type == DType::kF32 && node.outputs[0].type == DType::kF32, Code::kBadType);
    Params p{};
    NOOK_TRY(
        prepare_reduction_walk(node, attrs.keep_dims ? KeepDims::kYes : KeepDims::kNo, context, &p.walk));
    p.first = Operator::kSide * node.largest;
    return p;
  }
  static Span<const KernelEntry> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    reduction_fields(f, p.walk), f.value("first", p.first);
  }
};

}  // namespace nook
