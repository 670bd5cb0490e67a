// Recurrent layers of floats as operators of every step, which the compiler makes one operator of.
#include <algorithm>

#include "nook/ops/logistic/logistic_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/split/split_op.h"
#include "nook/ops/sub/sub_op.h"
#include "nook/ops/tanh/tanh_op.h"
#include "nook/ops/unpack/unpack_op.h"
#include "nookc/graph/any_attrs.h"
#include "tests/generated/steps.h"

namespace generated {
namespace {

constexpr int32_t kMostSteps = 5;

nookc::Attrs addition() {
  nookc::Attrs attrs;
  const nook::OpRow& row = nookc::op_row(nook::OpCode::kAdd);
  return nookc::Attrs::parse(row, nook::NodeView{}, &attrs) == nook::Code::kOk ? attrs : nookc::Attrs{};
}

class Steps {
 public:
  Steps(Sketch& s, TensorId x) : s_(s), x_(x), axis_(s.choose.in(0, 1)), gates_(s.choose.of(Ints{1, 3, 4})) {
    batch_ = s.dim(x, 1 - axis_), units_ = s.choose.in(1, 6);
  }

  TensorId unroll(const Live& live) {
    mark_ = s_.mark();
    const std::vector<TensorId> inputs = unpacked();
    const int32_t in = s_.dim(x_, 2);
    w_ = s_.floats({gates_ * units_, in}, 1), r_ = s_.floats({gates_ * units_, units_}, 1);
    bias_ = s_.floats({gates_ * units_}, 1), split_ = s_.integers({1}, {1});
    hidden_ = s_.floats({batch_, units_}, 1), cell_ = s_.floats({batch_, units_}, 1);
    std::vector<TensorId> all;
    for (TensorId input : inputs) {
      step(input);
      all.push_back(hidden_);
    }
    return fine_ ? of_parts(s_, live, all) : TensorId::kNone;
  }

 private:
  TensorId made(nookc::Attrs attrs, std::vector<TensorId> in, int32_t width) {
    const TensorId y = s_.real({batch_, width});
    fine_ = fine_ && s_.add(mark_, std::move(attrs), std::move(in), y);
    return fine_ ? y : hidden_;
  }
  std::vector<TensorId> parts(nookc::Attrs attrs, std::vector<TensorId> in, int32_t count, int32_t width) {
    std::vector<TensorId> all;
    for (int32_t i = 0; i < count; ++i) all.push_back(s_.real({batch_, width}));
    fine_ = fine_ && s_.add(mark_, std::move(attrs), std::move(in), all);
    return all;
  }
  std::vector<TensorId> unpacked() {
    nook::Unpack::Attrs attrs;
    attrs.axis = axis_;
    return parts(attrs, {x_}, s_.dim(x_, axis_), s_.dim(x_, 2));
  }
  TensorId sigmoid(TensorId x) { return made(nook::Logistic::Attrs{}, {x}, units_); }
  TensorId tanh(TensorId x) { return made(nook::Tanh::Attrs{}, {x}, units_); }
  TensorId plus(TensorId x, TensorId y) { return made(addition(), {x, y}, units_); }
  TensorId times(TensorId x, TensorId y) { return made(nook::Mul::Attrs{}, {x, y}, units_); }
  std::vector<TensorId> split(TensorId x) {
    return gates_ == 1 ? std::vector<TensorId>{x} : parts(nook::Split::Attrs{}, {split_, x}, gates_, units_);
  }
  TensorId dense(TensorId x, TensorId w, TensorId bias) {
    return made(nookc::fully_connected(), {x, w, bias}, gates_ * units_);
  }

  void step(TensorId x) {
    if (!fine_) return;
    const TensorId of_x = dense(x, w_, bias_), of_hidden = dense(hidden_, r_, TensorId::kNone);
    if (gates_ == 3) return gru_step(split(of_x), split(of_hidden));
    const std::vector<TensorId> gate = split(made(addition(), {of_x, of_hidden}, gates_ * units_));
    if (gates_ == 1) {
      hidden_ = tanh(gate[0]);
      return;
    }
    cell_ = plus(times(sigmoid(gate[1]), cell_), times(sigmoid(gate[0]), tanh(gate[2])));
    hidden_ = times(sigmoid(gate[3]), tanh(cell_));
  }
  void gru_step(const std::vector<TensorId>& x, const std::vector<TensorId>& hidden) {
    const TensorId update = sigmoid(plus(x[0], hidden[0])), reset = sigmoid(plus(x[1], hidden[1]));
    const TensorId candidate = tanh(plus(x[2], times(reset, hidden[2])));
    const TensorId away = made(nook::Sub::Attrs{}, {hidden_, candidate}, units_);
    hidden_ = plus(candidate, times(update, away));
  }

  Sketch& s_;
  TensorId x_;
  int32_t axis_, gates_, batch_, units_;
  Sketch::Mark mark_{};
  bool fine_ = true;
  TensorId w_{}, r_{}, bias_{}, split_{}, hidden_{}, cell_{};
};

}  // namespace

TensorId unrolled(Sketch& s, const Live& live, TensorId x) {
  if (s.rank(x) != 3 || !s.is_float(x)) return TensorId::kNone;
  Steps steps(s, x);
  const int32_t most = std::max(s.dim(x, 0), s.dim(x, 1));
  return most > kMostSteps ? TensorId::kNone : steps.unroll(live);
}

}  // namespace generated
