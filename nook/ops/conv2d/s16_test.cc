// Compares kernels for int16 activations with the reference.
#include "nook/ops/conv2d/conv2d_op.h"
#include "tests/sliding_case.h"
#include "tests/weighted_s16_case.h"

using namespace nook;
using test::OpCase;
using test::shape;

namespace {

// One image with in_c channels.
OpCase<Conv2D> case_of(const test::Slide& s, int32_t in_c, int32_t out_c, int32_t groups = 1) {
  OpCase<Conv2D> c;
  c.inputs = 3;
  c.attrs.stride_h = s.rows.stride, c.attrs.stride_w = s.columns.stride;
  c.attrs.dilation_h = s.rows.dilation, c.attrs.dilation_w = s.columns.dilation;
  c.in[0] = test::tensor(DType::kS16, shape(1, s.rows.in, s.columns.in, in_c));
  c.in[1] = test::tensor(DType::kS8, shape(out_c, s.rows.filter, s.columns.filter, in_c / groups));
  c.out = test::tensor(DType::kS16, shape(1, s.y.out, s.x.out, out_c));
  return c;
}

bool fits(const Shape& shape, int32_t most) { return shape.elements() <= most; }

}  // namespace

TEST(conv2d_s16_kernels_equal_the_reference_on_random_layers) {
  constexpr int32_t kMostOut = 40;
  if (!test::has_fast_rows<Conv2DS16>()) return;
  const int before = test::failures, runs_before = test::fast_runs;
  uint32_t cases = 0;
  for (uint32_t seed = 0; cases < test::fast_cases() && test::failures == before; ++seed) {
    test::Rng rng(seed);
    Padding padding;
    test::Slide s;
    if (!test::random_slide(rng, 2, PadMode::kExplicit, &padding, &s)) continue;
    if (rng.in(0, 2) == 0) s.rows.filter = s.columns.filter = 1;
    if (!test::place_slide(padding, &s)) continue;
    const int32_t in_c = rng.in(0, 1) ? 4 * rng.in(1, 16) : rng.in(1, 20);
    const int32_t out_c = rng.in(0, 1) ? rng.in(1, kMostOut) : rng.in(1, 5);
    OpCase<Conv2D> c = case_of(s, in_c, out_c);
    c.attrs.padding = padding;
    if (!fits(c.in[0].shape, 2048) || !fits(c.in[1].shape, 4096) || !fits(c.out.shape, 2048)) continue;
    test::expect_fast_rows_of_either_sum<Conv2DS16, Conv2DS16Sum32>(rng, c, out_c);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    ++cases;
  }
  EXPECT(test::fast_runs - runs_before > static_cast<int>(cases / 2));
}

TEST(conv2d_s16_kernels_equal_the_reference_on_random_layers_of_groups) {
  if (!test::has_fast_rows<Conv2DS16>()) return;
  const int before = test::failures, runs_before = test::fast_runs;
  uint32_t cases = 0;
  for (uint32_t seed = 0; cases < test::fast_cases() && test::failures == before; ++seed) {
    test::Rng rng(seed);
    Padding padding;
    test::Slide s;
    if (!test::random_slide(rng, 2, PadMode::kExplicit, &padding, &s)) continue;
    const int32_t groups = rng.in(2, 5);
    const int32_t in_c = groups * (rng.in(0, 1) ? 4 * rng.in(1, 4) : rng.in(1, 12));
    const int32_t out_c = rng.in(0, 7) ? groups * rng.in(1, 40 / groups) : groups;
    OpCase<Conv2D> c = case_of(s, in_c, out_c, groups);
    c.attrs.padding = padding;
    if (!fits(c.in[0].shape, 2048) || !fits(c.in[1].shape, 4096) || !fits(c.out.shape, 2048)) continue;
    test::expect_fast_rows_of_either_sum<Conv2DS16, Conv2DS16Sum32>(rng, c, out_c);
    if (test::failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    ++cases;
  }
  EXPECT(test::fast_runs - runs_before > static_cast<int>(cases / 2));
}

namespace {

using ConvRow = decltype(nook_conv2d_s16_ref_row)*;

// Rows of 4 pixels from a ring, with weights packed for `symbol`.
template <class Form>
void rows_equal_the_whole(const char* symbol, ConvRow row_kernel, int32_t channels, int32_t groups = 1) {
  static int16_t x[12 * 4 * 4], row[4 * 3];
  static int8_t w[3 * 3 * 3 * 4];
  alignas(8) static uint8_t whole[12 * 4 * 3 * 2];
  static const float one = 1, y_scale = 512;
  const test::Slide slide = {{12, 3, 1, 1}, {4, 3, 1, 1}, {12, 1}, {4, 1}};
  test::Rng rng(5);
  OpCase<Conv2D> c = case_of(slide, channels, 3, groups);
  c.inputs = 2, c.attrs.padding.mode = PadMode::kSame;
  c.attrs.bias_type = strstr(symbol, "sum32") ? DType::kS32 : DType::kS64;
  c.in[0].scales = c.in[1].scales = {&one, 1}, c.out.scales = {&y_scale, 1};
  test::fill(rng, x, c.in[0].shape.elements()), test::fill(rng, w, c.in[1].shape.elements());
  const auto* p = c.params<Form>();
  if (!p) return;
  const void* in[] = {x, w, nullptr};
  void* out[] = {whole};
  const auto kernels = Form::kernels();
  kernels[kernels.size() - 1].invoke(p, {in, out, nullptr});
  const test::Operand operands[] = {{x, sizeof x}, {w, sizeof w}};
  const int8_t* const weights = test::packed_for<Form>(symbol, *p, operands, 2);
  const auto* const bytes = reinterpret_cast<const int8_t*>(x);
  test::for_each_row_of_a_ring(slide, bytes, 2 * channels, [&](const nook_rows* rows, int32_t oy) {
    row_kernel(p, rows, oy, weights, nullptr, row, test::op_memory.scratch);
    EXPECT(memcmp(row, whole + static_cast<size_t>(oy) * sizeof row, sizeof row) == 0);
  });
}

}  // namespace

TEST(conv2d_s16_kernels_make_rows_from_a_ring) {
  if constexpr (has(kBuildIsa, kDsp)) {
    rows_equal_the_whole<Conv2DS16>("nook_conv2d_s16_dsp", nook_conv2d_s16_dsp_row, 4);
    rows_equal_the_whole<Conv2DS16>("nook_conv2d_s16_dsp_stack", nook_conv2d_s16_dsp_stack_row, 3);
    rows_equal_the_whole<Conv2DS16>("nook_conv2d_s16_dsp_windows", nook_conv2d_s16_dsp_windows_row, 3);
    rows_equal_the_whole<Conv2DS16>("nook_conv2d_s16_dsp_groups", nook_conv2d_s16_dsp_groups_row, 3, 3);
    rows_equal_the_whole<Conv2DS16Sum32>("nook_conv2d_s16_sum32_dsp_groups",
                                         nook_conv2d_s16_sum32_dsp_groups_row, 3, 3);
    rows_equal_the_whole<Conv2DS16Sum32>("nook_conv2d_s16_sum32_dsp", nook_conv2d_s16_sum32_dsp_row, 4);
    rows_equal_the_whole<Conv2DS16Sum32>("nook_conv2d_s16_sum32_dsp_stack",
                                         nook_conv2d_s16_sum32_dsp_stack_row, 1);
    rows_equal_the_whole<Conv2DS16Sum32>("nook_conv2d_s16_sum32_dsp_windows",
                                         nook_conv2d_s16_sum32_dsp_windows_row, 2);
  }
  if constexpr (has(kBuildIsa, kMve)) {
    rows_equal_the_whole<Conv2DS16>("nook_conv2d_s16_mve", nook_conv2d_s16_mve_row, 4);
    rows_equal_the_whole<Conv2DS16>("nook_conv2d_s16_mve_stack", nook_conv2d_s16_mve_stack_row, 3);
    rows_equal_the_whole<Conv2DS16>("nook_conv2d_s16_mve_groups", nook_conv2d_s16_mve_groups_row, 3, 3);
    rows_equal_the_whole<Conv2DS16Sum32>("nook_conv2d_s16_sum32_mve_groups",
                                         nook_conv2d_s16_sum32_mve_groups_row, 3, 3);
    rows_equal_the_whole<Conv2DS16Sum32>("nook_conv2d_s16_sum32_mve", nook_conv2d_s16_sum32_mve_row, 2);
    rows_equal_the_whole<Conv2DS16Sum32>("nook_conv2d_s16_sum32_mve_stack",
                                         nook_conv2d_s16_sum32_mve_stack_row, 1);
  }
}
