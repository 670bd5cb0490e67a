#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "tests/pooling_case.h"

using namespace nook;

namespace {

using Shared = test::Pooling<AveragePool2D, AveragePool2DS8, AveragePool2DF32>;

// Halves away from zero.
int32_t expected_s8(const int8_t* window, int32_t count) {
  int32_t sum = 0;
  for (int32_t i = 0; i < count; ++i) sum += window[i];
  const int32_t doubled = 2 * (sum < 0 ? -sum : sum) + count, q = doubled / (2 * count);
  return sum < 0 ? -q : q;
}

float expected_f32(const float* window, int32_t count) {
  float sum = 0;
  for (int32_t i = 0; i < count; ++i) sum += window[i];
  return sum / static_cast<float>(count);
}

}  // namespace

TEST(average_pool2d_reads_its_options) { Shared::reads_its_options(); }

TEST(average_pool2d_s8_is_the_mean_inside_the_image_halves_away_from_zero) {
  Shared::equals_the_definition_s8(expected_s8);
}

TEST(average_pool2d_f32_is_the_mean_inside_the_image) { Shared::equals_the_definition_f32(expected_f32); }

TEST(average_pool2d_rows_from_a_ring_equal_the_whole_image) {
  Shared::rows_from_a_ring_equal_the_whole_image(nook_average_pool2d_s8_ref, nook_average_pool2d_s8_ref_row);
}

TEST(average_pool2d_refuses_models_that_contradict_themselves) { Shared::refuses_contradictions(); }

TEST(average_pool2d_s8_does_not_requantize) { Shared::does_not_requantize(); }
