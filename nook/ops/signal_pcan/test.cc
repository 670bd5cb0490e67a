#include "nook/ops/signal_pcan/signal_pcan_op.h"
#include "tests/signal_case.h"

using namespace nook;
using namespace test;

namespace {

SignalCase<SignalPcan> fine() {
  const TensorInfo x = tensor(DType::kU32, shape(4)), gains = tensor(DType::kS16, shape(125));
  return signal_case<SignalPcan>({/*snr_shift=*/6}, {x, x, gains}, {x});
}

}  // namespace

TEST(signal_pcan_multiplies_by_a_gain_of_the_noise_and_compresses) {
  static int16_t gains[125] = {64, 128, 256};
  gains[4 * 3 - 6] = 1000, gains[4 * 3 - 5] = 320, gains[4 * 3 - 4] = 64;  // gains for noise 4 to 7
  const uint32_t x[] = {4096, 100000, 10, 64000}, noise[] = {0, 1, 2, 6};
  test::Guarded<uint32_t, 4> y;
  fine().run({x, noise, gains}, {y.data});
  // 4096 / 4096 = 1: 1 / 4. 200000 / 4096 - 1. 40^2 / 2^20 * 64. Half of an octave: 1000 + 160 + 16.
  EXPECT(y.is({16, 200000 / 64 - 64, 0, 64000u * (1000 + 160 + 16) / 64 / 64 - 64}));
}

TEST(signal_pcan_refuses_operands_that_do_not_fit) {
  auto c = fine();
  EXPECT(c.prepare());
  refuses_values(c, c.attrs.option, Reason::kAttribute, {64});
  c = fine(), c.in[2].shape = shape(124);
  EXPECT(c.refused(Reason::kElements, 2));
  c = fine(), c.in[1].shape = shape(3);
  EXPECT(c.refused(Reason::kElements, 1));
  c = fine(), c.out[0].shape = shape(5);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
  c = fine(), c.in[2].type = DType::kS32;
  EXPECT(c.no_form());
}
