#pragma once
#include "nook/ops/average_pool2d/average_pool2d.h"
#include "nook/ops/families/pool_op.h"

namespace nook {

// y = activation(mean of each window of x). Positions outside the image do not count.
struct AveragePool2D : PoolOp<AveragePool2D, OpCode::kAveragePool2D> {
  using Forms =
      List<struct AveragePool2DS8, struct AveragePool2DF32, struct AveragePool2DS16, struct AveragePool2DU8>;
};

// If one window is as high as the image, a chain needs only sums of 4 bytes, one for each column and channel.
template <class Params>
int32_t sums_of_columns(const Params& p) {
  const bool whole = p.batch == 1 && p.out_h == 1 && p.filter_h - p.pad_top >= p.in_h;
  const bool fits = p.in_c <= INT32_MAX / 4 / p.out_w;
  return whole && fits ? 4 * p.out_w * p.in_c : 0;
}

struct AveragePool2DS8 : PoolQuantized<AveragePool2D, DType::kS8> {
  static Span<const KernelEntry> kernels();
  static Span<const RowInvoke> row_kernels();
  static Span<const KernelEntry> interpreted_kernels(), fast_kernels();
  static Span<const RowInvoke> sum_kernels();
  static int32_t sum_bytes(const Params& p) { return sums_of_columns(p); }
  static int32_t sum_rows(const Params& p) { return p.in_h; }
};

struct AveragePool2DF32 : PoolF32<AveragePool2D> {
  static Span<const KernelEntry> kernels();
  static Span<const RowInvoke> row_kernels();
  static Span<const KernelEntry> interpreted_kernels(), fast_kernels();
  static Span<const RowInvoke> sum_kernels();
  static int32_t sum_bytes(const Params& p) { return sums_of_columns(p); }
  static int32_t sum_rows(const Params& p) { return p.in_h; }
};

struct AveragePool2DS16 : PoolQuantized<AveragePool2D, DType::kS16> {
  static Span<const KernelEntry> kernels();
  static Span<const RowInvoke> row_kernels();
  static Span<const KernelEntry> interpreted_kernels(), fast_kernels();
};

// TensorFlow Lite rounds means of uint8 and int8 differently.
struct AveragePool2DU8 : PoolQuantized<AveragePool2D, DType::kU8> {
  static Span<const KernelEntry> kernels();
  static Span<const RowInvoke> row_kernels();
};

}  // namespace nook
