// Shared tests of CONV_2D and DEPTHWISE_CONV_2D. A Layer defines an operator's own part:
//   its forms, by ConvolutionForms; kMostDilation of random layers
//   Channels small(), random(rng): channels of the smallest case, and of a random layer
//   Channels many(rng): of a layer that kernels for four channels take
//   Shape filter(rows, columns, channels): shape of the weights
//   set_bias_type(type, c): for int16
//   for_each_weight(c, ky, kx, o, visit(channel of x, element of w)): one tap of output channel o
#pragma once
#include "tests/hybrid_case.h"
#include "tests/narrow_case.h"
#include "tests/op_case.h"
#include "tests/shifted_case.h"
#include "tests/sliding_case.h"
#include "tests/weighted_case.h"
#include "tests/weighted_s16_case.h"

namespace test {

// The channels of the image, of one filter, and of the output.
struct Channels {
  int32_t x, filter, y;
};

template <class S8Form, class S16Form, class S4Form, class F32Form, class HybridForm, class ShiftedForm,
          class NarrowForm>
struct ConvolutionForms {
  using Op = typename S8Form::Op;
  using S8 = S8Form;
  using S16 = S16Form;
  using S4 = S4Form;
  using F32 = F32Form;
  using Hybrid = HybridForm;
  using Shifted = ShiftedForm;
  using Narrow = NarrowForm;
};

constexpr int32_t kMostOfConvolution = 2000;  // elements of any operand of a random layer

template <class Layer>
struct ConvolutionCase {
  using Op = typename Layer::Op;
  using Case = OpCase<Op>;

  // x [1][4][4][x], a 3x3 filter, y [1][2][2][y].
  template <class Describe>
  static Case small_case(Describe describe, nook::DType bias) {
    const Channels channels = Layer::small();
    Case c;
    c.inputs = 3;
    c.in[0] = describe(shape(1, 4, 4, channels.x)), c.in[1] = describe(Layer::filter(3, 3, channels));
    c.in[2] = tensor(bias, shape(channels.y)), c.out = describe(shape(1, 2, 2, channels.y));
    return c;
  }
  static Case s8_case() {
    return small_case([](const nook::Shape& s) { return quantized(s, kHalf, 0); }, nook::DType::kS32);
  }
  static Case f32_case() {
    return small_case([](const nook::Shape& s) { return tensor(nook::DType::kF32, s); }, nook::DType::kF32);
  }

  static bool elements_fit(const Case& c, int32_t most) {
    return c.in[0].shape.elements() <= most && c.in[1].shape.elements() <= most &&
           c.out.shape.elements() <= most;
  }

  // The case of each element type.
  using Fresh = Case (*)();
  static constexpr Fresh kCases[] = {s8_case, f32_case};

  // One image.
  static void set_slide(const Slide& s, Case* c, const Channels& channels) {
    set_convolution(s, 1, channels.x, Layer::filter(s.rows.filter, s.columns.filter, channels), channels.y,
                    c);
  }

  // A random geometry with at most `most` elements per operand; false if this draw has no output.
  static bool random_geometry(Rng& rng, Case& c, int32_t most, Slide* s) {
    const Channels channels = Layer::random(rng);
    const int32_t batch = rng.in(1, 2);
    if (!random_slide(rng, Layer::kMostDilation, nook::PadMode::kExplicit, &c.attrs.padding, s)) return false;
    set_slide(*s, &c, channels);
    c.in[0].shape.dim[0] = c.out.shape.dim[0] = batch;
    return elements_fit(c, most);
  }

  // Calls check(rng, case, slide) for random layers, until one fails.
  template <class Check>
  static void on_random_layers(uint32_t count, Case (*fresh)(), int32_t most, Check check) {
    const int before = failures;
    for (uint32_t seed = 0; seed < count && failures == before; ++seed) {
      Rng rng(seed);
      Case c = fresh();
      Slide slide;
      if (random_geometry(rng, c, most, &slide)) check(rng, c, slide);
      if (failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    }
  }

  // Calls visit(x element, w element) for every product of one output element.
  template <class Visit>
  static void for_each_product(const Case& c, const Slide& s, int32_t n, int32_t oy, int32_t ox, int32_t o,
                               Visit visit) {
    const int32_t* x = c.in[0].shape.dim;
    for_each_tap_inside(s, oy, ox, [&](int32_t ky, int32_t kx, int32_t iy, int32_t ix) {
      const int32_t pixel = ((n * x[1] + iy) * x[2] + ix) * x[3];
      Layer::for_each_weight(c, ky, kx, o, [&](int32_t i, int32_t k) { visit(pixel + i, k); });
    });
  }

  static void s8_equals_the_definition() {
    static int8_t x[kMostOfConvolution], w[kMostOfConvolution], y[kMostOfConvolution];
    static int32_t bias[20];
    static float scales[20];
    on_random_layers(500, s8_case, kMostOfConvolution, [](Rng& rng, Case& c, const Slide& slide) {
      const int32_t out_c = c.out.shape.dim[3];
      const bool per_channel = rng.in(0, 1), biased = rng.in(0, 3) > 0;
      const float x_scale = rng.real(0.01f, 0.1f), y_scale = rng.real(0.02f, 0.5f);
      for (float& s : scales) s = rng.real(0.001f, 0.05f);
      c.inputs = biased ? 3 : 2;
      c.in[0].scales = {&x_scale, 1}, c.in[0].zero_point = rng.in(-128, 127);
      c.in[1].scales = {scales, per_channel ? static_cast<size_t>(out_c) : 1};
      c.out.scales = {&y_scale, 1}, c.out.zero_point = rng.in(-128, 127);
      c.attrs.activation = static_cast<nook::Activation>(rng.in(0, 3));
      const nook::RangeS8 range = nook::activation_range_s8(c.attrs.activation, c.out);
      fill(rng, x, c.in[0].shape.elements()), fill(rng, w, c.in[1].shape.elements());
      for (int32_t& b : bias) b = rng.in(-5000, 5000);
      int32_t at = 0;
      for_each_output(c.out.shape, [&](int32_t n, int32_t oy, int32_t ox, int32_t o) {
        int64_t sum = biased ? bias[o] : 0;
        for_each_product(c, slide, n, oy, ox, o,
                         [&](int32_t i, int32_t k) { sum += (x[i] - c.in[0].zero_point) * w[k]; });
        const double real = double{x_scale} * double{scales[per_channel ? o : 0]} / double{y_scale};
        const int32_t q = naive_rescale(sum, real) + c.out.zero_point;
        y[at++] = static_cast<int8_t>(naive_clamp(q, range.min, range.max));
      });
      const Operand in[] = {
          {x, c.in[0].shape.elements()}, {w, c.in[1].shape.elements()}, {biased ? bias : nullptr, out_c * 4}};
      const auto* p = c.template params<typename Layer::S8>();
      if (p) expect_rows<typename Layer::S8>(*p, in, 3, y, at, 4);
    });
  }

  // Runs every row that this build supports, on a layer with the shapes and quantization of `c`.
  static void expect_fast_rows_s8(Case& c, const int8_t* x, const int8_t* w, const int32_t* bias) {
    const Operand in[] = {
        {x, c.in[0].shape.elements()}, {w, c.in[1].shape.elements()}, {bias, c.out.shape.dim[3] * 4}};
    const auto* p = c.template params<typename Layer::S8>();
    if (p) expect_rows_like_reference<typename Layer::S8>(*p, in, 3, c.out.shape.elements(), 4);
  }

  template <class Form>
  static void s16_equals_the_definition(nook::DType bias) {
    on_random_layers(300, s8_case, kMostOfConvolution, [bias](Rng& rng, Case& c, const Slide& slide) {
      const int32_t channels = c.out.shape.dim[3];
      Layer::set_bias_type(bias, &c);
      layer_is_the_definition_s16<Form>(
          rng, c, bias, channels, [&](const int16_t* x, const int8_t* w, int32_t i) {
            const int32_t *y = c.out.shape.dim, ox = i / channels % y[2], oy = i / channels / y[2] % y[1];
            int64_t sum = 0;
            for_each_product(c, slide, i / channels / y[2] / y[1], oy, ox, i % channels,
                             [&](int32_t at, int32_t k) { sum += x[at] * w[k]; });
            return sum;
          });
    });
  }

  static void s16_rows_from_a_ring_equal_the_whole_image() {
    static int8_t w[3 * 3 * 2 * 4];
    static int64_t bias[4];
    Rng rng(3);
    fill(rng, w, sizeof w);
    for (int64_t& b : bias) b = rng.in(-500000, 500000);
    const Slide slide = {{12, 3, 2, 1}, {5, 3, 1, 1}, {6, 0}, {5, 1}};
    Case c = s8_case();
    c.in[0].type = c.out.type = nook::DType::kS16, c.in[2].type = nook::DType::kS64;
    set_slide(slide, &c, Layer::small());
    c.attrs.padding.mode = nook::PadMode::kSame;
    rows_of_s16_equal_the_whole<typename Layer::S16>(c, slide, Layer::small().x, w, bias);
  }

  static void f32_equals_the_definition() {
    constexpr int32_t kMost = kMostOfConvolution / 4;
    static float x[kMost], w[kMost], bias[20], y[kMost];
    on_random_layers(400, f32_case, kMost, [](Rng& rng, Case& c, const Slide& slide) {
      // Small integers: every sum is exact, so the order of additions does not matter.
      for (float& v : x) v = static_cast<float>(rng.in(-8, 8));
      for (float& v : w) v = static_cast<float>(rng.in(-8, 8));
      for (float& v : bias) v = static_cast<float>(rng.in(-8, 8));
      int32_t at = 0;
      for_each_output(c.out.shape, [&](int32_t n, int32_t oy, int32_t ox, int32_t o) {
        float sum = bias[o];
        for_each_product(c, slide, n, oy, ox, o, [&](int32_t i, int32_t k) { sum += x[i] * w[k]; });
        y[at++] = sum + 0.0f;  // avoids negative zero
      });
      const Operand in[] = {{x, c.in[0].shape.elements() * 4},
                            {w, c.in[1].shape.elements() * 4},
                            {bias, c.out.shape.dim[3] * 4}};
      const auto* p = c.template params<typename Layer::F32>();
      if (p) expect_rows<typename Layer::F32>(*p, in, 3, y, at * 4, 4, 4);
    });
  }

  static void s4_equals_the_same_weights_in_bytes() {
    on_random_layers(400, s8_case, kMostOfConvolution, [](Rng& rng, Case& c, const Slide&) {
      expect_nibbles_like_bytes<typename Layer::S8, typename Layer::S4>(rng, c);
    });
  }
  static void hybrid_equals_floats_where_activations_are_whole_numbers() {
    on_random_layers(400, f32_case, kMostOfConvolution, [](Rng& rng, Case& c, const Slide&) {
      expect_bytes_like_floats<typename Layer::F32, typename Layer::Hybrid>(rng, c);
    });
  }
  static void hybrid_rows_equal_the_reference() {
    const int before = failures, runs_before = fast_runs;
    for (uint32_t seed = 0; seed < fast_cases() && failures == before; ++seed) {
      Rng rng(seed);
      Case c = f32_case();
      Slide slide;
      if (!random_slide(rng, Layer::kMostDilation, nook::PadMode::kExplicit, &c.attrs.padding, &slide))
        continue;
      set_slide(slide, &c, Layer::many(rng));
      c.in[0].shape.dim[0] = c.out.shape.dim[0] = rng.in(1, 2);
      expect_hybrid_rows_like_reference<typename Layer::Hybrid>(rng, c);
      if (failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    }
    EXPECT(!has_fast_rows<typename Layer::Hybrid>() ||
           takes_enough("a hybrid kernel", static_cast<uint32_t>(fast_runs - runs_before), fast_cases()));
  }
  static void narrow_weights_equal_the_same_as_floats() {
    on_random_layers(400, f32_case, kMostOfConvolution, [](Rng& rng, Case& c, const Slide&) {
      const int32_t channels = c.out.shape.back(0), each = c.in[1].shape.elements() / channels;
      const bool last = Op::kCode == nook::OpCode::kDepthwiseConv2D, many = rng.in(0, 1);
      expect_narrow_like_floats<typename Layer::F32, typename Layer::Narrow>(
          rng, c, many ? channels : 1, [=](int32_t i) { return !many  ? 0
                                                               : last ? i % channels
                                                                      : i / each; });
    });
  }
  static void shifted_weights_equal_the_same_around_0() {
    on_random_layers(400, s8_case, kMostOfConvolution, [](Rng& rng, Case& c, const Slide&) {
      expect_shifted_like_plain<typename Layer::S8, typename Layer::Shifted>(rng, c);
    });
  }

  // Windows that are impossible, or that do not fit the image.
  static void refuses_windows_that_contradict_the_image(Case (*fresh)()) {
    using nook::Reason;
    const Channels channels = Layer::small();
    Case c = fresh();
    EXPECT(c.prepare());
    c.attrs.activation = nook::Activation::kTanh;
    EXPECT(c.refused(Reason::kActivation, 0));
    c = fresh(), c.in[0].shape = shape(4, 4, channels.x);
    EXPECT(c.refused(Reason::kRank, 0));
    c = fresh(), c.in[1].shape = shape(3, 3, channels.y);
    EXPECT(c.refused(Reason::kRank, 1));
    c = fresh(), c.out.shape = shape(2, 2, channels.y);
    EXPECT(c.refused(Reason::kRank, nook::kFirstOutput));
    c = fresh(), c.in[0].shape = shape(0, 4, 4, channels.x);
    EXPECT(c.refused(Reason::kElements, 0));
    c = fresh(), c.in[1].shape = Layer::filter(3, 0, channels);
    EXPECT(c.refused(Reason::kElements, 1));
    for (int32_t wrong = 0; wrong >= -1; --wrong) {
      c = fresh(), c.attrs.stride_h = wrong;
      EXPECT(c.refused(Reason::kStride, 0));
      c = fresh(), c.attrs.stride_w = wrong;
      EXPECT(c.refused(Reason::kStride, 0));
      c = fresh(), c.attrs.dilation_h = wrong;
      EXPECT(c.refused(Reason::kDilation, 0));
      c = fresh(), c.attrs.dilation_w = wrong;
      EXPECT(c.refused(Reason::kDilation, 0));
    }
    c = fresh(), c.attrs.dilation_h = 3;
    EXPECT(c.refused(Reason::kFilter, 1));
    c = fresh(), c.attrs.dilation_w = INT32_MAX;
    EXPECT(c.refused(Reason::kFilter, 1));
    c = fresh(), c.out.shape = shape(1, 2, 3, channels.y);
    EXPECT(c.refused(Reason::kOutputShape, nook::kFirstOutput));
    c = fresh(), c.in[2].shape = shape(channels.y - 1);
    EXPECT(c.refused(Reason::kBiasShape, 2));
    c = fresh(), c.in[2].type = nook::DType::kS8;
    EXPECT(c.refused(Reason::kType, 2));
    c = fresh(), c.in[0].type = nook::DType::kS16;
    EXPECT(c.no_form());
  }

  static void refuses_weights_of_4_bits_that_are_not_constant() {
    Case c = s8_case();
    c.in[1].type = nook::DType::kS4;
    EXPECT(c.refused(nook::Reason::kNotConstant, 1));
    c.in[0].type = c.out.type = nook::DType::kS16;
    EXPECT(c.no_form());
  }
};

}  // namespace test
