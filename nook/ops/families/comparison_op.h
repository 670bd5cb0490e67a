// The forms of comparison operators. An operator defines y for each case:
//
//   static constexpr nook_outcomes kOutcomes    of numbers
//   static constexpr nook_truth kTruth          of booleans; only `table` is read
#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/families/comparison.h"

namespace nook {

Result<nook_comparison> prepare_comparison(const NodeView& node, DType type, const nook_outcomes& y,
                                           PrepareContext& context);
// int8 with scales below 1, compared in units of 2^-8.
Result<nook_comparison_s8> prepare_comparison_s8(const NodeView& node, const nook_outcomes& y,
                                                 PrepareContext& context);
Result<nook_truth> prepare_truth(const NodeView& node, const nook_truth& truth, PrepareContext& context);

namespace detail {

template <class Operator, class P>
struct ComparisonForm : BinaryForm<Operator, P> {
  static constexpr const char* kHeader = "nook/ops/families/comparison.h";

  template <class F>
  static void outcome_fields(F& f, const P& p) {
    binary_fields(f, p.walk);
    f.value("y.less", p.y.less), f.value("y.equal", p.y.equal);
    f.value("y.greater", p.y.greater), f.value("y.unordered", p.y.unordered);
  }
};

}  // namespace detail

// Values without a scale: float32, int32 or int64.
template <class Operator, DType type>
struct Comparison : detail::ComparisonForm<Operator, nook_comparison> {
  static constexpr const char* kType = "nook_comparison";

  static Result<nook_comparison> prepare(const typename Operator::Attrs&, const NodeView& node,
                                         PrepareContext& context) {
    return prepare_comparison(node, type, Operator::kOutcomes, context);
  }
  static Span<const KernelEntry> kernels() {
    if constexpr (type == DType::kF32) {
      NOOK_ONE_KERNEL(Comparison, nook_comparison_f32_ref, disjoint);
    } else if constexpr (type == DType::kS32) {
      NOOK_ONE_KERNEL(Comparison, nook_comparison_s32_ref, disjoint);
    } else {
      static_assert(type == DType::kS64, "a kernel for it");
      NOOK_ONE_KERNEL(Comparison, nook_comparison_s64_ref, disjoint);
    }
  }
  template <class F>
  static void fields(F& f, const nook_comparison& p) {
    Comparison::outcome_fields(f, p);
  }
};

// int8, compared as real numbers.
template <class Operator>
struct ComparisonS8 : detail::ComparisonForm<Operator, nook_comparison_s8> {
  static constexpr const char* kType = "nook_comparison_s8";

  static Result<nook_comparison_s8> prepare(const typename Operator::Attrs&, const NodeView& node,
                                            PrepareContext& context) {
    return prepare_comparison_s8(node, Operator::kOutcomes, context);
  }
  static Span<const KernelEntry> kernels() {
    NOOK_ONE_KERNEL(ComparisonS8, nook_comparison_s8_ref, binary_in_place);
  }
  template <class F>
  static void fields(F& f, const nook_comparison_s8& p) {
    ComparisonS8::outcome_fields(f, p);
    binary_fields(f, p.scales);
  }
};

// bool.
template <class Operator>
struct Truth : detail::ComparisonForm<Operator, nook_truth> {
  static constexpr const char* kType = "nook_truth";

  static Result<nook_truth> prepare(const typename Operator::Attrs&, const NodeView& node,
                                    PrepareContext& context) {
    return prepare_truth(node, Operator::kTruth, context);
  }
  static Span<const KernelEntry> kernels() { NOOK_ONE_KERNEL(Truth, nook_truth_bool_ref, binary_in_place); }
  template <class F>
  static void fields(F& f, const nook_truth& p) {
    binary_fields(f, p.walk);
    f.value("table", p.table);
  }
};

template <class Op, OpCode op_code>
struct ComparisonOp : BinaryOp<Op, op_code> {
  using Forms = List<ComparisonS8<Op>, Comparison<Op, DType::kF32>, Comparison<Op, DType::kS32>,
                     Comparison<Op, DType::kS64>>;
};
// Operators that exist for bool, too: `equal` is y where a equals b; otherwise y is its negation.
template <class Op, OpCode op_code, uint8_t equal>
struct EqualityOp : ComparisonOp<Op, op_code> {
  static constexpr nook_outcomes kOutcomes = {!equal, equal, !equal, !equal};
  static constexpr nook_truth kTruth = {{}, {equal, !equal, !equal, equal}};
  using Forms = List<ComparisonS8<Op>, Comparison<Op, DType::kF32>, Comparison<Op, DType::kS32>,
                     Comparison<Op, DType::kS64>, Truth<Op>>;
};
template <class Op, OpCode op_code>
struct TruthOp : BinaryOp<Op, op_code> {
  using Forms = List<Truth<Op>>;
};

}  // namespace nook
