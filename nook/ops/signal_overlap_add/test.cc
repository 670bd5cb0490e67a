#include "nook/ops/signal_overlap_add/signal_overlap_add_op.h"
#include "tests/signal_case.h"

using namespace nook;
using namespace test;

namespace {

template <class Element>
test::SignalCase<SignalOverlapAdd> of(int32_t frames, int32_t size, int32_t step) {
  const DType type = sizeof(Element) == 2 ? DType::kS16 : DType::kF32;
  test::SignalCase<SignalOverlapAdd> c;
  c.attrs.T = static_cast<int32_t>(type) - 1, c.attrs.frame_step = step;
  c.in[0] = tensor(type, shape(2, frames, size)), c.out[0] = tensor(type, shape(2, frames * step));
  return c;
}

// Over several runs, each sample is the sum of all frames that contain it.
template <class Element>
void equals_the_definition() {
  constexpr int32_t kFrames = 2, kRuns = 5;
  for (int32_t size = 1; size < 7; ++size) {
    for (int32_t step = 1; step <= size; ++step) {
      test::Rng rng(static_cast<uint32_t>(size * 8 + step));
      auto c = of<Element>(kFrames, size, step);
      int32_t sums[2][kFrames * kRuns * 6 + 6] = {};
      for (int32_t run = 0; run < kRuns; ++run) {
        Element x[2 * kFrames * 6];
        test::Guarded<Element, 2 * kFrames * 6> y;
        for (int32_t i = 0; i < 2 * kFrames * size; ++i) {
          const int32_t row = i / size / kFrames, frame = run * kFrames + i / size % kFrames;
          const int32_t value = rng.in(-1000, 1000);
          x[i] = static_cast<Element>(value);
          sums[row][frame * step + i % size] += value;
        }
        c.run({x}, {y.data});
        for (int32_t i = 0; i < 2 * kFrames * step; ++i) {
          const int32_t row = i / step / kFrames, at = i - row * step * kFrames;
          EXPECT(y.data[i] == static_cast<Element>(sums[row][run * kFrames * step + at]));
        }
      }
    }
  }
}

}  // namespace

TEST(signal_overlap_add_s16_equals_the_definition) { equals_the_definition<int16_t>(); }

TEST(signal_overlap_add_f32_equals_the_definition) { equals_the_definition<float>(); }

TEST(signal_overlap_add_s16_stays_within_int16) {
  auto c = of<int16_t>(2, 2, 1);
  const int16_t x[] = {0, 30000, 30000, -30000, 0, -30000, -30000, 0};
  test::Guarded<int16_t, 4> y;
  c.run({x}, {y.data});
  EXPECT(y.is({0, 32767, 0, -32768}));
}

TEST(signal_overlap_add_refuses_operands_that_do_not_fit) {
  const auto fine = [] { return of<int16_t>(2, 5, 3); };
  auto c = fine();
  EXPECT(c.prepare());
  refuses_values(c, c.attrs.frame_step, Reason::kAttribute, {0, 6, INT32_MIN, INT32_MAX});
  c = fine(), c.attrs.T = 0;
  EXPECT(c.refused(Reason::kType, 0));
  c = fine(), c.in[0].shape = shape(5);
  EXPECT(c.refused(Reason::kRank, 0));
  c = fine(), c.in[0].shape = shape(2, 0, 5);
  EXPECT(c.refused(Reason::kElements, 0));
  c = fine(), c.out[0].shape = shape(2, 5);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = fine(), c.out[0].type = DType::kF32;
  EXPECT(c.no_form());
}
