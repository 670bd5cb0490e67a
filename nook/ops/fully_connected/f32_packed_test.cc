#include "nook/kernels/dot/eights_and_twelves.h"
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "tests/kernel_case.h"

using namespace nook;

static bool random_dense(test::Rng& rng, int32_t outputs, test::OpCase<FullyConnected>& c) {
  const int32_t batch = rng.in(1, 7), inputs = rng.in(1, 40);
  c.in[0].shape = test::shape(batch, inputs), c.in[1].shape = test::shape(outputs, inputs);
  c.out.shape = test::shape(batch, outputs);
  return true;
}

static bool eights(test::Rng& rng, test::OpCase<FullyConnected>& c) {
  return random_dense(rng, rng.in(8, 30), c);
}
static bool twelves(test::Rng& rng, test::OpCase<FullyConnected>& c) {
  return random_dense(rng, rng.in(20, 55), c);
}
static bool fours(test::Rng& rng, test::OpCase<FullyConnected>& c) {
  return random_dense(rng, rng.in(4, 13), c);
}

template <class Layers>
static bool dense_like_reference(const char* symbol, uint32_t isa, Layers layers) {
  return test::runs_like_reference<FullyConnectedF32, test::RandomF32>(symbol, isa, layers);
}

TEST(fully_connected_f32_1x8_packed_equals_the_reference_on_random_layers) {
  EXPECT(dense_like_reference("nook_fully_connected_f32_fpu_1x8_packed", kFpu, eights));
  EXPECT(dense_like_reference("nook_fully_connected_f32_mve_1x8", kMve, eights));
}

TEST(tiles_of_twelve_outputs_compute_at_most_three_twice) {
  constexpr int32_t kTwelve = 12;
  for (int32_t outputs = NOOK_LEAST_IN_TWELVES; outputs < 100; ++outputs) {
    const int32_t in_eights = nook_outputs_in_eights(outputs), left = outputs - in_eights;
    EXPECT(in_eights == 0 || in_eights == 8 || in_eights == 16);
    EXPECT(left >= kTwelve);
    EXPECT((kTwelve - left % kTwelve) % kTwelve <= 3);
  }
}
TEST(fully_connected_f32_1x12_equals_the_reference_on_random_layers) {
  EXPECT(dense_like_reference("nook_fully_connected_f32_fpu_1x12", kFpu, twelves));
}

TEST(fully_connected_f32_4x4_equals_the_reference_on_random_layers) {
  EXPECT(dense_like_reference("nook_fully_connected_f32_fpu_4x4", kFpu, fours));
  EXPECT(dense_like_reference("nook_fully_connected_f32_mve_4x4", kMve, fours));
}

static bool any_outputs(test::Rng& rng, test::OpCase<FullyConnected>& c) {
  return random_dense(rng, rng.in(0, 3) ? rng.in(1, 40) : rng.in(60, 80), c);
}

TEST(fully_connected_f32_rvvf_equals_the_reference_on_random_layers) {
  EXPECT(dense_like_reference("nook_fully_connected_f32_rvvf", kRvvf, any_outputs));
}
