#include "nook/ops/signal_fft_auto_scale/signal_fft_auto_scale_op.h"
#include "tests/signal_case.h"

using namespace nook;
using namespace test;

namespace {

test::SignalCase<SignalFftAutoScale> fine() {
  test::SignalCase<SignalFftAutoScale> c;
  c.in[0] = c.out[0] = tensor(DType::kS16, shape(3)), c.out[1] = tensor(DType::kS32, shape());
  return c;
}
void expect(const int16_t (&x)[3], const int16_t (&want)[3], int32_t bits) {
  test::Guarded<int16_t, 3> y;
  test::Guarded<int32_t, 1> at;
  fine().run({x}, {y.data, at.data});
  EXPECT(y.is(want) && at.is({bits}));
}

}  // namespace

TEST(signal_fft_auto_scale_takes_the_room_that_there_is) {
  expect({1, -3, 2}, {8192, -24576, 16384}, 13);
  expect({0, 0, 0}, {0, 0, 0}, 0);
  expect({32767, 1, 0}, {32767, 1, 0}, 0);
  expect({-16384, 1, 0}, {-16384, 1, 0}, 0);
  expect({1, 0, 0}, {16384, 0, 0}, 14);
}

TEST(signal_fft_auto_scale_counts_again_after_a_magnitude_beyond_int16) {
  expect({5, 6, -32768}, {5, 6, -32768}, 0);
  expect({-32768, -5, 3}, {0, static_cast<int16_t>(-5 * 8192), 24576}, 13);
}

TEST(signal_fft_auto_scale_refuses_operands_that_do_not_fit) {
  auto c = fine();
  EXPECT(c.prepare());
  c.out[0].shape = shape(2);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
  c = fine(), c.out[1].shape = shape(2);
  EXPECT(c.refused(Reason::kElements, kFirstOutput + 1));
  c = fine(), c.in[0].shape = shape(0);
  EXPECT(c.refused(Reason::kElements, 0));
  c = fine(), c.out[1].type = DType::kS16;
  EXPECT(c.no_form());
}
