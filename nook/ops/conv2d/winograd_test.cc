// Compares the kernels for 3x3 filters over 16 and over 32 channels with the reference: random layers seldom
// have their shapes.
#include "nook/kernels/dot/armv7em/dot_winograd_dsp.h"
#include "nook/kernels/dot/armv7em/dot_winograd_f23_dsp.h"
#include "nook/ops/conv2d/conv2d_op.h"
#include "tests/sliding_case.h"
#include "tests/weighted_case.h"

using namespace nook;
using test::OpCase;
using test::quantized;
using test::shape;

namespace {

constexpr int32_t kMostOut = 12;
constexpr float kHalf = 0.5f;

// One image whose output has a multiple of `pixels` columns, with up to two rows and columns of padding.
OpCase<Conv2D> random_layer(test::Rng& rng, int32_t channels, int32_t pixels) {
  OpCase<Conv2D> c;
  const int32_t out_c = 4 * rng.in(1, kMostOut / 4), out_h = rng.in(1, 2), out_w = pixels * rng.in(1, 2);
  Padding& pad = c.attrs.padding;
  pad.mode = PadMode::kExplicit;
  pad.top = rng.in(0, out_h == 1 ? 1 : 2), pad.bottom = rng.in(0, 1);
  pad.left = rng.in(0, 2), pad.right = rng.in(0, 2);
  const int32_t in_h = out_h + 2 - pad.top - pad.bottom, in_w = out_w + 2 - pad.left - pad.right;
  c.inputs = 3;
  c.attrs.stride_h = c.attrs.stride_w = c.attrs.dilation_h = c.attrs.dilation_w = 1;
  c.in[0] = quantized(shape(1, in_h, in_w, channels), kHalf, 0);
  c.in[1] = quantized(shape(out_c, 3, 3, channels), kHalf, 0);
  c.in[2] = test::tensor(DType::kS32, shape(out_c));
  c.out = quantized(shape(1, out_h, out_w, out_c), kHalf, 0);
  return c;
}

void equals_the_reference(const char* symbol, int32_t channels, int32_t pixels) {
  if (!has(kBuildIsa, kDsp)) return;
  static int8_t x[test::kMostBytes], w[test::kMostBytes];
  static int32_t bias[kMostOut];
  const int before = test::failures;
  uint32_t taken = 0;
  for (uint32_t seed = 0; seed < test::fast_cases() && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<Conv2D> c = random_layer(rng, channels, pixels);
    const int32_t out_c = c.out.shape.dim[3];
    test::RandomQuantization quantization(rng, c, out_c);
    test::fill_inputs(rng, x, c.in[0].shape.elements());
    test::fill_weights(rng, w, c.in[1].shape.elements());
    test::fill_biases(rng, bias, out_c);
    const test::Operand in[] = {
        {x, c.in[0].shape.elements()}, {w, c.in[1].shape.elements()}, {bias, out_c * 4}};
    const auto* p = c.params<Conv2DS8>();
    if (!p) continue;
    const void* const constants[] = {nullptr, w, bias};
    for (const KernelEntry& row : Conv2DS8::kernels())
      taken += !strcmp(row.symbol, symbol) && row.accepts(p, nook::KernelRows::kAll) &&
               row.packing->takes(p, constants);
    test::expect_rows_like_reference<Conv2DS8>(*p, in, 3, c.out.shape.elements(), 4);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  EXPECT(taken > test::fast_cases() / 2);
}

}  // namespace

TEST(conv2d_s8_kernels_for_16_channels_equal_the_reference_on_random_layers) {
  equals_the_reference("nook_conv2d_s8_dsp_winograd", NOOK_WINOGRAD_CHANNELS, 8);
}

TEST(conv2d_s8_kernels_for_32_channels_equal_the_reference_on_random_layers) {
  equals_the_reference("nook_conv2d_s8_dsp_winograd_f23", NOOK_F23_CHANNELS, 4);
}
