// Recurrent layers for applications: the kernels of NOOK_LSTM, NOOK_GRU and NOOK_RNN for this target, on the
// blocks of the tensors. Form: nook::LstmLayerF32, LstmLayerS8, LstmLayerHybrid (floats with int8 matrices),
// and likewise. x is [batch][steps][in], or [steps][batch][in] with `time_major`. `out` is the hidden state
// after each step or, with attributes `sequence = false, last = true`, [batch][cells] after the last one; the
// cell is not a result. A network that runs step by step gives `out` back as `hidden`.
#pragma once
#include "nook/managed/ops/kernel_operator.h"
#include "nook/ops/gru_layer/gru_layer_op.h"
#include "nook/ops/lstm_layer/lstm_layer_op.h"
#include "nook/ops/rnn_layer/rnn_layer_op.h"

namespace nook::managed::optimized {

// Matrices `w_...` [cells][in] multiply x, `r_...` [cells][cells] the hidden state. Everything from the
// peepholes on [cells] may be left out: biases [cells], the first hidden state and cell [batch][cells], the
// lengths of the sequences [batch] as int32.
template <class Form>
class OptLstm : public KernelOperator<Form, OptLstm<Form>, 19, 10> {
 public:
  enum names_in : uint8_t {
    in,
    w_input,
    w_forget,
    w_cell,
    w_output,
    r_input,
    r_forget,
    r_cell,
    r_output,
    peep_input,
    peep_forget,
    peep_output,
    b_input,
    b_forget,
    b_cell,
    b_output,
    hidden,
    cell,
    lengths
  };
  using KernelOperator<Form, OptLstm, 19, 10>::KernelOperator;
};

// `b_hidden`: the bias of the candidate's sum over the hidden state, with `reset_after` only.
template <class Form>
class OptGru : public KernelOperator<Form, OptGru<Form>, 13, 6> {
 public:
  enum names_in : uint8_t {
    in,
    w_update,
    w_reset,
    w_candidate,
    r_update,
    r_reset,
    r_candidate,
    b_update,
    b_reset,
    b_candidate,
    b_hidden,
    hidden,
    lengths
  };
  using KernelOperator<Form, OptGru, 13, 6>::KernelOperator;
};

template <class Form>
class OptRnn : public KernelOperator<Form, OptRnn<Form>, 6, 3> {
 public:
  enum names_in : uint8_t { in, w, r, bias, hidden, lengths };
  using KernelOperator<Form, OptRnn, 6, 3>::KernelOperator;
};

}  // namespace nook::managed::optimized
