#pragma once
#include "nook/ops/contract/custom_options.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/few_bits/few_bits.h"

namespace nook {

// A convolution or a dense layer with weights of 1, 2, 4 or 8 bits on few levels of int8. Operands: x, the
// weights as bytes [channels][row], the marks, multipliers or scales of each channel and, for float32, a
// number to add to each sum or, for int8, which sums change their sign. It replaces a layer of a network
// trained for few bits, up to and with the quantization of its result, at the same levels as in floats. `nook
// convert` and `nook compile` create it.
struct FewBits : CustomOp<FewBits, 1021> {
  static constexpr const char* kName = "NOOK_FEW_BITS";
  static constexpr Signature kSignature =
      operands(Role::kData, Role::kWeights, Role::kWeights, optional(Role::kWeights));
  struct Attrs {
    using Op = FewBits;
    int32_t layout = 0, x_bits = 0, w_bits = 0;
    int32_t x_low = 0, x_shift = 0, both = 0, ones = 0;
    int32_t first = 0, step = 0;  // in the marks form
    int32_t shift = 0, even = 0;  // in the multiplier form
    int32_t filter_h = 1, filter_w = 1, stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1;
    int32_t pad_top = 0, pad_left = 0, groups = 1;

    bool dense() const {  // on the last dimension of x, of any shape
      return filter_h == 1 && filter_w == 1 && stride_h == 1 && stride_w == 1 && pad_top == 0 &&
             pad_left == 0 && groups == 1;
    }
  };
  static constexpr Option<Attrs> kOptions[] = {{"both", &Attrs::both},
                                               {"dilation_h", &Attrs::dilation_h},
                                               {"dilation_w", &Attrs::dilation_w},
                                               {"even", &Attrs::even},
                                               {"filter_h", &Attrs::filter_h},
                                               {"filter_w", &Attrs::filter_w},
                                               {"first", &Attrs::first},
                                               {"groups", &Attrs::groups},
                                               {"layout", &Attrs::layout},
                                               {"ones", &Attrs::ones},
                                               {"pad_left", &Attrs::pad_left},
                                               {"pad_top", &Attrs::pad_top},
                                               {"shift", &Attrs::shift},
                                               {"step", &Attrs::step},
                                               {"stride_h", &Attrs::stride_h},
                                               {"stride_w", &Attrs::stride_w},
                                               {"w_bits", &Attrs::w_bits},
                                               {"x_bits", &Attrs::x_bits},
                                               {"x_low", &Attrs::x_low},
                                               {"x_shift", &Attrs::x_shift}};
  using Forms = List<struct FewBitsS8, struct FewBitsF32>;
};

// Words of a plane, or of a channel's packed weights.
constexpr int32_t few_bits_words(int32_t layout, int32_t w_bits, int32_t depth) {
  const int32_t codes = layout == NOOK_FEW_BITS_PLANES ? 32 : 32 / w_bits;
  return depth / codes + (depth % codes != 0);
}
// Bytes of a channel's weights.
constexpr int32_t few_bits_row(int32_t layout, int32_t w_bits, int32_t depth) {
  return few_bits_words(layout, w_bits, depth) * 4 * (layout == NOOK_FEW_BITS_PLANES ? w_bits : 1);
}

// To levels of int8.
struct FewBitsS8 : OpForm<FewBits> {
  NOOK_FORM(nook_few_bits);
  static int64_t macs(const Params& p) { return int64_t{p.batch} * p.out_h * p.out_w * p.out_c * p.depth; }
};

// To float32: the last layer, and layers whose levels are computed in floats.
struct FewBitsF32 : FewBitsS8 {
  NOOK_FORM_FUNCTIONS;
};

}  // namespace nook
