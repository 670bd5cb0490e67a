#include "nook/ops/lstm_layer/lstm_layer_op.h"
#include "tests/generated/recurrent.h"

namespace generated {

// Uses x as [batch][steps][in], or [steps][batch][in]; everything else is drawn.
TensorId random_lstm_layer(Sketch& s, const Live& live, TensorId x) {
  const auto mark = s.mark();
  if (s.rank(x) != 3) return TensorId::kNone;
  nook::LstmLayer::Attrs attrs;
  RecurrentSketch layer(s, x, attrs, 4);
  if (s.is_float(x) && !layer.bytes()) {
    attrs.coupled = s.choose.chance(20), attrs.clip = s.choose.chance(30) ? 0.7f : 0;
    layer.draw_function(attrs.gate, attrs.gate_alpha, attrs.gate_beta);
    layer.draw_function(attrs.candidate, attrs.candidate_alpha, attrs.candidate_beta);
  }
  attrs.asymmetric = s.is_float(x) && layer.bytes() && s.choose.chance(50);
  attrs.cell = s.choose.chance(30);
  std::vector<TensorId> in = layer.matrices();
  for (size_t gate = 0; gate < 3; ++gate)
    in.push_back(s.is_float(x) && !layer.bytes() && s.choose.chance(30) ? s.floats({layer.units()}, 1)
                                                                        : TensorId::kNone);
  for (size_t gate = 0; gate < 4; ++gate) in.push_back(layer.bias(in[1 + gate]));
  const std::vector<TensorId> out = layer.results(attrs.cell_power, attrs.cell);
  in.push_back(layer.first_hidden());
  in.push_back(layer.first_cell(attrs.cell));
  in.push_back(layer.lengths());
  return s.add(mark, attrs, in, out) ? layer.one_of(live) : TensorId::kNone;
}

}  // namespace generated
