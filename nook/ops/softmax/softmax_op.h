#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/softmax/softmax.h"

namespace nook {

// y = exp(beta * x) / sum of exp(beta * x), along the innermost dimension.
struct Softmax : OptionsOp<OpCode::kSoftmax, Role::kData> {
  struct Attrs {
    using Op = Softmax;
    float beta = 1;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<struct SoftmaxS8, struct SoftmaxF32, struct SoftmaxS8S16, struct SoftmaxS16>;
};

// int8; the output's quantization is fixed: scale 1/256, zero point -128.
struct SoftmaxS8 : OpForm<Softmax, ByRows::kSlice> {
  NOOK_FORM(nook_softmax_s8);
  NOOK_KERNEL_TABLES;
};

// int8 to int16 with the scale 2^-16 and the zero point -32768.
struct SoftmaxS8S16 : SoftmaxS8 {
  NOOK_FORM_FUNCTIONS;
  NOOK_KERNEL_TABLES;
};

// int16; the output has the scale 2^-15.
struct SoftmaxS16 : OpForm<Softmax, ByRows::kSlice> {
  NOOK_FORM(nook_softmax_s16);
  static Span<const KernelEntry> interpreted_kernels(), fast_kernels();
};

// float32.
struct SoftmaxF32 : OpForm<Softmax, ByRows::kSlice> {
  NOOK_FORM(nook_softmax_f32);
  NOOK_KERNEL_TABLES;
};

}  // namespace nook
