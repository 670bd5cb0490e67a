// Affine operators: y = m * x + a with constants m and a, one pair for all channels or one for each.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "nookc/graph/users.h"

namespace nookc {

// The numbers of a float constant; empty: it is none.
std::vector<float> floats_of(const Tensor& tensor);
// A constant with these numbers, derived from `like`.
Tensor float_constant(const Tensor& like, const nook::Shape& shape, std::span<const double> numbers);
// Whether every number is finite as a float.
bool all_finite(std::span<const double> numbers);

struct ChannelMap {
  TensorId x = TensorId::kNone;
  std::vector<double> m, a;  // per channel of x: its last dimension

  bool scales() const;  // whether some m is not 1
  bool shifts() const;  // whether some a is not 0
};

// A MUL, ADD, SUB or DIV of a float tensor and constants, whose result has the tensor's shape. Nothing if a
// number is not finite, or a multiplier is 0: what x is multiplied with then is a matter of its infinities.
std::optional<ChannelMap> affine_of(const Graph& graph, const Node& node);

}  // namespace nookc
