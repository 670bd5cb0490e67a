#pragma once
#include "nook/ops/custom_options.h"
#include "nook/ops/moving_average/moving_average.h"
#include "nook/ops/op.h"

namespace nook {

struct MovingAverageF32;

// The average of the last `window` elements along the last dimension; zeros come before the first.
struct MovingAverage {
  static constexpr OpCode kCode = OpCode{2000};          // as in ops.inc
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
  static Result<Attrs> parse(const NodeView& node) { return parse_custom<MovingAverage>(node); }
  using Forms = List<MovingAverageF32>;
};

// float32.
struct MovingAverageF32 : FormOf<MovingAverage, nook_moving_average_f32> {
  static constexpr const char* kType = "nook_moving_average_f32";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params& p) { return int64_t{p.rows} * p.size * p.window; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("rows", p.rows), f.value("size", p.size), f.value("window", p.window);
  }
};

}  // namespace nook
