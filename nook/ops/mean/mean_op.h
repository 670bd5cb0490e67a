#pragma once
#include "nook/ops/contract/row_step.h"
#include "nook/ops/families/reduction_op.h"
#include "nook/ops/mean/mean.h"

namespace nook {

// y = the mean of x along axes.
struct Mean : ReductionOp<Mean, OpCode::kMean> {
  using Forms = List<struct MeanS8, struct MeanF32, struct MeanS16, struct MeanU8, struct MeanRescaledU8>;

  // A chain needs only one sum per channel instead of the image.
  template <class Params>
  static int32_t sum_bytes(const Params& p) {
    return p.width > 0 ? 4 * p.walk.step : 0;
  }
};

// int8; input and output may have different scales.
struct MeanS8 : OpForm<Mean, ByRows::kSums> {
  NOOK_FORM(nook_mean_s8);
  static Span<const RowInvoke> sum_kernels();
  static Span<const KernelEntry> interpreted_kernels(), fast_kernels();
  static int32_t sum_bytes(const Params& p) { return Mean::sum_bytes(p); }
  static int32_t sum_rows(const Params& p) { return p.walk.count / p.width; }
};

// float32.
struct MeanF32 : OpForm<Mean, ByRows::kSums> {
  NOOK_FORM(nook_mean_f32);
  static Span<const RowInvoke> sum_kernels();
  static int32_t sum_bytes(const Params& p) { return Mean::sum_bytes(p); }
  static int32_t sum_rows(const Params& p) { return p.walk.count / p.width; }
};

// int16; input and output may have different scales.
struct MeanS16 : OpForm<Mean> {
  NOOK_FORM(nook_mean_s8);
};

// uint8 as TensorFlow Lite computes it: means of an image, with kept dimensions, in fixed point; other means
// without another scale or zero point are rounded down.
struct MeanU8 : OpForm<Mean> {
  NOOK_FORM(nook_mean_u8);
};

// uint8, other means with another scale or zero point: in floating point.
struct MeanRescaledU8 : OpForm<Mean> {
  NOOK_FORM(nook_mean_rescaled_u8);
};

}  // namespace nook
