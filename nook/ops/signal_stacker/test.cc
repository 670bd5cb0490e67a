#include "nook/ops/signal_stacker/signal_stacker_op.h"
#include "tests/signal_case.h"

using namespace nook;
using namespace test;

namespace {

test::SignalCase<SignalStacker> of(int32_t left, int32_t right, int32_t step) {
  test::SignalCase<SignalStacker> c;
  c.attrs.num_channels = 2, c.attrs.stacker_step = step;
  c.attrs.stacker_left_context = left, c.attrs.stacker_right_context = right;
  c.in[0] = tensor(DType::kS16, shape(2)), c.out[0] = tensor(DType::kS16, shape(2 * (left + 1 + right)));
  c.out[1] = tensor(DType::kBool, shape());
  return c;
}

}  // namespace

TEST(signal_stacker_gives_a_frame_with_its_neighbours) {
  for (int32_t left = 0; left < 4; ++left) {
    for (int32_t right = 0; right < 3; ++right) {
      for (int32_t step = 1; step <= left + 1 + right; ++step) {
        auto c = of(left, right, step);
        int32_t results = 0, last = 0;  // the middle frame of the last result
        for (int32_t run = 0; run < 12; ++run) {
          const int16_t x[] = {static_cast<int16_t>(run), static_cast<int16_t>(run + 100)};
          test::Guarded<int16_t, 12> y;
          test::Guarded<uint8_t, 1> valid;
          c.run({x}, {y.data, valid.data});
          const int32_t middle = results * step;  // middle frame of the next result
          const bool there = run == middle + right;
          EXPECT(valid.is({static_cast<uint8_t>(there)}));
          for (int32_t i = 0; i < left + 1 + right; ++i) {
            const bool any = there || results > 0;
            const int32_t at = (there ? middle : last) - left + i, frame = at < 0 ? 0 : at;
            EXPECT(y.data[2 * i] == (any ? frame : 0) && y.data[2 * i + 1] == (any ? frame + 100 : 0));
          }
          if (there) last = middle, ++results;
        }
      }
    }
  }
}

TEST(signal_stacker_refuses_operands_that_do_not_fit) {
  auto c = of(2, 1, 3);
  EXPECT(c.prepare());
  refuses_values(c, c.attrs.stacker_step, Reason::kAttribute, {0, 5, INT32_MIN, INT32_MAX});
  refuses_values(c, c.attrs.stacker_left_context, Reason::kAttribute, {-1, 1 << 24, INT32_MIN, INT32_MAX});
  refuses_values(c, c.attrs.stacker_right_context, Reason::kAttribute, {-1, 1 << 24, INT32_MIN, INT32_MAX});
  c = of(2, 1, 3), c.attrs.num_channels = 0;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c = of(2, 1, 3), c.attrs.num_channels = 3;
  EXPECT(c.refused(Reason::kElements, 0));
  c = of(2, 1, 3), c.out[0].shape = shape(6);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
  c = of(2, 1, 3), c.out[1].shape = shape(2);
  EXPECT(c.refused(Reason::kElements, kFirstOutput + 1));
  c = of(2, 1, 3), c.in[0].type = DType::kS8;
  EXPECT(c.no_form());
}
