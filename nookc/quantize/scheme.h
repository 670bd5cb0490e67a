// Which scale and zero point each tensor gets.
#pragma once
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "nookc/quantize/constants.h"

namespace nookc {

// What is known from elsewhere, by tensor of the float graph: activations of a published model in int8, and
// weights that have one scale for each channel there.
struct Given {
  std::vector<std::optional<Affine>> affine;
  std::vector<std::optional<bool>> by_channel;
};

// The scales that operators in these forms demand of each other: those of one range become one.
class Scheme {
 public:
  // `forms`: of each node. `ranges`: by tensor. `given` may be null.
  Scheme(const Graph& graph, const std::vector<Form>& forms, const std::vector<Range>& ranges,
         const Given* given);

  // Of an activation in an integer form.
  Affine of(TensorId tensor, Form form) const;
  // What operand `i` of node `n` must have where its tensor has another.
  const Affine* requantized(size_t n, size_t i) const;

 private:
  struct Group {
    size_t parent;
    Range range;
    std::optional<Affine> fixed;
  };

  size_t key(TensorId tensor, Form form) const { return index(tensor) * 2 + (form == Form::kInt16); }
  size_t find(size_t key) const;
  bool join(size_t a, size_t b, bool several, Form form);
  void share(size_t n, Form form);

  const Graph& graph_;
  mutable std::vector<Group> groups_;
  std::map<std::pair<size_t, size_t>, size_t> other_;  // node and operand: the key whose scale it needs
  std::map<std::pair<size_t, size_t>, Affine> requantized_;
};

// Activations of floats among the operands of a node: those that change form with it. Constants are none.
bool is_activation(const Graph& graph, TensorId tensor);

}  // namespace nookc
