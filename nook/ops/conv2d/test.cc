#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/prepare/overlap.h"
#include "tests/convolution_case.h"

using namespace nook;
using test::OpCase, test::shape;

namespace {

struct Layer : test::ConvolutionForms<Conv2DS8, Conv2DS16, Conv2DS4, Conv2DF32, Conv2DHybrid, Conv2DShifted,
                                      Conv2DNarrow> {
  static constexpr int32_t kMostDilation = 2;
  static test::Channels small() { return {2, 2, 3}; }
  static test::Channels random(test::Rng& rng) {
    const int32_t groups = rng.in(0, 3) ? 1 : rng.in(1, 3), filter = rng.in(1, 4);
    return {groups * filter, filter, groups * rng.in(1, 4)};
  }
  static test::Channels many(test::Rng& rng) {
    const int32_t groups = rng.in(0, 3) ? 1 : rng.in(1, 3), filter = rng.in(1, 9);
    return {groups * filter, filter, groups * rng.in(3, 11)};
  }
  static Shape filter(int32_t rows, int32_t columns, const test::Channels& channels) {
    return shape(channels.y, rows, columns, channels.filter);
  }
  static void set_bias_type(DType type, OpCase<Conv2D>* c) { c->attrs.bias_type = type; }
  template <class Visit>
  static void for_each_weight(const OpCase<Conv2D>& c, int32_t ky, int32_t kx, int32_t o, Visit visit) {
    const int32_t *x = c.in[0].shape.dim, *w = c.in[1].shape.dim;
    const int32_t group = o / (w[0] / (x[3] / w[3]));
    for (int32_t i = 0; i < w[3]; ++i) visit(group * w[3] + i, ((o * w[1] + ky) * w[2] + kx) * w[3] + i);
  }
};
using Convolution = test::ConvolutionCase<Layer>;
OpCase<Conv2D> s8_case() { return Convolution::s8_case(); }

}  // namespace

TEST(conv2d_reads_its_options) {
  const auto attrs = test::Options<6>({1, 2, 3, 1, 4, 5}).parse<Conv2D>();
  EXPECT(attrs && attrs->padding.mode == PadMode::kValid && attrs->stride_w == 2 && attrs->stride_h == 3);
  EXPECT(attrs && attrs->activation == Activation::kRelu && attrs->dilation_w == 4 && attrs->dilation_h == 5);
  EXPECT(test::Options<1>({7}).parse<Conv2D>().code() == Code::kBadModel);
}

TEST(conv2d_s8_equals_the_definition_on_random_geometries) { Convolution::s8_equals_the_definition(); }

namespace {

constexpr int32_t kMostOut = 40;  // limits of a random layer

// Compares every row of the table with the reference, on random constants for the layer's shapes. Returns
// whether the row whose name ends with `counted` accepts them.
bool compare_random_constants(test::Rng& rng, OpCase<Conv2D> c, const char* counted = "none") {
  static int8_t x[test::kMostBytes], w[test::kMostBytes];
  static int32_t bias[kMostOut];
  const int32_t out_c = c.in[1].shape.dim[0];
  test::RandomQuantization quantization(rng, c, out_c);
  test::fill_inputs(rng, x, c.in[0].shape.elements()), test::fill_weights(rng, w, c.in[1].shape.elements());
  test::fill_biases(rng, bias, out_c);
  if (rng.in(0, 1)) {  // negative outputs are clamped, and a channel may be nearly dead
    c.out.zero_point = rng.in(-128, -100);
    c.attrs.activation = rng.in(0, 1) ? Activation::kRelu : Activation::kRelu6;
    const int32_t dead = rng.in(0, out_c - 1);
    if (rng.in(0, 1))  // which has a visible effect
      quantization.w[dead] = rng.real(1e-5f, 1e-4f), bias[dead] = rng.in(-8000000, 8000000);
  }
  const int32_t* const biases = rng.in(0, 3) ? bias : nullptr;
  Convolution::expect_fast_rows_s8(c, x, w, biases);
  const auto* const p = c.params<Conv2DS8>();
  if (!p) return false;
  const void* const constants[] = {nullptr, w, biases};
  for (const auto& row : Conv2DS8::kernels()) {
    const char* const end = strstr(row.symbol, counted);
    if (end && end[strlen(counted)] == 0)
      return row.accepts(p, nook::KernelRows::kAll) && row.packing->takes(p, constants);
  }
  return false;
}

}  // namespace

TEST(conv2d_s8_kernels_equal_the_reference_on_random_layers) {
  const int before = test::failures, runs_before = test::fast_runs;
  for (uint32_t seed = 0, cases = 0; cases < test::fast_cases() && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<Conv2D> c = s8_case();
    test::Slide s;
    if (!test::random_slide(rng, 2, PadMode::kExplicit, &c.attrs.padding, &s)) continue;
    if (rng.in(0, 2) == 0) s.rows.filter = s.columns.filter = 1;
    const bool wide = rng.in(0, 3) == 0;  // more than a kernel processes at once
    if (wide) s.columns.in = rng.in(10, 200);
    if (!test::place_slide(c.attrs.padding, &s)) continue;
    int32_t in_c = wide ? rng.in(1, 4) : rng.in(0, 1) ? 4 * rng.in(1, 8) : rng.in(1, 20);
    if (!wide && rng.in(0, 9) == 0)
      in_c = rng.in(140, 330);  // more channels of a tap than a kernel processes at once
    if (s.rows.filter * s.columns.filter == 1 && !rng.in(0, 3)) in_c = rng.in(1, 35) * rng.in(1, 4);
    const int32_t groups = rng.in(0, 5) ? 1 : rng.in(2, 4), out_c = groups * rng.in(1, kMostOut / groups);
    Convolution::set_slide(s, &c, {groups * in_c, in_c, out_c});
    if (!Convolution::elements_fit(c, in_c < 140 || out_c > 9 ? test::kMostBytes : 400 * out_c)) continue;
    compare_random_constants(rng, c);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    ++cases;
  }
  EXPECT(test::fast_runs - runs_before > static_cast<int>(test::fast_cases() / 2));
}

namespace {

// The number of layers, and how many of them are accepted by the row whose name ends with `counted`.
struct Taken {
  uint32_t layers, all;

  bool more_than_one_in(uint32_t n) const { return layers > all / n; }
};

// Layers that are rare among the random layers above, modified by `change`. They have up to this many
// channels and outputs.
template <class Change>
Taken compare_rare(const char* counted, int32_t least_channels, const test::Channels& most, Change change) {
  const int before = test::failures;
  Taken taken{};
  for (uint32_t seed = 0; taken.all < test::fast_cases() && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<Conv2D> c = s8_case();
    test::Slide s;
    if (!test::random_slide(rng, 2, PadMode::kExplicit, &c.attrs.padding, &s)) continue;
    change(rng, &s, &c.attrs.padding);
    if (!test::place_slide(c.attrs.padding, &s)) continue;
    const int32_t inputs = rng.in(least_channels, most.x);
    Convolution::set_slide(s, &c, {inputs, inputs, rng.in(1, most.y)});
    if (!Convolution::elements_fit(c, test::kMostBytes)) continue;
    taken.layers += compare_random_constants(rng, c, counted);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    ++taken.all;
  }
  return taken;
}

Taken compare_3x3(const char* counted, int32_t channels, int32_t most_outputs, int32_t stride) {
  return compare_rare(counted, channels, {channels, channels, most_outputs},
                      [&](test::Rng& rng, test::Slide* s, Padding*) {
                        s->rows.filter = s->columns.filter = 3;
                        if (stride) s->columns.stride = stride;
                        if (rng.in(0, 3)) s->columns.in = rng.in(3, 40), s->columns.dilation = 1;
                      });
}

Taken compare_1x1(const char* counted, int32_t least, int32_t most, int32_t least_columns) {
  return compare_rare(counted, least, {most, most, 20},
                      [&](test::Rng& rng, test::Slide* s, Padding* padding) {
                        s->rows.filter = s->columns.filter = 1;
                        if (rng.in(0, 3)) s->columns.stride = 1;
                        s->rows.in = rng.in(1, 3), s->columns.in = rng.in(least_columns, 40);
                        padding->mode = PadMode::kValid;
                      });
}

}  // namespace

TEST(conv2d_s8_kernels_for_3x3_over_one_channel_equal_the_reference_on_random_layers) {
  if (!test::has_fast_rows<Conv2DS8>()) return;
  const Taken taken = compare_3x3("_dsp_3x3s2_k9_2x8", 1, 20, 2);
  EXPECT(!has(kBuildIsa, kDsp) || taken.more_than_one_in(8));
  EXPECT(!has(kBuildIsa, kFpu) || compare_3x3("_fpu_3x3s2_k9_2x4", 1, 20, 2).more_than_one_in(8));
}

TEST(conv2d_s8_kernels_of_armv7m_equal_the_reference_on_random_layers) {
  if (!has(kBuildIsa, kThumb2)) return;
  EXPECT(compare_3x3("_thumb2_lanes", 8, 20, 0).more_than_one_in(32));
  EXPECT(compare_3x3("_thumb2_lanes", 20, 20, 0).more_than_one_in(32));  // in several parts
  EXPECT(compare_1x1("_thumb2_1x1_lanes", 4, 70, 2).more_than_one_in(32));
}

TEST(conv2d_s8_kernels_for_the_fpu_equal_the_reference_on_random_layers) {
  if (!has(kBuildIsa, kFpu)) return;
  EXPECT(compare_3x3("_fpu_3x3_k27_2x4", 3, 20, 1).more_than_one_in(8));
  EXPECT(compare_3x3("_fpu_3x3s2_k27_2x4", 3, 20, 2).more_than_one_in(8));
  EXPECT(compare_1x1("_fpu_1x1_k8_2x4", 8, 8, 6).more_than_one_in(5));
  EXPECT(compare_1x1("_fpu_1x1_k16_3x4", 16, 16, 6).more_than_one_in(4));
  EXPECT(compare_1x1("_fpu_1x1_k32_3x4", 32, 32, 6).more_than_one_in(4));
  EXPECT(compare_1x1("_fpu_1x1_k64_5x2", 64, 64, 5).more_than_one_in(8));
  EXPECT(compare_1x1("_fpu_1x1_4x2", 28, 128, 3).more_than_one_in(4));
}

TEST(conv2d_s16_equals_the_definition_on_random_geometries) {
  Convolution::s16_equals_the_definition<Conv2DS16>(DType::kS64);
  Convolution::s16_equals_the_definition<Conv2DS16Sum32>(DType::kS32);
}

TEST(conv2d_s16_refuses_unsupported_operands) { test::refuses_what_is_no_layer_of_s16(s8_case()); }

TEST(conv2d_s16_rows_from_a_ring_equal_the_whole_image) {
  Convolution::s16_rows_from_a_ring_equal_the_whole_image();
}

TEST(conv2d_s16_survives_any_bias) { test::survives_any_bias_of_64_bits<Conv2DS16>(s8_case(), 3); }

TEST(conv2d_s16_reads_the_type_of_a_missing_bias) {
  const auto attrs = test::Options<7>({1, 2, 3, 1, 4, 5, 2}).parse<Conv2D>();
  EXPECT(attrs && attrs->bias_type == DType::kS32);
}

TEST(conv2d_f32_equals_the_definition_on_random_geometries) { Convolution::f32_equals_the_definition(); }

namespace {

using ConvRow = decltype(nook_conv2d_s8_ref_row)*;

// Compares rows of a ring, computed by a row kernel with weights packed for `packed_for` (null: unpacked),
// with the rows of the reference. x [1][12][columns][channels], w [outputs][filter][filter][channels], y
// [1][12][columns][outputs], or with a stride of 2 half as high and wide. If there is one tap, pixels have at
// least 4 channels.
void rows_equal_the_whole(int32_t filter, const char* packed_for, ConvRow row_kernel, int32_t outputs = 3,
                          int32_t least_channels = 2, Activation activation = Activation::kNone,
                          int32_t groups = 1, int32_t stride = 1, int32_t columns = 5) {
  constexpr int32_t kWidest = 17;
  static int8_t x[12 * 9 * 64], w[kWidest * 3 * 3 * 8], whole[12 * 9 * kWidest], row[9 * kWidest];
  static const int32_t bias[kWidest] = {100, -50, 7, 0, 30, -9, 1, 2, -100};
  const int32_t channels = filter == 1 && least_channels < 4 ? 4 : least_channels;
  test::Rng rng(7);
  OpCase<Conv2D> c = s8_case();
  test::Slide slide = {{12, filter, stride, 1}, {columns, filter, stride, 1}, {}, {}};
  c.attrs.padding.mode = PadMode::kSame, c.attrs.activation = activation;
  c.attrs.stride_h = c.attrs.stride_w = stride;
  EXPECT(test::place_slide(c.attrs.padding, &slide));
  c.in[0].shape = shape(1, 12, columns, channels),
  c.in[1].shape = shape(outputs, filter, filter, channels / groups);
  c.in[2].shape = shape(outputs), c.out.shape = shape(1, slide.y.out, slide.x.out, outputs);
  static const float y_scale = 32;
  c.out.scales = {&y_scale, 1};
  if (activation == Activation::kRelu) c.out.zero_point = -100;
  test::fill(rng, x, sizeof x);
  for (int8_t& weight : w) weight = static_cast<int8_t>(rng.in(-127, 127));
  const auto* p = c.params<Conv2DS8>();
  if (!p) return;
  nook_conv2d_s8_ref(p, x, w, bias, whole, nullptr);
  const test::Operand in[] = {{x, sizeof x}, {w, sizeof w}, {bias, sizeof bias}};
  const int8_t* weights = packed_for ? test::packed_for<Conv2DS8>(packed_for, *p, in, 3) : w;
  test::for_each_row_of_a_ring(slide, x, channels, [&](const nook_rows* rows, int32_t oy) {
    row_kernel(p, rows, oy, weights, packed_for ? nullptr : bias, row, test::op_memory.scratch);
    const int32_t bytes = slide.x.out * outputs;
    EXPECT(memcmp(row, whole + oy * bytes, static_cast<size_t>(bytes)) == 0);
  });
}

}  // namespace

TEST(conv2d_rows_of_tiles_from_a_ring_equal_the_whole_image) {
  if constexpr (has(kBuildIsa, kDsp)) {
    const Activation relu = Activation::kRelu;
    rows_equal_the_whole(1, "nook_conv2d_s8_dsp_1x1_2x8", nook_conv2d_s8_dsp_1x1_2x8_row, 17, 8, relu);
    rows_equal_the_whole(1, "nook_conv2d_s8_dsp_1x1_2x8", nook_conv2d_s8_dsp_1x1_2x8_row, 7, 5, relu);
    rows_equal_the_whole(1, "nook_conv2d_s8_dsp_1x1_2x4", nook_conv2d_s8_dsp_1x1_2x4_row, 7, 2, relu);
    const ConvRow strip = nook_conv2d_s8_dsp_1x1_2x4_strip_row;
    rows_equal_the_whole(1, "nook_conv2d_s8_dsp_1x1_2x4_strip", strip, 7, 4, relu);
    rows_equal_the_whole(3, "nook_conv2d_s8_dsp_2x4", nook_conv2d_s8_dsp_2x4_row, 7, 4, relu);
    rows_equal_the_whole(3, "nook_conv2d_s8_dsp_2x4", nook_conv2d_s8_dsp_2x4_row, 8, 4);
    rows_equal_the_whole(3, "nook_conv2d_s8_dsp_2x4_w16", nook_conv2d_s8_dsp_2x4_w16_row, 7, 3,
                         Activation::kRelu6);
    rows_equal_the_whole(3, "nook_conv2d_s8_dsp_2x4_gather", nook_conv2d_s8_dsp_2x4_gather_row, 17, 3, relu);
  }
}

TEST(conv2d_rows_from_a_ring_equal_the_whole_image) {
  const Activation none = Activation::kNone, relu = Activation::kRelu;
  rows_equal_the_whole(3, nullptr, nook_conv2d_s8_ref_row);
  rows_equal_the_whole(3, "nook_conv2d_s8_c_1x2_groups", nook_conv2d_s8_c_1x2_groups_row, 6, 2, none, 2);
  rows_equal_the_whole(3, "nook_conv2d_s8_c_lanes", nook_conv2d_s8_c_lanes_row, 9);
  rows_equal_the_whole(1, "nook_conv2d_s8_c_1x1_lanes", nook_conv2d_s8_c_1x1_lanes_row, 8);
  if constexpr (has(kBuildIsa, kDsp)) {
    rows_equal_the_whole(3, "nook_conv2d_s8_dsp", nook_conv2d_s8_dsp_row);
    rows_equal_the_whole(3, "nook_conv2d_s8_dsp_stack", nook_conv2d_s8_dsp_stack_row);
    rows_equal_the_whole(1, "nook_conv2d_s8_dsp_1x1", nook_conv2d_s8_dsp_1x1_row);
    rows_equal_the_whole(1, "nook_conv2d_s8_dsp_1x1_k16", nook_conv2d_s8_dsp_1x1_k16_row);
    rows_equal_the_whole(2, "nook_conv2d_s8_dsp_k16", nook_conv2d_s8_dsp_k16_row, 9);
    rows_equal_the_whole(3, "nook_conv2d_s8_dsp_k16", nook_conv2d_s8_dsp_k16_row, 5, 1);
    rows_equal_the_whole(3, "nook_conv2d_s8_dsp_groups", nook_conv2d_s8_dsp_groups_row, 6, 2, none, 2);
    const ConvRow k9 = nook_conv2d_s8_dsp_3x3s2_k9_2x8_row;
    rows_equal_the_whole(3, "nook_conv2d_s8_dsp_3x3s2_k9_2x8", k9, 9, 1, relu, 1, 2);
    const ConvRow few_relu = nook_conv2d_s8_dsp_1x1_k16_relu_row;
    rows_equal_the_whole(1, "nook_conv2d_s8_dsp_1x1_k16_relu", few_relu, 3, 2, relu);
    rows_equal_the_whole(2, "nook_conv2d_s8_dsp_k16_relu", nook_conv2d_s8_dsp_k16_relu_row, 9, 2, relu);
    rows_equal_the_whole(3, "nook_conv2d_s8_dsp_k16_relu", nook_conv2d_s8_dsp_k16_relu_row, 6, 1, relu);
  }
  if constexpr (has(kBuildIsa, kMve)) {
    rows_equal_the_whole(3, "nook_conv2d_s8_mve", nook_conv2d_s8_mve_row);
    rows_equal_the_whole(3, "nook_conv2d_s8_mve_groups", nook_conv2d_s8_mve_groups_row, 6, 2, none, 2);
    rows_equal_the_whole(3, "nook_conv2d_s8_mve_stack", nook_conv2d_s8_mve_stack_row);
    rows_equal_the_whole(1, "nook_conv2d_s8_mve_1x1", nook_conv2d_s8_mve_1x1_row);
  }
  if constexpr (has(kBuildIsa, kThumb1)) {
    rows_equal_the_whole(3, "nook_conv2d_s8_thumb1", nook_conv2d_s8_thumb1_row, 4);
    rows_equal_the_whole(3, "nook_conv2d_s8_thumb1_lanes", nook_conv2d_s8_thumb1_lanes_row, 7);
    rows_equal_the_whole(1, "nook_conv2d_s8_thumb1_1x1_lanes", nook_conv2d_s8_thumb1_1x1_lanes_row, 8);
    rows_equal_the_whole(3, "nook_conv2d_s8_thumb1_stack", nook_conv2d_s8_thumb1_stack_row, 9);
    rows_equal_the_whole(1, "nook_conv2d_s8_thumb1_1x1", nook_conv2d_s8_thumb1_1x1_row, 6);
  }
  if constexpr (has(kBuildIsa, kThumb2)) {
    rows_equal_the_whole(3, "nook_conv2d_s8_thumb2_lanes", nook_conv2d_s8_thumb2_lanes_row, 9);
    rows_equal_the_whole(1, "nook_conv2d_s8_thumb2_1x1_lanes", nook_conv2d_s8_thumb2_1x1_lanes_row, 8);
  }
  if constexpr (has(kBuildIsa, kRvv)) {
    rows_equal_the_whole(3, "nook_conv2d_s8_rvv", nook_conv2d_s8_rvv_row);
    rows_equal_the_whole(3, "nook_conv2d_s8_rvv_stack", nook_conv2d_s8_rvv_stack_row, 9);
    rows_equal_the_whole(1, "nook_conv2d_s8_rvv_1x1", nook_conv2d_s8_rvv_1x1_row, 8);
  }
  if constexpr (has(kBuildIsa, kRv32)) {
    rows_equal_the_whole(3, "nook_conv2d_s8_rv32_lanes", nook_conv2d_s8_rv32_lanes_row, 9);
    rows_equal_the_whole(1, "nook_conv2d_s8_rv32_1x1_lanes", nook_conv2d_s8_rv32_1x1_lanes_row, 8);
    rows_equal_the_whole(3, "nook_conv2d_s8_rv32", nook_conv2d_s8_rv32_row);
    rows_equal_the_whole(3, "nook_conv2d_s8_rv32_stack", nook_conv2d_s8_rv32_stack_row, 9);
    rows_equal_the_whole(1, "nook_conv2d_s8_rv32_1x1", nook_conv2d_s8_rv32_1x1_row, 8);
  }
}

TEST(conv2d_rows_from_a_ring_equal_the_whole_image_on_hosts) {
  if constexpr (has(kBuildIsa, kAvx2)) {
    rows_equal_the_whole(3, "nook_conv2d_s8_avx2", nook_conv2d_s8_avx2_row);
    rows_equal_the_whole(3, "nook_conv2d_s8_avx2_stack", nook_conv2d_s8_avx2_stack_row);
    rows_equal_the_whole(1, "nook_conv2d_s8_avx2_1x1", nook_conv2d_s8_avx2_1x1_row);
  }
  if constexpr (has(kBuildIsa, kVnni)) {
    rows_equal_the_whole(3, "nook_conv2d_s8_vnni", nook_conv2d_s8_vnni_row);
    rows_equal_the_whole(3, "nook_conv2d_s8_vnni_stack", nook_conv2d_s8_vnni_stack_row);
    rows_equal_the_whole(1, "nook_conv2d_s8_vnni_1x1", nook_conv2d_s8_vnni_1x1_row);
  }
  if constexpr (has(kBuildIsa, kNeon)) {
    rows_equal_the_whole(3, "nook_conv2d_s8_neon", nook_conv2d_s8_neon_row);
    rows_equal_the_whole(3, "nook_conv2d_s8_neon_stack", nook_conv2d_s8_neon_stack_row);
    rows_equal_the_whole(1, "nook_conv2d_s8_neon_1x1", nook_conv2d_s8_neon_1x1_row);
  }
  if constexpr (has(kBuildIsa, kDotprod)) {
    rows_equal_the_whole(3, "nook_conv2d_s8_dotprod", nook_conv2d_s8_dotprod_row);
    rows_equal_the_whole(3, "nook_conv2d_s8_dotprod_stack", nook_conv2d_s8_dotprod_stack_row);
    rows_equal_the_whole(1, "nook_conv2d_s8_dotprod_1x1", nook_conv2d_s8_dotprod_1x1_row);
  }
}

TEST(conv2d_rows_from_a_ring_equal_the_whole_image_with_an_fpu) {
  const Activation relu = Activation::kRelu;
  if constexpr (has(kBuildIsa, kFpu)) {
    const ConvRow k27 = nook_conv2d_s8_fpu_3x3_k27_2x4_row;
    rows_equal_the_whole(3, "nook_conv2d_s8_fpu_3x3_k27_2x4", k27, 7, 3, relu);
    const ConvRow k27s2 = nook_conv2d_s8_fpu_3x3s2_k27_2x4_row;
    rows_equal_the_whole(3, "nook_conv2d_s8_fpu_3x3s2_k27_2x4", k27s2, 15, 3, relu, 1, 2);
    const ConvRow k9 = nook_conv2d_s8_fpu_3x3s2_k9_2x4_row;
    rows_equal_the_whole(3, "nook_conv2d_s8_fpu_3x3s2_k9_2x4", k9, 11, 1, relu, 1, 2);
    const ConvRow k8 = nook_conv2d_s8_fpu_1x1_k8_2x4_row;
    rows_equal_the_whole(1, "nook_conv2d_s8_fpu_1x1_k8_2x4", k8, 17, 8, relu, 1, 1, 9);
    rows_equal_the_whole(1, "nook_conv2d_s8_fpu_1x1_k16_3x4", nook_conv2d_s8_fpu_1x1_k16_3x4_row, 17, 16,
                         relu, 1, 1, 9);
    rows_equal_the_whole(1, "nook_conv2d_s8_fpu_1x1_k32_3x4", nook_conv2d_s8_fpu_1x1_k32_3x4_row, 7, 32, relu,
                         1, 1, 9);
    rows_equal_the_whole(1, "nook_conv2d_s8_fpu_1x1_k64_5x2", nook_conv2d_s8_fpu_1x1_k64_5x2_row, 16, 64,
                         relu);
    rows_equal_the_whole(1, "nook_conv2d_s8_fpu_1x1_4x2", nook_conv2d_s8_fpu_1x1_4x2_row, 7, 53, relu, 1, 1,
                         4);
  }
}

// The least separation, by definition: no row may be written over a row that is still read.
TEST(conv2d_overlaps_as_far_as_its_rows_allow) {
  test::Rng rng(77);
  for (int n = 0; n < 3000; ++n) {
    nook_conv2d_s8 p{};
    p.batch = rng.in(1, 3), p.in_h = rng.in(1, 9), p.in_w = rng.in(1, 5), p.in_c = rng.in(1, 4);
    p.out_h = rng.in(1, 12), p.out_w = rng.in(1, 5), p.out_c = rng.in(1, 4);
    p.stride_h = rng.in(1, 3), p.stride_w = 2, p.pad_top = rng.in(0, 7);
    const int32_t out = p.out_w * p.out_c, in = p.in_w * p.in_c;
    int32_t least = 0;
    for (int32_t image = 0; image < p.batch; ++image)
      for (int32_t y = 0; y < p.out_h; ++y) {
        const int32_t row = y * p.stride_h - p.pad_top;
        const int32_t inside = row < 0 ? 0 : row > p.in_h ? p.in_h : row;
        const int32_t lead = (image * p.out_h + y + 1) * out - (image * p.in_h + inside) * in;
        least = lead > least ? lead : least;
      }
    EXPECT_EQ(by_row(p, 0), least);
    EXPECT_EQ(by_row(p, 1), kDisjoint);
  }
}

TEST(a_placement_whose_sums_leave_an_int32_is_refused) {
  EXPECT(place({1000, 3, 1, 1}, PadMode::kSame, 0, 0));
  EXPECT(!place({INT32_MAX, 1, 1, 1}, PadMode::kSame, 0, 0));
  EXPECT(!place({10, 2, 1, INT32_MAX - 20}, PadMode::kExplicit, 1 << 30, 1 << 30));
  EXPECT(!place({10, 3, 1, INT32_MAX / 2}, PadMode::kSame, 0, 0));
}

TEST(conv2d_refuses_unsupported_operands) {
  for (const auto fresh : Convolution::kCases) {
    Convolution::refuses_windows_that_contradict_the_image(fresh);
    OpCase<Conv2D> c = fresh();
    c.in[0].shape = shape(1, 4, 4, 3);
    EXPECT(c.refused(Reason::kChannels, 1));
    c = fresh(), c.in[0].shape = shape(1, 4, 4, 4);  // two groups, three outputs
    EXPECT(c.refused(Reason::kChannels, 1));
  }
}

TEST(conv2d_with_one_tap_does_not_look_at_the_dilation) {
  OpCase<Conv2D> c = s8_case();
  c.in[1].shape = shape(3, 1, 1, 2), c.out.shape = shape(1, 4, 4, 3);
  c.attrs.dilation_h = c.attrs.dilation_w = 1600402015;
  const auto prepared = c.prepare();
  EXPECT(prepared);
  const auto& p = *static_cast<const nook_conv2d_s8*>(prepared->params);
  EXPECT(p.dilation_h == 1 && p.dilation_w == 1);
  // Two taps so far from each other that their distance overflows the kernel's counter.
  c.in[1].shape = shape(3, 1, 2, 2), c.attrs.padding.mode = PadMode::kSame;
  c.attrs.dilation_w = 1000000007;
  EXPECT(c.refused(Reason::kTooLarge, 0));
  // Four times the distance, as of floats, would wrap around where addresses have 32 bits.
  c.attrs.dilation_w = 200000007;
  EXPECT(c.refused(Reason::kTooLarge, 0));
  c.attrs.dilation_w = 150000007;
  EXPECT(c.prepare());
}

TEST(conv2d_s8_refuses_quantization_that_it_cannot_compute_with) {
  static const float three[] = {0.5f, 0.25f, 1};
  test::refuses_quantization_of_layers(s8_case);
  OpCase<Conv2D> c = s8_case();
  c.in[1].scales = {three, 2};
  EXPECT(c.refused(Reason::kScaleCount, 1));
  c = s8_case(), c.in[1].scales = {};
  EXPECT(c.refused(Reason::kScaleCount, 1));
  c = s8_case(), c.memory_bytes = sizeof(nook_conv2d_s8) + 4;
  EXPECT(c.refused(Reason::kPersistent, 0));
}

TEST(conv2d_s4_equals_the_same_weights_in_bytes) { Convolution::s4_equals_the_same_weights_in_bytes(); }

TEST(conv2d_s4_kernels_equal_the_same_weights_in_bytes_on_random_layers) {
  const int before = test::failures, runs_before = test::fast_runs;
  for (uint32_t seed = 0, cases = 0; cases < test::fast_cases() && test::failures == before; ++seed) {
    test::Rng rng(seed);
    OpCase<Conv2D> c = s8_case();
    test::Slide s;
    if (!test::random_slide(rng, 2, PadMode::kExplicit, &c.attrs.padding, &s)) continue;
    if (rng.in(0, 2) == 0) s.rows.filter = s.columns.filter = 1;
    if (!test::place_slide(c.attrs.padding, &s)) continue;
    int32_t in_c = rng.in(0, 1) ? 4 * rng.in(1, 10) : rng.in(1, 40);
    if (rng.in(0, 9) == 0) in_c = rng.in(100, 330);
    const int32_t groups = rng.in(0, 9) ? 1 : rng.in(2, 4), out_c = groups * rng.in(1, kMostOut / groups);
    Convolution::set_slide(s, &c, {groups * in_c, in_c, out_c});
    if (!Convolution::elements_fit(c, in_c < 100 || out_c > 9 ? test::kMostBytes : 400 * out_c)) continue;
    test::expect_nibbles_like_bytes<Conv2DS8, Conv2DS4>(rng, c);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    ++cases;
  }
  EXPECT(!test::has_fast_rows<Conv2DS4>() ||
         test::fast_runs - runs_before > static_cast<int>(test::fast_cases() / 2));
}

TEST(conv2d_s4_rows_from_a_ring_equal_the_whole_image) {
  static int8_t x[12 * 5 * 3], w[3 * 3 * 3 * 3], whole[12 * 5 * 3], row[5 * 3];
  test::Rng rng(7);
  OpCase<Conv2D> c = s8_case();
  const test::Slide slide = {{12, 3, 1, 1}, {5, 3, 1, 1}, {12, 1}, {5, 1}};
  Convolution::set_slide(slide, &c, {3, 3, 3});
  c.inputs = 2, c.attrs.padding.mode = PadMode::kSame;
  c.in[1].type = DType::kS4, c.in[1].data = w;
  test::fill(rng, x, sizeof x), test::fill(rng, w, sizeof w);
  const auto* p = c.params<Conv2DS4>();
  if (!p) return;
  nook_conv2d_s4_ref(p, x, w, nullptr, whole, nullptr);
  test::for_each_row_of_a_ring(slide, x, 3, [&](const nook_rows* rows, int32_t oy) {
    nook_conv2d_s4_ref_row(p, rows, oy, w, nullptr, row, nullptr);
    EXPECT(memcmp(row, whole + oy * 15, sizeof row) == 0);
  });
}

TEST(conv2d_refuses_weights_of_4_bits_that_are_not_constant) {
  Convolution::refuses_weights_of_4_bits_that_are_not_constant();
}

TEST(conv2d_with_narrow_weights_equals_the_same_as_floats) {
  Convolution::narrow_weights_equal_the_same_as_floats();
}

TEST(conv2d_hybrid_equals_floats_where_activations_are_whole_numbers) {
  Convolution::hybrid_equals_floats_where_activations_are_whole_numbers();
}

TEST(conv2d_hybrid_kernels_equal_the_reference) { Convolution::hybrid_rows_equal_the_reference(); }

TEST(conv2d_with_shifted_weights_equals_the_same_weights_around_0) {
  Convolution::shifted_weights_equal_the_same_around_0();
}
