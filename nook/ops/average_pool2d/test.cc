#include "nook/ops/average_pool2d/average_pool2d_op.h"
#include "tests/pooling_case.h"

using namespace nook;

namespace {

using Shared = test::Pooling<AveragePool2D, AveragePool2DS8, AveragePool2DF32>;

// Ties away from zero.
template <class T>
int32_t rounded_mean(const T* window, int32_t count) {
  int32_t sum = 0;
  for (int32_t i = 0; i < count; ++i) sum += window[i];
  const int32_t doubled = 2 * (sum < 0 ? -sum : sum) + count, q = doubled / (2 * count);
  return sum < 0 ? -q : q;
}

int32_t expected_s8(const int8_t* window, int32_t count) { return rounded_mean(window, count); }
int32_t expected_s16(const int16_t* window, int32_t count) { return rounded_mean(window, count); }

int32_t halves_up(const uint8_t* window, int32_t count) {
  int32_t sum = 0;
  for (int32_t i = 0; i < count; ++i) sum += window[i];
  return (2 * sum + count) / (2 * count);
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

TEST(average_pool2d_u8_is_the_mean_inside_the_image_halves_up) {
  Shared::equals_the_definition<AveragePool2DU8, uint8_t>(300, DType::kU8, halves_up);
}

TEST(average_pool2d_s8_kernels_equal_the_reference) { Shared::kernels_equal_the_reference_s8(); }

// Values around ties, for each number of pixels that a kernel sums in 16 bits, and for some more.
TEST(average_pool2d_s8_rounds_in_windows_of_every_size) {
  static int8_t x[260 * 8];
  int8_t y[8];
  const int before = test::failures;
  for (int32_t count = 1; count <= 260 && test::failures == before; ++count) {
    test::Rng rng(static_cast<uint32_t>(count));
    for (int32_t round = 0; round < 8; ++round) {
      for (int32_t c = 0; c < 8; ++c) {
        const int32_t tie = rng.in(-128, 127) * count + count / 2 + rng.in(-1, 2);
        const int32_t sum = round == 0 && c < 2 ? (c == 0 ? -128 : 127) * count
                                                : test::naive_clamp(tie, -128 * count, 127 * count);
        const int32_t low = (sum + 128 * count) / count - 128, rest = sum - low * count;
        for (int32_t i = 0; i < count; ++i) x[i * 8 + c] = static_cast<int8_t>(low + (i < rest));
        const int32_t twice = 2 * (sum < 0 ? -sum : sum) + count, q = twice / (2 * count);
        y[c] = static_cast<int8_t>(sum < 0 ? -q : q);
      }
      test::OpCase<AveragePool2D> node = Shared::small_case(DType::kS8);
      node.in[0].shape = test::shape(1, 1, count, 8), node.out.shape = test::shape(1, 1, 1, 8);
      node.attrs.filter_h = 1, node.attrs.filter_w = count;
      const test::Operand in[] = {{x, count * 8}};
      const auto* p = node.params<AveragePool2DS8>();
      if (p) test::expect_rows<AveragePool2DS8>(*p, in, 1, y, 8, 1);
    }
    if (test::failures != before) printf("%d pixels\n", static_cast<int>(count));
  }
}

TEST(average_pool2d_s16_kernels_equal_the_reference_whole_and_by_rows) {
  Shared::kernels_equal_the_reference<AveragePool2DS16, int16_t>(DType::kS16);
  Shared::rows_of_every_kernel_equal_the_whole_image<AveragePool2DS16, int16_t>(DType::kS16);
}

TEST(average_pool2d_s16_equals_the_definition_whole_and_by_rows_and_refuses_the_rest) {
  Shared::pools_s16<AveragePool2DS16>(expected_s16);
}

TEST(average_pool2d_f32_is_the_mean_inside_the_image) { Shared::equals_the_definition_f32(expected_f32); }

TEST(average_pool2d_rows_equal_the_whole_image) {
  Shared::rows_from_a_ring_equal_the_whole_image(nook_average_pool2d_s8_ref, nook_average_pool2d_s8_ref_row);
  Shared::rows_of_every_kernel_equal_the_whole_image();
}

TEST(average_pool2d_s8_rows_in_order_equal_the_whole_image) {
  static int8_t x[1200], whole[300], y[300];
  for (uint32_t seed = 0; seed < 500; ++seed) {
    test::Rng rng(seed);
    const int32_t h = rng.in(1, 6), w = rng.in(1, 5), filter_w = rng.in(1, w), channels = rng.in(1, 40);
    test::OpCase<AveragePool2D> node = Shared::small_case(DType::kS8);
    node.attrs.activation = static_cast<Activation>(rng.in(0, 3));
    node.attrs.filter_h = h, node.attrs.filter_w = filter_w;
    const int32_t out_w = w - filter_w + 1, size = out_w * channels;
    node.in[0].shape = test::shape(1, h, w, channels), node.out.shape = test::shape(1, 1, out_w, channels);
    test::fill(rng, x, h * w * channels);
    const auto* p = node.params<AveragePool2DS8>();
    if (!p) return;
    test::run_reference<AveragePool2DS8>(*p, x, whole);
    EXPECT_EQ(AveragePool2DS8::sum_bytes(*p), 4 * size);
    const nook_rows rows = {x, w * channels, h};
    const auto kernels = AveragePool2DS8::fast_kernels();
    for (size_t i = 0; i < kernels.size(); ++i) {
      if (!kernels[i].accepts(p, nook::KernelRows::kAll)) continue;
      int32_t sums[5 * 40 + 1];
      memset(sums, 0x5A, sizeof sums);
      void* out[] = {y};
      for (int32_t iy = 0; iy < h; ++iy)
        AveragePool2DS8::sum_kernels()[i](p, &rows, iy, {nullptr, out, sums});
      EXPECT(memcmp(y, whole, static_cast<size_t>(size)) == 0);
      EXPECT_EQ(sums[size], 0x5A5A5A5A);
    }
  }
}

TEST(average_pool2d_refuses_models_that_contradict_themselves) { Shared::refuses_contradictions(); }

TEST(average_pool2d_s8_does_not_requantize) { Shared::does_not_requantize(); }
