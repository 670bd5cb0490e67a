// Chooses the scale and zero point of each tensor.
#pragma once
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "nookc/study/quantize/constants.h"

namespace nookc {

// Facts from another file about each tensor of the float graph: the scale and zero point of an activation,
// and whether weights have one scale for each channel.
struct Given {
  std::vector<std::optional<Affine>> affine;
  std::vector<std::optional<bool>> by_channel;
};

// Tensors for which operators require the same scale form a group with one range.
class Scheme {
 public:
  // `precisions`: per node. `ranges`: per tensor. `given` may be null.
  Scheme(const Graph& graph, const std::vector<Precision>& precisions, const std::vector<Range>& ranges,
         const Given* given);

  // The scale and zero point of an activation in an integer precision.
  Affine of(TensorId tensor, Precision precision) const;
  // The scale and zero point that operand `i` of node `n` needs, if its tensor has others; otherwise null.
  const Affine* requantized(size_t n, size_t i) const;

 private:
  struct Group {
    size_t parent;
    Range range;
    std::optional<Affine> fixed;
  };

  size_t key(TensorId tensor, Precision precision) const {
    return index(tensor) * 2 + (precision == Precision::kInt16);
  }
  size_t find(size_t key) const;
  bool join(size_t a, size_t b, bool several, Precision precision);
  Range used_of(TensorId constant, TensorId result) const;
  void share(size_t n, Precision precision);
  void share_states(size_t n, Precision precision);

  const Graph& graph_;
  const std::vector<Range>& ranges_;
  mutable std::vector<Group> groups_;
  std::map<std::pair<size_t, size_t>, size_t> other_;  // node and operand -> key whose scale is needed
  std::map<std::pair<size_t, size_t>, Affine> cells_;  // likewise -> the int16 scale that is needed
  std::map<std::pair<size_t, size_t>, Affine> requantized_;
};

// Whether an operand is a float activation, which changes form with its operator. Constants are not.
bool is_activation(const Graph& graph, TensorId tensor);

}  // namespace nookc
