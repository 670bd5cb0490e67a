#include "nook/ops/fully_connected/fully_connected_op.h"
#include "tests/kernel_case.h"

using namespace nook;

static bool random_dense(test::Rng& rng, int32_t outputs, test::OpCase<FullyConnected>& c) {
  const int32_t batch = rng.in(1, 7), inputs = rng.in(1, 40);
  c.in[0].shape = test::shape(batch, inputs), c.in[1].shape = test::shape(outputs, inputs);
  c.out.shape = test::shape(batch, outputs);
  return true;
}

TEST(fully_connected_f32_fpu_1x8_packed_equals_the_reference_on_random_layers) {
  const auto layers = [](test::Rng& rng, test::OpCase<FullyConnected>& c) {
    return random_dense(rng, rng.in(8, 30), c);
  };
  EXPECT((test::runs_like_reference<FullyConnectedF32, test::RandomF32>(
      "nook_fully_connected_f32_fpu_1x8_packed", kFpu, layers)));
}

TEST(fully_connected_f32_fpu_4x4_equals_the_reference_on_random_layers) {
  const auto layers = [](test::Rng& rng, test::OpCase<FullyConnected>& c) {
    return random_dense(rng, rng.in(4, 13), c);
  };
  EXPECT((test::runs_like_reference<FullyConnectedF32, test::RandomF32>("nook_fully_connected_f32_fpu_4x4",
                                                                        kFpu, layers)));
}
