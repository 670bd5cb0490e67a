#include "tests/generated/recurrent.h"

#include "nook/ops/families/recurrent.h"

namespace generated {

RecurrentSketch::RecurrentSketch(Sketch& s, TensorId x, size_t gates) : s_(s), x_(x), gates_(gates) {
  time_major_ = s.choose.chance(40), bytes_ = !s.is_float(x) || s.choose.chance(40);
  sequence_ = s.choose.chance(70), last_ = !sequence_ || s.choose.chance(40);
  batch_ = s.dim(x, time_major_ ? 1 : 0), units_ = s.choose.in(1, 6);
}

std::vector<TensorId> RecurrentSketch::matrices() {
  std::vector<TensorId> all = {x_};
  for (size_t i = 0; i < 2 * gates_; ++i) {
    const Ints shape = {units_, i < gates_ ? s_.dim(x_, 2) : units_};
    all.push_back(s_.is_wide(x_) ? s_.halfwords(shape, 1.5e-5f)
                  : bytes_       ? s_.bytes(shape, 0.004f, 0)
                                 : s_.floats(shape, 1));
  }
  return all;
}

void RecurrentSketch::draw_function(int32_t& function, float& alpha, float& beta) {
  if (s_.choose.chance(50)) return;
  function = s_.choose.in(0, kNookRecurrentFunctions - 1);
  alpha = 0.2f, beta = 0.5f;
}

std::vector<TensorId> RecurrentSketch::results(int32_t cell_power, bool cell) {
  const Ints sequence = {s_.dim(x_, 0), s_.dim(x_, 1), units_}, state = {batch_, units_};
  const auto hidden = [&](const Ints& shape) {
    if (!hidden_.empty()) return s_.alike(hidden_[0], shape);
    if (s_.is_float(x_)) return s_.real(shape);
    return s_.is_wide(x_) ? s_.wide(shape, 1.0f / 32768)
                          : s_.quantized(shape, 1.0f / 128, s_.choose.in(-3, 3));
  };
  if (sequence_) hidden_.push_back(hidden(sequence));
  if (last_) hidden_.push_back(hidden(state));
  std::vector<TensorId> all = hidden_;
  float scale = 1;
  for (; cell_power < 0; ++cell_power) scale /= 2;
  if (cell) all.push_back(cell_ = s_.is_float(x_) ? s_.real(state) : s_.wide(state, scale));
  return all;
}

TensorId RecurrentSketch::first_hidden() {
  return s_.choose.chance(40) ? s_.constant_like(hidden_[0], {batch_, units_}) : TensorId::kNone;
}

TensorId RecurrentSketch::first_cell(bool cell) {
  return cell && s_.choose.chance(60) ? s_.constant_like(cell_, {batch_, units_}) : TensorId::kNone;
}

TensorId RecurrentSketch::lengths() {
  if (s_.choose.chance(70)) return TensorId::kNone;
  Ints lengths;
  for (int32_t b = 0; b < batch_; ++b) lengths.push_back(s_.choose.in(0, s_.dim(x_, time_major_ ? 0 : 1)));
  return s_.integers({batch_}, lengths);
}

TensorId RecurrentSketch::one_of(const Live& live) const { return of_parts(s_, live, hidden_); }

}  // namespace generated
