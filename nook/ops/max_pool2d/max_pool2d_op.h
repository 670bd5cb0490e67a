#pragma once
#include "nook/ops/families/pool_op.h"
#include "nook/ops/max_pool2d/max_pool2d.h"

namespace nook {

// y = activation(maximum of each window of x). Positions outside the image do not count.
struct MaxPool2D : PoolOp<MaxPool2D, OpCode::kMaxPool2D> {
  using Forms = List<struct MaxPool2DS8, struct MaxPool2DF32, struct MaxPool2DS16>;
};

struct MaxPool2DS8 : PoolQuantized<MaxPool2D, DType::kS8> {
  static Span<const KernelEntry> kernels();
  static Span<const RowInvoke> row_kernels();
  static Span<const KernelEntry> interpreted_kernels(), fast_kernels();
};

struct MaxPool2DF32 : PoolF32<MaxPool2D> {
  static Span<const KernelEntry> kernels();
  static Span<const RowInvoke> row_kernels();
  static Span<const KernelEntry> interpreted_kernels(), fast_kernels();
};

struct MaxPool2DS16 : PoolQuantized<MaxPool2D, DType::kS16> {
  static Span<const KernelEntry> kernels();
  static Span<const RowInvoke> row_kernels();
  static Span<const KernelEntry> interpreted_kernels(), fast_kernels();
};

}  // namespace nook
