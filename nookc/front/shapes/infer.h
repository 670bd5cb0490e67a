// Computes shapes from operands, as TensorFlow Lite does before it runs a model. Files record the shapes of
// all tensors, but those inside may belong to another batch or length than the inputs have.
#pragma once
#include "nookc/front/shapes/rule.h"

namespace nookc::shapes {

// The shapes of a node's results. `options`: its options in the file. Empty: they depend on values that are
// known only when the model runs, or the operands contradict each other (prepare() says how).
Answer infer(const Graph& graph, const Node& node, const nook::Table& options);

// Whether the operator has a rule.
bool has_rule(nook::OpCode code);

// `dims` as a shape for elements of this type; nothing: nook has no such tensors.
std::optional<nook::Shape> shape_of(const Dims& dims, nook::DType type);

}  // namespace nookc::shapes
