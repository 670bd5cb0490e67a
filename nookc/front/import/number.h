// Integers that are computed when a model runs, as far as the graph says something about them: "element 0 of
// tensor 7, plus 1".
#pragma once
#include <map>
#include <optional>

#include "nookc/graph/graph.h"

namespace nookc::importing {

struct Number {
  TensorId base = TensorId::kNone;  // kNone: the number is the constant `plus`
  int32_t element = 0;
  int64_t plus = 0;

  bool constant() const { return base == TensorId::kNone; }
  friend bool operator==(const Number&, const Number&) = default;
};

// The sum; nothing: both are computed.
std::optional<Number> operator+(const Number& a, const Number& b);
// a - b; nothing: it is computed.
std::optional<int64_t> difference(const Number& a, const Number& b);

// The producers of tensors in a graph to which nodes are added at the end.
class Makers {
 public:
  // Null: no node does.
  const Node* of(const Graph& graph, TensorId t);

 private:
  std::map<TensorId, size_t> made_;
  size_t scanned_ = 0;
};

// An element of a tensor of integers, traced back through operators that move numbers or add constants.
Number number_at(const Graph& graph, Makers& makers, TensorId t, int32_t element);

}  // namespace nookc::importing
