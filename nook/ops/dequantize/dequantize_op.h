#pragma once
#include "nook/ops/dequantize/dequantize.h"
#include "nook/ops/op.h"

namespace nook {

// y = the real values of x.
struct Dequantize : UnaryOp<Dequantize, OpCode::kDequantize> {
  using Forms = List<struct DequantizeS8, struct DequantizeU8, struct DequantizeS16, struct DequantizeF16>;
};

// From int8 with one scale to float32.
struct DequantizeS8 : OpForm<Dequantize, ByRows::kSlice> {
  NOOK_FORM(nook_dequantize_s8);
};

// From uint8.
struct DequantizeU8 : DequantizeS8 {
  NOOK_FORM_FUNCTIONS;
};

// From int16.
struct DequantizeS16 : DequantizeS8 {
  NOOK_FORM_FUNCTIONS;
};

// From float16, which needs no scale; mostly weights.
struct DequantizeF16 : OpForm<Dequantize, ByRows::kSlice> {
  NOOK_FORM(nook_dequantize_f16);
};

}  // namespace nook
