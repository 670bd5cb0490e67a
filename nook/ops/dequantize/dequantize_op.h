#pragma once
#include "nook/ops/dequantize/dequantize.h"
#include "nook/ops/families/by_type.h"

namespace nook {

struct Dequantize;

// From int8, uint8 and int16 with one scale to float32.
using DequantizeS8 = ByType<Dequantize, DType::kS8, ByRows::kSlice>;
using DequantizeU8 = ByType<Dequantize, DType::kU8, ByRows::kSlice>;
using DequantizeS16 = ByType<Dequantize, DType::kS16, ByRows::kSlice>;

// y = the real values of x.
struct Dequantize : UnaryOp<Dequantize, OpCode::kDequantize> {
  NOOK_FORMS_BY_TYPE(nook_dequantize_s8);
  using Forms = List<struct DequantizeChannelsS8, DequantizeS8, DequantizeU8, DequantizeS16,
                     struct DequantizeF16, struct DequantizeNibbles>;
};

// From float16, which needs no scale; mostly weights.
struct DequantizeF16 : OpForm<Dequantize, ByRows::kSlice> {
  NOOK_FORM(nook_dequantize_f16);
};

// From int8 with a scale for each channel: weights that are constants.
struct DequantizeChannelsS8 : OpForm<Dequantize> {
  NOOK_FORM(nook_dequantize_channels_s8);
};

// From int4 with one scale or a scale for each channel: weights that are constants.
struct DequantizeNibbles : OpForm<Dequantize> {
  NOOK_FORM(nook_dequantize_channels_s8);
};

}  // namespace nook
