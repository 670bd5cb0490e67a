#include "nook/ops/signal_delay/signal_delay_op.h"
#include "tests/signal_case.h"

using namespace nook;
using namespace test;

namespace {

test::SignalCase<SignalDelay> of(int32_t size, int32_t delay) {
  test::SignalCase<SignalDelay> c;
  c.attrs.option = delay;
  c.in[0] = c.out[0] = tensor(DType::kS16, shape(2, size));
  return c;
}

}  // namespace

TEST(signal_delay_gives_each_sample_later) {
  for (int32_t delay = 0; delay < 12; ++delay) {
    for (int32_t size = 1; size < 6; ++size) {
      auto c = of(size, delay);
      for (int32_t run = 0; run < 7; ++run) {
        int16_t x[10];
        test::Guarded<int16_t, 10> y;
        for (int32_t i = 0; i < 2 * size; ++i)
          x[i] = static_cast<int16_t>(100 * (i / size + 1) + run * size + i % size);
        c.run({x}, {y.data});
        for (int32_t i = 0; i < 2 * size; ++i) {
          const int32_t at = run * size + i % size - delay;
          EXPECT(y.data[i] == (at < 0 ? 0 : 100 * (i / size + 1) + at));
        }
      }
    }
  }
}

TEST(signal_delay_refuses_operands_that_do_not_fit) {
  auto c = of(4, 3);
  EXPECT(c.prepare());
  refuses_values(c, c.attrs.option, Reason::kAttribute, {-1, 1 << 24, INT32_MIN, INT32_MAX});
  c = of(4, 3), c.out[0].shape = shape(2, 3);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = of(4, 3), c.in[0].shape = c.out[0].shape = shape(0, 4);
  EXPECT(c.refused(Reason::kElements, 0));
  c = of(4, 3), c.out[0].type = DType::kS32;
  EXPECT(c.no_form());
}
