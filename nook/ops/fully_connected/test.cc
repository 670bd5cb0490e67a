#include "nook/ops/fully_connected/fully_connected_op.h"
#include "tests/hybrid_case.h"
#include "tests/narrow_case.h"
#include "tests/shifted_case.h"
#include "tests/weighted_case.h"
#include "tests/weighted_s16_case.h"

using namespace nook;
using test::naive_clamp;
using test::naive_rescale;
using test::OpCase;
using test::quantized;
using test::shape;
using test::tensor;

namespace {

constexpr float kHalf = 0.5f;
constexpr int kIn = 24, kOut = 12, kBatch = 4;

// Limits of a random layer: most have few outputs; some have many outputs but fewer inputs.
constexpr int32_t kFewOut = 24, kMostIn = 600, kMostOut = 136, kMostWeights = kMostOut * 192;
static_assert(kMostIn * kFewOut <= kMostWeights);

TensorInfo bias_of(DType type, int32_t count) { return tensor(type, shape(count)); }

// x [1][4], w [3][4], bias [3], y [1][3]
OpCase<FullyConnected> s8_case() {
  OpCase<FullyConnected> c;
  c.inputs = 3;
  c.in[0] = quantized(shape(1, 4), kHalf, 0), c.in[1] = quantized(shape(3, 4), kHalf, 0);
  c.in[2] = bias_of(DType::kS32, 3), c.out = quantized(shape(1, 3), kHalf, 0);
  return c;
}

OpCase<FullyConnected> f32_case() {
  OpCase<FullyConnected> c;
  c.inputs = 3;
  c.in[0] = tensor(DType::kF32, shape(1, 4)), c.in[1] = tensor(DType::kF32, shape(3, 4));
  c.in[2] = bias_of(DType::kF32, 3), c.out = tensor(DType::kF32, shape(1, 3));
  return c;
}

// Compares every row of the table with the reference on a layer with random constants. Counts the layers that
// the row whose name ends with `counted` accepts.
int compare_random_layer(test::Rng& rng, int32_t batch, int32_t n, int32_t out, const char* counted) {
  static int8_t x[kMostIn * kBatch], w[kMostWeights];
  static int32_t bias[kMostOut];
  OpCase<FullyConnected> c = s8_case();
  c.in[0].shape = shape(batch, n), c.in[1].shape = shape(out, n);
  c.in[2].shape = shape(out), c.out.shape = shape(batch, out);
  const bool many = out > test::RandomQuantization::kMostChannels;
  const test::RandomQuantization quantization(rng, c, many ? 1 : out);
  test::fill_inputs(rng, x, batch * n), test::fill_weights(rng, w, out * n);
  test::fill_biases(rng, bias, out);
  const bool biased = rng.in(0, 3) > 0;
  const test::Operand in[] = {{x, batch * n}, {w, out * n}, {biased ? bias : nullptr, out * 4}};
  const auto* p = c.params<FullyConnectedS8>();
  if (!p) return 0;
  test::expect_rows_like_reference<FullyConnectedS8>(*p, in, 3, batch * out, 4);
  int taken = 0;
  const void* const constants[] = {nullptr, w, biased ? bias : nullptr};
  for (const auto& row : FullyConnectedS8::kernels()) {
    const char* const end = strstr(row.symbol, counted);
    taken += end && end[strlen(counted)] == 0 && row.accepts(p, nook::KernelRows::kAll) &&
             row.packing->takes(p, constants);
  }
  return taken;
}

// Compares layers for this many seeds until one fails; returns the sum of the results of compare(rng).
template <class Compare>
uint32_t count_random_layers(uint32_t cases, Compare compare) {
  const int before = test::failures;
  uint32_t counted = 0;
  for (uint32_t seed = 0; seed < cases && test::failures == before; ++seed) {
    test::Rng rng(seed);
    counted += static_cast<uint32_t>(compare(rng));
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  return counted;
}

}  // namespace

TEST(fully_connected_reads_its_options) {
  const auto attrs = test::Options<3>({1, 0, 1}).parse<FullyConnected>();
  EXPECT(attrs && attrs->activation == Activation::kRelu && attrs->keep_num_dims);
  EXPECT(test::Options<2>({0, 1}).parse<FullyConnected>().code() == Code::kUnsupported);
}

TEST(fully_connected_s8_equals_results_computed_by_hand) {
  OpCase<FullyConnected> c = s8_case();
  c.in[0].zero_point = 1, c.out.zero_point = -2;
  const int8_t x[] = {3, 1, -1, 5}, w[] = {1, 2, 3, 4, 0, 0, 0, 0, -1, 0, 0, 1};
  const int32_t bias[] = {2, 7, -2};
  // Sums 2+0-6+16+2 = 14, 7, -2+4-2 = 0; times 0.25 / 0.5: 7, 4 (3.5 away from zero), 0; plus -2.
  const int8_t y[] = {5, 2, -2}, relu[] = {5, 2, -2};
  test::expect_makes<FullyConnectedS8>(c, y, x, w, bias);
  c.attrs.activation = Activation::kRelu;
  test::expect_makes<FullyConnectedS8>(c, relu, x, w, bias);
}

namespace {

// TensorFlow Lite multiplies the scales as floats if there is one per tensor.
double factor_of_floats(float x, float w, float y) {
  volatile const float product = x * w;
  return double{product} / double{y};
}

template <class Form>
void fully_connected_is_the_definition_s16(DType bias) {
  const int before = test::failures;
  for (uint32_t seed = 0; seed < 300 && test::failures == before; ++seed) {
    test::Rng rng(seed);
    // Some have more products than fit 32 bits.
    const int32_t batch = rng.in(1, 3), out = seed % 4 ? rng.in(1, kOut) : 2;
    const int32_t n = seed % 4 ? rng.in(1, kIn) : rng.in(500, 600);
    OpCase<FullyConnected> c = s8_case();
    c.in[0].shape = shape(batch, n), c.in[1].shape = shape(out, n), c.out.shape = shape(batch, out);
    c.attrs.bias_type = bias;
    test::layer_is_the_definition_s16<Form>(
        rng, c, bias, out,
        [&](const int16_t* x, const int8_t* w, int32_t i) {
          int64_t sum = 0;
          for (int32_t k = 0; k < n; ++k) sum += x[i / out * n + k] * w[i % out * n + k];
          return sum;
        },
        factor_of_floats);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
}

}  // namespace

TEST(fully_connected_s16_equals_the_definition_on_random_shapes_and_scales) {
  fully_connected_is_the_definition_s16<FullyConnectedS16>(DType::kS64);
  fully_connected_is_the_definition_s16<FullyConnectedS16Sum32>(DType::kS32);
}

TEST(fully_connected_s16_equals_results_computed_by_hand) {
  // Sums 8192 * 4 + 2^30, 0 and -1; times 0.25 / 0.5, ties up.
  OpCase<FullyConnected> c = s8_case();
  c.in[0].type = c.out.type = DType::kS16, c.in[2].type = DType::kS64;
  const int16_t x[] = {8192, 0, -1, 1}, y[] = {32767, 0, 0};
  const int8_t w[] = {4, 7, 0, 0, 0, 5, 0, 0, 0, 0, 1, 0};
  const int64_t bias[] = {1 << 30, 0, 0};
  const test::Operand in[] = {{x, sizeof x}, {w, sizeof w}, {bias, sizeof bias}};
  const auto* p = c.params<FullyConnectedS16>();
  if (p) test::expect_rows<FullyConnectedS16>(*p, in, 3, y, sizeof y, 4);
  // A bias of 32 bits.
  c.in[2].type = DType::kS32;
  const int32_t narrow[] = {-32768, 3, 0};
  const int16_t others[] = {0, 2, 0};
  const test::Operand of_32[] = {{x, sizeof x}, {w, sizeof w}, {narrow, sizeof narrow}};
  p = c.params<FullyConnectedS16Sum32>();
  if (p) test::expect_rows<FullyConnectedS16Sum32>(*p, of_32, 3, others, sizeof others, 4);
}

TEST(fully_connected_s16_kernels_equal_the_reference_on_random_layers) {
  if (!test::has_fast_rows<FullyConnectedS16>()) return;
  const int before = test::failures, runs_before = test::fast_runs;
  uint32_t cases = 0;
  for (uint32_t seed = 0; cases < test::fast_cases() && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<FullyConnected> c = s8_case();
    const int32_t batch = rng.in(0, 3) ? 1 : rng.in(2, 4), in = rng.in(0, 2) ? rng.in(1, 40) : rng.in(1, 600);
    const int32_t out = rng.in(0, 1) ? rng.in(1, 7) : rng.in(1, 48);
    if (in * out > test::kMostBytes || in * batch > test::kMostBytes / 2) continue;
    c.in[0].shape = shape(batch, in), c.in[1].shape = shape(out, in), c.out.shape = shape(batch, out);
    test::expect_fast_rows_of_either_sum<FullyConnectedS16, FullyConnectedS16Sum32>(rng, c, out);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    ++cases;
  }
  EXPECT(test::fast_runs - runs_before > static_cast<int>(cases / 2));
}

TEST(fully_connected_s16_refuses_unsupported_operands) { test::refuses_what_is_no_layer_of_s16(s8_case()); }

TEST(fully_connected_s16_survives_any_bias) {
  test::survives_any_bias_of_64_bits<FullyConnectedS16>(s8_case(), 3);
}

TEST(fully_connected_s8_equals_the_definition_on_random_shapes_and_scales) {
  static int8_t x[kBatch * kIn], w[kOut * kIn], y[kBatch * kOut];
  static int32_t bias[kOut];
  static float scales[kOut];
  const int before = test::failures;
  for (uint32_t seed = 0; seed < 300 && test::failures == before; ++seed) {
    test::Rng rng(seed);
    const int32_t batch = rng.in(1, kBatch), n = rng.in(1, kIn), out = rng.in(1, kOut);
    const bool per_channel = rng.in(0, 1), biased = rng.in(0, 3) > 0;
    const float x_scale = rng.real(0.01f, 0.1f), y_scale = rng.real(0.02f, 0.5f);
    OpCase<FullyConnected> c;
    c.inputs = biased ? 3 : 2;
    c.in[0] = quantized(shape(batch, n), x_scale, rng.in(-128, 127));
    c.in[1] = quantized(shape(out, n), x_scale, 0);
    for (float& s : scales) s = rng.real(0.001f, 0.05f);
    c.in[1].scales = {scales, per_channel ? static_cast<size_t>(out) : 1};
    c.in[2] = bias_of(DType::kS32, out);
    c.out = quantized(shape(batch, out), y_scale, rng.in(-128, 127));
    test::fill(rng, x, batch * n), test::fill(rng, w, out * n);
    for (int32_t& b : bias) b = rng.in(-20000, 20000);
    for (int32_t b = 0; b < batch; ++b) {
      for (int32_t o = 0; o < out; ++o) {
        int64_t sum = biased ? bias[o] : 0;
        for (int32_t i = 0; i < n; ++i) sum += (x[b * n + i] - c.in[0].zero_point) * w[o * n + i];
        const bool one = per_channel && out > 1;
        const float product = x_scale * scales[0];
        const double real = (one ? double{x_scale} * double{scales[o]} : double{product}) / double{y_scale};
        const int32_t q = naive_rescale(sum, real) + c.out.zero_point;
        y[b * out + o] = static_cast<int8_t>(naive_clamp(q, -128, 127));
      }
    }
    const test::Operand in[] = {{x, batch * n}, {w, out * n}, {biased ? bias : nullptr, out * 4}};
    const auto* p = c.params<FullyConnectedS8>();
    if (p) test::expect_rows<FullyConnectedS8>(*p, in, 3, y, batch * out, 4);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
}

TEST(fully_connected_s8_kernels_equal_the_reference_on_random_layers) {
  const int runs_before = test::fast_runs;
  count_random_layers(test::fast_cases(), [](test::Rng& rng) {
    const int32_t most = rng.in(0, 15) ? 60 : kMostIn;
    const int32_t batch = rng.in(1, kBatch), n = rng.in(0, 3) ? 4 * rng.in(1, most / 4) : rng.in(1, most);
    return compare_random_layer(rng, batch, n, rng.in(1, kFewOut), "");
  });
  EXPECT(test::fast_runs - runs_before > static_cast<int>(test::fast_cases() / 2));
}

// Most layers above have other sizes.
TEST(fully_connected_s8_kernels_for_64_inputs_equal_the_reference_on_random_layers) {
  const uint32_t cases = test::fast_cases() / 4;
  const uint32_t taken = count_random_layers(cases, [](test::Rng& rng) {
    const int32_t batch = rng.in(0, 15) ? 1 : 2;
    return compare_random_layer(rng, batch, 64, rng.in(1, kFewOut), "_mve_k64");
  });
  EXPECT(taken > cases / 16);
}

// Inputs that are whole loops, which few of the first test's layers have, and one scale.
TEST(fully_connected_s8_kernels_for_one_scale_equal_the_reference_on_random_layers) {
  const int before = test::failures;
  const uint32_t cases = test::fast_cases();
  uint32_t taken = 0, unpacked = 0;
  for (uint32_t seed = 0; seed < cases && test::failures == before; ++seed) {
    test::Rng rng(seed);
    const int32_t batch = rng.in(0, 7) ? 1 : rng.in(2, 3);
    const int32_t loops = rng.in(0, 15) ? rng.in(1, 4) : rng.in(1, 18);
    const int32_t out = rng.in(0, 15) ? 2 * rng.in(1, kFewOut / 2) : rng.in(1, kFewOut);
    const char* const counted = seed % 2 ? "_dsp_one_scale" : "_dsp_one_scale_k128";
    const int takes = compare_random_layer(rng, batch, 32 * loops, out, counted);
    (seed % 2 ? taken : unpacked) += static_cast<uint32_t>(takes);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
  EXPECT(taken > cases / 16 && unpacked > cases / 64);
}

// Inputs in blocks of 64, and outputs in multiples of eight, including more than are computed at once.
TEST(fully_connected_s8_kernels_for_blocks_of_inputs_equal_the_reference_on_random_layers) {
  const uint32_t cases = test::fast_cases() / 4;
  const uint32_t taken = count_random_layers(cases, [](test::Rng& rng) {
    const int32_t batch = rng.in(0, 7) ? 1 : rng.in(2, 3), blocks = rng.in(1, 3);
    const int32_t most = rng.in(0, 3) ? kFewOut : kMostOut, out = 8 * rng.in(1, most / 8);
    return compare_random_layer(rng, batch, 64 * blocks, out, "_fpu_one_scale");
  });
  EXPECT(taken > cases / 16);
}

TEST(fully_connected_f32_equals_results_computed_by_hand) {
  OpCase<FullyConnected> c = f32_case();
  const float x[] = {1, 2, 3, 4}, w[] = {1, 1, 1, 1, 0.5f, 0, 0, -1, 0, 0, 0, 0}, bias[] = {1, 0, -7};
  const float y[] = {11, -3.5f, -7}, relu6[] = {6, 0, 0};
  test::expect_makes<FullyConnectedF32>(c, y, x, w, bias);
  c.attrs.activation = Activation::kRelu6;
  test::expect_makes<FullyConnectedF32>(c, relu6, x, w, bias);
}

TEST(fully_connected_takes_the_packed_kernel_only_when_it_may) {
  OpCase<FullyConnected> c = s8_case();
  const auto plain = c.prepare();
  EXPECT(plain && !plain->kernel->packing->bytes);
}

TEST(fully_connected_refuses_unsupported_operands) {
  for (int floats = 0; floats < 2; ++floats) {
    const auto fresh = [&] { return floats ? f32_case() : s8_case(); };
    OpCase<FullyConnected> c = fresh();
    c.attrs.activation = Activation::kTanh;
    EXPECT(c.refused(Reason::kActivation, 0));
    c = fresh(), c.in[1].shape = shape(3, 2, 2);
    EXPECT(c.refused(Reason::kRank, 1));
    c = fresh(), c.in[1].shape = shape(0, 4);
    EXPECT(c.refused(Reason::kElements, 1));
    c = fresh(), c.in[0].shape = shape(0, 4);
    EXPECT(c.refused(Reason::kElements, 0));
    c = fresh(), c.in[1].shape = shape(INT32_MAX, 1);
    EXPECT(c.refused(Reason::kTooLarge, 1));
    c = fresh(), c.in[0].shape = shape(1, 5);
    EXPECT(c.refused(Reason::kChannels, 0));
    c = fresh(), c.in[0].shape = shape(INT32_MAX / 4, 4), c.in[1].shape = shape(5, 4);
    EXPECT(c.refused(Reason::kTooLarge, kFirstOutput));
    c = fresh(), c.out.shape = shape(1, 4);
    EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
    c = fresh(), c.out.shape = shape(2, 3);
    EXPECT(c.refused(Reason::kElements, kFirstOutput));
    c = fresh(), c.attrs.keep_num_dims = true, c.out.shape = shape(1, 1, 3);
    EXPECT(c.refused(Reason::kRank, kFirstOutput));
    c = fresh(), c.in[2].shape = shape(4);
    EXPECT(c.refused(Reason::kBiasShape, 2));
    c = fresh(), c.in[2].type = DType::kS64;
    EXPECT(c.refused(Reason::kType, 2));
    c = fresh(), c.in[0].type = DType::kS16;
    EXPECT(c.no_form());
  }
}

TEST(fully_connected_s8_refuses_quantization_that_it_cannot_compute_with) {
  static const float two[] = {0.5f, 0.25f};
  test::refuses_quantization_of_layers(s8_case);
  OpCase<FullyConnected> c = s8_case();
  c.in[1].scales = {two, 2};
  EXPECT(c.refused(Reason::kScaleCount, 1));
  c = s8_case(), c.memory_bytes = sizeof(nook_fully_connected_s8);
  EXPECT(c.refused(Reason::kPersistent, 0));
}

// Few inputs and outputs, every combination.
template <class Expect>
void on_random_layers(Expect expect) {
  const int before = test::failures;
  for (uint32_t seed = 0; seed < 400 && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<FullyConnected> c = s8_case();
    const int32_t batch = rng.in(1, 3), n = rng.in(1, rng.in(0, 3) ? 40 : 200), out = rng.in(1, 20);
    c.in[0].shape = shape(batch, n), c.in[1].shape = shape(out, n);
    c.in[2].shape = shape(out), c.out.shape = shape(batch, out);
    expect(rng, c);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
}

TEST(fully_connected_s4_equals_the_same_weights_in_bytes) {
  on_random_layers([](test::Rng& rng, OpCase<FullyConnected>& c) {
    test::expect_nibbles_like_bytes<FullyConnectedS8, FullyConnectedS4>(rng, c);
  });
}

TEST(fully_connected_refuses_weights_of_4_bits_that_are_not_constant) {
  OpCase<FullyConnected> c = s8_case();
  c.in[1].type = DType::kS4;
  EXPECT(c.refused(Reason::kNotConstant, 1));
}

TEST(fully_connected_with_narrow_weights_equals_the_same_as_floats) {
  on_random_layers([](test::Rng& rng, OpCase<FullyConnected>& c) {
    // A scale in total, for each output, or for equal parts of an output.
    const int32_t out = c.in[1].shape.dim[0], parts = rng.in(1, 4);
    const int32_t in = (c.in[1].shape.dim[1] + parts - 1) / parts * parts;
    c.in[0] = tensor(DType::kF32, shape(c.in[0].shape.dim[0], in)),
    c.in[1] = tensor(DType::kF32, shape(out, in));
    c.in[2] = bias_of(DType::kF32, out), c.out = tensor(DType::kF32, shape(c.in[0].shape.dim[0], out));
    const int32_t scales = rng.in(0, 3) ? out * parts : 1, block = out * in / scales;
    test::expect_narrow_like_floats<FullyConnectedF32, FullyConnectedNarrow>(
        rng, c, scales, [=](int32_t i) { return i / block; });
  });
}

TEST(fully_connected_refuses_narrow_weights_that_it_cannot_read) {
  static const float scales[] = {1, 1, 0, -1};
  static const int8_t w[12] = {};
  const auto narrow_case = [&](size_t count) {
    OpCase<FullyConnected> c = f32_case();
    c.attrs.narrow = true, c.in[1].type = DType::kS8, c.in[1].data = w, c.in[1].scales = {scales, count};
    return c;
  };
  EXPECT(narrow_case(1).template params<FullyConnectedNarrow>());
  auto c = narrow_case(2);
  EXPECT(c.refused(Reason::kScaleCount, 1));
  c = narrow_case(3);
  EXPECT(c.refused(Reason::kScaleValue, 1));
  c = narrow_case(1), c.in[1].data = nullptr;
  EXPECT(c.refused(Reason::kNotConstant, 1));
}

TEST(fully_connected_hybrid_equals_results_computed_by_hand) {
  static const float scale = 0.5f;
  OpCase<FullyConnected> c = f32_case();
  c.in[1] = test::quantized(shape(3, 4), scale, 0);
  // 254 is 127 steps, so the scale is 2: bytes 1, -2, 64 (63.5 rounds away from 0), 127.
  const float x[] = {2, -4, 127, 254}, bias[] = {1, 0, -7};
  const int8_t w[] = {1, 1, 1, 1, 2, 0, 0, -1, 0, 0, 0, 0};
  const float y[] = {191, -125, -7}, relu6[] = {6, 0, 0};
  test::expect_makes<FullyConnectedHybrid>(c, y, x, w, bias);
  c.attrs.activation = Activation::kRelu6;
  test::expect_makes<FullyConnectedHybrid>(c, relu6, x, w, bias);
}

TEST(fully_connected_hybrid_has_a_zero_point_where_the_options_say_so) {
  static const float scales[] = {1, 0.5f, 2};
  OpCase<FullyConnected> c = f32_case();
  c.in[1] = test::quantized(shape(3, 4), scales[0], 0), c.in[1].scales = {scales, 3};
  c.attrs.asymmetric = true, c.inputs = 2;
  // From -51 to 204: a step is 1, and the zero point is -77.
  const float x[] = {-51, 204, 3, 0}, none[] = {0, 0, 0, 0}, zeros[] = {0, 0, 0};
  const int8_t w[] = {1, 0, 0, 127, 0, 2, 4, 0, 1, 1, 1, 1};
  const float y[] = {-51, 210, 312};
  const test::Operand in[] = {{x, 16}, {w, 12}, {nullptr, 0}},
                      nothing[] = {{none, 16}, {w, 12}, {nullptr, 0}};
  const auto* p = c.params<FullyConnectedHybrid>();
  if (p) test::expect_rows<FullyConnectedHybrid>(*p, in, 3, y, 12, 4);
  if (p) test::expect_rows<FullyConnectedHybrid>(*p, nothing, 3, zeros, 12, 4);
}

TEST(fully_connected_hybrid_equals_floats_where_activations_are_whole_numbers) {
  test::Rng rng(47);
  for (int layer = 0; layer < 300; ++layer) {
    const int32_t batch = rng.in(1, 3), in = rng.in(2, 90), out = rng.in(1, 21);
    OpCase<FullyConnected> c = f32_case();
    c.in[0] = tensor(DType::kF32, shape(batch, in)), c.in[1] = tensor(DType::kF32, shape(out, in));
    c.in[2] = bias_of(DType::kF32, out), c.out = tensor(DType::kF32, shape(batch, out));
    c.attrs.asymmetric = rng.in(0, 1);
    test::expect_bytes_like_floats<FullyConnectedF32, FullyConnectedHybrid>(rng, c);
  }
}

TEST(fully_connected_hybrid_kernels_equal_the_reference) {
  const int before = test::failures;
  for (uint32_t seed = 0; seed < test::fast_cases() && test::failures == before; ++seed) {
    test::Rng rng(seed);
    const int32_t batch = rng.in(1, 3), in = rng.in(1, 90), out = rng.in(1, 21);
    OpCase<FullyConnected> c = f32_case();
    c.in[0] = tensor(DType::kF32, shape(batch, in)), c.in[1] = tensor(DType::kF32, shape(out, in));
    c.in[2] = bias_of(DType::kF32, out), c.out = tensor(DType::kF32, shape(batch, out));
    c.attrs.asymmetric = rng.in(0, 1);
    test::expect_hybrid_rows_like_reference<FullyConnectedHybrid>(rng, c);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
}

TEST(fully_connected_hybrid_refuses_unsupported_operands) {
  static const float scale = 0.5f, two[] = {0.5f, 0.25f}, infinite = __builtin_inff();
  const auto fresh = [&] {
    OpCase<FullyConnected> c = f32_case();
    c.in[1] = test::quantized(shape(3, 4), scale, 0);
    return c;
  };
  OpCase<FullyConnected> c = fresh();
  c.in[1].zero_point = 3;
  EXPECT(c.refused(Reason::kZeroPoint, 1));
  c = fresh(), c.in[1].scales = {};
  EXPECT(c.refused(Reason::kScaleCount, 1));
  c = fresh(), c.in[1].scales = {two, 2};
  EXPECT(c.refused(Reason::kScaleCount, 1));
  c = fresh(), c.in[1].scales = {&infinite, 1};
  EXPECT(c.refused(Reason::kScaleValue, 1));
  c = fresh(), c.in[2].type = DType::kS32;
  EXPECT(c.refused(Reason::kType, 2));
  c = fresh(), c.attrs.activation = Activation::kTanh;
  EXPECT(c.refused(Reason::kActivation, 0));
  c = fresh(), c.memory_bytes = 3;
  EXPECT(c.refused(Reason::kPersistent, 0));
}

TEST(fully_connected_hybrid_survives_numbers_that_are_none) {
  static const float scale = 1;
  const float none = __builtin_nanf(""), infinity = __builtin_inff();
  const float x[] = {none, infinity, -infinity, 1, none, none, 3e38f, -3e38f};
  const int8_t w[] = {1, 1, 1, 1};
  float y[2];
  int8_t scratch[4];
  for (int32_t asymmetric = 0; asymmetric < 2; ++asymmetric) {
    const nook_fully_connected_hybrid p = {2, 4, 1, -1, 1, asymmetric, 0, &scale};
    nook_fully_connected_hybrid_ref(&p, x, w, nullptr, y, scratch);
    EXPECT(!(y[0] > 1) && !(y[1] > 1));
  }
}

TEST(fully_connected_with_shifted_weights_equals_the_same_weights_around_0) {
  on_random_layers([](test::Rng& rng, OpCase<FullyConnected>& c) {
    test::expect_shifted_like_plain<FullyConnectedS8, FullyConnectedShifted>(rng, c);
  });
}
