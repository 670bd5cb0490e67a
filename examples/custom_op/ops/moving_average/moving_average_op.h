#pragma once
#include "nook/ops/contract/custom_options.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/moving_average/moving_average.h"

namespace nook {

// The average of the last `window` elements along the last dimension; zeros come before the first.
struct MovingAverage : CustomOp<MovingAverage, 2000, Role::kData> {
  static constexpr const char* kName = "MovingAverage";  // likewise
  struct Attrs {
    using Op = MovingAverage;
    int32_t window = 1;
  };
  static constexpr Option<Attrs> kOptions[] = {{"window", &Attrs::window}};
  using Forms = List<struct MovingAverageF32>;
};

// float32.
struct MovingAverageF32 : OpForm<MovingAverage> {
  NOOK_FORM(nook_moving_average_f32);
  static int64_t macs(const Params& p) { return int64_t{p.rows} * p.size * p.window; }
};

}  // namespace nook
