// The integer forms of LSTM_LAYER, GRU_LAYER and RNN_LAYER: their operands, and the ranges of their states.
#pragma once
#include <cstddef>
#include <optional>
#include <span>

#include "nookc/study/quantize/network.h"
#include "nookc/study/quantize/ranges.h"
#include "nookc/study/quantize/rules.h"

namespace nookc {

// The operands of a recurrent layer by number. x is operand 0; matrices of `gates` gates for x begin at 1,
// those for the hidden state follow.
struct RecurrentOperands {
  size_t gates, bias, biases, hidden;
  size_t cell;  // 0: there is none
  size_t lengths;
  bool has_cell;  // whether the last result is the last cell
  size_t bias_gate(size_t i) const {
    return i < gates ? 1 + i : 2 * gates;
  }                                                      // the matrix whose sums begin with it
  bool recurrent(size_t i) const { return i >= gates; }  // whether bias i belongs to the hidden state
};

// The number of the bias that is added to the sums of matrix `i`: its gate's, but the sum over the hidden
// state has a bias of its own if a reset gate multiplies it.
size_t bias_of_matrix(const Node& node, const RecurrentOperands& all, size_t i);

// Nothing if the node is no such layer.
std::optional<RecurrentOperands> recurrent_operands(const Node& node);
// Likewise; also nothing unless x is a float activation and all matrices and biases are float constants.
std::optional<RecurrentOperands> float_recurrent(const Graph& graph, const Node& node);

// Extends the ranges of the hidden state and of the cell by their values after each step of the inference
// that was just run. They are computed again, since memory may hold only the values after the last step.
// Layers with other functions than the usual ones are left out: they have no integer form.
void add_states(const Node& node, Run& run, const Graph& graph, Range* hidden, Range* cell);

// The vectors that a layer's matrices multiply in a step: x, the hidden state before the step and, in a GRU,
// the reset gate.
struct RecurrentVectors {
  size_t in = 0, cells = 0, resets = 0;  // the elements of the three; none if the layer has no integer form
  size_t steps = 0;                      // the most steps that all sequences of an inference have together
  size_t size() const { return in + cells + resets; }
};
RecurrentVectors recurrent_vectors(const Graph& graph, const Node& node);

// Reads the vectors of some steps of the inference that was just run: those with an index of `steps`, which
// is in ascending order. Returns the number of vectors, which is smaller where sequences are shorter.
size_t read_steps(const Node& node, Run& run, const Graph& graph, std::span<const size_t> steps,
                  std::span<float> to);

// The power of two in whose units int16 holds the range. The state of a GRU is at least 1.
int32_t power_of_states(const Range& range, double least);

// Chooses the units of all cells and states of a float graph by the ranges of its nodes' cells and hidden
// states.
void choose_units(Graph& graph, const std::vector<Range>& hidden, const std::vector<Range>& cells);
// The scale of the state that a layer's matrices multiply: its own units, or the hidden state's.
float state_scale(const Node& node, float hidden_scale);
// The scale of a layer's cells.
Affine affine_of_layer_cells(const Node& node);

}  // namespace nookc
