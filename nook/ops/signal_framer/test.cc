#include "nook/ops/signal_framer/signal_framer_op.h"
#include "tests/signal_case.h"

using namespace nook;
using namespace test;

namespace {

test::SignalCase<SignalFramer> of(int32_t frames, int32_t size, int32_t step, bool prefill) {
  test::SignalCase<SignalFramer> c;
  c.attrs.frame_size = size, c.attrs.frame_step = step, c.attrs.prefill = prefill;
  c.in[0] = tensor(DType::kS16, shape(2, frames * step));
  c.out[0] = tensor(DType::kS16, shape(2, frames, size)), c.out[1] = tensor(DType::kBool, shape());
  return c;
}

}  // namespace

TEST(signal_framer_gives_frames_that_overlap) {
  for (int32_t size = 1; size < 8; ++size) {
    for (int32_t step = 1; step <= size; ++step) {
      for (int32_t prefill = 0; prefill < 2; ++prefill) {
        const int32_t frames = 2, wait = (size - 1) / step;
        auto c = of(frames, size, step, prefill);
        for (int32_t run = 0; run < 6; ++run) {
          int16_t x[28];
          test::Guarded<int16_t, 28> y;
          test::Guarded<uint8_t, 1> valid;
          const int32_t samples = frames * step;
          for (int32_t i = 0; i < 2 * samples; ++i)
            x[i] = static_cast<int16_t>(1 + 500 * (i / samples) + run * samples + i % samples);
          c.run({x}, {y.data, valid.data});
          bool all = true;
          for (int32_t i = 0; i < 2 * frames * size; ++i) {
            const int32_t row = i / size / frames, frame = run * frames + i / size % frames;
            const bool there = prefill || frame >= wait;
            const int32_t lag = prefill ? size - step : wait * step;
            const int32_t at = frame * step - lag + i % size;
            EXPECT(y.data[i] == (there && at >= 0 ? 1 + 500 * row + at : 0));
            all = all && there;
          }
          EXPECT(valid.is({static_cast<uint8_t>(all)}));
        }
      }
    }
  }
}

TEST(signal_framer_refuses_operands_that_do_not_fit) {
  auto c = of(2, 5, 3, true);
  EXPECT(c.prepare());
  refuses_values(c, c.attrs.frame_step, Reason::kAttribute, {0, -1, 6, INT32_MIN, INT32_MAX});
  refuses_values(c, c.attrs.frame_size, Reason::kAttribute, {0, INT32_MAX});
  c = of(2, 5, 3, true), c.in[0].shape = shape(2, 7);
  EXPECT(c.refused(Reason::kElements, 0));
  c = of(2, 5, 3, true), c.in[0].shape = shape();
  EXPECT(c.refused(Reason::kRank, 0));
  c = of(2, 5, 3, true), c.in[0].shape = shape(1, 1, 1, 1, 2, 6);
  EXPECT(c.refused(Reason::kRank, 0));
  c = of(2, 5, 3, true), c.out[0].shape = shape(2, 2, 4);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = of(2, 5, 3, true), c.out[1].shape = shape(2);
  EXPECT(c.refused(Reason::kElements, kFirstOutput + 1));
  c = of(2, 5, 3, true), c.out[1].type = DType::kS8;
  EXPECT(c.no_form());
}
