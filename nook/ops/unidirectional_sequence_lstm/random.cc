#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm_op.h"
#include "tests/generated/steps.h"

namespace generated {

// Uses x as [batch][steps][in], or [steps][batch][in]. Creates matrices of four gates for x and for the
// hidden state, and biases.
TensorId random_unidirectional_sequence_lstm(Sketch& s, const Live& live, TensorId x) {
  (void)live;
  const auto mark = s.mark();
  if (s.rank(x) != 3) return TensorId::kNone;
  nook::UnidirectionalSequenceLstm::Attrs attrs;
  attrs.time_major = s.choose.chance(40);
  attrs.cell_clip = s.choose.chance(30) ? 0.5f : 0;
  const int32_t batch = s.dim(x, attrs.time_major ? 1 : 0), in = s.dim(x, 2), units = s.choose.in(1, 6);
  const bool floats = s.is_float(x), bytes = !floats || s.choose.chance(40);
  attrs.asymmetric = floats && bytes && s.choose.chance(50);
  std::vector<TensorId> all(24, TensorId::kNone);
  all[0] = x;
  for (size_t gate = 0; gate < 4; ++gate) {
    all[1 + gate] = bytes ? s.bytes({units, in}, 0.004f, 0) : s.floats({units, in}, 1);
    all[5 + gate] = bytes ? s.bytes({units, units}, 0.004f, 0) : s.floats({units, units}, 1);
    all[12 + gate] = s.bias(x, all[1 + gate], units, 1, 3000);
  }
  const Ints state = {batch, units}, shape = {s.dim(x, 0), s.dim(x, 1), units};
  const TensorId hidden = floats         ? s.real(state)
                          : s.is_wide(x) ? s.wide(state, 1.0f / 32768)
                                         : s.quantized(state, 1.0f / 128, s.choose.in(-3, 3));
  all[18] = s.kept(hidden);
  all[19] = s.kept(floats ? s.real(state) : s.wide(state, 1.0f / 2048));
  const TensorId y = floats ? s.real(shape) : s.alike(hidden, shape);
  return s.add(mark, attrs, all, y) ? y : TensorId::kNone;
}

}  // namespace generated
