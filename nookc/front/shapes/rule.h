// How a rule sees an operator whose results' shapes it computes.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "nook/model/table.h"
#include "nookc/graph/graph.h"

namespace nookc::shapes {

using Dims = std::vector<int64_t>;
// The shape of each result; empty: they depend on values that a run computes.
using Answer = std::vector<Dims>;

// A node whose operands have their final shapes, and whose computed sizes are constants.
class Question {
 public:
  Question(const Graph& graph, const Node& node, const nook::Table& options)
      : graph_(graph), node_(node), options_(options) {}

  size_t inputs() const { return node_.in.size(); }
  size_t results() const { return node_.out.size(); }
  bool given(size_t i) const { return i < inputs() && node_.in[i] != TensorId::kNone; }
  // The shape of operand i; a missing operand has no dimensions.
  Dims x(size_t i) const { return given(i) ? dims_of(node_.in[i]) : Dims(); }
  // The shape of result i as the model records it.
  Dims recorded(size_t i) const { return dims_of(node_.out[i]); }
  // The integers of a constant operand, within the range of int32; nothing if they are more than shapes, axes
  // or bounds can be.
  std::optional<Dims> values(size_t i) const;
  const nook::Table& options() const { return options_; }  // as in the file

  const Attrs& any_attrs() const { return node_.attrs; }
  template <class Op>
  const typename Op::Attrs& attrs() const {
    return *Graph::attrs<Op>(node_);
  }

 private:
  Dims dims_of(TensorId t) const {
    const nook::Shape& shape = graph_[t].shape;
    return {shape.dim, shape.dim + shape.rank};
  }

  const Graph& graph_;
  const Node& node_;
  const nook::Table& options_;
};

using Rule = Answer (*)(const Question&);

struct RuleRow {
  nook::OpCode code;
  Rule rule;
};

// The rules, by kind of operator; each operator is in one of these lists.
std::span<const RuleRow> element_rules();  // operators on single elements
std::span<const RuleRow> reduce_rules();   // operators that reduce dimensions
std::span<const RuleRow> window_rules();   // operators with weights, or with a sliding window
std::span<const RuleRow> move_rules();     // operators that move elements
std::span<const RuleRow> pick_rules();     // operators that select elements, by index or by bounds
std::span<const RuleRow> fixed_rules();    // operators whose recorded shapes always hold

// Most rules use these. The number of elements; -1: a dimension is negative.
int64_t elements_of(const Dims& dims);
// The dimension that `axis` names, counted from the last if it is negative; nothing: there is none.
std::optional<size_t> axis_of(int64_t axis, size_t rank);
// The shape to which two shapes are broadcast; nothing: they can't be.
std::optional<Dims> broadcast(const Dims& a, const Dims& b);

}  // namespace nookc::shapes
