#include <math.h>

#include "nook/ops/l2_pool2d/l2_pool2d_op.h"
#include "tests/pooling_case.h"

using namespace nook;

namespace {

// There is no int8 form: shared properties of poolings are tested in float only.
using Shared = test::Pooling<L2Pool2D, L2Pool2DF32, L2Pool2DF32>;

float expected(const float* window, int32_t count) {
  float sum = 0;
  for (int32_t i = 0; i < count; ++i) sum += window[i] * window[i];
  return sqrtf(sum / static_cast<float>(count));
}

}  // namespace

TEST(l2_pool2d_reads_its_options) { Shared::reads_its_options(); }

TEST(l2_pool2d_f32_is_the_root_of_the_mean_square_inside_the_image) {
  Shared::equals_the_definition_f32(expected);
}

TEST(l2_pool2d_rows_from_a_ring_equal_the_whole_image) {
  static float x[12 * 5 * 2], whole[6 * 5 * 2], row[5 * 2];
  test::Rng rng(7);
  auto c = Shared::small_case(DType::kF32);
  const test::Slide slide = {{12, 3, 2, 1}, {5, 3, 1, 1}, {6, 0}, {5, 1}};
  c.in[0].shape = test::shape(1, 12, 5, 2), c.out.shape = test::shape(1, 6, 5, 2);
  c.attrs.padding.mode = PadMode::kSame, c.attrs.stride_h = 2;
  test::fill(rng, x, 120);
  const auto* p = c.params<L2Pool2DF32>();
  if (!p) return;
  nook_l2_pool2d_f32_ref(p, x, whole, nullptr);
  test::for_each_row_of_a_ring(slide, x, 2, [&](const nook_rows* rows, int32_t oy) {
    nook_l2_pool2d_f32_ref_row(p, rows, oy, row, nullptr);
    EXPECT(memcmp(row, whole + oy * 10, sizeof row) == 0);
  });
}

TEST(l2_pool2d_refuses_models_that_contradict_themselves) {
  const auto fresh = [] { return Shared::small_case(DType::kF32); };
  auto c = fresh();
  EXPECT(c.prepare());
  c.in[0].shape = test::shape(4, 4, 2);
  EXPECT(c.refused(Reason::kRank, 0));
  c = fresh(), c.attrs.filter_w = 0;
  EXPECT(c.refused(Reason::kFilter, 0));
  c = fresh(), c.attrs.stride_w = 0;
  EXPECT(c.refused(Reason::kStride, 0));
  c = fresh(), c.attrs.activation = Activation::kSignBit;
  EXPECT(c.refused(Reason::kActivation, 0));
  c = fresh(), c.out.shape = test::shape(1, 2, 2, 3);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = fresh(), c.in[0].type = DType::kS8;
  EXPECT(c.no_form());
}
