#include "nook/ops/signal_window/signal_window_op.h"
#include "tests/signal_case.h"

using namespace nook;
using namespace test;

namespace {

SignalCase<SignalWindow> fine() {
  const TensorInfo x = tensor(DType::kS16, shape(2, 3));
  return signal_case<SignalWindow>({/*shift=*/2}, {x, tensor(DType::kS16, shape(3))}, {x});
}

}  // namespace

TEST(signal_window_multiplies_each_row_and_rounds_down_within_int16) {
  const int16_t x[] = {1, -1, 32767, 5, -32768, 7}, window[] = {3, 6, 32767};
  test::Guarded<int16_t, 6> y;
  fine().run({x, window}, {y.data});
  EXPECT(y.is({0, -2, 32767, 3, -32768, 32767}));
}

TEST(signal_window_works_in_place) {
  int16_t x[] = {4, 8, -4, 1, 2, 3};
  const int16_t window[] = {1, 2, 3};
  fine().run({x, window}, {x});
  EXPECT(x[0] == 1 && x[1] == 4 && x[2] == -3 && x[3] == 0 && x[4] == 1 && x[5] == 2);
}

TEST(signal_window_refuses_operands_that_do_not_fit) {
  auto c = fine();
  EXPECT(c.prepare());
  c.attrs.option = 32;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c.attrs.option = -1;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c = fine(), c.in[1].shape = shape(2);
  EXPECT(c.refused(Reason::kElements, 1));
  c = fine(), c.in[1].shape = shape(1, 3);
  EXPECT(c.refused(Reason::kRank, 1));
  c = fine(), c.out[0].shape = shape(3, 2);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = fine(), c.in[0].shape = c.out[0].shape = shape();
  EXPECT(c.refused(Reason::kRank, 0));
  c = fine(), c.in[0].shape = c.out[0].shape = shape(0, 3);
  EXPECT(c.refused(Reason::kElements, 0));
  c = fine(), c.out[0].type = DType::kS32;
  EXPECT(c.no_form());
}
