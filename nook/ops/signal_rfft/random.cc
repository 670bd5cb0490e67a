#include "nook/ops/signal_irfft/signal_irfft_op.h"
#include "nook/ops/signal_rfft/signal_rfft_op.h"
#include "tests/generated/steps.h"

namespace generated {

// Often followed by the inverse transform.
TensorId random_signal_rfft(Sketch& s, const Live&, TensorId x) {
  static const Ints lengths = {4, 8, 12, 16, 20, 30, 64, 128};
  if (s.rank(x) == 0 || (!s.is_wide(x) && !s.is_float(x))) return TensorId::kNone;
  constexpr int32_t kFloat = 0, kInt16 = 7;  // type numbers of the .tflite format
  const int32_t type = s.is_float(x) ? kFloat : kInt16, length = s.choose.of(lengths);
  Ints spectrum = s.dims(x), signal = s.dims(x);
  spectrum.back() = length + 2, signal.back() = length;
  const auto mark = s.mark();
  const TensorId y = s.alike(x, spectrum);
  if (!s.add(mark, nook::SignalRfft::Attrs{type, length}, {x}, y)) return TensorId::kNone;
  if (s.choose.chance(50)) return y;
  const auto back = s.mark();
  const TensorId z = s.alike(x, signal);
  return s.add(back, nook::SignalIrfft::Attrs{type, length}, {y}, z) ? z : y;
}

}  // namespace generated
