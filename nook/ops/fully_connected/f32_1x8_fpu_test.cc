#include "nook/ops/fully_connected/fully_connected_op.h"
#include "tests/kernel_case.h"

using namespace nook;

TEST(fully_connected_f32_fpu_1x8_equals_the_reference_on_random_layers) {
  const auto layers = [](test::Rng& rng, test::OpCase<FullyConnected>& c) {
    const int32_t batch = rng.in(1, 3), inputs = rng.in(1, 40), outputs = rng.in(7, 20);
    c.in[0].shape = test::shape(batch, inputs), c.in[1].shape = test::shape(outputs, inputs);
    c.out.shape = test::shape(batch, outputs);
    return true;
  };
  EXPECT((test::runs_like_reference<FullyConnectedF32, test::RandomF32>("nook_fully_connected_f32_fpu_1x8",
                                                                        kFpu, layers)));
}
