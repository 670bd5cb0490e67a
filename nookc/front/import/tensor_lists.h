// Lists of tensors (the element type "variant"), in which a loop of TensorFlow collects one value per
// iteration: Keras writes them for LSTM, GRU and RNN layers if the converter may use TensorFlow's own
// operators. All elements of a list have the same shape, so nook holds it as one tensor with one dimension
// more:
//
//   TensorListReserve(shape, n)       FILL with zeros
//   TensorListFromTensor(x)           x
//   TensorListSetItem(list, i, item)  DYNAMIC_UPDATE_SLICE
//   TensorListGetItem(list, i)        GATHER
//   TensorListLength(list)            a constant
//   TensorListStack(list)             the tensor itself
#pragma once
#include "nookc/front/import/draft.h"

namespace nookc::importing {

// Writes other operators in place of operator `i`, or notes a problem; false: it is of another kind.
bool read_list_operator(Import& d, uint32_t i, const nook::OperatorView& op, const Node& node);

// Gives `to`, a list of unknown form, the form of `from`, of which it becomes another name.
void adopt_list(Import& d, TensorId from, TensorId to);

}  // namespace nookc::importing
