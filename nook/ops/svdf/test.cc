#include "nook/ops/svdf/svdf_op.h"
#include "nook/ops/svdf/svdf_pack.h"
#include "tests/op_case.h"

using namespace nook;

namespace {

constexpr int32_t kMost = 256;

// A layer with random shape; the state is an operand like the others.
template <class Kept>
struct RandomLayer {
  static constexpr DType kKept = sizeof(Kept) == 1 ? DType::kS8 : DType::kS16;
  test::OpCase<Svdf> c;
  int32_t batch, in, units, rank, memory;
  float scale[5];  // scales of x, w, time, state, y
  int8_t x[kMost], w[kMost], y[kMost];
  Kept time[kMost], state[kMost];
  int32_t bias[kMost];

  explicit RandomLayer(test::Rng& rng) {
    batch = rng.in(1, 3), in = rng.in(1, 6), units = rng.in(1, 5), rank = rng.in(1, 3), memory = rng.in(1, 5);
    const int32_t filters = units * rank;
    for (float& s : scale) s = rng.real(0.004f, 0.1f);
    c.attrs.rank = rank;
    c.in[0] = test::quantized(test::shape(batch, in), scale[0], rng.in(-128, 127));
    c.in[1] = test::quantized(test::shape(filters, in), scale[1], 0);
    c.in[2] = test::quantized(test::shape(filters, memory), scale[2], 0);
    c.in[3] = rng.in(0, 1) ? test::tensor(DType::kS32, test::shape(units)) : TensorInfo();
    c.in[4] = test::quantized(test::shape(batch, filters * memory), scale[3],
                              kKept == DType::kS8 ? rng.in(-20, 20) : 0);
    c.out = test::quantized(test::shape(batch, units), scale[4], rng.in(-128, 127));
    c.in[2].type = c.in[4].type = kKept, c.in[4].variable = true;
    test::fill(rng, w, filters * in);
    for (int32_t i = 0; i < filters * memory; ++i) time[i] = static_cast<Kept>(rng.in(-128, 127));
    for (int32_t i = 0; i < batch * filters * memory; ++i) state[i] = static_cast<Kept>(c.in[4].zero_point);
    for (int32_t i = 0; i < units; ++i) bias[i] = rng.in(-5000, 5000);
  }

  const int32_t* given_bias() const { return c.in[3].present() ? bias : nullptr; }

  template <class Form>
  void run(const typename Form::Params& p) {
    const void* operands[] = {x, w, time, given_bias(), state};
    void* out[] = {y};
    const auto rows = Form::kernels();
    rows[rows.size() - 1].invoke(&p, {operands, out, nullptr});
  }

  // Computes the definition, on a state of its own.
  void naive(Kept* kept, int8_t* to) const {
    const double first = double{scale[0] * scale[1] / scale[3]},
                 second = double{scale[3] * scale[2] / scale[4]};
    const int32_t filters = units * rank, zero = c.in[4].zero_point, most = kKept == DType::kS8 ? 127 : 32767;
    for (int32_t b = 0; b < batch; ++b)
      for (int32_t f = 0; f < filters; ++f) {
        Kept* const row = kept + (b * filters + f) * memory;
        int32_t sum = 0;
        for (int32_t i = 0; i < in; ++i) sum += (x[b * in + i] - c.in[0].zero_point) * w[f * in + i];
        for (int32_t m = 1; m < memory; ++m) row[m - 1] = row[m];
        row[memory - 1] =
            static_cast<Kept>(test::naive_clamp(test::naive_rescale(sum, first), -most - 1, most) + zero);
      }
    for (int32_t b = 0; b < batch; ++b)
      for (int32_t u = 0; u < units; ++u) {
        int32_t sum = c.in[3].present() ? bias[u] : 0;
        for (int32_t i = 0; i < rank * memory; ++i)
          sum += (kept[(b * units + u) * rank * memory + i] - zero) * time[u * rank * memory + i];
        to[b * units + u] = static_cast<int8_t>(
            test::naive_clamp(int64_t{test::naive_rescale(sum, second)} + c.out.zero_point, -128, 127));
      }
  }
};

template <class Form, class Kept>
void equals_the_definition() {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    RandomLayer<Kept> layer(rng);
    const auto* p = layer.c.template params<Form>();
    if (!p) return;
    Kept kept[kMost];
    memcpy(kept, layer.state, sizeof kept);
    for (int call = 0; call < 4; ++call) {
      int8_t want[kMost];
      test::fill(rng, layer.x, layer.batch * layer.in);
      layer.naive(kept, want);
      layer.template run<Form>(*p);
      EXPECT(memcmp(layer.y, want, static_cast<size_t>(layer.batch * layer.units)) == 0);
      const size_t bytes = static_cast<size_t>(layer.c.in[4].bytes());
      EXPECT(memcmp(layer.state, kept, bytes) == 0);
    }
  }
}

}  // namespace

TEST(svdf_s8_equals_the_definition_on_random_shapes_over_several_calls) {
  equals_the_definition<SvdfS8, int8_t>();
}

TEST(svdf_of_an_int16_state_equals_the_definition_on_random_shapes_over_several_calls) {
  equals_the_definition<SvdfS16, int16_t>();
}

// In the kernel for cores with DSP instructions, twice a sum must fit 32 bits. Larger sums are accepted if
// they saturate.
TEST(svdf_packs_biases_whose_results_always_saturate) {
  static const int8_t time[] = {127, -128};
  nook_svdf p{};
  p.batch = p.in = p.units = p.rank = 1, p.memory = 2;
  p.first_multiplier = p.second_multiplier = 1 << 30, p.second_shift = -4;
  const auto takes = [&](int32_t bias) {
    const void* const in[] = {nullptr, time, time, &bias, nullptr};
    return takes_fours(p, in);
  };
  const int32_t most = (127 + 128) * 128;
  EXPECT(takes(0) && takes((1 << 29) - 1 - most) && takes(most + 1 - (1 << 29)));
  EXPECT(takes(1 << 30) && takes(INT32_MAX - most) && takes(INT32_MIN + most));
  EXPECT(!takes(INT32_MAX - most + 1) && !takes(INT32_MIN + most - 1));  // some of their sums wrap around
  p.second_shift = -24;                                                  // results of less than 8 bits
  EXPECT(takes((1 << 29) - 1 - most) && !takes(1 << 30) && !takes(-(1 << 30)));
}

TEST(svdf_f32_remembers_its_last_answers) {
  test::OpCase<Svdf> c;
  c.attrs = {1, Activation::kRelu};
  c.in[0] = test::tensor(DType::kF32, test::shape(1, 2)),
  c.in[1] = test::tensor(DType::kF32, test::shape(2, 2));
  c.in[2] = c.in[1], c.in[3] = test::tensor(DType::kF32, test::shape(2));
  c.in[4] = test::tensor(DType::kF32, test::shape(1, 4)), c.in[4].variable = true;
  c.out = test::tensor(DType::kF32, test::shape(1, 2));
  const auto* p = c.params<SvdfF32>();
  if (!p) return;
  const float w[] = {1, 2, -1, 0}, time[] = {10, 1, 1, 1}, bias[] = {0.5f, 0};
  float state[4] = {};
  const float inputs[][2] = {{1, 1}, {2, 0}}, want[][2] = {{3.5f, 0}, {32.5f, 0}};
  for (int call = 0; call < 2; ++call) {
    float y[2];
    const void* in[] = {inputs[call], w, time, bias, state};
    void* out[] = {y};
    SvdfF32::kernels()[SvdfF32::kernels().size() - 1].invoke(p, {in, out, nullptr});
    for (int u = 0; u < 2; ++u) EXPECT(y[u] == want[call][u]);
  }
  const float kept[] = {3, 2, -1, -2};
  EXPECT(memcmp(state, kept, sizeof kept) == 0);
}

// Elements with few bits and scales that are powers of two, so that all sums are exact; the largest x is 127
// / 64.
struct FloatLayer {
  test::OpCase<Svdf> c;
  float x[kMost], w[kMost], time[kMost], bias[kMost], state[kMost] = {}, y[kMost];
  int8_t bytes_w[kMost], bytes_time[kMost];
  const float w_scale = 1.0f / 8, time_scale = 1.0f / 4;
  int32_t batch, in, units, memory;

  explicit FloatLayer(test::Rng& rng) {
    batch = rng.in(1, 3), in = rng.in(1, 6), units = rng.in(1, 5), memory = rng.in(1, 5);
    c.attrs.rank = rng.in(1, 2);
    const int32_t filters = units * c.attrs.rank;
    c.in[0] = test::tensor(DType::kF32, test::shape(batch, in));
    c.in[1] = test::tensor(DType::kF32, test::shape(filters, in));
    c.in[2] = test::tensor(DType::kF32, test::shape(filters, memory));
    c.in[3] = rng.in(0, 1) ? test::tensor(DType::kF32, test::shape(units)) : TensorInfo();
    c.in[4] = test::tensor(DType::kF32, test::shape(batch, filters * memory)), c.in[4].variable = true;
    c.out = test::tensor(DType::kF32, test::shape(batch, units));
    for (int i = 0; i < kMost; ++i) {
      bytes_w[i] = static_cast<int8_t>(rng.in(-15, 15)), bytes_time[i] = static_cast<int8_t>(rng.in(-7, 7));
      w[i] = static_cast<float>(bytes_w[i]) * w_scale,
      time[i] = static_cast<float>(bytes_time[i]) * time_scale;
      bias[i] = static_cast<float>(rng.in(-100, 100));
    }
  }

  test::OpCase<Svdf> hybrid() const {
    test::OpCase<Svdf> bytes = c;
    bytes.in[1].type = bytes.in[2].type = DType::kS8;
    bytes.in[1].scales = {&w_scale, 1}, bytes.in[2].scales = {&time_scale, 1};
    return bytes;
  }

  void draw(test::Rng& rng) {
    for (int32_t i = 0; i < batch * in; ++i)
      x[i] = static_cast<float>(i % in == 0 ? 127 : rng.in(-127, 127)) / 64;
  }

  void run(const Prepared& op, const void* weights, const void* of_time, float* kept, float* to) {
    const void* operands[] = {x, weights, of_time, c.in[3].present() ? bias : nullptr, kept};
    void* out[] = {to};
    op.invoke(op.params, {operands, out, test::op_memory.scratch});
  }
};

TEST(svdf_hybrid_is_the_float_layer_where_bytes_are_exact_and_near_it_with_a_zero_point) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    test::Rng rng(seed);
    FloatLayer layer(rng);
    const bool asymmetric = seed % 2 == 1;
    test::OpCase<Svdf> bytes = layer.hybrid();
    bytes.attrs.asymmetric = asymmetric;
    const auto real = layer.c.prepare(), hybrid = bytes.prepare();
    EXPECT(real && hybrid && hybrid->scratch == layer.in);
    if (!real || !hybrid) return;
    float state[kMost] = {}, y[kMost];
    for (int call = 0; call < 4; ++call) {
      layer.draw(rng);
      layer.run(*real, layer.w, layer.time, layer.state, layer.y);
      layer.run(*hybrid, layer.bytes_w, layer.bytes_time, state, y);
      // The error of each x is at most half of 4 / 255; there are 30 products with factors of at most 15 / 8
      // and 7 / 4.
      const float most = asymmetric ? 2.0f / 255 * 60 * 15 / 8 * 7 / 4 : 0;
      for (int32_t i = 0; i < layer.batch * layer.units; ++i) {
        const float difference = y[i] - layer.y[i];
        EXPECT(difference <= most && -difference <= most);
      }
    }
  }
}

TEST(svdf_hybrid_refuses_weights_of_other_kinds) {
  static const float two[] = {1, 1};
  test::Rng rng(1);
  static FloatLayer layer(rng);
  test::OpCase<Svdf> c = layer.hybrid();
  EXPECT(c.prepare());
  c.in[1].scales = {two, 2};
  EXPECT(c.refused(Reason::kScaleCount, 1));
  c = layer.hybrid(), c.in[2].zero_point = 1;
  EXPECT(c.refused(Reason::kZeroPoint, 2));
  c = layer.hybrid(), c.attrs.fused_activation = Activation::kTanh;
  EXPECT(c.refused(Reason::kActivation, 0));
  c = layer.hybrid(), c.in[4].variable = false;
  EXPECT(c.refused(Reason::kNotVariable, 4));
  c = layer.hybrid(), c.in[2].type = DType::kF32;
  EXPECT(c.no_form());
}

TEST(svdf_refuses_a_state_that_is_not_a_variable_and_other_shapes_and_scales) {
  test::Rng rng(1);
  static RandomLayer<int8_t> good(rng);
  test::OpCase<Svdf> c = good.c;
  EXPECT(c.prepare());
  c.in[4].variable = false;
  EXPECT(c.refused(Reason::kNotVariable, 4));
  c = good.c, c.in[4].data = &c;
  EXPECT(c.refused(Reason::kNotVariable, 4));
  c = good.c, ++c.in[4].shape.dim[1];
  EXPECT(c.refused(Reason::kInputShape, 4));
  c = good.c, ++c.in[4].shape.dim[0];
  EXPECT(c.refused(Reason::kInputShape, 4));
  c = good.c, ++c.in[1].shape.dim[1];
  EXPECT(c.refused(Reason::kChannels, 1));
  c = good.c, ++c.in[2].shape.dim[0];
  EXPECT(c.refused(Reason::kChannels, 2));
  c = good.c, c.attrs.rank = 0;
  EXPECT(c.refused(Reason::kChannels, 1));
  c = good.c, c.in[0].shape.rank = 1;
  EXPECT(c.refused(Reason::kRank, 0));
  c = good.c, ++c.out.shape.dim[1];
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = good.c, c.in[1].zero_point = 1;
  EXPECT(c.refused(Reason::kZeroPoint, 1));
  c = good.c, c.in[2].type = DType::kS16;
  EXPECT(c.no_form());
}
