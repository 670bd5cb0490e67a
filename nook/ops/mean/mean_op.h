#pragma once
#include "nook/ops/mean/mean.h"
#include "nook/ops/op.h"
#include "nook/ops/row_step.h"

namespace nook {

struct MeanS8;
struct MeanF32;
struct MeanS16;

// y = mean of x along the axes of operand 1, a constant. An axis may count from the end (negative) and may be
// named twice. The kernel does not get the axes.
struct Mean {
  static constexpr OpCode kCode = OpCode::kMean;
  static constexpr Signature kSignature = operands(Role::kData, Role::kPrepared);
  struct Attrs {
    using Op = Mean;
    bool keep_dims = false;  // axes that go stay as dimensions of 1
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<MeanS8, MeanF32, MeanS16>;

  template <class F>
  static void fields(F& f, const nook_mean_walk& w) {
    f.value("walk.count", w.count), f.value("walk.run", w.run), f.value("walk.step", w.step);
    f.value("walk.taken_rank", w.taken_rank);
    f.table("walk.taken_dim", w.taken_dim, w.taken_rank);
    f.table("walk.taken_jump", w.taken_jump, w.taken_rank);
    f.value("walk.kept_rank", w.kept_rank);
    f.table("walk.kept_dim", w.kept_dim, w.kept_rank), f.table("walk.kept_jump", w.kept_jump, w.kept_rank);
    f.value("walk.width", w.width);
  }
  // A number for each channel is all of the image that is needed.
  static int32_t sum_bytes(const nook_mean_walk& w) { return w.width > 0 ? 4 * w.step : 0; }
};

// int8; input and output may be scaled differently.
struct MeanS8 : OpForm<Mean, ByRows::kSums> {
  NOOK_FORM(nook_mean_s8);
  static Span<const RowInvoke> sum_kernels();
  static Span<const Kernel> interpreted_kernels(), fast_kernels();
  static int32_t sum_bytes(const Params& p) { return Mean::sum_bytes(p.walk); }
  static int32_t sum_rows(const Params& p) { return p.walk.count / p.walk.width; }
};

// float32.
struct MeanF32 : OpForm<Mean, ByRows::kSums> {
  NOOK_FORM(nook_mean_f32);
  static Span<const RowInvoke> sum_kernels();
  static int32_t sum_bytes(const Params& p) { return Mean::sum_bytes(p.walk); }
  static int32_t sum_rows(const Params& p) { return p.walk.count / p.walk.width; }
};

// int16; input and output may be scaled differently.
struct MeanS16 : OpForm<Mean> {
  NOOK_FORM(nook_mean_s8);
};

}  // namespace nook
