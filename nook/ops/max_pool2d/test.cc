#include "nook/ops/max_pool2d/max_pool2d_op.h"
#include "tests/pooling_case.h"

using namespace nook;

namespace {

using Shared = test::Pooling<MaxPool2D, MaxPool2DS8, MaxPool2DF32>;

template <class T>
T largest(const T* window, int32_t count) {
  T most = window[0];
  for (int32_t i = 1; i < count; ++i) most = window[i] > most ? window[i] : most;
  return most;
}
int32_t expected_s8(const int8_t* window, int32_t count) { return largest(window, count); }
int32_t expected_s16(const int16_t* window, int32_t count) { return largest(window, count); }

float expected_f32(const float* window, int32_t count) { return largest(window, count); }

}  // namespace

TEST(max_pool2d_reads_its_options) { Shared::reads_its_options(); }

TEST(max_pool2d_s8_is_the_largest_inside_the_image) { Shared::equals_the_definition_s8(expected_s8); }

TEST(max_pool2d_s8_kernels_equal_the_reference) { Shared::kernels_equal_the_reference_s8(); }

TEST(max_pool2d_s16_kernels_equal_the_reference_whole_and_by_rows) {
  Shared::kernels_equal_the_reference<MaxPool2DS16, int16_t>(DType::kS16);
  Shared::rows_of_every_kernel_equal_the_whole_image<MaxPool2DS16, int16_t>(DType::kS16);
}

TEST(max_pool2d_s16_equals_the_definition_whole_and_by_rows_and_refuses_the_rest) {
  Shared::pools_s16<MaxPool2DS16>(expected_s16);
}

TEST(max_pool2d_f32_is_the_largest_inside_the_image) { Shared::equals_the_definition_f32(expected_f32); }

TEST(max_pool2d_rows_equal_the_whole_image) {
  Shared::rows_from_a_ring_equal_the_whole_image(nook_max_pool2d_s8_ref, nook_max_pool2d_s8_ref_row);
  Shared::rows_of_every_kernel_equal_the_whole_image();
}

TEST(max_pool2d_refuses_models_that_contradict_themselves) { Shared::refuses_contradictions(); }

TEST(max_pool2d_s8_does_not_requantize) { Shared::does_not_requantize(); }
