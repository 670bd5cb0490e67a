#include "nook/ops/gru_layer/gru_layer_op.h"
#include "tests/generated/recurrent.h"

namespace generated {

// Uses x as [batch][steps][in], or [steps][batch][in]; everything else is drawn.
TensorId random_gru_layer(Sketch& s, const Live& live, TensorId x) {
  const auto mark = s.mark();
  if (s.rank(x) != 3) return TensorId::kNone;
  nook::GruLayer::Attrs attrs;
  RecurrentSketch layer(s, x, attrs, 3);
  attrs.reset_after = s.choose.chance(60);
  if (!layer.bytes()) attrs.clip = s.choose.chance(30) ? 0.7f : 0;
  if (s.is_float(x)) {
    layer.draw_function(attrs.gate, attrs.gate_alpha, attrs.gate_beta);
    layer.draw_function(attrs.candidate, attrs.candidate_alpha, attrs.candidate_beta);
  }
  std::vector<TensorId> in = layer.matrices();
  for (size_t gate = 0; gate < 3; ++gate)
    in.push_back(s.choose.chance(80) ? layer.bias(in[1 + gate]) : TensorId::kNone);
  in.push_back(attrs.reset_after && s.choose.chance(80) ? layer.bias(in[6]) : TensorId::kNone);
  const std::vector<TensorId> out = layer.results(0, false);
  in.push_back(layer.first_hidden());
  in.push_back(layer.lengths());
  return s.add(mark, attrs, in, out) ? layer.one_of(live) : TensorId::kNone;
}

}  // namespace generated
