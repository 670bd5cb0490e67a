#pragma once
#include "nook/ops/fake_quant/fake_quant.h"
#include "nook/ops/families/unary_op.h"

namespace nook {

// y = x rounded to 2^num_bits values from min to max, both moved so that 0 is one of the values, as training
// with quantization leaves it in a network.
struct FakeQuant : OptionsOp<OpCode::kFakeQuant, Role::kData> {
  struct Attrs {
    using Op = FakeQuant;
    float min = 0, max = 0;
    int32_t num_bits = 8;
    bool narrow_range = false;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<struct FakeQuantF32>;
};

// float32.
struct FakeQuantF32 : OpForm<FakeQuant, ByRows::kSlice> {
  NOOK_FORM(nook_fake_quant_f32);
};

}  // namespace nook
