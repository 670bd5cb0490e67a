#pragma once
#include "nook/ops/custom_options.h"
#include "nook/ops/moving_average/moving_average.h"
#include "nook/ops/op.h"

namespace nook {

struct MovingAverageF32;

// The average of the last `window` elements along the last dimension; zeros come before the first.
struct MovingAverage : CustomOp<MovingAverage, 2000> {
  static constexpr const char* kName = "MovingAverage";  // likewise
  static constexpr Signature kSignature = operands(Role::kData);
  struct Attrs {
    using Op = MovingAverage;
    int32_t window = 1;
  };
  template <class F, class A>
  static void options(F& f, A& a) {
    f.value("window", a.window);
  }
  using Forms = List<MovingAverageF32>;
};

// float32.
struct MovingAverageF32 : OpForm<MovingAverage> {
  NOOK_FORM(nook_moving_average_f32);
  static int64_t macs(const Params& p) { return int64_t{p.rows} * p.size * p.window; }
};

}  // namespace nook
