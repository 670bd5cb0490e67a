// Layers that affine operators (affine.h) fold into: sums of inputs times constant float weights.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "nookc/graph/users.h"

namespace nookc {

struct Layer {
  static constexpr size_t kNoBias = SIZE_MAX;

  Node& node;
  size_t data = 0, weights = 0, bias = kNoBias;  // operands; a product of matrices has no bias
  std::vector<float> w, b;
  size_t outputs = 0, inputs = 0;  // channels; inputs 0: weights are not for one channel each
  size_t last = 0;                 // columns of the constant of a product of matrices
  // A product with the constant first: each weight counts in every channel of the result.
  bool all_outputs = false;

  size_t output_of(size_t weight) const;
  size_t input_of(size_t weight) const;
};

// A CONV_2D, DEPTHWISE_CONV_2D, TRANSPOSE_CONV, FULLY_CONNECTED, or a BATCH_MATMUL with one constant operand.
std::optional<Layer> layer_of(const Graph& graph, Node& node);

// Whether every output adds the same number of inputs of each channel: no padding takes the place of some.
bool sums_whole_windows(const Layer& layer, const Tensor& w);

// Gives the layer other weights and biases; false: a number would not be finite, others read the weights, or
// there is no place for the biases.
bool rewrite(Graph& graph, Users& users, const Layer& layer, std::span<const double> w,
             std::span<const double> b);

}  // namespace nookc
