// Shared by operators of signal processing: custom operators that compute audio features in integers.
#pragma once
#include "nook/ops/contract/custom_options.h"
#include "nook/ops/contract/op.h"

namespace nook {

// An operator with a single option, an integer, whose name in models is Operator::kOption.
template <class Operator, int16_t number, Role... roles>
struct OneOptionOp : CustomOp<Operator, number, roles...> {
  struct Attrs {
    using Op = Operator;
    int32_t option = 0;
  };
  static constexpr Option<Attrs> kOptions[] = {{Operator::kOption, &Attrs::option}};
};

// An operator with one operand and two results. Its Attrs derive from AttrsBase.
template <class Operator, int16_t number>
struct TwoResultsOp : CustomOp<Operator, number> {
  static constexpr Signature kSignature = with_results(operands(Role::kData), 2);
  struct AttrsBase {
    using Op = Operator;
  };
};

// The most samples that an operator keeps between runs.
constexpr int32_t kMostKeptSamples = 1 << 24;

// Checks a vector of `elements` elements, at least one; -1: of any length.
Code check_vector(const TensorInfo& t, int operand, int32_t elements, PrepareContext& context);
// Checks that an option is in [least, most].
Code check_option(int32_t value, int32_t least, int32_t most, PrepareContext& context);
// Checks that operand and first result are int16, and the second result is one bool; kBadType without a
// reason: other types.
Code check_frames(const NodeView& node, PrepareContext& context);
// Checks that y has the shape of x except for the last dimension, which is `last`; both have elements.
Code check_last_dimension(const TensorInfo& x, const TensorInfo& y, int32_t last, PrepareContext& context);

}  // namespace nook
