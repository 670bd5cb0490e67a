#include "nook/ops/signal_filter_bank/signal_filter_bank_op.h"
#include "tests/signal_case.h"

using namespace nook;
using namespace test;

namespace {

// A bank with six bins and six weights.
constexpr int16_t kFirstBins[] = {0, 1, 4}, kFirstWeights[] = {0, 2, 4}, kWidths[] = {2, 2, 1};

test::SignalCase<SignalFilterBank> fine() {
  test::SignalCase<SignalFilterBank> c;
  c.attrs.option = 2;
  c.in[0] = tensor(DType::kU32, shape(6)), c.out[0] = tensor(DType::kU64, shape(2));
  c.in[1] = c.in[2] = tensor(DType::kS16, shape(6));
  c.in[3] = c.in[4] = c.in[5] = tensor(DType::kS16, shape(3));
  c.in[3].data = kFirstBins, c.in[4].data = kFirstWeights, c.in[5].data = kWidths;
  return c;
}

}  // namespace

TEST(signal_filter_bank_counts_each_bin_for_two_channels) {
  const uint32_t x[] = {1, 2, 3, 4, 0xFFFFFFFF, 6};
  const int16_t weights[] = {10, 20, 30, 40, 50, 60}, unweights[] = {1, 2, 3, 4, -5, 6};
  test::Guarded<uint64_t, 2> y;
  fine().run({x, weights, unweights, kFirstBins, kFirstWeights, kWidths}, {y.data});
  EXPECT(y.is({2 * 30 + 3 * 40 + 1 * 1 + 2 * 2, 50ull * 0xFFFFFFFF + 2 * 3 + 3 * 4}));
}

TEST(signal_filter_bank_refuses_parts_that_leave_the_spectrum_or_the_weights) {
  auto c = fine();
  EXPECT(c.prepare());
  static const int16_t beyond[] = {0, 5, 4}, before[] = {-1, 1, 4}, wide[] = {2, 2, -1},
                       last[] = {0, 32767, 0};
  c.in[3].data = beyond;
  EXPECT(c.refused(Reason::kAxis, 3));
  c.in[3].data = before;
  EXPECT(c.refused(Reason::kAxis, 3));
  c = fine(), c.in[4].data = last;
  EXPECT(c.refused(Reason::kAxis, 4));
  c = fine(), c.in[5].data = wide;
  EXPECT(c.refused(Reason::kAxis, 5));
  for (int i = 3; i < 6; ++i) {
    c = fine(), c.in[i].data = nullptr;
    EXPECT(c.refused(Reason::kNotConstant, i));
    c = fine(), c.in[i].shape = shape(2);
    EXPECT(c.refused(Reason::kElements, i));
  }
  c = fine(), c.attrs.option = 3;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c = fine(), c.in[2].shape = shape(5);
  EXPECT(c.refused(Reason::kElements, 2));
  c = fine(), c.in[1].type = DType::kS32;
  EXPECT(c.no_form());
}
