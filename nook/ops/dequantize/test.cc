#include "nook/ops/dequantize/dequantize_op.h"
#include "tests/quantized_case.h"

using namespace nook;
using namespace test;

namespace {

OpCase<Dequantize> to_reals() {
  return case_of<Dequantize>(quantized(shape(1, 4), kHalf, -3), tensor(DType::kF32, shape(1, 4)));
}

// Converts every number of a type, or some of them.
template <class Form, class X>
void makes_reals(DType from, int32_t least, int32_t most) {
  test::equals_the_definition<Form, X, float>(
      100,
      [&](Rng& rng, const Shape& of, const float(&scale)[2]) {
        TensorInfo x = quantized(of, scale[0], rng.in(least, most));
        x.type = from;
        return case_of<Dequantize>(x, tensor(DType::kF32, of));
      },
      [&](Rng& rng, const OpCase<Dequantize>&) { return rng.in(least, most); },
      [](const OpCase<Dequantize>& c, X x) { return double{c.in[0].scale()} * (x - c.in[0].zero_point); });
}

}  // namespace

TEST(dequantize_equals_results_computed_by_hand) {
  OpCase<Dequantize> c = to_reals();
  const int8_t x[] = {-3, 127, -128, 0};
  const float y[] = {0, 65, -62.5f, 1.5f};
  test::expect_makes<DequantizeS8>(c, y, x);
}

TEST(dequantize_needs_no_memory_beyond_its_output) {
  OpCase<Dequantize> c = to_reals();
  const auto* p = c.params<DequantizeS8>();
  for (const auto& row : DequantizeS8::kernels()) EXPECT(p && row.overlap(p, 0) <= 3 * 4);
}

TEST(dequantize_refuses_an_output_of_another_shape) { refuses_other_shapes(to_reals()); }

TEST(dequantize_refuses_quantization_that_is_not_one_scale_and_an_int8_zero_point) {
  OpCase<Dequantize> c = to_reals();
  refuses_quantization_of(c, c.in[0], 0);
}

TEST(dequantize_equals_the_definition_in_double_on_random_shapes_and_scales) {
  makes_reals<DequantizeS8, int8_t>(DType::kS8, -128, 127);
  makes_reals<DequantizeU8, uint8_t>(DType::kU8, 0, 255);
  makes_reals<DequantizeS16, int16_t>(DType::kS16, -32768, 32767);
}

TEST(dequantize_of_other_types_refuses_zero_points_beyond_them) {
  OpCase<Dequantize> c = to_reals();
  c.in[0].type = DType::kU8;
  EXPECT(c.refused(Reason::kZeroPoint, 0));
  c.in[0].type = DType::kS16, c.in[0].zero_point = 32768;
  EXPECT(c.refused(Reason::kZeroPoint, 0));
}

TEST(dequantize_refuses_types_that_have_no_kernel) {
  OpCase<Dequantize> c = to_reals();
  c.out.type = DType::kS16;
  EXPECT(c.no_form());
  c = to_reals(), c.in[0].type = DType::kS32;
  EXPECT(c.no_form());
}

TEST(dequantize_takes_a_scale_for_each_channel_that_is_the_same_for_all) {
  static const float equal[] = {0.5f, 0.5f};
  OpCase<Dequantize> c = to_reals();
  c.in[0].scales = {equal, 2};
  EXPECT(c.prepare());
}

TEST(dequantize_of_float16_gives_every_number_that_there_is) {
  const uint16_t x[] = {0x0000, 0x8000, 0x3C00, 0xC000, 0x3555, 0x7BFF,
                        0x0400, 0x03FF, 0x8001, 0x7C00, 0xFC00};
  const float tiny = 1.0f / 16777216, infinity = __builtin_inff();
  const float y[] = {0,           -0.0f,       1,     -2,       1365.0f / 4096, 65504,
                     1024 * tiny, 1023 * tiny, -tiny, infinity, -infinity};
  OpCase<Dequantize> c;
  c.in[0] = tensor(DType::kF16, shape(11)), c.out = tensor(DType::kF32, shape(11));
  const test::Operand in[] = {{x, sizeof x}};
  const auto* p = c.params<DequantizeF16>();
  if (p) test::expect_rows<DequantizeF16>(*p, in, 1, y, sizeof y, 2, 4);
  c.out.shape = shape(12);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
}

TEST(dequantize_of_float16_keeps_nan) {
  const uint16_t x[] = {0x7E00, 0xFC01};
  float y[2];
  const nook_dequantize_f16 p = {2};
  nook_dequantize_f16_ref(&p, x, y, nullptr);
  EXPECT(y[0] != y[0] && y[1] != y[1]);
}

TEST(dequantize_takes_a_scale_for_each_channel_of_any_axis) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    test::Rng rng(seed);
    static int8_t x[200];
    static float y[200], scales[200];
    OpCase<Dequantize> c;
    c.in[0] = tensor(DType::kS8, test::random_shape(rng, 1, 200)), c.out = tensor(DType::kF32, c.in[0].shape);
    const int axis = rng.in(0, c.in[0].shape.rank - 1), channels = c.in[0].shape.dim[axis];
    if (channels < 2) continue;
    for (int i = 0; i < channels; ++i) scales[i] = 0.25f * static_cast<float>(i + 1);
    c.in[0].scales = {scales, static_cast<size_t>(channels)};
    c.in[0].channel_axis = axis, c.in[0].zero_point = rng.in(-3, 3);
    test::fill(rng, x, c.in[0].shape.elements());
    int32_t inner = 1;
    for (int d = axis + 1; d < c.in[0].shape.rank; ++d) inner *= c.in[0].shape.dim[d];
    for (int32_t i = 0; i < c.in[0].shape.elements(); ++i)
      y[i] = scales[i / inner % channels] * static_cast<float>(x[i] - c.in[0].zero_point);
    const test::Operand in[] = {{x, c.in[0].bytes()}};
    const auto* p = c.params<DequantizeChannelsS8>();
    if (p) test::expect_rows<DequantizeChannelsS8>(*p, in, 1, y, c.out.bytes(), 1, 4);
  }
}

TEST(dequantize_of_int4_equals_dequantize_of_the_same_numbers_in_bytes) {
  for (uint32_t seed = 0; seed < 100; ++seed) {
    test::Rng rng(seed);
    const Shape of = shape(rng.in(1, 3), rng.in(1, 5), rng.in(1, 4));
    static int8_t bytes[64], nibbles[32];
    static float scales[5], y[64];
    for (float& scale : scales) scale = rng.real(0.01f, 2);
    const int32_t channels = rng.in(0, 2) ? of.dim[1] : 1, zero = rng.in(-8, 7);
    memset(nibbles, 0, sizeof nibbles);
    for (int32_t i = 0; i < of.elements(); ++i) {
      bytes[i] = static_cast<int8_t>(rng.in(-8, 7));
      nibbles[i / 2] = static_cast<int8_t>(nibbles[i / 2] | (bytes[i] & 15) << (i % 2 * 4));
      y[i] = scales[channels > 1 ? i / of.dim[2] % of.dim[1] : 0] * static_cast<float>(bytes[i] - zero);
    }
    TensorInfo x = tensor(DType::kS4, of);
    x.scales = {scales, static_cast<size_t>(channels)}, x.channel_axis = 1, x.zero_point = zero,
    x.data = nibbles;
    auto c = case_of<Dequantize>(x, tensor(DType::kF32, of));
    const auto* p = c.params<DequantizeNibbles>();
    const test::Operand in[] = {{nibbles, (of.elements() + 1) / 2}};
    if (p) test::expect_rows<DequantizeNibbles>(*p, in, 1, y, c.out.bytes(), 1, 4);
    c.in[0].data = nullptr;
    EXPECT(c.refused(Reason::kNotConstant, 0));
  }
}
