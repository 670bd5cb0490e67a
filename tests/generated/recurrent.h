// How random graphs use recurrent layers: what LSTM_LAYER, GRU_LAYER and RNN_LAYER share.
#pragma once
#include "tests/generated/steps.h"

namespace generated {

class RecurrentSketch {
 public:
  // Draws the direction, the layout and the results that all of these layers have.
  template <class Attrs>
  RecurrentSketch(Sketch& s, TensorId x, Attrs& attrs, size_t gates) : RecurrentSketch(s, x, gates) {
    attrs.time_major = time_major_, attrs.reverse = s.choose.chance(40);
    attrs.sequence = sequence_, attrs.last = last_;
  }

  int32_t units() const { return units_; }
  bool bytes() const { return bytes_; }  // whether the matrices are int8
  std::vector<TensorId> matrices();      // x, and a matrix of each gate for x and for the hidden state
  TensorId bias(TensorId weights) { return s_.bias(x_, weights, units_, 1, 3000); }
  void draw_function(int32_t& function, float& alpha, float& beta);

  // The results; the last cell only on request, where integers have units of 2^cell_power.
  std::vector<TensorId> results(int32_t cell_power, bool cell);
  // Operands after results(), on whose types they depend; often none.
  TensorId first_hidden();
  TensorId first_cell(bool cell);
  TensorId lengths();
  // One of the hidden states, or several of them joined.
  TensorId one_of(const Live& live) const;

 private:
  RecurrentSketch(Sketch& s, TensorId x, size_t gates);

  Sketch& s_;
  TensorId x_;
  size_t gates_;
  bool time_major_, bytes_, sequence_, last_;
  int32_t batch_, units_;
  std::vector<TensorId> hidden_;
  TensorId cell_ = TensorId::kNone;
};

}  // namespace generated
