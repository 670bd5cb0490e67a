#pragma once
#include "nook/ops/families/pool_op.h"
#include "nook/ops/l2_pool2d/l2_pool2d.h"

namespace nook {

// y = activation(root mean square of each window of x). Positions outside the image do not count.
struct L2Pool2D : PoolOp<L2Pool2D, OpCode::kL2Pool2D> {
  using Forms = List<struct L2Pool2DF32>;
};

struct L2Pool2DF32 : PoolF32<L2Pool2D> {
  static Span<const KernelEntry> kernels();
  static Span<const RowInvoke> row_kernels();
  static int64_t macs(const Params& p) {
    return int64_t{p.batch} * p.out_h * p.out_w * p.in_c * p.filter_h * p.filter_w;
  }
};

}  // namespace nook
