#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/families/binary_op.h"
#include "nook/ops/mul/mul.h"
#include "nook/ops/prepare/broadcast.h"

namespace nook {

// y = activation(a * b), with broadcasting.
struct Mul : ArithmeticOp<Mul, OpCode::kMul> {
  using Forms = List<struct MulS8, struct MulF32, BinaryActS32<Mul>, struct MulS16>;
};

// int8; each tensor has its own scale and zero point.
struct MulS8 : OpForm<Mul, ByRows::kSlice> {
  NOOK_FORM(nook_mul_s8);
  static Span<const KernelEntry> interpreted_kernels(), fast_kernels();
};

struct MulF32 : BinaryActF32<Mul> {
  static Span<const KernelEntry> kernels(), interpreted_kernels(), fast_kernels();
};

// int16; each tensor has its own scale; zero points are 0.
struct MulS16 : OpForm<Mul, ByRows::kSlice> {
  NOOK_FORM(nook_mul_s16);
  static Span<const KernelEntry> interpreted_kernels(), fast_kernels();
};

}  // namespace nook
