#include "nook/ops/fully_connected/fully_connected_op.h"
#include "tests/kernel_case.h"

using namespace nook;

static bool random_layer(test::Rng& rng, test::OpCase<FullyConnected>& c) {
  const int32_t batch = rng.in(0, 1) ? 1 : rng.in(2, 9), inputs = rng.in(1, 15), outputs = rng.in(1, 64);
  c.in[0].shape = test::shape(batch, inputs), c.in[1].shape = test::shape(outputs, inputs);
  c.out.shape = test::shape(batch, outputs);
  return true;
}

TEST(fully_connected_f32_avx2_equals_the_reference_on_random_layers) {
  EXPECT((test::runs_like_reference<FullyConnectedF32, test::RandomF32>("nook_fully_connected_f32_avx2",
                                                                        kAvx2, random_layer)));
}

TEST(fully_connected_f32_neon_equals_the_reference_on_random_layers) {
  EXPECT((test::runs_like_reference<FullyConnectedF32, test::RandomF32>("nook_fully_connected_f32_neon",
                                                                        kNeon, random_layer)));
}
