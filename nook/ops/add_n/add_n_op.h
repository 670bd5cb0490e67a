#pragma once
#include "nook/ops/add_n/add_n.h"
#include "nook/ops/contract/op.h"

namespace nook {

// y = the sum of all inputs, which have the same shape.
struct AddN : PlainOp<AddN, OpCode::kAddN> {
  static constexpr Signature kSignature = operands(many(Role::kData));
  using Forms = List<struct AddNS8, struct AddNF32>;
};

// int8; all inputs have the same quantization. A nonzero zero point shifts the sum by that amount, as in
// TensorFlow Lite Micro.
struct AddNS8 : OpForm<AddN, ByRows::kSlice> {
  NOOK_FORM(nook_add_n_s8);
};

// float32.
struct AddNF32 : OpForm<AddN, ByRows::kSlice> {
  NOOK_FORM(nook_add_n_f32);
};

}  // namespace nook
