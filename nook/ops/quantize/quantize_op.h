#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/quantize/quantize.h"

namespace nook {

// y = x, requantized to the scale and zero point of y.
struct Quantize : UnaryOp<Quantize, OpCode::kQuantize> {
  using Forms = List<struct QuantizeF32, struct QuantizeS8, struct QuantizeF32S16, struct QuantizeAny>;
};

// From float32 to int8.
struct QuantizeF32 : OpForm<Quantize, ByRows::kSlice> {
  NOOK_FORM(nook_quantize_f32);
};

// From float32 to int16.
struct QuantizeF32S16 : QuantizeF32 {
  NOOK_FORM_FUNCTIONS;
};

// From int8 to int8 with another scale or zero point.
struct QuantizeS8 : OpForm<Quantize, ByRows::kSlice> {
  NOOK_FORM(nook_quantize_s8);
};

// Between int8, uint8, int16 and int32, or to another scale or zero point.
struct QuantizeAny : OpForm<Quantize, ByRows::kSlice> {
  NOOK_FORM(nook_quantize_any);
};

}  // namespace nook
