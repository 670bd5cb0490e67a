#pragma once
#include "nook/ops/batch_matmul/batch_matmul.h"
#include "nook/ops/contract/op.h"

namespace nook {

// y = a * b, matrix products over the last two dimensions. Leading dimensions are batches, with broadcasting.
struct BatchMatmul : OptionsOp<OpCode::kBatchMatmul, Role::kData, Role::kData> {
  struct Attrs {
    using Op = BatchMatmul;
    bool adj_x = false, adj_y = false;  // transpose the matrices of a, and of b
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<struct BatchMatmulS8, struct BatchMatmulS16, struct BatchMatmulF32>;
};

namespace detail {

template <class F>
void batch_matmul_fields(F& f, const nook_batch_matmul_walk& w) {
  f.value("walk.rows", w.rows), f.value("walk.depth", w.depth), f.value("walk.columns", w.columns);
  f.value("walk.a_row", w.a_row), f.value("walk.a_step", w.a_step);
  f.value("walk.b_column", w.b_column), f.value("walk.b_step", w.b_step), f.value("walk.rank", w.rank);
  f.table("walk.dim", w.dim, w.rank);
  f.table("walk.a_jump", w.a_jump, w.rank), f.table("walk.b_jump", w.b_jump, w.rank);
}

// Multiply-accumulates of all matrices together.
int64_t batch_matmul_macs(const nook_batch_matmul_walk& walk);

}  // namespace detail

// int8; each operand has its own zero point.
struct BatchMatmulS8 : OpForm<BatchMatmul> {
  NOOK_FORM(nook_batch_matmul_s8);
  static int64_t macs(const Params& p) { return detail::batch_matmul_macs(p.walk); }
};

// int16; zero points are 0.
struct BatchMatmulS16 : OpForm<BatchMatmul> {
  NOOK_FORM(nook_batch_matmul_s16);
  static int64_t macs(const Params& p) { return detail::batch_matmul_macs(p.walk); }
};

// float32.
struct BatchMatmulF32 : OpForm<BatchMatmul> {
  NOOK_FORM(nook_batch_matmul_f32);
  static int64_t macs(const Params& p) { return detail::batch_matmul_macs(p.walk); }
};

}  // namespace nook
