#pragma once
#include <optional>

#include "nookc/graph/graph.h"

namespace nookc {

// The state of a recurrent layer that starts over in each inference and whose only result is the last hidden
// state. If the layer takes a few steps at a time, it is carried from each call of its kernel to the next: as
// the results of the one and the first states of the other.
struct CarriedState {
  size_t hidden = 0;           // operand: the first hidden state
  std::optional<size_t> cell;  // likewise, of an LSTM
  bool finer = false;          // the int16 state of a layer of integers without a cell, in place of its cell
  int32_t cell_at = 0;         // byte of the cell or of that state, after the hidden state
  int32_t scratch_at = 0;      // byte after both

  bool has_cell() const { return cell || finer; }
};

// Nothing for other nodes.
std::optional<CarriedState> carried_state(const Graph& graph, const Node& node);

}  // namespace nookc
