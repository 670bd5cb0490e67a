#pragma once
#include "nook/ops/contract/custom_options.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/few_bits/few_bits.h"

namespace nook {

// A dense layer with weights of 1, 2, 4 or 8 bits on few levels of int8. Operands: x [batch][depth], the
// weights as bytes [channels][row], the marks or scales of each channel and, for float32, a number to add to
// each sum. It replaces a matrix product of a network trained for few bits, up to and with the quantization
// of its result: int8 results are counted marks, computed from the float operators. `nook convert` and `nook
// compile` create it.
struct FewBits : CustomOp<FewBits, 1021> {
  static constexpr const char* kName = "NOOK_FEW_BITS";
  static constexpr Signature kSignature =
      operands(Role::kData, Role::kWeights, Role::kWeights, optional(Role::kWeights));
  struct Attrs {
    using Op = FewBits;
    int32_t layout = 0, x_bits = 0, w_bits = 0;
    int32_t x_low = 0, x_shift = 0, both = 0, ones = 0, first = 0, step = 0;
  };
  static constexpr Option<Attrs> kOptions[] = {
      {"both", &Attrs::both},     {"first", &Attrs::first}, {"layout", &Attrs::layout},
      {"ones", &Attrs::ones},     {"step", &Attrs::step},   {"w_bits", &Attrs::w_bits},
      {"x_bits", &Attrs::x_bits}, {"x_low", &Attrs::x_low}, {"x_shift", &Attrs::x_shift}};
  using Forms = List<struct FewBitsS8, struct FewBitsF32>;
};

// Bytes of a channel's weights.
constexpr int32_t few_bits_row(int32_t layout, int32_t w_bits, int32_t depth) {
  return layout == NOOK_FEW_BITS_PLANES    ? (depth / 32 + (depth % 32 != 0)) * 4 * w_bits
         : layout == NOOK_FEW_BITS_NIBBLES ? depth / 2 + depth % 2
                                           : depth;
}

// To levels of int8.
struct FewBitsS8 : OpForm<FewBits> {
  NOOK_FORM(nook_few_bits);
  static int64_t macs(const Params& p) { return int64_t{p.batches} * p.channels * p.depth; }
};

// To float32: the last layer.
struct FewBitsF32 : FewBitsS8 {
  NOOK_FORM_FUNCTIONS;
};

}  // namespace nook
