// What exchanging the height and width of images does to one operator.
#pragma once
#include <map>

#include "nookc/graph/graph.h"

namespace nookc {

// Whether the tensor is a computed image, [1, height, width, channels].
bool may_turn(const Graph& graph, TensorId t);
// An image of one pixel is the same transposed.
bool is_one_pixel(const Tensor& t);
// An image of one row or one column has the same bytes transposed, in another shape.
bool is_one_line(const Tensor& t);

// Whether the operator gives the same bytes if turn_node() edits it and all images that it reads and writes
// are transposed. Sums of floats have an order, so this holds for filters and means of floats along one side
// only.
bool turns_exactly(const Graph& graph, const Node& node);

// Constants with their height and width exchanged, each made once.
class TurnedConstants {
 public:
  explicit TurnedConstants(Graph& graph) : graph_(graph) {}

  // A constant of up to four dimensions that is repeated as needed, or a filter.
  TensorId image(TensorId t);
  // The weights of a layer that reads the elements of an image of this shape.
  TensorId columns(TensorId weights, const nook::Shape& image);

 private:
  Graph& graph_;
  std::map<TensorId, TensorId> images_;
  std::map<std::pair<TensorId, int32_t>, TensorId> columns_;  // by the height
};

// Edits the options and constants of a node that turns_exactly(), whose images others exchange.
void turn_node(Graph& graph, Node& node, TurnedConstants& constants);

}  // namespace nookc
