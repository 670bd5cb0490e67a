#include "nookc/middle/lower/carried_state.h"

#include "nook/ops/gru_layer/gru_layer_op.h"
#include "nook/ops/lstm_layer/lstm_layer_op.h"
#include "nook/ops/rnn_layer/rnn_layer_op.h"
#include "nookc/middle/lower/padded.h"

namespace nookc {
namespace {

// The first operands of states: the hidden state, the cell if there is one, the lengths of sequences.
constexpr size_t kLstmStates = 16, kGruStates = 11, kRnnStates = 4;

template <class Attrs>
bool gives_last(const Attrs& attrs) {
  return attrs.last && !attrs.sequence && !attrs.reverse;
}

}  // namespace

std::optional<CarriedState> carried_state(const Graph& graph, const Node& node) {
  if (node.erased() || node.out.size() != 1) return {};
  const Tensor& y = graph[node.out[0]];
  const bool real = y.type == nook::DType::kF32;
  CarriedState state;
  if (const auto* lstm = Graph::attrs<nook::LstmLayer>(node)) {
    if (!gives_last(*lstm) || lstm->cell) return {};
    state.hidden = kLstmStates, state.cell = kLstmStates + 1;
  } else if (const auto* gru = Graph::attrs<nook::GruLayer>(node)) {
    if (!gives_last(*gru)) return {};
    state.hidden = kGruStates, state.finer = !real;
  } else if (const auto* rnn = Graph::attrs<nook::RnnLayer>(node)) {
    if (!gives_last(*rnn)) return {};
    state.hidden = kRnnStates, state.finer = !real;
  } else {
    return {};
  }
  for (size_t k = state.hidden; k < node.in.size(); ++k)
    if (node.in[k] != TensorId::kNone) return {};
  state.cell_at = padded(y.bytes());
  state.scratch_at = state.cell_at;
  const int32_t state_bytes = state.finer || real ? 4 : 2;  // a finer state is two rows of int16
  if (state.has_cell()) state.scratch_at += padded(y.shape.elements() * state_bytes);
  return state;
}

}  // namespace nookc
