// Shared tests of AVERAGE_POOL_2D and MAX_POOL_2D: everything except the result of a window.
#pragma once
#include "tests/clamped.h"
#include "tests/sliding_case.h"

namespace test {

constexpr int32_t kMostPooled = 1000;  // elements of any operand

template <class Op, class S8, class F32>
struct Pooling {
  using Case = OpCase<Op>;

  // x [1][4][4][2], a window of 3 by 3, y [1][2][2][2]
  static Case small_case(nook::DType type) {
    Case c;
    c.in[0] = tensor(type, shape(1, 4, 4, 2)), c.out = tensor(type, shape(1, 2, 2, 2));
    if (type != nook::DType::kF32) {
      c.in[0].scales = c.out.scales = {&kHalf, 1};
      c.in[0].zero_point = c.out.zero_point = 3;
    }
    c.attrs.filter_h = c.attrs.filter_w = 3, c.attrs.stride_h = c.attrs.stride_w = 1;
    c.attrs.padding.mode = nook::PadMode::kValid;
    return c;
  }

  // Whether a window has no element: the first, or the last.
  static bool only_padding(const nook::Window& w, const nook::Placement& at) {
    return at.before >= w.filter || int64_t{at.out - 1} * w.stride - at.before >= w.in;
  }

  static bool random_geometry(Rng& rng, Case& c, Slide* s) {
    const int32_t channels = rng.in(1, 5), batch = rng.in(1, 2);
    do {
      if (!random_slide(rng, 1, nook::PadMode::kExplicit, &c.attrs.padding, s)) return false;
    } while (only_padding(s->rows, s->y) || only_padding(s->columns, s->x));
    c.attrs.stride_h = s->rows.stride, c.attrs.stride_w = s->columns.stride;
    c.attrs.filter_h = s->rows.filter, c.attrs.filter_w = s->columns.filter;
    c.in[0].shape = shape(batch, s->rows.in, s->columns.in, channels);
    c.out.shape = shape(batch, s->y.out, s->x.out, channels);
    c.attrs.activation = static_cast<nook::Activation>(rng.in(0, 3));
    return c.in[0].shape.elements() <= kMostPooled && c.out.shape.elements() <= kMostPooled;
  }

  static int32_t element(const nook::Shape& x, int32_t n, int32_t iy, int32_t ix, int32_t c) {
    return ((n * x.dim[1] + iy) * x.dim[2] + ix) * x.dim[3] + c;
  }

  static int32_t zero_point(Rng& rng, nook::DType type) {
    if (type == nook::DType::kS8) return rng.in(-128, 127);
    if (type == nook::DType::kU8) return rng.in(0, 255);
    return type == nook::DType::kF32 || rng.in(0, 1) ? 0 : rng.in(-1000, 1000);
  }
  // expected(values, count): the result of a window before clamping.
  template <class Form, class Element, class Expected>
  static void equals_the_definition(uint32_t cases, nook::DType type, Expected expected) {
    static Element x[kMostPooled], y[kMostPooled];
    const int before = failures;
    for (uint32_t seed = 0; seed < cases && failures == before; ++seed) {
      Rng rng(seed);
      Case c = small_case(type);
      Slide slide;
      if (!random_geometry(rng, c, &slide)) continue;
      c.in[0].zero_point = c.out.zero_point = zero_point(rng, type);
      fill(rng, x, c.in[0].shape.elements());
      if (type == nook::DType::kF32)  // sums of integers are exact
        fill_whole(rng, x, c.in[0].shape.elements(), 8);
      int32_t at = 0;
      for_each_output(c.out.shape, [&](int32_t n, int32_t oy, int32_t ox, int32_t o) {
        Element window[16];
        int32_t count = 0;
        for_each_tap_inside(slide, oy, ox, [&](int32_t, int32_t, int32_t iy, int32_t ix) {
          window[count++] = x[element(c.in[0].shape, n, iy, ix, o)];
        });
        EXPECT(count > 0);
        y[at++] = clamped<Element>(c.attrs.activation, c.out, expected(window, count));
      });
      const Operand in[] = {{x, c.in[0].bytes()}};
      const auto* p = c.template params<Form>();
      if (p) expect_rows<Form>(*p, in, 1, y, c.out.bytes(), sizeof(Element));
      if (failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    }
  }
  template <class Expected>
  static void equals_the_definition_s8(Expected expected) {
    equals_the_definition<S8, int8_t>(500, nook::DType::kS8, expected);
  }
  template <class S16, class Expected>
  static void equals_the_definition_s16(Expected expected) {
    equals_the_definition<S16, int16_t>(300, nook::DType::kS16, expected);
  }
  template <class Expected>
  static void equals_the_definition_f32(Expected expected) {
    equals_the_definition<F32, float>(300, nook::DType::kF32, expected);
  }

  template <class S16>
  static void rows_from_a_ring_equal_the_whole_image_s16() {
    Case c = small_case(nook::DType::kS16);
    const Slide slide = {{12, 3, 2, 1}, {5, 3, 1, 1}, {6, 0}, {5, 1}};
    c.in[0].shape = shape(1, 12, 5, 2), c.out.shape = shape(1, 6, 5, 2);
    c.attrs.padding.mode = nook::PadMode::kSame, c.attrs.stride_h = 2;
    rows_of_s16_equal_the_whole<S16>(c, slide, 2, nullptr, nullptr);
  }

  static void refuses_what_is_no_pool_of_s16() {
    Case c = small_case(nook::DType::kS16);
    c.out.zero_point = 4;
    EXPECT(c.refused(nook::Reason::kZeroPoint, nook::kFirstOutput));
    c.out.zero_point = c.in[0].zero_point = 32768;
    EXPECT(c.refused(nook::Reason::kZeroPoint, 0));
    // 2^15 elements: their sum might not fit.
    c.in[0].zero_point = c.out.zero_point = 0;
    c.in[0].shape = shape(1, 256, 128, 1), c.out.shape = shape(1, 1, 1, 1);
    c.attrs.filter_h = 256, c.attrs.filter_w = 128;
    EXPECT(c.refused(nook::Reason::kFilter, 0));
  }

  // Every kernel, with more channels.
  template <class S16, class Expected>
  static void pools_s16(Expected expected) {
    equals_the_definition_s16<S16>(expected);
    rows_from_a_ring_equal_the_whole_image_s16<S16>();
    refuses_what_is_no_pool_of_s16();
  }

  static void kernels_equal_the_reference_s8() { kernels_equal_the_reference<S8, int8_t>(nook::DType::kS8); }

  template <class Form, class Element>
  static void kernels_equal_the_reference(nook::DType type) {
    static Element x[kMostBytes];
    const int32_t most_elements = kMostBytes / static_cast<int32_t>(sizeof(Element));
    const int32_t most = sizeof(Element) == 1 ? INT8_MAX : INT16_MAX, least = -most - 1;
    const int before = failures, runs_before = fast_runs;
    for (uint32_t seed = 0; seed < fast_cases() && failures == before; ++seed) {
      Rng rng(seed);
      Case c = small_case(type);
      Slide slide;
      if (!random_geometry(rng, c, &slide)) continue;
      c.in[0].shape.dim[3] = c.out.shape.dim[3] = rng.in(1, 40);
      if (c.in[0].shape.elements() > most_elements || c.out.shape.elements() > most_elements) continue;
      c.in[0].zero_point = c.out.zero_point = rng.in(least, most);
      fill(rng, x, c.in[0].shape.elements());
      if (seed % 8 == 0)
        for (Element& extreme : x) extreme = static_cast<Element>(rng.in(0, 3) ? most : least);
      const Operand in[] = {{x, c.in[0].bytes()}};
      const auto* p = c.template params<Form>();
      if (p) expect_rows_like_reference<Form>(*p, in, 1, c.out.bytes(), sizeof(Element), sizeof(Element));
      if (failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    }
    EXPECT(!has_fast_rows<Form>() || fast_runs - runs_before > static_cast<int>(fast_cases() * 6 / 10));
  }

  template <class Whole, class Row>
  static void rows_from_a_ring_equal_the_whole_image(Whole whole_kernel, Row row_kernel) {
    static int8_t x[12 * 5 * 2], whole[6 * 5 * 2], row[5 * 2];
    Rng rng(7);
    Case c = small_case(nook::DType::kS8);
    const Slide slide = {{12, 3, 2, 1}, {5, 3, 1, 1}, {6, 0}, {5, 1}};
    c.in[0].shape = shape(1, 12, 5, 2), c.out.shape = shape(1, 6, 5, 2);
    c.attrs.padding.mode = nook::PadMode::kSame, c.attrs.stride_h = 2;
    fill(rng, x, sizeof x);
    const auto* p = c.template params<S8>();
    if (!p) return;
    whole_kernel(p, x, whole, nullptr);
    for_each_row_of_a_ring(slide, x, 2, [&](const nook_rows* rows, int32_t oy) {
      row_kernel(p, rows, oy, row, nullptr);
      EXPECT(memcmp(row, whole + oy * 10, sizeof row) == 0);
    });
  }

  // Compares rows of every kernel of this build with the whole image, with as many channels as they need.
  static void rows_of_every_kernel_equal_the_whole_image() {
    rows_of_every_kernel_equal_the_whole_image<S8, int8_t>(nook::DType::kS8);
  }
  template <class Form, class Element>
  static void rows_of_every_kernel_equal_the_whole_image(nook::DType type) {
    static Element x[12 * 5 * 21], whole[6 * 5 * 21], row[5 * 21];
    Rng rng(8);
    const Slide slide = {{12, 3, 2, 1}, {5, 3, 1, 1}, {6, 0}, {5, 1}};
    static const int32_t channels_of[] = {2, 4, 7, 8, 11, 12, 21};
    for (const int32_t channels : channels_of) {
      Case c = small_case(type);
      c.in[0].shape = shape(1, 12, 5, channels), c.out.shape = shape(1, 6, 5, channels);
      c.attrs.padding.mode = nook::PadMode::kSame, c.attrs.stride_h = 2;
      c.attrs.activation = static_cast<nook::Activation>(channels % 3);
      fill(rng, x, 60 * channels);
      const auto* p = c.template params<Form>();
      if (!p) return;
      run_reference<Form>(*p, x, whole);
      const auto kernels = Form::fast_kernels();
      for (size_t i = 0; i < kernels.size(); ++i) {
        if (!kernels[i].accepts(p, nook::KernelRows::kAll)) continue;
        for_each_row_of_a_ring(slide, x, channels, [&](const nook_rows* rows, int32_t oy) {
          void* out[] = {row};
          Form::row_kernels()[i](p, rows, oy, {nullptr, out, nullptr});
          EXPECT(memcmp(row, whole + oy * 5 * channels,
                        sizeof(Element) * static_cast<size_t>(5 * channels)) == 0);
        });
      }
    }
  }

  static void refuses_contradictions() {
    static const nook::DType types[] = {nook::DType::kS8, nook::DType::kF32};
    for (const nook::DType type : types) {
      Case c = small_case(type);
      c.in[0].shape = shape(4, 4, 2);
      EXPECT(c.refused(nook::Reason::kRank, 0));
      c = small_case(type), c.out.shape = shape(2, 2, 2);
      EXPECT(c.refused(nook::Reason::kRank, nook::kFirstOutput));
      c = small_case(type), c.in[0].shape = shape(1, 4, 0, 2);
      EXPECT(c.refused(nook::Reason::kElements, 0));
      c = small_case(type), c.attrs.filter_w = 0;
      EXPECT(c.refused(nook::Reason::kFilter, 0));
      c = small_case(type), c.attrs.filter_h = 5;
      EXPECT(c.refused(nook::Reason::kFilter, 1));
      c = small_case(type), c.attrs.stride_w = 0;
      EXPECT(c.refused(nook::Reason::kStride, 0));
      c = small_case(type), c.attrs.activation = nook::Activation::kSignBit;
      EXPECT(c.refused(nook::Reason::kActivation, 0));
      c = small_case(type), c.attrs.padding = {nook::PadMode::kExplicit, 3, 0, 0, 0};
      c.out.shape = shape(1, 5, 2, 2);  // the first window has no element
      EXPECT(c.refused(nook::Reason::kPadding, 0));
      c.attrs.padding = {nook::PadMode::kExplicit, 0, 0, 0, 3}, c.out.shape = shape(1, 2, 5, 2);
      EXPECT(c.refused(nook::Reason::kPadding, 0));  // the last one
      c = small_case(type), c.out.shape = shape(1, 2, 2, 3);
      EXPECT(c.refused(nook::Reason::kOutputShape, nook::kFirstOutput));
      c = small_case(type), c.in[0].type = nook::DType::kS16;
      EXPECT(c.no_form());
    }
  }

  static void does_not_requantize() {
    static const float other = 0.25f;
    Case c = small_case(nook::DType::kS8);
    c.out.scales = {&other, 1};
    EXPECT(c.refused(nook::Reason::kQuantization, nook::kFirstOutput));
    c = small_case(nook::DType::kS8), c.out.zero_point = 4;
    EXPECT(c.refused(nook::Reason::kZeroPoint, nook::kFirstOutput));
    c = small_case(nook::DType::kS8), c.in[0].scales = {};
    EXPECT(c.refused(nook::Reason::kScaleCount, 0));
  }

  static void reads_its_options() {
    // padding, stride_w, stride_h, filter_width, filter_height, activation
    const auto attrs = Options<6>({1, 2, 3, 4, 5, 1}).template parse<Op>();
    EXPECT(attrs && attrs->padding.mode == nook::PadMode::kValid && attrs->stride_w == 2 &&
           attrs->stride_h == 3);
    EXPECT(attrs && attrs->filter_w == 4 && attrs->filter_h == 5 &&
           attrs->activation == nook::Activation::kRelu);
    EXPECT(Options<1>({7}).template parse<Op>().code() == nook::Code::kBadModel);
  }
};

}  // namespace test
