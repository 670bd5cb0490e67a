// Shapes and small constants that follow from a node's operands, for the sources that read a .tflite file.
#pragma once
#include "nookc/front/import/draft.h"

namespace nookc::importing {

// Gives inputs of the model the shapes and values that the caller states.
void state_inputs(Import& d);

// With Import::infers: gives the node's results the shapes that follow from its operands, and computes them
// if all operands are constants and few: returns true, and the node is not needed. Otherwise notes whether
// the recorded shapes are in doubt.
bool settle_results(Import& d, const Node& node, const nook::OperatorView& op);

// With Import::infers: `to` gets the shape of `from`, of which it becomes another name.
void adopt_shape(Import& d, TensorId from, TensorId to);

// Whether the model itself returns the tensor.
bool is_result(const Import& d, TensorId t);

}  // namespace nookc::importing
