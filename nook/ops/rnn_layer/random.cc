#include "nook/ops/rnn_layer/rnn_layer_op.h"
#include "tests/generated/recurrent.h"

namespace generated {

// Uses x as [batch][steps][in], or [steps][batch][in]; everything else is drawn.
TensorId random_rnn_layer(Sketch& s, const Live& live, TensorId x) {
  const auto mark = s.mark();
  if (s.rank(x) != 3) return TensorId::kNone;
  nook::RnnLayer::Attrs attrs;
  RecurrentSketch layer(s, x, attrs, 1);
  if (s.is_float(x)) {
    attrs.clip = s.choose.chance(30) ? 0.7f : 0;
    layer.draw_function(attrs.function, attrs.alpha, attrs.beta);
  } else if (s.choose.chance(30)) {
    attrs.function = kNookRecurrentRelu;
  }
  std::vector<TensorId> in = layer.matrices();
  in.push_back(s.choose.chance(80) ? layer.bias(in[1]) : TensorId::kNone);
  const std::vector<TensorId> out = layer.results(0, false);
  in.push_back(layer.first_hidden());
  in.push_back(layer.lengths());
  return s.add(mark, attrs, in, out) ? layer.one_of(live) : TensorId::kNone;
}

}  // namespace generated
