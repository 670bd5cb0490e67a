#pragma once
#include <optional>

#include "nookc/middle/passes/recurrent/sums.h"

namespace nookc {

// y = alpha * x + beta, clamped to [0, 1].
struct HardSigmoid {
  TensorId x;
  bool fused;  // the operator that makes x has an activation, which is a part of this function
  double alpha, beta;
};

// The hard sigmoid whose result `t` is: products, quotients, sums and differences with numbers, clamps and
// fused activations in any order that ends in [0, 1] and rises. Sums with numbers before the first of the
// others stay operators of x, so that gates whose biases differ have one function. The reader notes the
// operators as read only if there is such a function.
std::optional<HardSigmoid> hard_sigmoid_of(CellReader& reader, TensorId t);

}  // namespace nookc
